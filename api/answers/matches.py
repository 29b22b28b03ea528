"""Shapes about matches, where `games.matches.presentation.shapes` has them without people and links."""

from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from api.answers.parts import Address, Next
from api.answers.people import Player
from games.matches.lobby.forks import VISIBILITIES
from games.matches.lobby.kept_seats import REASONS
from games.matches.presentation.shapes import (
    ID,
    Count,
    Event,
    Hex32,
    MatchFacts,
    Outcome,
    Pieces,
    Place,
    Positive,
    Prompt,
    SeatNumber,
    Text,
    Texts,
    Time,
    Version,
    const,
    doc,
    format_of,
    words,
)


class Seat(Place):
    """A place at the table."""

    player: Annotated[Player | None, doc("Null while nobody sits there, and for a bot.")]
    text: Text
    texts: NotRequired[Texts]


class ToldOutcome(Outcome):
    """How the match ended, in words too."""

    text: Text
    texts: NotRequired[Texts]


class Links(TypedDict):
    """Where the rest is. Follow these; do not build addresses."""

    self: Address
    view: Address
    prompts: Address
    moves: Address
    events: Address
    stream: Annotated[str, format_of("uri"), doc("The match as it happens; it may be on another origin.")]
    export: Address
    audit: Address


class Delay(TypedDict):
    """By how much the match is seen later: one of the two."""

    events: NotRequired[Positive]
    seconds: NotRequired[Positive]


class TableMatch(MatchFacts):
    """A match as the caller may see it, but for the service's clock."""

    name: str
    visibility: Annotated[str, words(*VISIBILITIES)]
    delay: Annotated[Delay | None, doc("For those without a seat, while the match is played.")]
    rated: Annotated[bool, doc("Whether it counts for the ratings of its players, once it has ended.")]
    seats: Annotated[list[Seat], doc("By number.")]
    outcome: Annotated[ToldOutcome | None, doc("Null until the match has ended.")]
    text: Annotated[Pieces, doc("How the match stands, in words.")]
    texts: NotRequired[Texts]
    you: Annotated[SeatNumber | None, doc("The caller's seat.")]
    rematch: Annotated[ID | None, doc("The match in which the same players meet again.")]
    links: Links


class Match(TableMatch):
    """A match as the caller may see it."""

    now: Annotated[Time, doc("The service's clock as it answers, against which `due_at` is to be read.")]


class MatchPage(TypedDict):
    """A page of matches, newest first."""

    items: list[Match]
    next: Next
    as_of: Annotated[Time, doc("The list holds every event stored before this time.")]


class StandingOrders(TypedDict):
    """What is answered for the caller, until the caller's seat ends."""

    decline: Annotated[list[str], doc("Kinds of prompts that are declined, whatever the seat holds.")]
    skip: Annotated[list[str], doc("Kinds of prompts that are answered where nothing the seat holds fits.")]
    possible: Annotated[list[str], doc("The kinds that can be declined in this match; the game's `declinable`.")]
    skippable: Annotated[list[str], doc("The kinds that can be skipped in this match; the game's `skippable`.")]


class OwnNote(TypedDict):
    """What the caller has written to themselves about a match; nobody else sees it."""

    text: Annotated[str, doc("Empty where there is none.")]
    written_at: Annotated[Time | None, doc("Null where there is none.")]


class Invitation(TypedDict):
    """A pass into a match, for one use."""

    id: ID
    invitation: Annotated[str, Meta(pattern="^inv_"), doc("The secret; it is shown this once only.")]
    url: Annotated[Address, doc("Where it is used.")]
    seat: Annotated[SeatNumber | None, doc("The seat that is kept for its holder.")]
    player: Annotated[ID | None, doc("The player it was made for, who may use its id in place of the secret.")]
    expires_at: Time


class KeptSeat(TypedDict):
    """A seat that is kept for somebody."""

    seat: Annotated[SeatNumber | None, doc("Null is any free seat.")]
    player: Annotated[
        Player | None,
        doc("For whom. Null is whoever has the invitation, or a player whom the caller may not know of."),
    ]
    reason: Annotated[
        str, words(*REASONS), doc("`rematch`: they played the match before. `invitation`: they were invited.")
    ]
    until: Annotated[Time | None, doc("When the invitation expires; null in a rematch.")]


class UsableInvitation(TypedDict):
    """The invitation that the request names, if the caller may use it."""

    seat: Annotated[SeatNumber | None, doc("The seat that is kept for its holder.")]
    maker: Annotated[Player | None, doc("Who invites; null once that player was deleted.")]
    replaces: Annotated[bool, doc("Whether it is for an absent player's seat in a running match.")]
    expires_at: Time


class Lobby(TypedDict):
    """A match for somebody who may take a seat."""

    match: Match
    kept: Annotated[
        list[KeptSeat],
        doc(
            "For whom seats are kept, while the match is open. For whom, and who was invited to any seat, is told to "
            "players at the table, to those for whom a seat is kept, and to holders of an invitation."
        ),
    ]
    invitation: Annotated[UsableInvitation | None, doc("Null where the request names none that the caller may use.")]


class ListedInvitation(TypedDict):
    """An open invitation, without its secret."""

    id: Annotated[ID, doc("The player it was made for joins with this.")]
    match: ID
    game: str
    seat: Annotated[SeatNumber | None, doc("The seat that is kept for its holder.")]
    maker: Annotated[Player | None, doc("Who invites; null once that player was deleted.")]
    player: Annotated[Player | None, doc("The player it was made for; null is whoever has the secret.")]
    replaces: Annotated[bool, doc("Whether it is for an absent player's seat in a running match.")]
    expires_at: Time


class InvitationPage(TypedDict):
    """A page of open invitations, newest first."""

    items: list[ListedInvitation]
    next: Next


class PromptList(TypedDict):
    """The caller's open prompts."""

    game: str
    rules: str
    version: Version
    items: list[Prompt]
    take_back: Annotated[Positive | None, doc("The caller's move that can be taken back; null where there is none.")]


class EventPage(TypedDict):
    """A page of events in their order."""

    game: str
    rules: str
    items: list[Event]
    next: Next


class Legal(TypedDict):
    """A dry run of a legal move."""

    legal: Annotated[bool, const(True)]


_Failing = Annotated[Positive, doc("The first version that fails.")]
_Check = Annotated[str, words("ok", "sealed")] | _Failing
_Replay = Annotated[str, words("ok", "sealed", "partial")] | _Failing


class Audit(TypedDict):
    """The verdict on a stored match.

    For each check `ok`, `sealed` (what it needs is not open yet), or the first version that fails it.
    """

    chain: Annotated[
        _Check, doc("Every event has the hash that follows from it and from the hash before, and its own columns.")
    ]
    seals: Annotated[_Check, doc("Every sealed part is the one that was sealed.")]
    chance: Annotated[_Check, doc("The seed is the one that was committed to, and every draw follows from it.")]
    replay: Annotated[
        _Replay,
        doc(
            "Every move, judged again by the pinned rules, makes the events that are stored. `partial`: every move is "
            "legal, but bots of a version that is gone picked some of them."
        ),
    ]
    head: Annotated[Hex32 | None, doc("The hash after the last event; null where even that is lost.")]
    events: Annotated[Count, doc("How many events there are.")]
