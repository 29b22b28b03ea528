"""Checks whether a player may do something at a table now."""

from django.db import connection

from games.matches.errors import (
    MatchNotActive,
    MatchNotOpen,
    MatchQuarantined,
    MatchTooLong,
    NotHost,
    NotSeated,
    PlayerNotFound,
    TooManyJoins,
)
from games.matches.models.people import DELETED, Player
from games.matches.stream.loading import Loaded
from games.table.state import ACTIVE, OPEN

# A game ends by its rules after a few thousand events, but players come and go, pause and go on as often as they like.
# The verifier takes 30,000 (`games/verify/match_file.py`), so this leaves room for the longest game.
MOST_EVENTS = 20_000
# So often a player sits down in one match. Without a bound a single stranger could come and go until an open lobby has
# `MOST_EVENTS`, and nobody else could join it.
MOST_JOINS = 20

# From here on an open lobby lets in only whom the host invites. However many strangers come and go, from however many
# addresses, the host finds players all the same.
MOST_EVENTS_OF_STRANGERS = MOST_EVENTS // 2

JOINS = """
SELECT count(*) FROM command JOIN event ON event.match_id = command.match_id AND event.version = command.first_version
 WHERE command.match_id = %s::uuid AND command.actor = %s AND event.type = 'seat_taken'
"""


def seat_of(loaded: Loaded, player: str) -> int:
    """The player's seat; `NotSeated` when they have none."""
    seat = loaded.seat_of(player)
    if seat is None:
        raise NotSeated
    return seat


def seat_at_play(loaded: Loaded, player: str) -> int:
    """The player's seat in a match that runs: `NotSeated`, `MatchNotActive`, `MatchQuarantined`."""
    seat = seat_of(loaded, player)
    if loaded.match.table.status != ACTIVE:
        raise MatchNotActive(status=loaded.match.table.status)
    check_not_quarantined(loaded)
    return seat


def check_host(loaded: Loaded, player: str) -> None:
    """Refuse every player but the host: `NotSeated`, `NotHost`."""
    if seat_of(loaded, player) != loaded.match.table.host:
        raise NotHost


def check_not_quarantined(loaded: Loaded) -> None:
    """Refuse an append to a quarantined match: `MatchQuarantined`."""
    if loaded.is_set_aside:
        raise MatchQuarantined


def check_exists(player: str) -> None:
    """Refuse a player who has deleted the account since the request came in: `PlayerNotFound`."""
    if not Player.objects.filter(id=player).exclude(kind=DELETED).exists():
        raise PlayerNotFound


def check_room(loaded: Loaded) -> None:
    """Refuse an append that a too long match does not need: `MatchTooLong`.

    Not for moves, and not for appends that end the match or a pause.
    """
    if loaded.match.head.version >= MOST_EVENTS:
        raise MatchTooLong(most=MOST_EVENTS)


def check_may_join(match_id: str, player: str) -> None:
    """Refuse a player who has sat down in the match too often: `TooManyJoins`."""
    with connection.cursor() as cursor:
        cursor.execute(JOINS, [match_id, player])
        ((joins,),) = cursor.fetchall()
    if joins >= MOST_JOINS:
        raise TooManyJoins(most=MOST_JOINS)


def check_open(loaded: Loaded) -> None:
    """Refuse if the match is not open, or quarantined: `MatchNotOpen`, `MatchQuarantined`."""
    check_not_quarantined(loaded)
    if loaded.match.table.status != OPEN:
        raise MatchNotOpen(status=loaded.match.table.status)
