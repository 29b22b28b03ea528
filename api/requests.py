"""How a request is read: its body held against a shape, its parameters, and its headers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from rest_framework.request import Request

from api import bodies, editions
from api.bodies import INSTANT, MAX_LIMIT, MAX_VERSION, NAME, TEXT
from api.http import languages
from api.http.authentication import IDEMPOTENCY_KEY
from events.store import LOWER_CASE_UUID
from games.core.json import JSON, JSONObject
from games.core.languages import LANGUAGES
from games.core.prompts import Violation, violations
from games.cups.running import STATUSES
from games.matches.accounts.handles import name_fault
from games.matches.accounts.players import is_email
from games.matches.errors import Invalid, NotAllowed
from games.matches.lists import match_pages
from games.matches.lobby.invitation_lists import RECEIVED, ROLES
from games.matches.models.ids import as_uuid
from games.matches.presentation.shapes import MATCH_STATUSES
from games.matches.presentation.views import ALL, SPECTATOR
from games.matches.presentation.words import WORDS
from games.matches.ratings.standings import LADDERS, PEOPLE
from games.matches.talk import written_text
from games.matches.talk.chat import ROOMS
from games.table.events import SIGNED
from games.table.seat_signatures import SignedPart

# What is held against the formats of names and of texts: the code of a violation, and who finds it.
FAULTS = {NAME: ("name", name_fault), TEXT: ("unseen", written_text.fault)}
DEFAULT_LIMIT = 100
MOST_MATCHES = match_pages.MOST_MATCHES
CONTROL = re.compile("[\x00-\x1f\x7f]")
MAX_WAIT_SECONDS = 30
MOST_SEATS = 99
# In which order a list of matches is: by when they were made.
ORDERS = NEWEST, OLDEST = ("newest", "oldest")
MAX_FOLLOWED = 16
# As many as a size of the log has digits for.
MOST_ENTRIES = 9_999_999_999
# A refusal of a body with one of these does not quote what was sent.
SECRETS = frozenset(
    {"password", "token", "email", "url", "endpoint", "p256dh", "auth", "invitation", "query", "user_code"}
)


def body(request: Request, shape: JSONObject) -> dict[str, Any]:
    """The request's JSON body, held against `shape`, with its defaults; no body is an empty object.

    `Invalid` says what is wrong where. A call that takes a body takes no parameters in its address.
    """
    query(request)
    sent = request.data
    if wrong := violations(shape, sent):
        raise Invalid([_unquoted(one) for one in wrong] if _holds_secrets(shape) else wrong)
    if unseen := _unseen(shape, dict(sent)):
        raise NotAllowed(unseen)
    return _defaults(shape) | dict(sent)


def _unseen(shape: Mapping[str, Any], sent: Mapping[str, Any]) -> list[Violation]:
    """What is wrong with the names and texts that others are shown."""
    wrong = []
    for field, said in shape["properties"].items():
        code, fault_of = FAULTS.get(said.get("format"), ("", None))
        fault = fault_of(sent[field]) if fault_of is not None and sent.get(field) else None
        if fault is not None:
            wrong.append(Violation(pointer=f"/{field}", code=code, detail=fault))
    return wrong


def move_body(request: Request) -> tuple[dict[str, Any], SignedPart | None]:
    """A move as it was sent, and its signature where there is one.

    Any object: its shape is judged when its type and its prompt are known. A listed move may be sent as it stands, with
    its words, which are no part of it.
    """
    if not isinstance(request.data, Mapping):
        raise Invalid([Violation(pointer="", code="type", detail="A move is an object.")])
    signed = request.data.get(SIGNED)
    if signed is not None and (wrong := violations(bodies.SIGNED, signed)):
        raise Invalid([replace(one, pointer=f"/{SIGNED}{one.pointer}") for one in wrong])
    sent = {name: value for name, value in request.data.items() if name not in WORDS and name != SIGNED}
    return sent, cast(SignedPart | None, signed)


def idempotency_key(request: Request) -> str | None:
    """The Idempotency-Key, 1 to 128 visible ASCII characters, if there is one."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not IDEMPOTENCY_KEY.fullmatch(key):
        detail = "An Idempotency-Key has 1 to 128 visible ASCII characters."
        raise Invalid([Violation(pointer="/headers/Idempotency-Key", code="pattern", detail=detail)])
    return key


