"""The chat of a match: a room for those who have a seat, and one for those who watch. Nothing of it is in the stream.

A reader does not see the messages of those whom they have muted or keep away.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models.functions import Now

from events.statements import fetch
from games.matches.accounts import silences
from games.matches.accounts.circles import Circle
from games.matches.accounts.players import locked
from games.matches.errors import (
    AccountNeeded,
    KeyReused,
    MatchNotFinished,
    NotSeated,
    TooManyMutes,
)
from games.matches.models.people import WITH_PASSWORD, Player
from games.matches.models.talk import ChatMessage, ChatRead, ChatRoom, Mute
from games.matches.quotas import storage
from games.matches.stream.loading import Loaded
from games.matches.talk import written_text

PLAYERS, SPECTATORS = ROOMS = (ChatRoom.PLAYERS, ChatRoom.SPECTATORS)
# What can be said by one tap; the page has words for each, in every language.
REACTIONS = ("hello", "good_luck", "well_played", "thanks", "wow", "oops", "sorry", "thinking")
MOST_CHARACTERS = 500
# Links of accounts that are younger cannot be clicked.
NEWCOMER = timedelta(days=7)
MUTED = Circle(model=Mute, column="muted", most=500, too_many=TooManyMutes, stored="mute")

# The row's lock puts messages that are written at once in an order.
NUMBER = """
INSERT INTO matches_chatroom AS room (match_id, room, last, changes) VALUES (%(match)s, %(room)s, 1, 1)
ON CONFLICT (match_id, room) DO UPDATE SET last = room.last + 1, changes = room.changes + 1
RETURNING last
"""
CHANGE = "UPDATE matches_chatroom SET changes = changes + 1 WHERE match_id = %s AND room = %s"
# Newest first. Of what was taken away the text stays with the moderators.
READ = """
SELECT message.number, message.player_id::text, player.handle, player.kind, message.seat,
    CASE WHEN message.removed_at IS NULL THEN message.text ELSE '' END,
    CASE WHEN message.removed_at IS NULL THEN message.reaction ELSE '' END,
    message.has_links, message.removed_at IS NOT NULL, message.written_at, message.match_id::text, message.room
FROM matches_chatmessage AS message JOIN matches_player AS player ON player.id = message.player_id
"""
_IN_ROOM = """
WHERE match_id = %(match)s::uuid AND room = %(room)s AND number < %(before)s AND NOT EXISTS (
    SELECT FROM matches_mute WHERE player_id = %(reader)s::uuid AND muted_id = message.player_id
    UNION ALL SELECT FROM matches_block WHERE player_id = %(reader)s::uuid AND blocked_id = message.player_id)
ORDER BY number DESC LIMIT %(limit)s
"""
_OF_WRITER = """
WHERE message.player_id = %(player)s::uuid AND message.written_at < coalesce(%(before)s::timestamptz, 'infinity')
ORDER BY message.written_at DESC LIMIT %(limit)s
"""
IN_ROOM, OF_WRITER = READ + _IN_ROOM, READ + _OF_WRITER
LAST_NUMBER = 2**31 - 1


class ChatLine(NamedTuple):
    """A message as a reader sees it; text and reaction are empty once it was taken away."""

    number: int
    player: str
    handle: str | None
    kind: str
    seat: int | None
    text: str
    reaction: str
    has_links: bool
    is_removed: bool
    written_at: datetime
    match: str
    room: str


@dataclass(frozen=True, kw_only=True)
class Place:
    """A room of a match's chat, for one reader with or without a seat."""

    match: str
    room: str
    seat: int | None
    # Whether the rooms of a match that is over are open to all who may see the match.
    is_over: bool


def place(loaded: Loaded, player: str | None, room: str | None) -> Place:
    """The room that a reader asks for, None for their own.

    Raises `NotSeated` for the players' room without a seat; `MatchNotFinished` for the spectators' room before the end
    with one, because spectators may know more than a seat.
    """
    seat, is_over = loaded.seat_of(player), loaded.match.is_over
    own = SPECTATORS if seat is None else PLAYERS
    if room == PLAYERS and own != PLAYERS:
        raise NotSeated
    if room == SPECTATORS and own != SPECTATORS and not is_over:
        raise MatchNotFinished
    return Place(match=loaded.match.id, room=room or own, seat=seat, is_over=is_over)


