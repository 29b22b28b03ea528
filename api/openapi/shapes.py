"""The shapes of answers as JSON Schema 2020-12, by the name they have in the OpenAPI document.

Clients must tolerate fields and values they do not know, so no shape here closes an object, and the values that exist
today stand under `x-extensible-enum` instead of `enum`. The tests hold every answer against the same shapes without
that tolerance (`tests/described.py`).
"""

from collections.abc import Mapping
from typing import Any

from api.requests import LOCALES, MATCH_STATUSES
from games.core.bots import BOTS
from games.matches.accounts.tokens import SCOPES
from games.matches.notices.kinds import KINDS

Shape = dict[str, Any]


def ref(name: str) -> Shape:
    """A reference to the shape of this name."""
    return {"$ref": f"#/components/schemas/{name}"}


def _object(description: str, /, **fields: Shape) -> Shape:
    return {"type": "object", "description": description, "properties": fields, "required": list(fields)}


def _partly(shape: Shape, *optional: str) -> Shape:
    """The shape, but these fields may be missing."""
    return {**shape, "required": [name for name in shape["required"] if name not in optional]}


def _open(description: str) -> Shape:
    return {"type": "object", "description": description, "additionalProperties": True}


def _list(item: Shape, description: str = "") -> Shape:
    return {"type": "array", "items": item, **_described(description)}


def _page(of: str, item: str) -> Shape:
    return _object(f"A page of {of}.", items=_list(ref(item)), next=NEXT)


def _or_null(shape: Shape, description: str = "") -> Shape:
    return {"anyOf": [shape, {"type": "null"}], **_described(description)}


def _described(description: str) -> Shape:
    return {"description": description} if description else {}


def _text(description: str = "", **more: Any) -> Shape:
    return {"type": "string", **_described(description), **more}


def _word(description: str, *known: str) -> Shape:
    return _text(description, **{"x-extensible-enum": list(known)})


def _count(description: str = "", least: int = 0) -> Shape:
    return {"type": "integer", "minimum": least, **_described(description)}


def _checked(description: str) -> Shape:
    return {
        "anyOf": [_word("", "ok", "sealed"), _count("The first version that fails.", least=1)],
        **_described(description),
    }


ID = _text("Opaque; never parse it.", format="uuid")
TIME = _text("RFC 3339, UTC.", format="date-time")
SEAT = _count("A seat's number, from 0.")
VERSION = _count("How many events the match has.", least=1)
NEXT = _or_null(_text(format="uri-reference"), "The address of the next page; null on the last.")
HEX_32 = _text("32 bytes in lower-case hex.", pattern="^[0-9a-f]{64}$")
NAMES = _object("A name in each language.", en=_text(), he=_text(), pl=_text())
STATUS = _word("Where the match is in its life.", *MATCH_STATUSES)
LOCALE = _word("The language of what is sent to the player.", *LOCALES)
TOKEN_SCOPES = _list(_word("What the token is good for.", *SCOPES))
CONFIRMED: Shape = {"type": "boolean", "description": "Whether mail may go to that address."}
SECRET = _text("A bearer token. It is shown this once only.", pattern="^tab_")

_PLAYER: Mapping[str, Shape] = {
    "id": ID,
    "handle": _or_null(_text(), "Null once the player was deleted."),
    "kind": _word("Guests have no password.", "guest", "account", "deleted"),
}
_PAGE: Mapping[str, Shape] = {**_PLAYER, "created_at": TIME}