def query(request: Request, *allowed: str) -> dict[str, str]:
    """The query's parameters, each once; an unknown one, and one that is given twice, is `Invalid`.

    Every call takes a `language`, which is heeded by whatever speaks and not told here.
    """
    if not request.query_params:
        return {}
    wrong = [
        Violation(pointer=f"/query/{name}", code="unknown", detail=f"There is no parameter {name} here.")
        for name in request.query_params
        if name not in (*allowed, languages.PARAMETER)
    ]
    wrong += [
        Violation(pointer=f"/query/{name}", code="pattern", detail="A parameter holds no control characters.")
        for name, value in request.query_params.items()
        if CONTROL.search(str(value))
    ]
    wrong += [
        Violation(pointer=f"/query/{name}", code="duplicate", detail=f"{name} is given more than once.")
        for name, values in request.query_params.lists()
        if len(values) > 1
    ]
    if languages.PARAMETER in request.query_params and languages.asked(request.query_params) is None:
        detail = f"language is one or more of {', '.join(LANGUAGES)}, each once, with commas between them."
        wrong.append(Violation(pointer=f"/query/{languages.PARAMETER}", code="enum", detail=detail))
    if wrong:
        raise Invalid(wrong)
    return {name: request.query_params[name] for name in request.query_params if name != languages.PARAMETER}


def limit(parameters: Mapping[str, str]) -> int:
    """How many items a page holds."""
    return _count(parameters, "limit", default=DEFAULT_LIMIT, least=1, most=MAX_LIMIT)


def limit_of_matches(parameters: Mapping[str, str]) -> int:
    """How many matches a page holds: at most `MOST_MATCHES`, however many more are asked for."""
    return min(limit(parameters), MOST_MATCHES)


def after(parameters: Mapping[str, str]) -> int:
    """The version after which the events are asked for."""
    return _count(parameters, "after", default=0, least=0, most=MAX_VERSION)


def resume(request: Request, parameters: Mapping[str, str]) -> int:
    """The version after which a stream goes on: a browser that comes back says so by itself, in a header."""
    told = request.headers.get("Last-Event-ID")
    if told is None:
        return after(parameters)
    if not re.fullmatch(r"[0-9]{1,10}", told) or int(told) > MAX_VERSION:
        detail = "Last-Event-ID is the id of a message of this stream."
        raise Invalid([Violation(pointer="/headers/Last-Event-ID", code="pattern", detail=detail)])
    return int(told)


def account_resume(request: Request, parameters: Mapping[str, str], matches: int) -> tuple[int | None, list[int]]:
    """Where the account's stream goes on: after which notice, and of each of so many matches after which version.

    None for the notices where nothing is said of them: from now on. A match that is left out begins at its beginning.
    """
    told = request.headers.get("Last-Event-ID") or parameters.get("after")
    if told is None:
        return None, [0] * matches
    if not re.fullmatch(r"[0-9]{1,18}(-[0-9]{1,18})*|(-[0-9]{1,18})+", told):
        raise _wrong_parameter("after", "pattern", "after is the id of a message of this stream.")
    notices, *places = told.split("-")
    if len(places) > matches:
        detail = "after has a number for the notices, and one for each of matches."
        raise NotAllowed([Violation(pointer="/query/after", code="maxItems", detail=detail)])
    versions = [int(place) for place in places] + [0] * (matches - len(places))
    return int(notices) if notices else None, versions


def followed(parameters: Mapping[str, str]) -> list[str]:
    """The matches that the account's stream tells in full."""
    named = parameters.get("matches", "").split(",") if parameters.get("matches") else []
    if len(named) > MAX_FOLLOWED:
        raise _wrong_parameter("matches", "maxItems", f"matches names up to {MAX_FOLLOWED} matches.")
    # However it is written: it would be told twice.
    if len({as_uuid(name) or name for name in named}) < len(named):
        raise NotAllowed([Violation(pointer="/query/matches", code="uniqueItems", detail="A match is named twice.")])
    return named


