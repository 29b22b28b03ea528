"""The shapes of requests, as JSON Schema 2020-12, and how a request is held against its shape."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from rest_framework.request import Request

from api.http import languages
from api.http.authentication import IDEMPOTENCY_KEY
from events.store import LOWER_CASE_UUID
from games.core.bots import BOTS
from games.core.json import JSON, JSONObject
from games.core.messages import LANGUAGES
from games.core.prompts import Violation, violations
from games.matches.accounts.handles import HANDLE, MAX_HANDLE, MIN_HANDLE, name_fault
from games.matches.accounts.passwords import MIN_PASSWORD
from games.matches.accounts.players import is_email
from games.matches.accounts.tokens import SCOPES
from games.matches.errors import Invalid, NotAllowed
from games.matches.lobby.forks import VISIBILITIES
from games.matches.models.notices import CHAT, STANDARD
from games.matches.notices.addresses import MAX_URL
from games.matches.notices.kinds import KINDS
from games.matches.presentation.delays import MOST_EVENTS, MOST_SECONDS
from games.matches.presentation.shapes import MATCH_STATUSES
from games.matches.presentation.views import ALL
from games.matches.presentation.words import WORDS
from games.table import clocks

MAX_LIMIT, DEFAULT_LIMIT = 500, 100
MAX_ENTROPY = 64
MAX_DECLINED = 40
CONTROL = re.compile("[\x00-\x1f\x7f]")
MAX_VERSION = 2**31 - 1
MAX_WAIT_SECONDS = 30
MAX_FOLLOWED = 16
INVITATION_SECONDS = 7 * 24 * 3600


# What a name surely cannot hold; the rest, such as unassigned characters, no pattern can say (`_unseen`).
UNSEEN = "[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]"
# RFC 5321 without quoted names and without addresses in brackets.
_ATOM, _DOMAIN_LABEL = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}", "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
EMAIL = f"^{_ATOM}(\\.{_ATOM}){{0,8}}@({_DOMAIN_LABEL}\\.){{1,8}}[A-Za-z][A-Za-z0-9-]{{0,61}}[A-Za-z0-9]$"
INSTANT = (
    "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?Z$"
)

# The format of what others are shown; OpenAPI leaves formats of one's own to those who know them.
NAME = "name"


def _shape(required: tuple[str, ...] = (), **properties: JSONObject) -> JSONObject:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _unless_told(default: JSON, schema: JSONObject) -> JSONObject:
    """A field that may be left out; `body` fills the default in, and OpenAPI tells it."""
    return {**schema, "default": default}


def _said(description: str, schema: JSONObject) -> JSONObject:
    """A field with what it means."""
    return {"description": description, **schema}


def _seat(null: str) -> JSONObject:
    """A seat's number; `null` says which seat it is where none is named."""
    return _unless_told(
        None, _said(f"A seat's number. Null is {null}.", {"type": ["integer", "null"], "minimum": 0, "maximum": 99})
    )


def _line(most: int, description: str) -> JSONObject:
    """A text in one line: PostgreSQL stores no NUL, and nobody's terminal needs the other control characters."""
    return _said(
        f"{description} One line that can be seen: no control, invisible, directional or unassigned characters.",
        {"type": "string", "format": NAME, "maxLength": most, "not": {"pattern": UNSEEN}},
    )


_ENTROPY = _unless_told(
    None,
    _said(
        "Chance of one's own, mixed into the match's seed; anything. It is shown once the match has ended.",
        {"type": ["string", "null"], "maxLength": MAX_ENTROPY},
    ),
)

EMPTY = _shape()
_HANDLE = _said(
    f"{MIN_HANDLE} to {MAX_HANDLE} letters of one script, digits and _; nobody else's, capitals or not.",
    {"type": "string", "pattern": HANDLE, "minLength": MIN_HANDLE, "maxLength": MAX_HANDLE, "examples": ["Ada_1815"]},
)
_KNOWN_HANDLE = _said("The account's handle.", {"type": "string", "maxLength": 64})
_KNOWN_PASSWORD = _said("The account's password.", {"type": "string", "maxLength": 256})
_PASSWORD = _said(
    "Not of digits alone, not the handle, and none that everybody tries first.",
    {"type": "string", "minLength": MIN_PASSWORD, "maxLength": 256, "pattern": "[^0-9]"},
)
_ADDRESS: JSONObject = {"maxLength": 254, "pattern": EMAIL, "examples": ["ada@example.org"]}
_EMAIL = _said("Where notices may go once it is confirmed.", {"type": ["string", "null"], **_ADDRESS})
_LOCALE = _said("The language of mails and notices.", {"enum": list(LANGUAGES)})

