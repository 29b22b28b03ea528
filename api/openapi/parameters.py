"""Parameters and headers, by the name they have in the OpenAPI document: `query.limit`, `header.If-Match`."""

from collections.abc import Iterator, Mapping
from typing import Any

from api import editions
from api.bodies import INSTANT, MAX_LIMIT, MAX_VERSION
from api.openapi.shapes import ID, Shape
from api.requests import (
    DEFAULT_LIMIT,
    MAX_FOLLOWED,
    MAX_WAIT_SECONDS,
    MOST_ENTRIES,
    MOST_MATCHES,
    MOST_SEATS,
    NEWEST,
    ORDERS,
)
from games.core.languages import LANGUAGES
from games.cups.running import STATUSES
from games.matches.presentation.shapes import MATCH_STATUSES
from games.matches.queue.standard_sets import STANDS
from games.matches.ratings.standings import LADDERS, PEOPLE
from games.matches.talk.chat import ROOMS

_ETAGS: Shape = {"type": "string", "examples": ['"12.0"']}
# No parameter holds control characters (`api.requests.query`).
_TEXT: Shape = {"type": "string", "pattern": "^[^\\u0000-\\u001f\\u007f]*$"}
_VERSIONS = f"^(-[0-9]{{1,9}}){{1,{MAX_FOLLOWED}}}$"
_PLACES = f"^[0-9]{{1,18}}(-[0-9]{{1,9}}){{0,{MAX_FOLLOWED}}}$"
_LANGUAGE = f"({'|'.join(LANGUAGES)})"
# Each language once, in any order: no two of the list are alike.
_CHOICES = rf"^(?!(.*,)?([^,]+),(.*,)?\2(,|$)){_LANGUAGE}(,{_LANGUAGE})*$"
_NAMED = ", ".join(f"`{code}`" for code in LANGUAGES[:-1]) + f" or `{LANGUAGES[-1]}`"

PATH: Mapping[str, tuple[str, Shape]] = {
    "match": ("The match's id.", ID),
    "game": ("The game's slug.", {"type": "string", "examples": ["rock-paper-wizard"]}),
    "word": (
        "A word; points, geresh and final letters are as welcome as not.",
        {"type": "string", "examples": ["קוף"]},
    ),
    "player": ("The player's id.", ID),
    "token": ("The token's id, not its secret.", ID),
    "invitation": ("The invitation's id, not its secret.", ID),
    "webhook": ("The webhook's id.", ID),
    "app": ("The app's `client_id`.", ID),
    "subscription": ("The push subscription's id.", ID),
    "delivery": ("The delivery's id.", ID),
    "sanction": ("The id of a moderator's decision.", ID),
    "cup": ("The cup's id.", ID),
    "set": ("A set that one waits for.", {"enum": list(STANDS)}),
    "seat": ("The seat's number.", {"type": "integer", "minimum": 0, "maximum": 99}),
    "move": ("The move's number in the match.", {"type": "integer", "minimum": 1, "maximum": 999_999_999}),
}

