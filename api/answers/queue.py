"""Shapes of the queue: standard sets, standing wishes, the tables that are called, and who is kept away."""

from typing import Annotated, TypedDict

from msgspec import Meta

from api.answers.people import Player
from games.core.bots import BOTS
from games.matches.presentation.shapes import ID, Clock, Count, Positive, Time, doc, words
from games.matches.queue.standard_sets import SETS, STANDS

SetName = Annotated[
    str,
    words(*SETS),
    doc("`bots`: against bots at once; `live`: with people who all play now; `days`: with people, over days."),
]


class TableSizes(TypedDict):
    """Tables from the one size to the other."""

    min: Positive
    max: Positive


class SetFigures(TypedDict):
    """How the newest tables of a set have gone, 200 at most."""

    tables: Annotated[Positive, doc("How many the figures are of.")]
    wait_seconds: Annotated[float, doc("The median, over these tables, of the longest wait of a player there.")]
    ended: Annotated[Count, doc("Matches of these tables that are over.")]
    abandoned: Annotated[Count, doc("Those of them that somebody has resigned.")]


class StandardSet(TypedDict):
    """One of a few ways to play a game that many choose, so that they find each other."""

    game: str
    set: SetName
    queued: Annotated[
        bool, doc("Whether one waits for others in the queue. Of the other sets one makes a match with `createMatch`.")
    ]
    seats: Annotated[TableSizes, doc("The tables that the game has.")]
    clock: Clock
    waiting: Annotated[Count, doc("How many wait now.")]
    lately: Annotated[SetFigures | None, doc("Null before the first table.")]


class SetList(TypedDict):
    """The standard sets of all games."""

    items: list[StandardSet]


class WishedBots(TypedDict):
    """Which bot takes the seats that are still free, and from when on."""

    bot: Annotated[str, words(*BOTS)]
    at: Time


class CalledTable(TypedDict):
    """A table that the player is called to."""

    match: Annotated[ID, doc("The id of the match, which is made as soon as all are there.")]
    seats: Positive
    people: Annotated[Positive, doc("How many people are called; bots take the other seats.")]
    confirmed: Annotated[Count, doc("How many of them have said that they are there.")]
    confirm_by: Annotated[
        Time | None, doc("Who has not said so by then loses the wish. Null where nobody has to say so.")
    ]


class QueueWish(TypedDict):
    """A standing wish to sit down at a table of a set."""

    game: str
    set: Annotated[str, words(*STANDS)]
    seats: Annotated[TableSizes, doc("The tables that the player sits down at.")]
    bots: Annotated[WishedBots | None, doc("Null is a wait for people alone.")]
    rated: Annotated[bool, doc("Whether the match will count for ratings.")]
    within: Annotated[Positive | None, doc("How far others' ratings may be away; null is any.")]
    least_reliability: Annotated[
        Annotated[int, Meta(ge=1, le=100)] | None, doc("What is asked of others' `reliability`; null is anything.")
    ]
    since: Annotated[Time, doc("Who waits longest is seated first.")]
    expires_at: Annotated[Time, doc("When the wish ends, unless it is made again before.")]
    called: Annotated[CalledTable | None, doc("Null while the player waits for others.")]
    confirmed: Annotated[bool, doc("Whether the player has said that they are there.")]


class QueueWishList(TypedDict):
    """The caller's standing wishes, longest waiting first."""

    items: list[QueueWish]
    now: Annotated[Time, doc("When this was answered.")]


class BlockList(TypedDict):
    """The players whom the caller keeps away, newest first."""

    items: list[Player]
