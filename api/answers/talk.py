"""Shapes of talk: chat beside a match, reports, and what moderators decided."""

from typing import Annotated, TypedDict

from api.answers.parts import Next
from api.answers.people import Player
from games.matches.models.talk import PlayerReport as Reported
from games.matches.models.talk import Sanction as Decided
from games.matches.presentation.shapes import ID, Positive, SeatNumber, Time, doc, words
from games.matches.talk.chat import REACTIONS, ROOMS
from games.matches.talk.reports import KINDS

ChatRoom = Annotated[str, words(*ROOMS), doc("`players`: those who have a seat; `spectators`: all others.")]


class ChatEntry(TypedDict):
    """A message in the chat of a match."""

    number: Annotated[Positive, doc("Counts the messages of the room from 1. Some may be missing: see `mutePlayer`.")]
    player: Player
    seat: Annotated[SeatNumber | None, doc("The seat that the writer held; null without one.")]
    text: Annotated[str | None, doc("Null for a reaction, and for what was taken away.")]
    reaction: Annotated[Annotated[str, words(*REACTIONS)] | None, doc("Null for a text, and for what was taken away.")]
    links: Annotated[bool, doc("Whether links in the text may be made clickable: its writer is no newcomer.")]
    removed: Annotated[bool, doc("A moderator has taken it away.")]
    written_at: Time


class ChatPage(TypedDict):
    """Messages of a room, newest first."""

    room: ChatRoom
    items: list[ChatEntry]
    read: Annotated[
        int | None, doc("The last message that the caller has marked as read, 0 for none; null but at their own table.")
    ]
    silenced_until: Annotated[Time | None, doc("A moderator has silenced the caller until then; null otherwise.")]
    next: Next


class OwnChatEntry(ChatEntry):
    """A message of the caller's, with where it stands."""

    match: ID
    room: ChatRoom


class OwnChatPage(TypedDict):
    """What the caller has written in all matches, newest first."""

    items: list[OwnChatEntry]
    next: Next


class UnreadChat(TypedDict):
    """A match at which the caller sits and where others have written since they last read."""

    match: ID
    count: Annotated[Positive, doc("How many messages are unread; 99 for more.")]
    last: Annotated[Positive, doc("The number of the last of them, to mark it as read.")]
    written_at: Annotated[Time, doc("When the last of them was written.")]


class UnreadChatList(TypedDict):
    """Of the caller's hundred newest matches those with unread messages, what was said last first."""

    items: list[UnreadChat]


class MuteList(TypedDict):
    """The players whose messages the caller does not see, newest first."""

    items: list[Player]


class Report(TypedDict):
    """What the caller has told moderators about a player."""

    id: ID
    player: Player
    kind: Annotated[str, words(*KINDS)]
    text: str
    match: ID | None
    state: Annotated[str, words(Reported.OPEN, Reported.CLOSED), doc("`closed` once a moderator has looked at it.")]
    made_at: Time


class ReportList(TypedDict):
    """The caller's reports, newest first."""

    items: list[Report]


class Appeal(TypedDict):
    """What the player has asked moderators to think of again, and what they answered."""

    text: str
    made_at: Time
    answer: Annotated[str | None, doc("Null until a moderator has answered.")]
    answered_at: Time | None


class Sanction(TypedDict):
    """A decision of moderators about the caller."""

    id: ID
    kind: Annotated[
        str,
        words(Decided.WARNING, Decided.SILENCE, Decided.HANDLE),
        doc("`silence`: the caller may not write to others. `handle`: theirs was taken away, they may choose another."),
    ]
    reason: str
    made_at: Time
    until: Annotated[Time | None, doc("When a silence ends; null otherwise.")]
    lifted_at: Annotated[Time | None, doc("When an appeal was granted; null while the decision stands.")]
    appeal: Annotated[Appeal | None, doc("Null until the caller appeals, which is possible once.")]


class SanctionList(TypedDict):
    """What moderators have decided about the caller, newest first."""

    items: list[Sanction]