PEOPLE: Mapping[str, Shape] = {
    "Player": _object("Who sits behind a seat.", **_PLAYER),
    "PlayerPage": _object("What everybody may know of a player.", **_PAGE),
    "QuietHours": _object(
        "When the player sleeps, by the wall clock of his time zone.",
        zone=_text("A name of the IANA database.", examples=["Europe/Warsaw"]),
        **{"from": _text(examples=["22:00"]), "to": _text(examples=["07:00"])},
    ),
    "Vacation": _object("When the player is away.", starts_at=TIME, ends_at=TIME),
    "Me": _object(
        "A player to himself.",
        **_PAGE,
        email=_or_null(_text()),
        email_confirmed=CONFIRMED,
        locale=LOCALE,
        quiet_hours=_or_null(ref("QuietHours")),
        vacation=_or_null(ref("Vacation"), "The one that runs or is planned."),
        vacation_seconds_left=_count("What is left of this calendar year's vacation (UTC)."),
    ),
    "SignedUp": _object("A new player and his first token.", player=ref("Player"), token=SECRET),
    "NewToken": _object("A token with its secret.", id=ID, token=SECRET, label=_text(), scopes=TOKEN_SCOPES),
    "Token": _object(
        "A token; its secret is not known any more.", id=ID, label=_text(), scopes=TOKEN_SCOPES, created_at=TIME
    ),
    "TokenPage": _page("the caller's tokens, newest first", "Token"),
}

GAMES: Mapping[str, Shape] = {
    "Game": _object(
        "A game that can be played here, by its newest rules.",
        game=_text("Its slug, as in addresses."),
        names=NAMES,
        seats=_object("How many can play.", min=_count(least=1), max=_count(least=1)),
        rules=_list(_text(), "The versions of its rules, oldest first; a new match pins the last."),
        options_schema=_open("JSON Schema of a match's `options`."),
        moves={**_open("JSON Schema of each type of move."), "additionalProperties": {"type": "object"}},
        declinable=_list(_text(), "The kinds of prompts that a standing order may answer."),
        duration_hint=_text(),
    ),
    "GamePage": _page("games", "Game"),
    "Content": _open("Cards, board, terms and names in en, he and pl; each game has its own fields."),
    "Clauses": {**_open("One-line paraphrases of the rules by clause id."), "additionalProperties": _text()},
    "Word": _object(
        "What a game that has words says of one.",
        word=_text("As it was sent, in Unicode's form NFKC."),
        key=_text("One letter for each card that it takes."),
        length=_count("How many cards it takes.", least=1),
        lexicon=_text("The version of the lexicon; a match pins one."),
        **{"in": {"type": "boolean", "description": "Whether a match with the default options accepts it."}},
        reason=_text("Why, as a word that stays the same."),
        why={**NAMES, "description": "Why, as a sentence in each language."},
        entry=_or_null(
            _object(
                "What the lexicon says of it.",
                word=_text("As the lexicon writes it."),
                category=_text("What kind of thing it names."),
                emoji=_or_null(_text()),
                gloss=_object("What it names.", en=_text()),
                flags=_list(_text()),
            ),
            "Null where the lexicon does not hold it.",
        ),
    ),
}

_LINK = _text(format="uri-reference")

