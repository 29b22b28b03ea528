"""Gives a seat up: by leaving before the start, by resigning later, and when a seated player is deleted."""

from contextlib import suppress

from games.core.errors import RuleBroken
from games.matches.autoplay import awaited_rounds
from games.matches.errors import MatchNotActive, MatchNotOpen, MatchQuarantined, NotSeated, PlayerNotFound
from games.matches.models.cups import CupTable
from games.matches.play import submission
from games.matches.quotas import admission
from games.matches.stream.commands import Appended, execute, request
from games.matches.stream.drafts import Plan, plan
from games.matches.stream.guards import check_exists, check_open, seat_of
from games.matches.stream.loading import Loaded
from games.table.events import MatchCancelled, SeatLeft


def leave(match_id: str, player: str, *, key: str | None, is_deleted: bool = False) -> Appended:
    """Give the seat back before the start. The host's place passes on; the last one leaving cancels the match.

    `BeaconAwaited` where the match `check_begins` any moment; whoever `is_deleted` leaves all the same.
    """

    def judge(loaded: Loaded) -> Plan:
        seat = seat_of(loaded, player)
        check_open(loaded)
        if not is_deleted:
            check_begins(loaded)
        left = SeatLeft(seat=seat)
        return plan(left, MatchCancelled()) if len(loaded.holders) == 1 else plan(left)

    left = execute(request(match_id, player, "leave", key=key), judge)
    if not left.replayed:
        admission.depart(match_id, player)
    return left


def check_begins(loaded: Loaded) -> None:
    """Refuse to call off a cup's match that is full and waits for its beacon: `BeaconAwaited`.

    Whoever likes the opponents not would have a level result by that. Once its round of the cup is over, anybody may.
    """
    table = loaded.match.table
    if table.beacon is not None and not table.free and CupTable.objects.filter(match_id=loaded.match.id).exists():
        raise awaited_rounds.awaited(loaded)


def give_up(match_id: str, player: str) -> None:
    """Leave or resign, whichever the match allows. If it allows neither, the match does not wait for the player."""
    # The match may start or end at any time, so both calls are tried.
    for call in (leave, submission.resign):
        with suppress(NotSeated, MatchNotOpen, MatchNotActive, MatchQuarantined, RuleBroken):
            call(match_id, player, is_deleted=True, key=None)


def check_still_there(match_id: str, player: str) -> None:
    """Give the seat up again that a player has just taken who was deleted meanwhile: `PlayerNotFound`.

    Their deletion looks for seats after the player is marked as deleted, and this looks for the mark after the seat is
    taken, so one of them finds the other.
    """
    try:
        check_exists(player)
    except PlayerNotFound:
        give_up(match_id, player)
        raise
