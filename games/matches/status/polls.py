"""What open streams have to be told that no event tells: how far matches have come, and who may still listen."""

from collections.abc import Collection
from typing import NamedTuple

from django.db import connection

HEADS = "SELECT match_id::text, version FROM match_head WHERE match_id = ANY(%s::uuid[])"

# Whatever makes a match another one to its readers without an event.
STANDINGS = """
SELECT match_id::text, visibility, coalesce(delay ? 'seconds', false),
    EXISTS (SELECT FROM matches_quarantine AS aside WHERE aside.match_id = lobby.match_id)
FROM matches_lobby AS lobby WHERE match_id = ANY(%s::uuid[])
"""

# As `games/matches/accounts/tokens.py` has it, which knows more than this room may.
LISTENERS = """
SELECT token.digest FROM matches_token AS token JOIN matches_player AS player ON player.id = token.player_id
WHERE token.digest = ANY(%s::bytea[]) AND player.handle IS NOT NULL
    AND (token.expires_at IS NULL OR token.expires_at > statement_timestamp())
"""


# How often something has changed in each room of the chat.
CHATS = "SELECT match_id::text, room, changes FROM matches_chatroom WHERE match_id = ANY(%s::uuid[])"
UNFINISHED_STATUSES = ("open", "active", "quarantined")
# Every match in which somebody sits and that has not ended, as the lists have it.
UNFINISHED = f"""
SELECT player_ids::text[], match_id::text, version, status FROM matches_listing
WHERE player_ids && %s::uuid[] AND status IN {UNFINISHED_STATUSES}
"""  # noqa: S608, of constants
# By player the position of the last notice.
NOTICES = """
SELECT player::text, (SELECT max(position) FROM matches_notice WHERE player_id = player)
FROM unnest(%s::uuid[]) AS player
"""


class AccessState(NamedTuple):
    """Who may know of a match, whether it is seen some seconds later, and whether it is set aside."""

    visibility: str
    grows_by_itself: bool
    is_set_aside: bool


def heads(matches: Collection[str]) -> dict[str, int]:
    """The version of each of these matches."""
    with connection.cursor() as cursor:
        cursor.execute(HEADS, [list(matches)])
        return dict(cursor.fetchall())


def standings(matches: Collection[str]) -> dict[str, AccessState]:
    """What may change about matches without an event."""
    with connection.cursor() as cursor:
        cursor.execute(STANDINGS, [list(matches)])
        return {match: AccessState(*standing) for match, *standing in cursor.fetchall()}


def chats(matches: Collection[str]) -> dict[str, dict[str, int]]:
    """By match and room how often something has changed in the chat; a room in which nobody has written is missing."""
    found: dict[str, dict[str, int]] = {}
    with connection.cursor() as cursor:
        cursor.execute(CHATS, [list(matches)])
        for match, room, changes in cursor.fetchall():
            found.setdefault(match, {})[room] = changes
    return found


def unfinished(players: Collection[str]) -> dict[str, dict[str, tuple[int, str]]]:
    """For each of these players the matches in which they sit, with version and status as the lists have them."""
    found: dict[str, dict[str, tuple[int, str]]] = {player: {} for player in players}
    with connection.cursor() as cursor:
        cursor.execute(UNFINISHED, [list(players)])
        for seated, match, version, status in cursor.fetchall():
            for player in found.keys() & set(seated):
                found[player][match] = version, status
    return found


def notices(players: Collection[str]) -> dict[str, int]:
    """The position of each player's last notice; 0 for one who has none."""
    with connection.cursor() as cursor:
        cursor.execute(NOTICES, [list(players)])
        return {player: position or 0 for player, position in cursor.fetchall()}


def revoked(digests: Collection[bytes | None]) -> set[bytes]:
    """Which of these digests are of tokens that are good no longer; None stands for a reader without one."""
    asked = {digest for digest in digests if digest is not None}
    if not asked:
        return asked
    with connection.cursor() as cursor:
        cursor.execute(LISTENERS, [list(asked)])
        return asked - {bytes(digest) for (digest,) in cursor.fetchall()}