def wait(parameters: Mapping[str, str]) -> int:
    """How many seconds to wait for an event."""
    return _count(parameters, "wait", default=0, least=0, most=MAX_WAIT_SECONDS)


def at(parameters: Mapping[str, str]) -> int | None:
    """The version whose view is asked for; None is the present."""
    return _count(parameters, "at", default=0, least=1, most=MAX_VERSION) or None


def seat(parameters: Mapping[str, str]) -> int | str | None:
    """The seat whose view is asked for: a number, `all`, or None for the caller's own."""
    if parameters.get("seat") == ALL:
        return ALL
    return _count(parameters, "seat", default=0, least=0, most=99) if "seat" in parameters else None


def eyes(parameters: Mapping[str, str]) -> int | str | None:
    """Through whose eyes events are asked for: a seat's, a `spectator`'s, or None for the caller's own."""
    asked = parameters.get("seat")
    return asked if asked == SPECTATOR else _count(parameters, "seat", default=0, least=0, most=99) if asked else None


def handle(parameters: Mapping[str, str]) -> str:
    """The handle of the player who is looked for."""
    if "handle" not in parameters:
        raise _wrong_parameter("handle", "required", "handle is missing.")
    return parameters["handle"]


def dry_run(request: Request) -> bool:
    """Whether a move is only to be judged."""
    return _is_true(query(request, "dry_run"), "dry_run")


def table(parameters: Mapping[str, str]) -> bool:
    """Whether a stream tells of a match all that its table shows."""
    return _is_true(parameters, "table")


def _is_true(parameters: Mapping[str, str], name: str) -> bool:
    asked = parameters.get(name, "false")
    if asked not in ("true", "false"):
        raise _wrong_parameter(name, "enum", f"{name} is true or false.")
    return asked == "true"


def _one_of(parameters: Mapping[str, str], name: str, known: Sequence[str]) -> str | None:
    asked = parameters.get(name)
    if asked is not None and asked not in known:
        raise _wrong_parameter(name, "enum", f"{name} is one of {', '.join(known)}.")
    return asked


def status(parameters: Mapping[str, str]) -> str | None:
    """The status of the matches asked for."""
    return _one_of(parameters, "status", MATCH_STATUSES)


def is_oldest_first(parameters: Mapping[str, str]) -> bool:
    """Whether the matches asked for begin with the oldest."""
    return _one_of(parameters, "order", ORDERS) == OLDEST


def has_bots(parameters: Mapping[str, str]) -> bool | None:
    """Whether bots sit in the matches asked for; None asks for both."""
    return _is_true(parameters, "bots") if "bots" in parameters else None


def open_seats(parameters: Mapping[str, str]) -> int | None:
    """How many free seats the matches asked for have at least."""
    return _count(parameters, "open_seats", default=0, least=1, most=MOST_SEATS) or None


def lengths(parameters: Mapping[str, str]) -> tuple[int | None, int | None]:
    """How many events the matches asked for have at least and at most, which are over then."""
    least, most = (
        _count(parameters, f"{end}_events", default=0, least=1, most=MAX_VERSION) for end in ("least", "most")
    )
    return least or None, most or None


def cup_status(parameters: Mapping[str, str]) -> str | None:
    """The status of the cups asked for."""
    return _one_of(parameters, "status", STATUSES)


def games_of_document(parameters: Mapping[str, str]) -> str | None:
    """The game whose shapes a document is to have, `none` for those of no game; None for all."""
    return _one_of(parameters, "games", (editions.NO_GAMES, *editions.PREFIXES))


def openapi(parameters: Mapping[str, str]) -> str:
    """The version of OpenAPI that a document is to be in."""
    return _one_of(parameters, "openapi", editions.VERSIONS) or editions.VERSIONS[0]


def ladder(parameters: Mapping[str, str]) -> str:
    """Whose ratings are asked for, people's unless told."""
    return _one_of(parameters, "ladder", LADDERS) or PEOPLE


def id_cursor(parameters: Mapping[str, str]) -> str | None:
    """The id of the last item of the page before."""
    return _id(parameters, "before", "before is the id of an item.")


def player(parameters: Mapping[str, str]) -> str | None:
    """The player whose matches are asked for."""
    return _id(parameters, "player", "player is the id of a player.")