SIGN_UP = _shape(
    ("handle",),
    handle=_HANDLE,
    password={
        **_PASSWORD,
        "description": f"Makes an account; without one the player is a guest. {_PASSWORD['description']}",
    },
    email=_unless_told(None, _EMAIL),
    locale=_unless_told("en", _LOCALE),
)
_TIME_OF_DAY: JSONObject = {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$", "examples": ["22:30"]}
_INSTANT: JSONObject = {"type": "string", "pattern": INSTANT, "examples": ["2026-07-01T00:00:00Z"]}
_QUIET_HOURS = _shape(
    ("zone", "from", "to"),
    zone=_said("A name of the tz database.", {"type": "string", "maxLength": 64, "examples": ["Europe/Warsaw"]}),
    **{
        "from": _said("When they begin, by the clocks of the zone.", _TIME_OF_DAY),
        "to": _said("When they end; past midnight where it is earlier. They last 12 hours at most.", _TIME_OF_DAY),
    },
)
_VACATION = _shape(
    ("ends_at",),
    starts_at=_said("When it begins; now unless told.", _INSTANT),
    ends_at=_said("When it ends, later than now and than it begins.", _INSTANT),
)
SETTINGS = _shape(
    handle=_HANDLE,
    email=_EMAIL,
    locale=_LOCALE,
    quiet_hours=_said(
        "Hours of the day that stop one's clocks; null for none.", {"anyOf": [_QUIET_HOURS, {"type": "null"}]}
    ),
    vacation=_said("Days that stop one's clocks; null ends it.", {"anyOf": [_VACATION, {"type": "null"}]}),
)
UPGRADE = _shape(
    ("password",),
    password=_PASSWORD,
    email=_unless_told(None, _EMAIL),
    handle={**_HANDLE, "description": f"The guest's own unless told. {_HANDLE['description']}"},
)
NEW_TOKEN = _shape(
    ("handle", "password", "label", "scopes"),
    handle=_KNOWN_HANDLE,
    password=_KNOWN_PASSWORD,
    label={"minLength": 1, **_line(64, "What the token is for, to tell it from others.")},
    scopes=_said(
        "What the token may do; `operate` only for operators.",
        {"type": "array", "items": {"enum": list(SCOPES)}, "minItems": 1, "uniqueItems": True},
    ),
)
_CLOCK = _unless_told(clocks.NONE, _said("How long moves may take; `mode` says how it is counted.", {"type": "object"}))
_START = _unless_told(
    "auto",
    _said("`auto`: as soon as every seat is taken; `manual`: when the host says so.", {"enum": ["auto", "manual"]}),
)
_DELAY = _unless_told(
    None,
    {
        "anyOf": [
            _shape(("events",), events={"type": "integer", "minimum": 1, "maximum": MOST_EVENTS}),
            _shape(("seconds",), seconds={"type": "integer", "minimum": 1, "maximum": MOST_SECONDS}),
            {"type": "null"},
        ],
        "description": "By how much those without a seat see the match later while it is played.",
    },
)
NEW_MATCH = _shape(
    ("game", "seats"),
    game=_said("The game's slug, as in `GET /games`.", {"type": "string", "maxLength": 40}),
    seats=_said(
        "How many play, from the game's `seats.min` to its `seats.max`.",
        {"type": "integer", "minimum": 1, "maximum": 99},
    ),
    options=_unless_told(
        {}, {"type": "object", "description": "As the game's `options_schema` says, which tells the default of each."}
    ),
    clock=_CLOCK,
    visibility=_unless_told(
        "public",
        _said(
            "`public`: listed; `unlisted`: by its id; `private`: for those who sit there.", {"enum": list(VISIBILITIES)}
        ),
    ),
    name=_unless_told("", _line(80, "The match's name in lists.")),
    entropy=_ENTROPY,
    start=_START,
    delay=_DELAY,
)
JOIN = _shape(
    seat=_seat("the invitation's seat, else the lowest free one"),
    invitation=_unless_told(
        None,
        _said(
            "The secret of an invitation; private matches and kept seats need one.",
            {"type": ["string", "null"], "maxLength": 100},
        ),
    ),
    entropy=_ENTROPY,
)
FORK = _shape(
    ("at",),
    at=_said(
        "The event of the match to go on from; the last question at or before it counts.",
        {"type": "integer", "minimum": 1, "maximum": MAX_VERSION},
    ),
    seat=_seat("the lowest free one"),
    clock=_CLOCK,
    visibility={"enum": list(VISIBILITIES), "description": "The parent's unless told, and never more open."},
    name=_unless_told("", _line(80, "The new match's name in lists.")),
    entropy=_ENTROPY,
    start=_START,
)
BOT = _shape(
    ("bot",),
    seat=_seat("the lowest free one"),
    bot=_said("Who plays: `random` picks any legal move, `steady` what the clock would play.", {"enum": list(BOTS)}),
)
_EXPIRY = _unless_told(
    INVITATION_SECONDS,
    _said("For how long it can be used.", {"type": "integer", "minimum": 60, "maximum": 30 * 24 * 3600}),
)
INVITATION = _shape(
    seat=_seat("whichever is free then"),
    player=_unless_told(
        None,
        _said(
            "The id of the only player who may use it, who is told; null is whoever has the secret.",
            {"type": ["string", "null"], "maxLength": 36},
        ),
    ),
    expires_in_seconds=_EXPIRY,
)
REPLACEMENT = _shape(expires_in_seconds=_EXPIRY)
CONSENT = _shape(
    ("invited_by",), invited_by=_said("The seat that invites.", {"type": "integer", "minimum": 0, "maximum": 99})
)
STANDING_ORDERS = _shape(
    ("decline",),
    decline={
        "type": "array",
        "items": {"type": "string", "maxLength": 40},
        "maxItems": MAX_DECLINED,
        "uniqueItems": True,
        "description": "Some of `possible`. Those left out are asked again.",
    },
    skip=_unless_told(
        [],
        {
            "type": "array",
            "items": {"type": "string", "maxLength": 40},
            "maxItems": MAX_DECLINED,
            "uniqueItems": True,
            "description": "Some of `skippable`. Those left out are asked again.",
        },
    ),
)
_ID: JSONObject = {"type": "string", "pattern": f"^{LOWER_CASE_UUID.pattern}$"}
_KINDS: JSONObject = {"type": "array", "items": {"enum": list(KINDS)}, "uniqueItems": True}

READ: JSONObject = {
    **_shape(
        notices=_said("Ids of notices that were read.", {"type": "array", "items": _ID, "maxItems": MAX_LIMIT}),
        up_to=_said("The id of the newest notice that was read: all before it were.", _ID),
    ),
    "minProperties": 1,
}
NOTICE_SETTINGS = _shape(
    mail=_said("Kinds of notices that go out by mail.", _KINDS),
    matches=_said(
        "Matches whose notices leave the inbox otherwise.",
        {
            "type": "array",
            "maxItems": MAX_LIMIT,
            "items": _shape(
                ("match", "kinds"),
                match=_said("The match's id.", _ID),
                kinds=_said(
                    "Which kinds leave the inbox; null is as everywhere.", {**_KINDS, "type": ["array", "null"]}
                ),
            ),
        },
    ),
)
NEW_WEBHOOK = _shape(
    ("url",),
    url=_said(
        "Where messages are posted to: https, at an address that everybody can reach.",
        {
            "type": "string",
            "pattern": "^https?://[!-~]+$",
            "maxLength": MAX_URL,
            "examples": ["https://example.org/hook"],
        },
    ),
    kinds=_unless_told(list(KINDS), _said("Kinds of notices that are sent.", {**_KINDS, "minItems": 1})),
    format=_unless_told(
        STANDARD,
        _said(
            "`standard`: Standard Webhooks, signed; `chat`: one sentence for Discord and Slack.",
            {"enum": [STANDARD, CHAT]},
        ),
    ),
)
_MAIL_TOKEN = _said("The code that came by mail.", {"type": "string", "maxLength": 100})
CONFIRMATION = _shape(("token",), token=_MAIL_TOKEN)
RESET_WISH = _shape(("email",), email=_said("The confirmed address of the account.", {"type": "string", **_ADDRESS}))
NEW_PASSWORD = _shape(("token", "password"), token=_MAIL_TOKEN, password=_PASSWORD)
STREAM_TICKET = _shape(
    match=_unless_told(None, {"anyOf": [_ID, {"type": "null"}], "description": "Null is your own stream."}),
)
# A refusal of a body with one of these does not quote what was sent.
SECRETS = ("password", "token", "email", "url")


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
    """What is wrong with the names that others are shown."""
    names = [name for name, said in shape["properties"].items() if said.get("format") == NAME and name in sent]
    faults = [(name, name_fault(sent[name])) for name in names]
    return [Violation(pointer=f"/{name}", code="name", detail=fault) for name, fault in faults if fault is not None]


def move_body(request: Request) -> dict[str, Any]:
    """A move as it was sent: any object; its shape is judged when its type and its prompt are known.

    A listed move may be sent as it stands, with its words, which are no part of it.
    """
    if not isinstance(request.data, Mapping):
        raise Invalid([Violation(pointer="", code="type", detail="A move is an object.")])
    return {name: value for name, value in request.data.items() if name not in WORDS}


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


def account_resume(request: Request, parameters: Mapping[str, str], matches: int) -> list[int] | None:
    """Where the account's stream goes on: after which notice, and of each of so many matches after which version.

    None where nothing is said: from now on. What is left out of the end begins at the beginning.
    """
    told = request.headers.get("Last-Event-ID") or parameters.get("after")
    if told is None:
        return None
    places = told.split("-")
    if len(places) > 1 + matches or not all(re.fullmatch(r"[0-9]{1,18}", place) for place in places):
        raise _wrong_parameter("after", "pattern", "after is the id of a message of this stream.")
    return [int(place) for place in places] + [0] * (1 + matches - len(places))


def followed(parameters: Mapping[str, str]) -> list[str]:
    """The matches that the account's stream tells in full."""
    named = parameters.get("matches", "").split(",") if parameters.get("matches") else []
    if len(named) > MAX_FOLLOWED or len(set(named)) < len(named):
        raise _wrong_parameter("matches", "maxItems", f"matches names up to {MAX_FOLLOWED} matches, each once.")
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


def handle(parameters: Mapping[str, str]) -> str:
    """The handle of the player who is looked for."""
    if "handle" not in parameters:
        raise _wrong_parameter("handle", "required", "handle is missing.")
    return parameters["handle"]


def dry_run(request: Request) -> bool:
    """Whether a move is only to be judged."""
    asked = query(request, "dry_run").get("dry_run", "false")
    if asked not in ("true", "false"):
        raise _wrong_parameter("dry_run", "enum", "dry_run is true or false.")
    return asked == "true"


def status(parameters: Mapping[str, str]) -> str | None:
    """The status of the matches asked for."""
    asked = parameters.get("status")
    if asked is not None and asked not in MATCH_STATUSES:
        raise _wrong_parameter("status", "enum", f"status is one of {', '.join(MATCH_STATUSES)}.")
    return asked


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
    if wrong := parameters.keys() & {"after", "wait"}:
        raise _wrong_parameter("before", "excluded", f"before does not go with {' and '.join(sorted(wrong))}.")
    return _count(parameters, "before", default=0, least=1, most=MAX_VERSION)


def unread(parameters: Mapping[str, str]) -> bool:
    """Whether only what was not read yet is asked for."""
    asked = parameters.get("unread", "false")
    if asked not in ("true", "false"):
        raise _wrong_parameter("unread", "enum", "unread is true or false.")
    return asked == "true"


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


def _holds_secrets(shape: JSONObject) -> bool:
    return any(name in _fields(shape) for name in SECRETS)


def _unquoted(wrong: Violation) -> Violation:
    # The library's sentences quote what was sent, which may be a password, but for these two: they quote names only.
    if wrong.code in ("required", "additionalProperties"):
        return wrong
    return replace(wrong, detail=f"The value breaks {wrong.code} of its schema.")


def _wrong_parameter(name: str, code: str, detail: str) -> Invalid:
    return Invalid([Violation(pointer=f"/query/{name}", code=code, detail=detail)])
