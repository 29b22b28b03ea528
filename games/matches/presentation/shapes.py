"""The shapes of what is told of a match: the types of what builds the answers, and the source of the OpenAPI document.

A class's docstring and the metadata of its fields are the descriptions of the OpenAPI document. Clients must tolerate
fields and values that they do not know, so the values that exist today stand under `x-extensible-enum` instead of
`enum`. The tests hold every answer against the same shapes without that tolerance (`tests/support/described.py`).
"""

from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

from games.core.bots import BOTS
from games.table.features.beacon.events import OTHERWISE, REASONS

MATCH_STATUSES = ("open", "active", "finished", "cancelled", "quarantined", "imported")


def doc(description: str) -> Meta:
    return Meta(description=description)


def words(*known: str) -> Meta:
    """A text that is one of these today."""
    return Meta(extra_json_schema={"x-extensible-enum": list(known)})


def format_of(name: str) -> Meta:
    return Meta(extra_json_schema={"format": name})


def const(value: object) -> Meta:
    """As `const`, because msgspec writes a Literal as `enum`."""
    return Meta(extra_json_schema={"const": value})


_ANY_FIELDS = Meta(extra_json_schema={"additionalProperties": True})

ID = Annotated[str, format_of("uuid"), doc("Opaque; never parse it.")]
Time = Annotated[str, format_of("date-time"), doc("RFC 3339, UTC.")]
SeatNumber = Annotated[int, Meta(ge=0), doc("A seat's number, from 0.")]
Version = Annotated[int, Meta(ge=1), doc("How many events the match has.")]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$"), doc("32 bytes in lower-case hex.")]
Status = Annotated[str, words(*MATCH_STATUSES), doc("Where the match is in its life.")]
# An object whose fields each game, or each type of move or event, has of its own.
Object = Annotated[Mapping[str, Any], _ANY_FIELDS]
# The same of a value that Python has as any JSON.
AnyObject = Annotated[Any, Meta(extra_json_schema={"type": "object"}), _ANY_FIELDS]


class Piece(TypedDict):
    """A piece of a sentence: words, a seat, or the name of something."""

    text: Annotated[str, doc("The texts of all pieces, joined, are the sentence.")]
    seat: NotRequired[Annotated[SeatNumber, doc("The piece stands for this seat: put its player's name there.")]]
    term: NotRequired[Annotated[str, doc("The piece names what has this id in the game's content.")]]


Pieces = Annotated[list[Piece], Meta(min_length=1)]
Text = Annotated[Pieces, doc("In words, in the first of the caller's languages.")]
Texts = Annotated[Mapping[str, Pieces], doc("By language, where several were asked for.")]


class Clock(TypedDict):
    """How long a seat may think, and what becomes of the absent."""

    mode: Annotated[str, words("none", "per_move", "bank")]
    seconds: NotRequired[Annotated[Positive, doc("For each prompt.")]]
    bank_seconds: NotRequired[Annotated[Positive, doc("For all prompts, at the start.")]]
    increment_seconds: NotRequired[Annotated[Count, doc("Added to the bank for each answered prompt.")]]
    cap_seconds: NotRequired[Annotated[Positive, doc("The most that a bank can hold.")]]
    on_timeout: NotRequired[
        Annotated[str, words("default_move", "bot", "resign"), doc("What is played when the time is up.")]
    ]
    bot: NotRequired[Annotated[str, words("random", "easy", "medium"), doc("Which bot `on_timeout` calls.")]]
    autopilot: NotRequired[Annotated[str, words(*BOTS), doc("Which bot plays for a seat on autopilot.")]]
    strikes: NotRequired[Annotated[Positive, doc("After so many timeouts in a row the seat goes on autopilot.")]]
    quiet_hours: NotRequired[Annotated[bool, doc("Whether the players' quiet hours stop their clocks.")]]
    vacation: NotRequired[Annotated[bool, doc("Whether the players' vacations stop their clocks.")]]


class SeatKey(TypedDict):
    """A key that signs the moves of a seat's player."""

    key: Annotated[Hex32, doc("A public key of Ed25519.")]
    version: Annotated[Positive, doc("The event that bound it.")]
    vouched: Annotated[bool, doc("Whether an earlier key vouches for it, back to the first one, for which none can.")]


class Place(TypedDict):
    """A seat, but for the player who sits there."""

    seat: SeatNumber
    status: Annotated[
        str, words("open", "seated", "autopilot", "eliminated", "resigned"), doc("`autopilot`: its player is away.")
    ]
    bot: Annotated[Annotated[str, words(*BOTS)] | None, doc("The bot that sits there.")]
    keys: Annotated[list[SeatKey], doc("Its player signs each move by one of these; none where moves are not signed.")]


