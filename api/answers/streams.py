"""Shapes of what a stream tells."""

from typing import Annotated, TypedDict

from msgspec import Meta

from games.matches.presentation.shapes import (
    ID,
    Count,
    Deadline,
    Outcome,
    Place,
    Positive,
    Prompt,
    SeatNumber,
    Status,
    Time,
    doc,
    format_of,
    words,
)

# Why streams end.
END_REASONS = ("match_over", "token_revoked", "not_visible", "overflow", "restart", "match_quarantined")


class StreamTicket(TypedDict):
    """A pass that opens one stream once."""

    ticket: Annotated[str, Meta(pattern="^tkt_"), doc("The secret; it is shown this once only.")]
    stream: Annotated[str, format_of("uri"), doc("The address of the stream with the ticket in it.")]
    expires_at: Time


class SeatStanding(Place):
    """A place at the table, without the player who sits there."""


class StreamPrompts(TypedDict):
    """What the caller is asked in a match; only where they hold a seat."""

    match: ID
    items: list[Prompt]
    take_back: Annotated[Positive | None, doc("The caller's move that can be taken back; null where there is none.")]


class StreamDeadline(TypedDict):
    """The clocks of a match that run."""

    match: ID
    deadlines: list[Deadline]
    paused_at: Annotated[Time | None, doc("Since when all clocks stand still; null while the match goes on.")]


class StreamStatus(TypedDict):
    """How a match stands, whom it waits for, and how it ended."""

    match: ID
    status: Status
    waiting_for: Annotated[list[SeatNumber], doc("Seats with a prompt that is not optional.")]
    seats: list[SeatStanding]
    agreed: Annotated[list[SeatNumber], doc("Seats that want the match paused, or once it is, resumed.")]
    outcome: Outcome | None
    finished_at: Time | None


class StreamPresence(TypedDict):
    """Who is at a match."""

    match: ID
    present: Annotated[list[SeatNumber], doc("Seats whose players are there and show it.")]
    watchers: Annotated[Count, doc("How many follow it without a seat.")]


class StreamEnd(TypedDict):
    """The stream ends here."""

    reason: Annotated[str, words(*END_REASONS)]
    resume: Annotated[str, doc("The id behind which another stream goes on.")]
    retry_ms: Annotated[Count, doc("When to come back, in milliseconds.")]


class StreamLeft(TypedDict):
    """A match in which the player does not sit any more."""

    match: ID


class StreamClock(TypedDict):
    """A clock of the player's runs out within half a minute."""

    match: ID
    seat: SeatNumber
    due_at: Time
    now: Annotated[Time, doc("The service's clock, against which `due_at` is to be read.")]


class StreamMatchEnd(TypedDict):
    """A match is told no more in full."""

    match: ID
    reason: Annotated[str, words(*END_REASONS)]