MATCHES: Mapping[str, Shape] = {
    "Clock": _partly(
        _object(
            "How long a seat may think, and what becomes of the absent.",
            mode=_word("", "none", "per_move", "bank"),
            seconds=_count("For each prompt.", least=1),
            bank_seconds=_count("For all prompts, at the start.", least=1),
            increment_seconds=_count("Added to the bank for each answered prompt."),
            cap_seconds=_count("The most that a bank can hold.", least=1),
            on_timeout=_word("What is played when the time is up.", "default_move", "bot", "resign"),
            strikes=_count("After so many timeouts in a row the seat goes on autopilot.", least=1),
            quiet_hours={"type": "boolean", "description": "Whether the players' quiet hours stop their clocks."},
            vacation={"type": "boolean", "description": "Whether the players' vacations stop their clocks."},
        ),
        "seconds",
        "bank_seconds",
        "increment_seconds",
        "cap_seconds",
        "on_timeout",
        "strikes",
        "quiet_hours",
        "vacation",
    ),
    "Seat": _object(
        "A place at the table.",
        seat=SEAT,
        status=_word("`autopilot`: its player is away.", "open", "seated", "autopilot", "resigned"),
        player=_or_null(ref("Player"), "Null while nobody sits there, and for a bot."),
        bot=_or_null(_word("", *BOTS), "The bot that sits there."),
    ),
    "Deadline": _partly(
        _object(
            "When the clock plays for a seat.",
            seat=SEAT,
            due_at=TIME,
            bank_seconds=_count("What its bank held at this version; it runs down to nothing by `due_at`."),
        ),
        "bank_seconds",
    ),
    "Outcome": _object(
        "How the match ended.",
        reason=_text("The game's own word, or `abandoned`: nobody was left to play, and nobody has won."),
        ranking=_list(_list(SEAT), "Places, best first; seats that share one stand together."),
        winners=_list(SEAT),
    ),
    "Chance": _object(
        "What all randomness of the match is derived from.",
        commitment=HEX_32,
        seed=_or_null(HEX_32, "Null until the match has ended."),
    ),
    "ForkedFrom": _object("Where a fork goes on from.", match=ID, version=VERSION),
    "Links": _object(
        "Where the rest is. Follow these; do not build addresses.",
        **dict.fromkeys(("self", "view", "prompts", "moves", "events", "export", "audit"), _LINK),
    ),
    "Match": _object(
        "A match as the caller may see it.",
        id=ID,
        game=_text(),
        rules=_text("The version of the rules that this match is played by, for ever."),
        name=_text(),
        status=STATUS,
        visibility=_word("", "public", "unlisted", "private"),
        options=_open("As the game's `options_schema` says, defaults filled in."),
        clock=ref("Clock"),
        seats=_list(ref("Seat"), "By number."),
        version=VERSION,
        waiting_for=_list(SEAT, "Seats with a prompt that is not optional."),
        deadlines=_list(ref("Deadline"), "Of the clocks that run."),
        paused_at=_or_null(TIME, "Since when all clocks stand still; null while the match goes on."),
        agreed=_list(SEAT, "Seats that want the match paused, or once it is, resumed."),
        you=_or_null(SEAT, "The caller's seat."),
        outcome=_or_null(ref("Outcome"), "Null until the match has ended."),
        chance=ref("Chance"),
        forked_from=_or_null(ref("ForkedFrom"), "Null in a match that began by itself."),
        rematch=_or_null(ID, "The match in which the same players meet again."),
        created_at=TIME,
        started_at=_or_null(TIME),
        finished_at=_or_null(TIME),
        links=ref("Links"),
    ),
    "MatchPage": _object(
        "A page of matches, newest first.",
        items=_list(ref("Match")),
        next=NEXT,
        as_of={**TIME, "description": "The list holds every event stored before this time."},
    ),
    "StandingOrders": _object(
        "What is declined for the caller, as long as he keeps his seat.",
        decline=_list(_text(), "Kinds of prompts."),
        possible=_list(_text(), "The kinds that can be declined in this match; the game's `declinable`."),
    ),
    "Invitation": _object(
        "A pass into a match, for one use.",
        id=ID,
        invitation=_text("The secret; it is shown this once only.", pattern="^inv_"),
        url=_text("Where it is used.", format="uri-reference"),
        seat=_or_null(SEAT, "The seat that is kept for its holder."),
        player=_or_null(ID, "Whom it was made for: he may use its id in place of the secret."),
        expires_at=TIME,
    ),
}

