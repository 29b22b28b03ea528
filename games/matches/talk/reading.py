"""How far players have read the chat at their tables, and where there is something new for them."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import connection

from events.statements import fetch
from games.matches.errors import NotSeated
from games.matches.talk.chat import PLAYERS, Place

# The newest of a player's matches are looked at, as many as home shows; and so many messages are counted in each.
MATCHES, MOST = 100, 99

# Never back: another browser may have read further. What is beyond the last message is the last message. Of a deleted
# account nothing is kept.
MARK = """
INSERT INTO matches_chatread (match_id, player_id, number)
SELECT room.match_id, player.id, least(room.last, %(number)s::integer)
FROM matches_chatroom AS room, matches_player AS player
WHERE room.match_id = %(match)s::uuid AND room.room = %(room)s
    AND player.id = %(player)s::uuid AND player.handle IS NOT NULL
ON CONFLICT (player_id, match_id) DO UPDATE SET number = excluded.number
WHERE matches_chatread.number < excluded.number
"""
READ = "SELECT number FROM matches_chatread WHERE player_id = %(player)s::uuid AND match_id = %(match)s::uuid"
# Of messages that the player would be shown: not their own, nor those that were taken away, nor of whom they mute.
UNREAD = """
WITH mine AS MATERIALIZED (
    SELECT match_id FROM matches_listing WHERE player_ids @> ARRAY[%(player)s::uuid]
    ORDER BY match_id DESC LIMIT %(matches)s::integer
), kept_away AS MATERIALIZED (
    SELECT muted_id AS id FROM matches_mute WHERE player_id = %(player)s::uuid
    UNION ALL SELECT blocked_id FROM matches_block WHERE player_id = %(player)s::uuid
)
SELECT mine.match_id::text, unread.count, unread.last, unread.written_at
FROM mine JOIN matches_chatroom AS room ON room.match_id = mine.match_id AND room.room = %(room)s
LEFT JOIN matches_chatread AS mark ON mark.player_id = %(player)s::uuid AND mark.match_id = mine.match_id,
LATERAL (
    SELECT count(*), max(number) AS last, max(written_at) AS written_at FROM (
        SELECT number, written_at FROM matches_chatmessage AS message
        WHERE message.match_id = mine.match_id AND message.room = room.room AND number > coalesce(mark.number, 0)
            AND message.player_id <> %(player)s::uuid AND removed_at IS NULL
            AND message.player_id NOT IN (SELECT id FROM kept_away)
        ORDER BY number DESC LIMIT %(most)s::integer
    ) AS newest
) AS unread
WHERE room.last > coalesce(mark.number, 0) AND unread.count > 0
ORDER BY unread.written_at DESC, mine.match_id
"""


class UnreadRoom(NamedTuple):
    """A match with messages that a player has not read: how many, up to `MOST`, and the last of them."""

    match: str
    messages: int
    last: int
    written_at: datetime


def mark(there: Place, player: str, number: int) -> None:
    """Note that a player has read the players' room up to a message. `NotSeated` for another room."""
    if there.room != PLAYERS:
        raise NotSeated
    with connection.cursor() as cursor:
        cursor.execute(MARK, {"match": there.match, "room": PLAYERS, "player": player, "number": number})


def marked(there: Place, player: str | None) -> int | None:
    """Up to which message a player has read the players' room, 0 for none; None for who does not sit there."""
    if player is None or there.room != PLAYERS:
        return None
    found = fetch(READ, {"player": player, "match": there.match})
    return int(found[0][0]) if found else 0


def unread(player: str) -> Sequence[UnreadRoom]:
    """The matches in which a player sits and has something to read, what was said last first."""
    asked = {"player": player, "room": PLAYERS, "matches": MATCHES, "most": MOST}
    return [UnreadRoom(*row) for row in fetch(UNREAD, asked)]