QUERY: Mapping[str, tuple[str, Shape]] = {
    "limit": (
        "How many items a page holds at most.",
        {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT},
    ),
    "limit_of_matches": (
        f"How many items a page holds at most. A page has {MOST_MATCHES} matches at most: a larger `limit` counts as "
        "that.",
        {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT},
    ),
    "before": ("The id of the last item of the page before; `next` has it.", ID),
    "from": (
        "The size of the checkpoint that the log is shown to continue: at most the log's own.",
        {"type": "integer", "minimum": 0, "maximum": MOST_ENTRIES},
    ),
    "before_version": (
        "The last events before this version, and `next` the page before them.",
        {"type": "integer", "minimum": 1, "maximum": MAX_VERSION},
    ),
    "room": ("The room; unless told the one of those who have a seat, for who has one.", {"enum": list(ROOMS)}),
    "before_message": (
        "Messages before the one with this number; `next` has it.",
        {"type": "integer", "minimum": 1, "maximum": MAX_VERSION},
    ),
    "before_time": ("What is older than this; `next` has it.", {"type": "string", "pattern": INSTANT}),
    "since": ("Only matches that were made at this time or later.", {"type": "string", "pattern": INSTANT}),
    "until": ("Only matches that were made before this time.", {"type": "string", "pattern": INSTANT}),
    "handle": (
        "The player's handle; capitals count as small letters.",
        {**_TEXT, "examples": ["Ada"]},
    ),
    "player": ("Only matches in which this player sits: public ones, and those in which the caller sits too.", ID),
    "after": ("Only events later than this version.", {"type": "integer", "minimum": 0, "maximum": MAX_VERSION}),
    "resume": (
        "Only what came after the message with this `id`: a number for the notices, and one for each of `matches`, with"
        " `-` between; without it the notices from now on, and the matches from their beginning. Without the first"
        " number (`-12`) the notices from now on.",
        {"type": "string", "pattern": f"{_PLACES}|{_VERSIONS}", "examples": ["57-12"]},
    ),
    "ticket": ("A stream ticket, in place of a token.", _TEXT),
    "matches": (
        f"The matches that are told in full, by id, up to {MAX_FOLLOWED} with commas between, each once.",
        {"type": "string", "pattern": f"^[0-9a-f-]{{36}}(,[0-9a-f-]{{36}}){{0,{MAX_FOLLOWED - 1}}}$"},
    ),
    "table": (
        "After events tell all that a table shows, as `table`, in place of `prompts`, `deadline` and `status`.",
        {"enum": ["true", "false"], "default": "false"},
    ),
    "wait": (
        "Where there is no event yet, wait for one for up to so many seconds (long poll).",
        {"type": "integer", "minimum": 0, "maximum": MAX_WAIT_SECONDS, "default": 0},
    ),
    "at": (
        "What that seat was entitled to know at this version.",
        {"type": "integer", "minimum": 1, "maximum": MAX_VERSION},
    ),
    "seat": (
        "Whose view: after the end any seat's or `all`, before it only the caller's own.",
        {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 99}, {"const": "all"}]},
    ),
    "eyes": (
        "As that seat, or a `spectator`, could see them while it was played: after the end any seat, before it only "
        "the caller's own. Unless told, all that is open to the caller now.",
        {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 99}, {"const": "spectator"}]},
    ),
    "dry_run": (
        "Only judge the move: nothing is recorded, drawn or revealed.",
        {"enum": ["true", "false"], "default": "false"},
    ),
    "game": ("Only matches of this game.", _TEXT),
    "cups_of_game": ("Only cups of this game.", _TEXT),
    "cup_status": ("Only cups in this state.", {"enum": list(STATUSES)}),
    "in_cups": ("Only cups that the caller is in.", {"const": "true"}),
    "status": ("Only matches in this state.", {"enum": list(MATCH_STATUSES)}),
    "bots": (
        "`false`: only matches without bots, `true`: only those with one. A bot is one of the service's, or a player "
        "whose `kind` is `bot`.",
        {"enum": ["true", "false"]},
    ),
    "open_seats": (
        "Only matches before their start in which so many seats or more are free. They may be kept for others.",
        {"type": "integer", "minimum": 1, "maximum": MOST_SEATS},
    ),
    "least_events": (
        "Only matches that are over and have so many events or more (`version`).",
        {"type": "integer", "minimum": 1, "maximum": MAX_VERSION},
    ),
    "most_events": (
        "Only matches that are over and have at most so many events (`version`).",
        {"type": "integer", "minimum": 1, "maximum": MAX_VERSION},
    ),
    "order": (
        "In which order, by when they were made; `before` goes on in it.",
        {"enum": list(ORDERS), "default": NEWEST},
    ),
    "mine": ("Only matches in which the caller sits.", {"const": "true"}),
    "waiting_for": ("Only matches that wait for the caller.", {"const": "me"}),
    "unread": ("Only what was not read yet.", {"enum": ["true", "false"], "default": "false"}),
    "role": (
        "Those made for you by name, or those that you have made.",
        {"enum": ["received", "sent"], "default": "received"},
    ),
    "games": (
        "Without it the whole document; `none`: without what differs by game; a game: with what that game has alone.",
        {"enum": [editions.NO_GAMES, *editions.PREFIXES]},
    ),
    "openapi": (
        "The version of OpenAPI; 3.2 says of streams what each message is.",
        {"enum": list(editions.VERSIONS), "default": editions.VERSIONS[0]},
    ),
    "ladder": ("Whose ratings.", {"enum": list(LADDERS), "default": PEOPLE}),
    "rules": ("The version of the rules; the newest unless told.", _TEXT),
    "language": (
        f"The language of what is said in words: {_NAMED}. Of several, with commas between them, the first is "
        "that of `text` and `label`, and `texts` and `labels` have all.",
        {"type": "string", "pattern": _CHOICES, "examples": ["he,en"]},
    ),
    "edition": ("The text that is meant, as a game's `links` name it: then a cache may keep it.", _TEXT),
}