class Deadline(TypedDict):
    """When the clock plays for a seat."""

    seat: SeatNumber
    due_at: Time
    bank_seconds: NotRequired[
        Annotated[Count, doc("What its bank held at this version; it runs down to nothing by `due_at`.")]
    ]


class Outcome(TypedDict):
    """How the match ended."""

    knowing: NotRequired[
        Annotated[bool, doc("Moves were taken back after which all went on knowing what they had seen.")]
    ]
    reason: Annotated[str, doc("The game's own word, or `abandoned`: nobody was left to play, and nobody has won.")]
    ranking: Annotated[list[list[SeatNumber]], doc("Places, best first; seats that share one stand together.")]
    winners: list[SeatNumber]


class MixedBeacon(TypedDict):
    """A round of a public beacon (drand) that goes into the match's chance; nobody knew it when the match was made."""

    chain: Annotated[Hex32, doc("The hash of the beacon's chain.")]
    round: Annotated[Positive, doc("The number of the round.")]
    out_at: Annotated[Time | None, doc("When the round is out; null where the service does not know the chain.")]
    otherwise: Annotated[
        str,
        words(*OTHERWISE),
        doc("What happens where the round cannot be had: the match waits for it, or begins without."),
    ]
    missed: Annotated[
        Annotated[str, words(*REASONS)] | None,
        doc("Why the round could not be had a minute after it was out; null where it could."),
    ]
    signature: Annotated[str | None, doc("Of the round, in hex; null before the match has begun with it.")]


class Chance(TypedDict):
    """What all randomness of the match is derived from."""

    commitment: Hex32
    seed: Annotated[Hex32 | None, doc("Null until the match has ended.")]
    beacon: Annotated[MixedBeacon | None, doc("Null where no public beacon goes into it.")]
    open_draws: Annotated[
        Hex32 | None, doc("The root of the tree of the draws' secrets; null where no draw is opened before the end.")
    ]


class OpenedDraw(TypedDict):
    """A draw that everybody sees, and its secret, from which anybody can draw it again."""

    version: Annotated[Version, doc("The event that made it.")]
    number: Annotated[Count, doc("The draw's number, which is its leaf's place in the tree.")]
    secret: Hex32
    path: Annotated[list[Hex32], doc("The hashes that lead from its leaf to the root, from the leaf's sibling up.")]


class Fill(TypedDict):
    """Bots take the seats that are still free by then."""

    at: Time
    bot: Annotated[str, words(*BOTS)]


class ForkedFrom(TypedDict):
    """Where a fork goes on from."""

    match: ID
    version: Version


class Offer(TypedDict):
    """A seat that is still played has invited somebody for the seat of an absent player."""

    seat: Annotated[SeatNumber, doc("The absent player's.")]
    invited_by: SeatNumber
    undecided: Annotated[list[SeatNumber], doc("Seats that have still to consent before the invitation counts.")]


class AskedTakeBack(TypedDict):
    """What a seat asks to be taken back; a move that is made ends it."""

    first: Annotated[Positive, doc("The first move, by its number; all after it go with it.")]
    seat: Annotated[SeatNumber, doc("The seat that asks.")]
    knowing: Annotated[bool, doc("Something was opened since, which all would go on knowing.")]
    agreed: Annotated[list[SeatNumber], doc("Seats that agree, with the one that asks.")]
    missing: Annotated[list[SeatNumber], doc("Seats whose consent is missing.")]


class MatchFacts(TypedDict):
    """What everybody may know of a match, but for its seats."""

    id: ID
    game: str
    rules: Annotated[str, doc("The version of the rules that this match is played by, for good.")]
    status: Status
    options: Annotated[Object, doc("As the game's `options_schema` says, defaults filled in.")]
    clock: Clock
    version: Version
    host: Annotated[SeatNumber | None, doc("The seat that starts, invites and cancels; null where no player sits.")]
    waiting_for: Annotated[list[SeatNumber], doc("Seats with a prompt that is not optional.")]
    deadlines: Annotated[list[Deadline], doc("Of the clocks that run.")]
    paused_at: Annotated[Time | None, doc("Since when all clocks stand still; null while the match goes on.")]
    agreed: Annotated[list[SeatNumber], doc("Seats that want the match paused, or once it is, resumed.")]
    replacements: Annotated[list[Offer], doc("Newcomers are invited to these absent players' seats.")]
    take_back_wish: Annotated[AskedTakeBack | None, doc("Null where nobody asks for a take-back.")]
    fill: Annotated[Fill | None, doc("Null where no bot waits for a free seat.")]
    pace: Annotated[Count, doc("For how many seconds bots pause before they answer.")]
    chance: Chance
    forked_from: Annotated[ForkedFrom | None, doc("Null in a match that began by itself.")]
    created_at: Time
    started_at: Time | None
    finished_at: Time | None