PLAY: Mapping[str, Shape] = {
    "PromptMove": _object(
        "One type of move that answers a prompt.",
        type=_text(),
        schema=_open("JSON Schema of the move, narrowed to the present choices."),
        legal=_list(_open("A move; with the prompt's id added it can be posted as it stands."), "At most 500."),
        complete={"type": "boolean", "description": "Whether `legal` lists every legal move of this type."},
    ),
    "Prompt": _object(
        "An open question to one seat.",
        prompt=_text("Its id, to be named by the move.", pattern=r"^p[0-9]+\.[0-9]+$"),
        seat=SEAT,
        kind=_text("The game's word for what is asked."),
        optional={"type": "boolean", "description": "Nobody waits for an optional one."},
        due_at=_or_null(TIME, "When the clock answers it."),
        moves=_list(ref("PromptMove")),
    ),
    "PromptList": _object("The caller's open prompts.", version=VERSION, items=_list(ref("Prompt"))),
    "View": _object(
        "All that the caller may know.",
        match=ID,
        game=_text(),
        rules=_text(),
        version=VERSION,
        seat={"anyOf": [SEAT, {"const": "all"}, {"type": "null"}], "description": "Whose view; null is a spectator's."},
        status=STATUS,
        waiting_for=_list(SEAT),
        state=_or_null(_open("Each game has its own fields."), "Null before the start."),
        prompts=_list(ref("Prompt")),
    ),
    "Opening": _object(
        "A sealed part of an event, and the salt with which its digest can be checked.",
        index=_count("Its place in `seals`."),
        salt=_text("16 bytes in lower-case hex.", pattern="^[0-9a-f]{32}$"),
        part=_open("What was sealed."),
    ),
    "Event": _object(
        "A fact of the match. Without `private`, `sealed` and `hash` it is the envelope that was hashed.",
        match=ID,
        version=_count("Its number in the match, from 1, without gaps.", least=1),
        type=_text("In the past tense: `spell_chosen`.", pattern="^[a-z][a-z0-9_]*$"),
        schema=_count("The version of this type's `data`.", least=1),
        seat=_or_null(SEAT, "The seat that acts."),
        by=_word("", "player", "bot", "clock", "system"),
        at=TIME,
        move=_or_null(_count(least=1), "The number of the move in the match."),
        draws=_or_null(_object("Which draws of chance were used.", first=_count(), count=_count(least=1))),
        data=_open("The public part; each type has its own fields."),
        seals=_list(
            _object(
                "What is secret.", audience=_list(SEAT, "Who may open it; nobody: the server alone."), digest=HEX_32
            )
        ),
        private=_list(ref("Opening"), "The seals that are open to the caller; all of them once the match has ended."),
        sealed={"type": "boolean", "description": "Whether others are hidden from the caller."},
        hash=HEX_32,
    ),
    "EventPage": _page("events in their order", "Event"),
    "MoveAnswer": _object(
        "A move that was played.",
        version=VERSION,
        move=_count("Its number in the match.", least=1),
        events=_list(ref("Event"), "What came of it, as the caller may see it."),
        prompts=_list(ref("Prompt"), "What the caller is asked now."),
    ),
    "Legal": _object("A dry run of a legal move.", legal={"const": True}),
    "Audit": _object(
        "The verdict on a stored match: for each check `ok`, `sealed` (what it needs is not open yet), or the first "
        "version that fails it.",
        chain=_checked("Every event has the hash that follows from it and from the hash before, and its own columns."),
        seals=_checked("Every sealed part is the one that was sealed."),
        chance=_checked("The seed is the one that was committed to, and every draw follows from it."),
        replay=_checked("Every move, judged again by the pinned rules, makes the events that are stored."),
        head=_or_null(HEX_32, "The hash after the last event; null where even that is lost."),
        events=_count("How many events there are."),
    ),
    "MatchFile": _text("The match file, one JSON text a line (application/x-ndjson)."),
}

