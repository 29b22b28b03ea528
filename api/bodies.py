"""The shapes of the bodies of requests, as JSON Schema 2020-12."""

from events.store import LOWER_CASE_UUID
from games.core.bots import BOTS
from games.core.json import JSON, JSONObject
from games.core.languages import LANGUAGES
from games.cups.cup_events import SYSTEMS
from games.cups.seat_order import MOST_SEATS
from games.matches.accounts.handles import HANDLE, MAX_HANDLE, MIN_HANDLE
from games.matches.accounts.passwords import MIN_PASSWORD
from games.matches.accounts.third_party_apps import MOST_ADDRESSES, REDIRECT_URI
from games.matches.accounts.tokens import SCOPES
from games.matches.cups import entering
from games.matches.lobby.forks import VISIBILITIES
from games.matches.lobby.lobby import OFF
from games.matches.models.notices import CHAT, STANDARD
from games.matches.models.people import TAKE_BACKS
from games.matches.notices.delivery.addresses import MAX_URL
from games.matches.notices.kinds import KINDS
from games.matches.play import own_notes
from games.matches.presentation.delays import MOST_EVENTS, MOST_SECONDS
from games.matches.queue.standard_sets import STANDS
from games.matches.talk import chat, reports, sanctions
from games.table import clocks
from games.table.features.beacon.events import OTHERWISE

# Of a page, and of what a body names one by one.
MAX_LIMIT = 500
MAX_ENTROPY = 64
MAX_DECLINED = 40
MAX_VERSION = 2**31 - 1
MAX_NOTE = own_notes.MOST_CHARACTERS
INVITATION_SECONDS = 7 * 24 * 3600


# What a name surely cannot hold; the rest, such as unassigned characters and joiners that join nothing, no pattern can
# say (`api.requests.body`).
UNSEEN = "[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]"
# RFC 5321 without quoted names and without addresses in brackets.
_ATOM, _DOMAIN_LABEL = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}", "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_TOP_LABEL = "([A-Za-z][A-Za-z-]{0,61}[A-Za-z]|[Xx][Nn]--[A-Za-z0-9]{1,59})"
EMAIL = f"^{_ATOM}(\\.{_ATOM}){{0,8}}@({_DOMAIN_LABEL}\\.){{1,8}}{_TOP_LABEL}$"
INSTANT = (
    "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?Z$"
)

# The formats of what others are shown; OpenAPI leaves formats of one's own to those who know them.
NAME, TEXT = "name", "text"


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
        f"{description} One line that can be seen: no control, directional or unassigned characters; of those that "
        "nobody sees joiners alone.",
        {"type": "string", "format": NAME, "maxLength": most, "not": {"type": "string", "pattern": UNSEEN}},
    )