class MatchDocument(MatchFacts):
    """The match resource but for what depends on the caller, on lobby data and on who holds the seats."""

    seats: list[Place]
    outcome: Outcome | None


class MoveSignature(TypedDict):
    """A player's signature of a move: needed where the seat has bound a key, and refused elsewhere."""

    version: Annotated[Positive, doc("The version of the match when the move was signed.")]
    head: Annotated[Hex32, doc("The hash of that event.")]
    signature: Annotated[
        str, Meta(pattern="^[0-9a-f]{128}$"), doc("Of match, seat, version, head and move, by a key of the seat.")
    ]


class ListedMove(TypedDict):
    """A legal move, beside the fields of its type: it can be posted as it stands, its words are ignored then."""

    type: str
    prompt: Annotated[str, doc("The id of the prompt that it answers.")]
    signed: NotRequired[Annotated[MoveSignature, doc("In what is posted: the player's signature.")]]
    label: NotRequired[Annotated[Text, doc("What stands on a button for it.")]]
    text: NotRequired[Annotated[Text, doc("The same in a sentence, where that says more.")]]
    labels: NotRequired[Texts]
    texts: NotRequired[Texts]


class PromptMove(TypedDict):
    """One type of move that answers a prompt."""

    type: str
    schema: Annotated[
        Object,
        doc("JSON Schema of the move, narrowed to the present choices; without its `prompt`, `label` and `text`."),
    ]
    legal: Annotated[list[Annotated[Object, doc("It can be posted as it stands.")]], doc("At most 500.")]
    complete: Annotated[bool, doc("Whether `legal` lists every legal move of this type.")]


class Prompt(TypedDict):
    """An open question to one seat."""

    prompt: Annotated[str, Meta(pattern=r"^p[0-9]+\.[0-9]+$"), doc("Its id, to be named by the move.")]
    seat: SeatNumber
    kind: Annotated[str, doc("The game's word for what is asked.")]
    optional: Annotated[bool, doc("Nobody waits for an optional one.")]
    due_at: Annotated[Time | None, doc("When the clock answers it.")]
    about: Annotated[Object, doc("What the question is about: what its sentence and the labels name.")]
    text: Text
    texts: NotRequired[Texts]
    moves: list[PromptMove]


class View(TypedDict):
    """All that the caller may know."""

    match: ID
    game: str
    rules: str
    version: Version
    seat: Annotated[SeatNumber | Annotated[str, const("all")] | None, doc("Whose view; null is a spectator's.")]
    status: Status
    waiting_for: list[SeatNumber]
    state: Annotated[Annotated[AnyObject, doc("Each game has its own fields.")] | None, doc("Null before the start.")]
    prompts: list[Prompt]
    text: Annotated[Pieces, doc("How the match stands, in words.")]
    texts: NotRequired[Texts]


class Opening(TypedDict):
    """A sealed part of an event, and the salt with which its digest can be checked."""

    index: Annotated[Count, doc("Its place in `seals`.")]
    salt: Annotated[str, Meta(pattern="^[0-9a-f]{32}$"), doc("16 bytes in lower-case hex.")]
    part: Annotated[AnyObject, doc("What was sealed.")]


class Draws(TypedDict):
    """Which draws of chance were used."""

    first: Count
    count: Positive


class Seal(TypedDict):
    """What is secret."""

    audience: Annotated[list[SeatNumber], doc("Who may open it; empty: only the server.")]
    digest: Hex32


class Event(TypedDict):
    """A fact of the match. Without `private`, `sealed`, `hash`, `text`, `texts` it is the envelope that was hashed."""

    match: ID
    version: Annotated[Positive, doc("Its number in the match, from 1, without gaps.")]
    type: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$"), doc("In the past tense: `spell_chosen`.")]
    schema: Annotated[Positive, doc("The version of this type's `data`.")]
    seat: Annotated[SeatNumber | None, doc("The seat that acts.")]
    by: Annotated[str, words("player", "bot", "clock", "system")]
    at: Time
    move: Annotated[Positive | None, doc("The number of the move in the match.")]
    draws: Draws | None
    data: Annotated[AnyObject, doc("The public part; each type has its own fields.")]
    seals: list[Seal]
    private: Annotated[
        list[Opening], doc("The seals that are open to the caller; all of them once the match has ended.")
    ]
    sealed: Annotated[bool, doc("Whether others are hidden from the caller.")]
    hash: Hex32
    text: Text
    texts: NotRequired[Texts]


class MoveAnswer(TypedDict):
    """A move that was played."""

    game: str
    rules: str
    version: Version
    move: Annotated[Positive, doc("Its number in the match.")]
    events: Annotated[list[Event], doc("What came of it, as the caller may see it.")]
    prompts: Annotated[list[Prompt], doc("What the caller is asked now.")]
    take_back: Annotated[Positive | None, doc("The caller's move that can be taken back; null where there is none.")]