# Without these there is no answer.
NEEDED = frozenset({"handle"})
# Parameters of one name that mean different things in different places.
ALIASES: Mapping[str, str] = {
    "limit_of_matches": "limit",
    "before_version": "before",
    "resume": "after",
    "eyes": "seat",
    "cups_of_game": "game",
    "cup_status": "status",
    "in_cups": "mine",
}

HEADERS: Mapping[str, tuple[str, Shape]] = {
    "Accept-Language": (
        "The language of what is said in words, where the address names none; else it is the player's own.",
        {"type": "string", "examples": ["pl"]},
    ),
    "X-Request-Id": ("A name for this call, for logs; one is made up where there is none.", {"type": "string"}),
    "Idempotency-Key": (
        "Makes a call that is sent twice count once, as long as the match lives.",
        {"type": "string", "pattern": "^[!-~]{1,128}$"},
    ),
    "Last-Event-ID": (
        "The `id` of the last message that came: the stream goes on after it. It goes before `after`.",
        {"type": "string", "pattern": _PLACES, "examples": ["57"]},
    ),
    "Tabularium-Page": (
        "Anything. A browser lets only pages of this origin send it, and with it the page's cookie counts as a token.",
        {"type": "string"},
    ),
    "Invitation": (
        "An invitation: its secret, or its id by the player it was made for.",
        {"type": "string", "examples": ["inv_"]},
    ),
    "If-Match": (
        "Only while this tag is still right: of a view, the match is at its version; of `/me`, nothing has changed. A "
        "weak tag will do.",
        _ETAGS,
    ),
    "If-None-Match": ("Answer 304 while this tag is still right.", _ETAGS),
}

ANSWERED: Mapping[str, tuple[str, Shape]] = {
    "X-Request-Id": ("The call's name in our logs.", {"type": "string"}),
    "RateLimit": ("What is left of the caller's quota, and for how many seconds.", {"type": "string"}),
    "RateLimit-Policy": ("The quota.", {"type": "string"}),
    "Retry-After": ("Seconds to wait before the next try.", {"type": "integer", "minimum": 0}),
    "WWW-Authenticate": ("The challenge of RFC 6750.", {"type": "string"}),
    "ETag": (
        "Of a match made from version and seat, of lists and settings from their content; weak where the answer is "
        "compressed or made from content.",
        _ETAGS,
    ),
    "Location": ("The address of what was made.", {"type": "string", "format": "uri-reference"}),
    "Idempotent-Replayed": ("`true` where the call was carried out before.", {"const": "true"}),
    "Content-Disposition": ("A name for the file.", {"type": "string"}),
    "Content-Language": ("The languages of what is said in words.", {"type": "string"}),
    "Deprecation": ("Since when the call is deprecated (RFC 9745).", {"type": "string", "pattern": "^@[0-9]+$"}),
    "Sunset": ("From when on the call may be gone (RFC 8594).", {"type": "string"}),
    "Link": ("The page on what has changed, as `deprecation` and `sunset` (RFC 8288).", {"type": "string"}),
}


def parameter(place: str, name: str) -> Shape:
    """A reference to the parameter of this name in `path`, `query` or `header`."""
    return {"$ref": f"#/components/parameters/{place}.{name}"}


def parameters() -> dict[str, Shape]:
    """All of them as components."""
    return {
        f"{place}.{name}": {
            "name": ALIASES.get(name, name),
            "in": place,
            "required": place == "path" or name in NEEDED,
            "description": description,
            "schema": schema,
        }
        for place, name, description, schema in _all()
    }


def headers() -> dict[str, Shape]:
    """The headers of answers as components."""
    return {name: {"description": description, "schema": schema} for name, (description, schema) in ANSWERED.items()}


def _all() -> Iterator[tuple[str, str, str, Any]]:
    for place, known in (("path", PATH), ("query", QUERY), ("header", HEADERS)):
        for name, (description, schema) in known.items():
            yield place, name, description, schema
