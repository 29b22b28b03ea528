"""The shapes of what is told of a match: the types of what builds the answers, and the source of the OpenAPI document.

A class's docstring and the metadata of its fields are the descriptions of the OpenAPI document. Clients must tolerate
fields and values that they do not know, so the values that exist today stand under `x-extensible-enum` instead of
`enum`. The tests hold every answer against the same shapes without that tolerance (`tests/support/described.py`).
"""

from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

from games.core.bots import BOTS

MATCH_STATUSES = ("open", "active", "finished", "cancelled", "quarantined", "imported")


def said(description: str) -> Meta:
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

ID = Annotated[str, format_of("uuid"), said("Opaque; never parse it.")]
Time = Annotated[str, format_of("date-time"), said("RFC 3339, UTC.")]
SeatNumber = Annotated[int, Meta(ge=0), said("A seat's number, from 0.")]
Version = Annotated[int, Meta(ge=1), said("How many events the match has.")]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$"), said("32 bytes in lower-case hex.")]
Status = Annotated[str, words(*MATCH_STATUSES), said("Where the match is in its life.")]
# An object whose fields each game, or each type of move or event, has of its own.
Object = Annotated[Mapping[str, Any], _ANY_FIELDS]
# The same of a value that Python has as any JSON.
AnyObject = Annotated[Any, Meta(extra_json_schema={"type": "object"}), _ANY_FIELDS]


class Piece(TypedDict):
    """A piece of a sentence: words, a seat, or the name of something."""

    text: Annotated[str, said("The texts of all pieces, joined, are the sentence.")]
    seat: NotRequired[Annotated[SeatNumber, said("The piece stands for this seat: put its player's name there.")]]
    term: NotRequired[Annotated[str, said("The piece names what has this id in the game's content.")]]


Pieces = Annotated[list[Piece], Meta(min_length=1)]
Text = Annotated[Pieces, said("In words, in the first of the caller's languages.")]
Texts = Annotated[Mapping[str, Pieces], said("By language, where several were asked for.")]


class Clock(TypedDict):
    """How long a seat may think, and what becomes of the absent."""

    mode: Annotated[str, words("none", "per_move", "bank")]
    seconds: NotRequired[Annotated[Positive, said("For each prompt.")]]
    bank_seconds: NotRequired[Annotated[Positive, said("For all prompts, at the start.")]]
    increment_seconds: NotRequired[Annotated[Count, said("Added to the bank for each answered prompt.")]]
    cap_seconds: NotRequired[Annotated[Positive, said("The most that a bank can hold.")]]
    on_timeout: NotRequired[
        Annotated[str, words("default_move", "bot", "resign"), said("What is played when the time is up.")]
    ]
    bot: NotRequired[Annotated[str, words("random", "easy", "medium"), said("Which bot `on_timeout` calls.")]]
    autopilot: NotRequired[Annotated[str, words(*BOTS), said("Which bot plays for a seat on autopilot.")]]
    strikes: NotRequired[Annotated[Positive, said("After so many timeouts in a row the seat goes on autopilot.")]]
    quiet_hours: NotRequired[Annotated[bool, said("Whether the players' quiet hours stop their clocks.")]]
    vacation: NotRequired[Annotated[bool, said("Whether the players' vacations stop their clocks.")]]


class Place(TypedDict):
    """A seat, but for the player who sits there."""

    seat: SeatNumber
    status: Annotated[
        str, words("open", "seated", "autopilot", "eliminated", "resigned"), said("`autopilot`: its player is away.")
    ]
    bot: Annotated[Annotated[str, words(*BOTS)] | None, said("The bot that sits there.")]


class Deadline(TypedDict):
    """When the clock plays for a seat."""

    seat: SeatNumber
    due_at: Time
    bank_seconds: NotRequired[
        Annotated[Count, said("What its bank held at this version; it runs down to nothing by `due_at`.")]
    ]


class Outcome(TypedDict):
    """How the match ended."""

    reason: Annotated[str, said("The game's own word, or `abandoned`: nobody was left to play, and nobody has won.")]
    ranking: Annotated[list[list[SeatNumber]], said("Places, best first; seats that share one stand together.")]
    winners: list[SeatNumber]


class Chance(TypedDict):
    """What all randomness of the match is derived from."""

    commitment: Hex32
    seed: Annotated[Hex32 | None, said("Null until the match has ended.")]


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

    seat: Annotated[SeatNumber, said("The absent player's.")]
    invited_by: SeatNumber
    undecided: Annotated[list[SeatNumber], said("Seats that have still to consent before the invitation counts.")]