PROBLEMS: Mapping[str, Shape] = {
    "ProblemKind": _partly(
        _object(
            "What a code means.",
            code=_text(),
            status={"type": "integer"},
            title=_text(),
            detail=_text("`{…}` stands for one of a problem's `params`."),
            type=_text(format="uri-reference"),
            game=_text("The game that refuses so."),
            rule=_text("The clause on which it does."),
        ),
        "game",
        "rule",
    ),
    "ProblemKindPage": _page("codes", "ProblemKind"),
    "Document": _open("OpenAPI 3.1."),
    "Violation": _object(
        "One place where a request is not of its shape.",
        pointer=_text("A JSON pointer into the body, or `/query/…`, `/headers/…`."),
        code=_text("The keyword of JSON Schema, or a word of ours."),
        detail=_text("In English."),
    ),
    "Problem": _partly(
        _object(
            "Why a call was refused (RFC 9457). Nothing was recorded.",
            type=_text(format="uri-reference"),
            title=_text(),
            status={"type": "integer", "minimum": 400, "maximum": 599},
            detail=_text("In the caller's language (Accept-Language: en, he, pl)."),
            code=_text("Stable: decide by this.", pattern="^[a-z][a-z0-9_]*$"),
            errors=_list(ref("Violation")),
            rule=_text("The clause of the rules, such as `RPW-19`."),
            version=VERSION,
            params=_open("What the detail's sentence is filled with."),
        ),
        "errors",
        "rule",
        "version",
        "params",
    ),
}

_KINDS = _list(_word("", *KINDS))
_WEBHOOK: Mapping[str, Shape] = {
    "id": ID,
    "url": _text(format="uri"),
    "kinds": _KINDS,
    "format": _word("", "standard", "chat"),
    "created_at": TIME,
    "failing_since": _or_null(TIME, "Since when no delivery was taken."),
    "disabled_at": _or_null(TIME),
    "disabled_for": _or_null(_word("", "gone", "failing")),
}

NOTICES: Mapping[str, Shape] = {
    "Notice": _object(
        "Something you are told, once.",
        id=ID,
        kind=_word("What has happened.", *KINDS),
        text=_text("A sentence in your language."),
        match=ID,
        game=_text(),
        seat=_or_null(SEAT),
        prompt=_or_null(_text(), "The prompt that it is about."),
        due_at=_or_null(TIME, "When the time of the prompt or the invitation is up."),
        invitation=_or_null(ID, "Where you are invited: what to join with."),
        at=TIME,
        read_at=_or_null(TIME, "Also set once a prompt is answered: nobody has to look at it any more."),
    ),
    "NoticePage": _object(
        "A page of notices, newest first.", items=_list(ref("Notice")), next=NEXT, unread=_count("In all.")
    ),
    "Unread": _object("How many notices were not read yet.", unread=_count()),
    "NoticeSettings": _object(
        "Which notices leave the inbox.",
        mail={**_KINDS, "description": "The kinds that come by mail, to a confirmed address."},
        matches=_list(
            _object("An exception.", match=ID, kinds={**_KINDS, "description": "Only these leave the inbox at all."})
        ),
    ),
    "Webhook": _object("An address that is told of your notices.", **_WEBHOOK),
    "NewWebhook": _object(
        "A webhook with its secret.",
        **_WEBHOOK,
        secret=_text("It signs every delivery, and is shown this once only.", pattern="^whsec_"),
    ),
    "WebhookPage": _page("your webhooks, newest first", "Webhook"),
    "Delivery": _object(
        "What became of one message to a webhook.",
        id=ID,
        message=_text("Its `webhook-id`, the same for every attempt."),
        kind=_word("", *KINDS, "test"),
        state=_word("", "pending", "delivered", "failed", "dropped"),
        attempts=_count(),
        last_status=_or_null({"type": "integer"}, "The receiver's last status."),
        last_error=_or_null(_text(), "A word for why it was not taken, such as `timed_out`."),
        next_attempt_at=_or_null(TIME),
        created_at=TIME,
        done_at=_or_null(TIME),
    ),
    "DeliveryPage": _page("deliveries, newest first", "Delivery"),
    "MailSent": _object("A mail is on its way.", email=_text("Where to.")),
}

SHAPES: Mapping[str, Shape] = {**PEOPLE, **GAMES, **MATCHES, **PLAY, **NOTICES, **PROBLEMS}