def read(there: Place, reader: str | None, *, before: int = LAST_NUMBER, limit: int) -> Sequence[ChatLine]:
    """Up to `limit` messages before a number, newest first, but for those of players whom the reader does not hear."""
    asked = {"match": there.match, "room": there.room, "reader": reader, "before": before, "limit": limit}
    return [ChatLine(*row) for row in fetch(IN_ROOM, asked)]


def write(
    loaded: Loaded, player: str, *, room: str | None, text: str = "", reaction: str = "", key: str | None = None
) -> tuple[ChatLine, bool]:
    """Write a message, a text or a reaction; and whether the same request had written it before.

    Raises what `place` does, `PlayerNotFound`, `KeyReused`, `Silenced`, `QuotaExceeded`; `AccountNeeded` for guests
    without a seat; `NotAllowed` for a text of nothing that can be seen.
    """
    text = written_text.kept(text)
    if not reaction:
        written_text.require_seen(text, "A message")
    with transaction.atomic():
        writer = locked(player)
        before = None if key is None else ChatMessage.objects.filter(player=writer, creation_key=key).first()
        if before is not None:
            # The writer's own room may be another since.
            written = (str(before.match_id), room and before.room, before.text, before.reaction)
            if written != (loaded.match.id, room, text, reaction):
                raise KeyReused
            return _line(str(before.match_id), str(before.room), player, before.number), True
        there = place(loaded, player, room)
        _check_may_write(writer, there)
        storage.admit_stored("chat message", player=player, texts=[text])
        with connection.cursor() as cursor:
            cursor.execute(NUMBER, {"match": there.match, "room": there.room})
            (number,) = cursor.fetchone()
        ChatMessage.objects.create(
            match_id=there.match,
            room=there.room,
            number=number,
            player=writer,
            seat=there.seat,
            text=text,
            reaction=reaction,
            has_links=_is_known(writer),
            written_at=Now(),
            creation_key=key,
        )
    return _line(there.match, there.room, player, number), False


def of_writer(player: str, *, before: datetime | None = None, limit: int) -> Sequence[ChatLine]:
    """What a player has written in all matches and is still kept, newest first."""
    return [ChatLine(*row) for row in fetch(OF_WRITER, {"player": player, "before": before, "limit": limit})]


def take_away(message: ChatMessage) -> None:
    """Show a message no longer, in the transaction of the moderator who decides so."""
    if ChatMessage.objects.filter(pk=message.pk, removed_at=None).update(removed_at=Now()):
        with connection.cursor() as cursor:
            cursor.execute(CHANGE, [message.match_id, message.room])


def erase(player: str) -> None:
    """Take away what a player has written, and how far they have read, in the transaction that deletes the account."""
    ChatRead.objects.filter(player_id=player).delete()
    theirs = ChatMessage.objects.filter(player_id=player)
    rooms = set(theirs.values_list("match_id", "room"))
    theirs.delete()
    with connection.cursor() as cursor:
        for match_id, room in sorted(rooms):
            cursor.execute(CHANGE, [match_id, room])


def _line(match: str, room: str, player: str, number: int) -> ChatLine:
    """A message as its writer sees it."""
    asked = {"match": match, "room": room, "reader": player, "before": number + 1, "limit": 1}
    return ChatLine(*fetch(IN_ROOM, asked)[0])


def _check_may_write(writer: Player, there: Place) -> None:
    silences.refuse_silenced(str(writer.id))
    if there.seat is None and writer.kind not in WITH_PASSWORD:
        raise AccountNeeded


def _is_known(writer: Player) -> bool:
    """Whether a writer is no newcomer."""
    return Player.objects.filter(pk=writer.pk, kind__in=WITH_PASSWORD, created_at__lt=Now() - NEWCOMER).exists()
