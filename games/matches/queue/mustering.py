"""Calls players who wait to a table, and gives up tables to which not all have come."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from events import store
from events.store import EMPTY, new_id
from games.matches.models.waiting import Block, CalledTable, StandingWish
from games.matches.notices import writer
from games.matches.queue import grouping, standard_sets, standing_wishes
from games.matches.queue.grouping import Group, Waiting
from games.matches.queue.standard_sets import LIVE
from games.matches.ratings import standings
from games.matches.ratings.strengths import CENTRE
from games.matches.status import figures

# How often something has become of a wish; the label is a game, a set and what it was.
WISHES = "wishes"
SEATED, LOST, EXPIRED = "seated", "lost", "expired"
# So many tables are handed out at a time, and none again for so long: its match is being made, or that was cut short.
AT_ONCE, CLAIM = 20, timedelta(seconds=5)


def settle(*, at: datetime | None = None) -> list[CalledTable]:
    """Do what is due in the queue; the tables for which a match is to be made now, because their people are all there.

    Wishes that stand too long end; so does that of a player who was called and has not said in time that they are
    there, and the others at that table wait on in their old places. Then the groups that are found are called. `at` is
    the time, the present unless told.
    """
    with transaction.atomic():
        held = standing_wishes.locked()
        now = at or held
        _end_old(now)
        _give_up_tables(now)
        due = StandingWish.objects.filter(look_at__lte=now, table_id=None)
        for game, set_name in sorted(set(due.values_list("game", "set_name"))):
            _call(game, set_name, now)
        return _complete(now)


def give_up(table_id: UUID, *, missing: Collection[str], at: datetime) -> None:
    """Send the people of a table back to their places in the queue, without the wishes of those who are `missing`.

    Inside a transaction that holds the lock of the queue.
    """
    here = StandingWish.objects.filter(table_id=table_id)
    players = list(here.values_list("player_id", flat=True))
    here.filter(player_id__in=missing).delete()
    here.update(table_id=None, confirmed_at=None, look_at=at)
    standing_wishes.look_at_others(players, at)
    CalledTable.objects.filter(match_id=table_id, made_at=None).delete()
    standing_wishes.close_notices(table_id)


def _end_old(now: datetime) -> None:
    old = StandingWish.objects.filter(look_at__lte=now, expires_at__lte=now, table_id=None)
    _count(old.values_list("game", "set_name"), EXPIRED)
    old.delete()


def _give_up_tables(now: datetime) -> None:
    """Of tables that are due: those that somebody has left, and those whose time is up and not all are there."""
    due = StandingWish.objects.filter(look_at__lte=now).exclude(table_id=None).values_list("table_id", flat=True)
    for table in CalledTable.objects.filter(match_id__in=set(due)).order_by("called_at", "match_id"):
        here = StandingWish.objects.filter(table_id=table.match_id)
        is_late = table.confirm_by is not None and table.confirm_by <= now
        late = [str(one.player_id) for one in here if one.confirmed_at is None] if is_late else []
        # A match that has been made stands: somebody has left the table too late.
        if (late or here.count() < table.people) and store.load(str(table.match_id)).head == EMPTY:
            _count([(table.game, table.set_name)] * len(late), LOST)
            give_up(table.match_id, missing=late, at=now)


def _call(game: str, set_name: str, now: datetime) -> None:
    chosen = standard_sets.queued(game, set_name)
    free = list(_free(game, set_name))
    ratings = standings.ratings_in(game, [one.player_id for one in free])
    wishes = {_waiting(one, ratings.get(one.player_id, CENTRE), now): one for one in free}
    called: list[tuple[CalledTable, list[StandingWish]]] = []
    for group in grouping.groups(list(wishes), _apart([one.player_id for one in wishes.values()])):
        some = [wishes.pop(one) for one in group.members]
        called.append((_table(some, group, musters=chosen.musters, now=now), some))
    _store(called)
    _look_later(wishes.values(), now)
    busy = StandingWish.objects.filter(game=game, set_name=set_name, table_id=None, look_at__lte=now)
    busy.update(look_at=now + CLAIM)


def _free(game: str, set_name: str) -> QuerySet[StandingWish]:
    """Those who wait, longest first; without players who are called to a table that begins now."""
    waiting = StandingWish.objects.filter(game=game, set_name=set_name, table_id=None).order_by("since", "pk")
    if set_name != LIVE:
        return waiting
    called = StandingWish.objects.filter(set_name=LIVE).exclude(table_id=None).values("player_id")
    return waiting.exclude(player_id__in=called)


def _waiting(wish: StandingWish, rating: int, now: datetime) -> Waiting:
    return Waiting(
        player=str(wish.player_id),
        least=wish.seats_min,
        most=wish.seats_max,
        bot=wish.bot,
        has_waited=wish.bots_at is not None and wish.bots_at <= now,
        rated=wish.rated,
        rating=rating,
        within=wish.within,
        reliability=wish.reliability,
        least_reliability=wish.least_reliability,
    )


def _apart(players: Collection[UUID]) -> frozenset[frozenset[str]]:
    pairs = Block.objects.filter(player_id__in=players, blocked_id__in=players).values_list("player_id", "blocked_id")
    return frozenset(frozenset((str(one), str(other))) for one, other in pairs)


def _table(wishes: Sequence[StandingWish], group: Group, *, musters: bool, now: datetime) -> CalledTable:
    return CalledTable(
        match_id=UUID(new_id()),
        game=wishes[0].game,
        set_name=wishes[0].set_name,
        seats=group.seats,
        people=len(wishes),
        bot=group.bot,
        rated=wishes[0].rated,
        called_at=now,
        # Who is alone with bots waits for nobody who might have gone.
        confirm_by=now + standard_sets.MUSTER if musters and len(wishes) > 1 else None,
    )


def _store(called: Sequence[tuple[CalledTable, Sequence[StandingWish]]]) -> None:
    """Write the tables and whom they call, and tell those who have to say that they are there."""
    CalledTable.objects.bulk_create([table for table, _ in called])
    for table, wishes in called:
        for one in wishes:
            one.table_id, one.look_at = table.match_id, table.confirm_by or table.called_at
            one.confirmed_at = None if table.confirm_by else table.called_at
    seated = [one for _, wishes in called for one in wishes]
    StandingWish.objects.bulk_update(seated, ["table_id", "look_at", "confirmed_at"])
    asked = {table.match_id: [str(one.player_id) for one in wishes] for table, wishes in called if table.confirm_by}
    if asked:
        writer.tell_called([table for table, _ in called if table.confirm_by], asked)


def _look_later(wishes: Collection[StandingWish], now: datetime) -> None:
    """Those who are left are looked at when their time for bots comes; whoever comes has them looked at too."""
    for one in wishes:
        one.look_at = min(at for at in (one.bots_at, one.expires_at) if at is not None and at > now)
    StandingWish.objects.bulk_update(wishes, ["look_at"])


def _complete(now: datetime) -> list[CalledTable]:
    """Some tables that wait for nobody, longest first. They are claimed: nobody else is told of them for a while."""
    due = StandingWish.objects.filter(look_at__lte=now).exclude(confirmed_at=None).values("table_id")
    tables = CalledTable.objects.filter(match_id__in=due, made_at=None).order_by("called_at", "match_id")
    missing = StandingWish.objects.filter(table_id__isnull=False, confirmed_at=None).values("table_id")
    full = list(tables.exclude(match_id__in=missing)[:AT_ONCE])
    ids = [table.match_id for table in full]
    StandingWish.objects.filter(table_id__in=ids).update(look_at=now + CLAIM)
    return full


def _count(pools: Collection[tuple[str, str]], what: str) -> None:
    counts = Counter(pools)
    figures.add({(WISHES, f"{game} {name} {what}"): count for (game, name), count in counts.items()})