def before(parameters: Mapping[str, str]) -> int | None:
    """The version before which the events are asked for; None asks from the other end."""
    if "before" not in parameters:
        return None
    return _count(parameters, "before", default=0, least=1, most=MAX_VERSION)


def log_size(parameters: Mapping[str, str], size: int) -> int | None:
    """The size of the log's checkpoint that a caller has kept; None where none is named."""
    return (
        None
        if "from" not in parameters
        else _count(parameters, "from", default=0, least=0, most=min(size, MOST_ENTRIES))
    )


def before_time(parameters: Mapping[str, str]) -> datetime | None:
    """The time before which items are asked for."""
    return instant(parameters, "before")


def instant(parameters: Mapping[str, str], name: str) -> datetime | None:
    """The time that a parameter names."""
    text = parameters.get(name)
    if text is None:
        return None
    if not re.fullmatch(INSTANT, text):
        raise _wrong_parameter(name, "pattern", f"{name} is a time in UTC, as 2026-11-27T12:00:00Z.")
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise _wrong_parameter(name, "pattern", "There is no such time.") from None


def room(parameters: Mapping[str, str]) -> str | None:
    """Which room of the chat is asked for; None for the caller's own."""
    return _one_of(parameters, "room", ROOMS)


def unread(parameters: Mapping[str, str]) -> bool:
    """Whether only what was not read yet is asked for."""
    return _is_true(parameters, "unread")


def role(parameters: Mapping[str, str]) -> str:
    """Whether the invitations are asked for that the caller has received, or those that the caller has made."""
    asked = parameters.get("role", RECEIVED)
    if asked not in ROLES:
        raise _wrong_parameter("role", "enum", "role is received or sent.")
    return asked


def email(text: str) -> str:
    """The text, if it can be an address for mail."""
    if not is_email(text):
        raise NotAllowed([Violation(pointer="/email", code="email", detail="An email looks like name@example.org.")])
    return text


def own_filters(parameters: Mapping[str, str]) -> set[str]:
    """Those of `mine=true` and `waiting_for=me` that are asked for."""
    words = {"mine": "true", "waiting_for": "me"}
    for name, word in words.items():
        if parameters.get(name, word) != word:
            raise _wrong_parameter(name, "const", f"{name} can only be {word}.")
    return words.keys() & parameters.keys()


def _id(parameters: Mapping[str, str], name: str, detail: str) -> str | None:
    asked = parameters.get(name)
    if asked is not None and not LOWER_CASE_UUID.fullmatch(asked):
        raise _wrong_parameter(name, "format", detail)
    return asked


def _count(parameters: Mapping[str, str], name: str, *, default: int, least: int, most: int) -> int:
    text = parameters.get(name)
    if text is None:
        return default
    if not re.fullmatch(r"[0-9]{1,10}", text) or not least <= int(text) <= most:
        raise _wrong_parameter(name, "range", f"{name} is a whole number from {least} to {most}.")
    return int(text)


def _fields(shape: JSONObject) -> Mapping[str, JSONObject]:
    return cast(Mapping[str, JSONObject], shape["properties"])


def _defaults(shape: JSONObject) -> dict[str, JSON]:
    return {name: field["default"] for name, field in _fields(shape).items() if "default" in field}


def _holds_secrets(schema: JSON) -> bool:
    """Whether a field at any depth of the schema is named as a secret is."""
    if isinstance(schema, Mapping):
        fields = schema.get("properties")
        named = isinstance(fields, Mapping) and not SECRETS.isdisjoint(fields)
        return named or any(map(_holds_secrets, schema.values()))
    return isinstance(schema, list | tuple) and any(map(_holds_secrets, schema))


def _unquoted(wrong: Violation) -> Violation:
    # The library's sentences quote what was sent, which may be a password, but for these two: they quote names only.
    # Without a sentence the code's own text is told.
    if wrong.code in ("required", "additionalProperties"):
        return wrong
    return replace(wrong, detail="")


def _wrong_parameter(name: str, code: str, detail: str) -> Invalid:
    return Invalid([Violation(pointer=f"/query/{name}", code=code, detail=detail)])
