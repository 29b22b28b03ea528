"""Shapes of what a stream tells."""

from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

from api.answers.matches import TableMatch
from api.answers.talk import ChatRoom
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
    Version,
    View,
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


class Change(TypedDict):
    """One operation of a patch (RFC 6902)."""

    op: Annotated[str, words("add", "remove", "replace")]
    path: Annotated[str, doc("A JSON Pointer (RFC 6901).")]
    value: NotRequired[Annotated[Any, doc("Unless something is removed.")]]


class TableDocument(TypedDict):
    """All that a table shows of a match: three answers in one."""

    match: Annotated[TableMatch, doc("As `getMatch` answers, without `now`.")]
    view: Annotated[View | None, doc("As `getView` answers; null where the rules engine fails on the match.")]
    take_back: Annotated[Positive | None, doc("As `getPrompts` answers; its `items` are the view's `prompts`.")]


class StreamTable(TypedDict):
    """All that a table shows of a match, whole or as a patch of the document that this stream told of it last."""

    match: ID
    version: Version
    now: Annotated[Time, doc("The service's clock as it was told, against which `due_at` is to be read.")]
    base: Annotated[Version | None, doc("The version of the document that `patch` changes; null where it is whole.")]
    whole: NotRequired[TableDocument]
    patch: NotRequired[Annotated[list[Change], doc("To be applied in this order.")]]


class StreamPresence(TypedDict):
    """Who is at a match."""

    match: ID
    present: Annotated[list[SeatNumber], doc("Seats whose players are there and show it.")]
    watchers: Annotated[Count, doc("How many follow it without a seat.")]


class StreamChat(TypedDict):
    """Something is new in the reader's room of the chat: `listChat` has it."""

    match: ID
    room: ChatRoom
    changes: Annotated[Positive, doc("How often something has changed there.")]


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
