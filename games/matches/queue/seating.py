"""Makes the match of a table whose people are all there. Each step may be repeated, so a crash loses nothing."""

import hashlib
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models.functions import Now

from events import outages, store
from events.store import EMPTY
from games.matches.errors import MatchNotOpen, Refused, TooBusy, Unavailable
from games.matches.lobby import arranged, lobby
from games.matches.lobby.lobby import Founding, NewMatch, SeatWish
from games.matches.models.waiting import CalledTable, StandingWish
from games.matches.queue import mustering, standard_sets, standing_wishes
from games.matches.queue.mustering import SEATED, WISHES
from games.matches.queue.standard_sets import LIVE
from games.matches.quotas import admission
from games.matches.status import figures
from games.matches.stream.loading import load
from games.table.state import OPEN

log = logging.getLogger(__name__)

# How long a table is kept for the figures.
KEPT = timedelta(days=90)
# How long those wait in all who were seated, in whole seconds; the label is a game and a set.
WAITED = "wish_seconds"


def seat_players(*, at: datetime | None = None) -> int:
    """Do what is due in the queue, and make the matches of the tables that are complete; how many were made."""
    return sum(_made(table) for table in mustering.settle(at=at))


def forget() -> None:
    """Delete the tables that are too old for the figures."""
    CalledTable.objects.filter(made_at__lt=Now() - KEPT).delete()


def _made(table: CalledTable) -> bool:
    try:
        return make(table)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if outages.is_away(error):
            raise
        # It is tried again once the claim has lapsed, and one table delays no other.
        log.error("the table %s could not be made: %s", table.match_id, type(error).__name__)
        return False


def make(table: CalledTable) -> bool:
    """Make the match of a table, with its people in seats by chance; False where a player may not sit down.

    Who may not loses the wish; the others wait on, and what was made of the match is cancelled.
    """
    wishes = list(StandingWish.objects.filter(table_id=table.match_id).order_by("since", "pk"))
    players = [str(one.player_id) for one in wishes]
    if len(players) < table.people:
        return _left(table, wishes)
    seats = _seats(str(table.match_id), players)
    for player in players:
        try:
            _sit(table, player, players[0], seats)
        except (TooBusy, Unavailable):
            raise
        except Refused as refusal:
            log.info("a player of table %s may not sit down: %s", table.match_id, refusal.code)
            _undo(table, missing=[player])
            return False
    _done(table, wishes)
    return True


def _left(table: CalledTable, wishes: Sequence[StandingWish]) -> bool:
    """A table that somebody has left while its match was made: it runs without a difference, or is called off.

    A full one runs too, once the round of its beacon is there.
    """
    found = load(str(table.match_id)).match.table
    if found.status == OPEN and found.free:
        _undo(table, missing=[])
        return False
    _done(table, wishes)
    return True


def _seats(table_id: str, players: Sequence[str]) -> dict[str, int]:
    """A seat for each player, by chance that is the same each time; bots get those that are left, the last."""
    order = sorted(players, key=lambda player: hashlib.sha256(f"{table_id} {player}".encode()).digest())
    return {player: seat for seat, player in enumerate(order)}


def _sit(table: CalledTable, player: str, host: str, seats: dict[str, int]) -> None:
    match_id, key = str(table.match_id), f"queue {table.match_id}"
    if player == host:
        _found(table, host, seats)
    else:
        lobby.join(match_id, player, SeatWish(), key=key)


def _found(table: CalledTable, host: str, seats: dict[str, int]) -> None:
    match_id, chosen = str(table.match_id), standard_sets.queued(table.game, table.set_name)
    bots = dict.fromkeys(range(table.people, table.seats), table.bot)
    new = NewMatch(
        game=table.game,
        seats=table.seats,
        options={},
        clock=chosen.clock,
        visibility="public",
        name="",
        start="auto",
        entropy=None,
        pace=1,
        rated=table.rated,
    )
    if store.load(match_id).head == EMPTY:
        admission.admit(host, match_id, bots=bool(bots), sits=True)
    held = {seat: player for player, seat in seats.items() if player != host}
    arranged.found(match_id, new, Founding(player=host, seat=seats[host], bots=bots), by="queue", held=held)


def _undo(table: CalledTable, *, missing: Sequence[str]) -> None:
    """Call the match off as far as it was made, and send those who are not `missing` back to their places."""
    match_id = str(table.match_id)
    if store.load(match_id).head != EMPTY:
        # It may have been cancelled when this was cut short before.
        with suppress(MatchNotOpen):
            lobby.cancel(match_id, load(match_id).holders[load(match_id).match.table.host], key=f"queue {match_id}")
    with transaction.atomic():
        now = standing_wishes.locked()
        mustering.give_up(table.match_id, missing=missing, at=now)


def _done(table: CalledTable, wishes: Sequence[StandingWish]) -> None:
    """The wishes are fulfilled; who sits at a table that plays now waits for no other that does."""
    with transaction.atomic():
        now = standing_wishes.locked()
        waits = [max((now - one.since).total_seconds(), 0.0) for one in wishes]
        if not CalledTable.objects.filter(pk=table.pk, made_at=None).update(made_at=Now(), waits=waits):
            return
        StandingWish.objects.filter(table_id=table.match_id).delete()
        if table.set_name == LIVE:
            others = StandingWish.objects.filter(player_id__in=[one.player_id for one in wishes], set_name=LIVE)
            others.filter(table_id=None).delete()
        label = f"{table.game} {table.set_name}"
        figures.add({(WISHES, f"{label} {SEATED}"): len(wishes), (WAITED, label): round(sum(waits))})