_ENTROPY = _unless_told(
    None,
    {
        **_line(MAX_ENTROPY, "Chance of one's own, mixed into the match's seed. Whoever sees the match can read it."),
        "type": ["string", "null"],
    },
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
LOG_IN = _shape(("handle", "password"), handle=_KNOWN_HANDLE, password=_KNOWN_PASSWORD)
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
    shows_presence=_said(
        "Whether those who may see a match of yours are shown that you are there.", {"type": "boolean"}
    ),
    shows_record=_said(
        "Whether others are shown how many public matches you have played, won and resigned.", {"type": "boolean"}
    ),
    take_backs=_said(
        "Whether others may ask you to agree to their take-backs: always, where the match is unrated, never.",
        {"enum": list(TAKE_BACKS)},
    ),
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
    expires_in_seconds=_unless_told(
        None,
        _said(
            "For how long it is good; null is until it is revoked.",
            {"type": ["integer", "null"], "minimum": 60, "maximum": 400 * 24 * 3600},
        ),
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
    bots=_unless_told(
        [],
        _said(
            "Bots that sit down at once, on the seats after yours in this order: fewer than `seats`. With one on every "
            "other seat the match starts by this call, unless `start` is manual.",
            {"type": "array", "items": {"enum": list(BOTS)}, "maxItems": 98},
        ),
    ),
    fill=_unless_told(
        None,
        {
            "anyOf": [
                _shape(
                    ("after", "bot"),
                    after=_said(
                        "Seconds since the creation.",
                        {"type": "integer", "minimum": clocks.MIN_FILL, "maximum": clocks.MAX_FILL},
                    ),
                    bot={"enum": list(BOTS)},
                ),
                {"type": "null"},
            ],
            "description": "Which bot takes all seats that are still free after so long; the match starts by that, "
            "unless `start` is manual.",
        },
    ),
    pace=_unless_told(
        0,
        _said(
            "For how many seconds bots pause before they answer, so that people can follow; those who answer at once "
            "share it.",
            {"type": "integer", "minimum": 0, "maximum": clocks.MAX_PACE},
        ),
    ),
    rated=_unless_told(
        False,
        _said(
            "Whether it counts for the ratings of its players: such a match is public, has a clock and no bots, and "
            "accounts alone sit down.",
            {"type": "boolean"},
        ),
    ),
    beacon=_unless_told(
        None,
        _said(
            "What happens where the round of the public beacon that goes into the match's chance cannot be had: the "
            "match waits for it (`wait`), or begins without (`go_on`). `off`: none goes into it. Null is `wait` where "
            "the service has a beacon, else `off`.",
            {"enum": [*OTHERWISE, OFF, None]},
        ),
    ),
    open_draws=_unless_told(
        False,
        _said(
            "Whether draws that everybody sees, as dice, can be checked while the match runs. Then what was taken back "
            "is drawn anew.",
            {"type": "boolean"},
        ),
    ),
    rules=_unless_told(
        None,
        _said(
            "The version of the rules, as in the game's `rules`. Null is the newest, whose options `options_schema` "
            "lists; earlier versions have fewer.",
            {"type": ["string", "null"], "maxLength": 40},
        ),
    ),
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
    bot=_said(
        "Who plays: `random` picks any legal move, `steady` what the clock would play, the others look ahead.",
        {"enum": list(BOTS)},
    ),
)
_EXPIRY = _unless_told(
    INVITATION_SECONDS,
    _said("For how long it can be used.", {"type": "integer", "minimum": 60, "maximum": 30 * 24 * 3600}),
)
INVITATION: JSONObject = {
    **_shape(
        seat=_seat("whichever is free then"),
        player=_unless_told(
            None,
            _said(
                "The id of the only player who may use it, who is told; null is whoever has the secret.",
                {"type": ["string", "null"], "maxLength": 36},
            ),
        ),
        handle=_unless_told(
            None,
            _said(
                "The same player by their handle, in place of the id.", {"type": ["string", "null"], "maxLength": 64}
            ),
        ),
        expires_in_seconds=_EXPIRY,
    ),
    "not": {
        "properties": {"player": {"type": "string"}, "handle": {"type": "string"}},
        "required": ["player", "handle"],
    },
}
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
OWN_NOTE = _shape(
    ("text",),
    text=_said(
        "The whole note, in place of the one before. Lines may be broken; no other control characters. Nothing but "
        "blanks takes it away.",
        {
            "type": "string",
            "maxLength": MAX_NOTE,
            "not": {"type": "string", "pattern": "[\\u0000-\\u0008\\u000b-\\u001f\\u007f]"},
        },
    ),
)


def _message(most: int, description: str) -> JSONObject:
    """A text for others, in one line; directions that run on are taken out of it (`talk/written_text.py`)."""
    return _said(
        f"{description} One line that can be seen: no control, invisible or unassigned characters, but for those that "
        "join emoji and for marks of direction.",
        {
            "format": TEXT,
            "maxLength": most,
            "minLength": 1,
            "not": {"type": "string", "pattern": "[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]"},
        },
    )


CHAT_MESSAGE: JSONObject = {
    **_shape(
        text=_unless_told(None, {"type": ["string", "null"], **_message(chat.MOST_CHARACTERS, "What is said.")}),
        reaction=_unless_told(None, {"enum": [*chat.REACTIONS, None], "description": "What is said by one tap."}),
        room=_unless_told(
            None,
            {"enum": [*chat.ROOMS, None], "description": "Null is the room of those who have a seat, for who has one."},
        ),
    ),
    # No body fits both.
    "anyOf": [
        {"required": ["text"], "properties": {"text": {"type": "string"}, "reaction": {"type": "null"}}},
        {"required": ["reaction"], "properties": {"reaction": {"type": "string"}, "text": {"type": "null"}}},
    ],
}
CHAT_READ = _shape(
    ("number",),
    number=_said(
        "The last message that the caller has read.", {"type": "integer", "minimum": 1, "maximum": MAX_VERSION}
    ),
)
REPORT = _shape(
    ("player", "kind"),
    player=_said("The id of the player who is reported.", {"type": "string", "maxLength": 64}),
    kind=_said("What it is about.", {"enum": list(reports.KINDS)}),
    text=_unless_told("", {"type": "string", **_message(reports.MOST_CHARACTERS, "For moderators."), "minLength": 0}),
    match=_unless_told(
        None, {"type": ["string", "null"], "maxLength": 64, "description": "The match that it is about."}
    ),
    message=_unless_told(
        None,
        {
            "anyOf": [
                _shape(
                    ("room", "number"),
                    room={"enum": list(chat.ROOMS)},
                    number={"type": "integer", "minimum": 1, "maximum": MAX_VERSION},
                ),
                {"type": "null"},
            ],
            "description": "A message of the player's in the chat of `match`.",
        },
    ),
)
APPEAL = _shape(
    ("text",),
    text={"type": "string", **_message(sanctions.MOST_CHARACTERS, "Why moderators should think again.")},
)
_CUP_SEATS: JSONObject = {"type": "integer", "minimum": 2, "maximum": MOST_SEATS}
TAKE_BACK_WISH = _shape(
    first=_unless_told(
        None,
        _said(
            "The first move that is to be taken back, by its number, and all after it; unless told your latest.",
            {"type": ["integer", "null"], "minimum": 1, "maximum": MAX_VERSION},
        ),
    ),
    knowing=_unless_told(
        False,
        _said(
            "Whether all may go on knowing what was opened since. The outcome says so then, and the match is unrated.",
            {"type": "boolean"},
        ),
    ),
)
_KEY = _said("A public key of Ed25519: 32 bytes in lower-case hex.", {"type": "string", "pattern": "^[0-9a-f]{64}$"})
_SIGNATURE = {"type": "string", "pattern": "^[0-9a-f]{128}$"}
SIGNED: JSONObject = {
    **_shape(
        ("version", "head", "signature"),
        version=_said(
            "The version of the match when the move was signed.",
            {"type": "integer", "minimum": 1, "maximum": MAX_VERSION},
        ),
        head=_said("The hash of that event.", {"type": "string", "pattern": "^[0-9a-f]{64}$"}),
        signature=_said("Of match, seat, version, head and move, by a key of the seat.", _SIGNATURE),
    ),
    "description": "The player's signature of a move: needed where the seat has bound a key, and refused elsewhere.",
}
RESIGNATION = _shape(signed=SIGNED)
SEAT_KEY = _shape(
    ("key", "proof"),
    key=_KEY,
    proof=_said("The key's own signature of match, seat and key.", _SIGNATURE),
    vouched=_said(
        "A signature of the same by a key that the seat has bound before: a second device shows by it that it is of "
        "the same player.",
        _shape(("key", "signature"), key=_KEY, signature=_SIGNATURE),
    ),
)
NEW_CUP = _shape(
    ("game", "set", "system", "places", "seats"),
    game=_said("The game's slug.", {"type": "string", "maxLength": 40}),
    set=_said("The standard set whose clock the matches have.", {"enum": list(STANDS)}),
    system=_said("How it is played.", {"enum": list(SYSTEMS)}),
    places=_said(
        "It starts when so many have entered; `all_meet` takes 9, 16 or 25.",
        {"type": "integer", "minimum": 2, "maximum": entering.MOST_PLACES},
    ),
    seats=_said("The sizes of its tables.", _shape(("min", "max"), min=_CUP_SEATS, max=_CUP_SEATS)),
    rounds=_unless_told(
        None,
        _said(
            "How many rounds: for `swiss`, and for that alone.",
            {"type": ["integer", "null"], "minimum": 1, "maximum": entering.MOST_ROUNDS},
        ),
    ),
    round_seconds=_unless_told(
        7 * 86_400,
        _said("How long a round may take.", {"type": "integer", "minimum": 600, "maximum": 60 * 86_400}),
    ),
    rated=_unless_told(
        False, _said("Whether its matches are to count for ratings: then there are no bots.", {"type": "boolean"})
    ),
    bot=_unless_told(None, _said("The bot on places that are free when it starts.", {"enum": [*BOTS, None]})),
    name=_unless_told("", _line(80, "What it is called.")),
)
_SIZE: JSONObject = {"type": "integer", "minimum": 1, "maximum": 99}
QUEUE_WISH = _shape(
    seats=_unless_told(
        None,
        {
            "anyOf": [_shape(min=_SIZE, max=_SIZE), {"type": "null"}],
            "description": "The smallest and the largest table to sit down at; unless told those of the game.",
        },
    ),
    bots=_unless_told(
        None,
        {
            "anyOf": [
                _shape(
                    ("after", "bot"),
                    after=_said(
                        "Seconds since one has begun to wait.", {"type": "integer", "minimum": 5, "maximum": 86_400}
                    ),
                    bot={"enum": list(BOTS)},
                ),
                {"type": "null"},
            ],
            "description": "Which bot takes the seats that are still free after so long; null waits for people alone.",
        },
    ),
    rated=_unless_told(
        False, _said("Whether the match is to count for ratings: then there are no bots.", {"type": "boolean"})
    ),
    within=_unless_told(
        None,
        _said(
            "Only with players whose rating in the game is no further away from yours; who has none counts as 1500.",
            {"type": ["integer", "null"], "minimum": 25, "maximum": 5_000},
        ),
    ),
    least_reliability=_unless_told(
        None,
        _said(
            "Only with players who have played so many percent of their matches to the end; of fewer than five nothing "
            "is asked.",
            {"type": ["integer", "null"], "minimum": 1, "maximum": 100},
        ),
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
_WEBHOOK_URL = _said(
    "Where messages are posted to: https, at an address that everybody can reach.",
    {
        "type": "string",
        "pattern": "^https?://[!-~]+$",
        "maxLength": MAX_URL,
        "examples": ["https://example.org/hook"],
    },
)
_WEBHOOK_KINDS = _said("Kinds of notices that are sent.", {**_KINDS, "minItems": 1})
_WEBHOOK_FORMAT = _said(
    "`standard`: Standard Webhooks, signed; `chat`: one sentence for Discord and Slack.", {"enum": [STANDARD, CHAT]}
)
NEW_WEBHOOK = _shape(
    ("url",),
    url=_WEBHOOK_URL,
    kinds=_unless_told(list(KINDS), _WEBHOOK_KINDS),
    format=_unless_told(STANDARD, _WEBHOOK_FORMAT),
)
WEBHOOK_CHANGE = _shape(url=_WEBHOOK_URL, kinds=_WEBHOOK_KINDS, format=_WEBHOOK_FORMAT)
NEW_SUBSCRIPTION = _shape(
    ("endpoint", "keys"),
    endpoint=_said(
        "Where the browser's maker takes messages for it.",
        {"type": "string", "pattern": "^https?://[!-~]+$", "maxLength": MAX_URL},
    ),
    keys={
        "description": "What messages are encrypted with.",
        **_shape(
            ("p256dh", "auth"),
            p256dh=_said("The browser's public key.", {"type": "string", "pattern": "^[A-Za-z0-9_-]{87}={0,1}$"}),
            auth=_said("The browser's secret.", {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}={0,2}$"}),
        ),
    },
    expirationTime=_unless_told(
        None, _said("As browsers write it; it is not looked at.", {"type": ["number", "null"]})
    ),
    kinds=_unless_told(list(KINDS), _said("Kinds of notices that are shown.", {**_KINDS, "minItems": 1})),
)
_APP_NAME = {**_line(64, "What its users are shown."), "minLength": 1}
_REDIRECT_URIS = _said(
    "Where its users may come back to: https; `http://127.0.0.1` or `http://[::1]`, at any port; or a scheme of its "
    "own with a dot in it, such as `com.example.app:/back`. They are compared letter by letter.",
    {
        "type": "array",
        "items": {
            "type": "string",
            "pattern": REDIRECT_URI,
            "not": {"type": "string", "pattern": "[^!-~]"},
            "maxLength": 400,
            "examples": ["https://example.org/back"],
        },
        "maxItems": MOST_ADDRESSES,
        "uniqueItems": True,
    },
)
_DEVICE_FLOW = _said("Whether it may ask by a code that its user types on the page.", {"type": "boolean"})
NEW_APP = _shape(
    ("name",),
    name=_APP_NAME,
    redirect_uris=_unless_told([], _REDIRECT_URIS),
    device_flow=_unless_told(False, _DEVICE_FLOW),
    secret=_unless_told(
        False,
        _said("Whether it is to have a secret. Only a program on a server of yours can keep one.", {"type": "boolean"}),
    ),
)
APP_CHANGE = _shape(name=_APP_NAME, redirect_uris=_REDIRECT_URIS, device_flow=_DEVICE_FLOW)
_AUTHORIZATION_QUERY = _said(
    "The query of the address to which the app has sent its user.", {"type": "string", "maxLength": 4096}
)
_USER_CODE = _said("The code that the device shows.", {"type": "string", "maxLength": 32, "examples": ["WDJB-MJHT"]})
_ACCEPT = _said("Whether the app gets what it asks for.", {"type": "boolean"})
AUTHORIZATION_QUESTION = _shape(("query",), query=_AUTHORIZATION_QUERY)
AUTHORIZATION = _shape(("query", "accept"), query=_AUTHORIZATION_QUERY, accept=_ACCEPT)
DEVICE_QUESTION = _shape(("user_code",), user_code=_USER_CODE)
DEVICE_AUTHORIZATION = _shape(("user_code", "accept"), user_code=_USER_CODE, accept=_ACCEPT)
_MAIL_TOKEN = _said("The code that came by mail.", {"type": "string", "maxLength": 100})
CONFIRMATION = _shape(("token",), token=_MAIL_TOKEN)
RESET_WISH = _shape(("email",), email=_said("The confirmed address of the account.", {"type": "string", **_ADDRESS}))
NEW_PASSWORD = _shape(("token", "password"), token=_MAIL_TOKEN, password=_PASSWORD)
STREAM_TICKET = _shape(
    match=_unless_told(None, {"anyOf": [_ID, {"type": "null"}], "description": "Null is your own stream."}),
)
