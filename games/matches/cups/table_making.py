"""Makes the match of a cup's table. Each step may be repeated, so a crash loses nothing."""

import logging
from collections.abc import Mapping

from events import store
from events.store import EMPTY
from games.core.bots import EASY
from games.cups.running import Cup
from games.matches.errors import MatchFull, Refused, SeatOccupied, TooBusy, Unavailable
from games.matches.lobby import arranged, lobby
from games.matches.lobby.lobby import Founding, NewMatch, SeatWish
from games.matches.models.cups import CupRow, CupTable
from games.matches.models.matches import Lobby
from games.matches.queue import standard_sets
from games.matches.quotas import admission
from games.matches.stream.guards import check_exists
from games.matches.stream.loading import load
from games.table.state import OPEN

log = logging.getLogger(__name__)


def make(row: CupRow, cup: Cup, table: CupTable) -> None:
    """Make the match of a table of the present round, with everybody in their seats.

    For who may not sit down a bot does, and then the match counts for no ratings. Where nobody may, there is no match.
    """
    entrants = [cup.entrants[one] for one in cup.rounds[-1].tables[table.number].entrants]
    people = {
        seat: player
        for seat, one in enumerate(entrants)
        if (player := one["player"]) is not None and seat not in table.absent
    }
    bots = {seat: one["bot"] or EASY for seat, one in enumerate(entrants) if seat not in people}
    for host in people:
        if _founded(row, cup, table, people, bots, host):
            break
        bots[host] = EASY
    else:
        CupTable.objects.filter(pk=table.pk).update(is_made=True)
        return
    match_id = str(table.match_id)
    for seat, player in people.items():
        if seat not in bots and seat != host:
            _sit(match_id, seat, player, people[host])
    CupTable.objects.filter(pk=table.pk).update(is_made=True)


def _founded(
    row: CupRow, cup: Cup, table: CupTable, people: Mapping[int, str], bots: Mapping[int, str], host: int
) -> bool:
    """The match with its host and its bots, the other seats kept for their players; False where the host may not."""
    match_id, created = str(table.match_id), cup.created
    if store.load(match_id).head != EMPTY:
        # Made before: whoever made it is its host.
        return people[host] in load(match_id).holders.values()
    try:
        check_exists(people[host])
        admission.admit(people[host], match_id, bots=bool(bots), sits=True)
    except (TooBusy, Unavailable):
        raise
    except Refused as refusal:
        log.info("a player may not make the table %s of a cup: %s", match_id, refusal.code)
        return False
    new = NewMatch(
        game=created["game"],
        seats=len(people.keys() | bots.keys()),
        options={},
        clock=standard_sets.queued(created["game"], created["set"]).clock,
        visibility="public",
        name=row.name,
        start="auto",
        entropy=None,
        pace=1,
        rated=created["rated"] and not bots,
    )
    held = {seat: player for seat, player in people.items() if seat != host and seat not in bots}
    arranged.found(match_id, new, Founding(player=people[host], seat=host, bots=dict(bots)), by="cup", held=held)
    return True


def _sit(match_id: str, seat: int, player: str, host: str) -> None:
    try:
        lobby.join(match_id, player, SeatWish(seat=seat), key=f"cup {match_id}")
    except (TooBusy, Unavailable):
        raise
    except (SeatOccupied, MatchFull):
        # By a bot, when this was cut short before.
        return
    except Refused as refusal:
        if load(match_id).match.table.status != OPEN:
            return
        log.info("a player may not sit down at the table %s of a cup: %s", match_id, refusal.code)
        Lobby.objects.filter(match_id=match_id).update(rated=False)
        lobby.seat_bot(match_id, host, seat=seat, bot=EASY, key=f"cup {match_id} {seat}")