class MatchFacts(TypedDict):
    """What everybody may know of a match, but for its seats."""

    id: ID
    game: str
    rules: Annotated[str, said("The version of the rules that this match is played by, for good.")]
    status: Status
    options: Annotated[Object, said("As the game's `options_schema` says, defaults filled in.")]
    clock: Clock
    version: Version
    host: Annotated[SeatNumber | None, said("The seat that starts, invites and cancels; null where no player sits.")]
    waiting_for: Annotated[list[SeatNumber], said("Seats with a prompt that is not optional.")]
    deadlines: Annotated[list[Deadline], said("Of the clocks that run.")]
    paused_at: Annotated[Time | None, said("Since when all clocks stand still; null while the match goes on.")]
    agreed: Annotated[list[SeatNumber], said("Seats that want the match paused, or once it is, resumed.")]
    replacements: Annotated[list[Offer], said("Newcomers are invited to these absent players' seats.")]
    fill: Annotated[Fill | None, said("Null where no bot waits for a free seat.")]
    pace: Annotated[Count, said("For how many seconds bots pause before they answer.")]
    chance: Chance
    forked_from: Annotated[ForkedFrom | None, said("Null in a match that began by itself.")]
    created_at: Time
    started_at: Time | None
    finished_at: Time | None


class MatchDocument(MatchFacts):
    """The match resource but for what depends on the caller, on lobby data and on who holds the seats."""

    seats: list[Place]
    outcome: Outcome | None


class ListedMove(TypedDict):
    """A legal move, beside the fields of its type: it can be posted as it stands, its words are ignored then."""

    type: str
    prompt: Annotated[str, said("The id of the prompt that it answers.")]
    label: NotRequired[Annotated[Text, said("What stands on a button for it.")]]
    text: NotRequired[Annotated[Text, said("The same in a sentence, where that says more.")]]
    labels: NotRequired[Texts]
    texts: NotRequired[Texts]


class PromptMove(TypedDict):
    """One type of move that answers a prompt."""

    type: str
    schema: Annotated[
        Object,
        said("JSON Schema of the move, narrowed to the present choices; without its `prompt`, `label` and `text`."),
    ]
    legal: Annotated[list[Annotated[Object, said("It can be posted as it stands.")]], said("At most 500.")]
    complete: Annotated[bool, said("Whether `legal` lists every legal move of this type.")]


class Prompt(TypedDict):
    """An open question to one seat."""

    prompt: Annotated[str, Meta(pattern=r"^p[0-9]+\.[0-9]+$"), said("Its id, to be named by the move.")]
    seat: SeatNumber
    kind: Annotated[str, said("The game's word for what is asked.")]
    optional: Annotated[bool, said("Nobody waits for an optional one.")]
    due_at: Annotated[Time | None, said("When the clock answers it.")]
    about: Annotated[Object, said("What the question is about: what its sentence and the labels name.")]
    text: Text
    texts: NotRequired[Texts]
    moves: list[PromptMove]


class View(TypedDict):
    """All that the caller may know."""

    match: ID
    game: str
    rules: str
    version: Version
    seat: Annotated[SeatNumber | Annotated[str, const("all")] | None, said("Whose view; null is a spectator's.")]
    status: Status
    waiting_for: list[SeatNumber]
    state: Annotated[Annotated[AnyObject, said("Each game has its own fields.")] | None, said("Null before the start.")]
    prompts: list[Prompt]
    text: Annotated[Pieces, said("How the match stands, in words.")]
    texts: NotRequired[Texts]


class Opening(TypedDict):
    """A sealed part of an event, and the salt with which its digest can be checked."""

    index: Annotated[Count, said("Its place in `seals`.")]
    salt: Annotated[str, Meta(pattern="^[0-9a-f]{32}$"), said("16 bytes in lower-case hex.")]
    part: Annotated[AnyObject, said("What was sealed.")]


class Draws(TypedDict):
    """Which draws of chance were used."""

    first: Count
    count: Positive


class Seal(TypedDict):
    """What is secret."""

    audience: Annotated[list[SeatNumber], said("Who may open it; empty: only the server.")]
    digest: Hex32


class Event(TypedDict):
    """A fact of the match. Without `private`, `sealed`, `hash`, `text`, `texts` it is the envelope that was hashed."""

    match: ID
    version: Annotated[Positive, said("Its number in the match, from 1, without gaps.")]
    type: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$"), said("In the past tense: `spell_chosen`.")]
    schema: Annotated[Positive, said("The version of this type's `data`.")]
    seat: Annotated[SeatNumber | None, said("The seat that acts.")]
    by: Annotated[str, words("player", "bot", "clock", "system")]
    at: Time
    move: Annotated[Positive | None, said("The number of the move in the match.")]
    draws: Draws | None
    data: Annotated[AnyObject, said("The public part; each type has its own fields.")]
    seals: list[Seal]
    private: Annotated[
        list[Opening], said("The seals that are open to the caller; all of them once the match has ended.")
    ]
    sealed: Annotated[bool, said("Whether others are hidden from the caller.")]
    hash: Hex32
    text: Text
    texts: NotRequired[Texts]


class MoveAnswer(TypedDict):
    """A move that was played."""

    game: str
    rules: str
    version: Version
    move: Annotated[Positive, said("Its number in the match.")]
    events: Annotated[list[Event], said("What came of it, as the caller may see it.")]
    prompts: Annotated[list[Prompt], said("What the caller is asked now.")]
    take_back: Annotated[Positive | None, said("The caller's move that can be taken back; null where there is none.")]
