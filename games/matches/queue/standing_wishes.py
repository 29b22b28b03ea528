"""A player's standing wishes: made, changed, withdrawn, listed, and confirmed when a table is called."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Count
from django.db.models.functions import Now

from events.statements import fetch
from games.core.prompts import Violation
from games.matches.accounts import bot_accounts, players
from games.matches.errors import NotAllowed, NotCalled, WishNotFound
from games.matches.lists import player_records
from games.matches.lobby import rated_terms
from games.matches.models.notices import Notice
from games.matches.models.waiting import CalledTable, StandingWish
from games.matches.notices.kinds import CALLED
from games.matches.queue import standard_sets
from games.matches.queue.standard_sets import StandardSet
from games.matches.quotas import storage

# All that changes the queue waits for this lock first, so that nobody is called to two tables at once. Locks of players
# are taken under it, so who holds one of those never waits for this.
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('queue', 0)), clock_timestamp()"


@dataclass(frozen=True, kw_only=True)
class WishTerms:
    """At tables of how many seats a player sits down; with a `bot`, after how many seconds it takes free seats.

    `rated`: at matches that count. `within`: with players whose ratings are no further away. `least_reliability`: with
    players who have played so many percent of their matches to the end.
    """

    least: int
    most: int
    bot: str = ""
    bots_after: int = 0
    rated: bool = False
    within: int | None = None
    least_reliability: int | None = None


@dataclass(frozen=True, kw_only=True)
class Called:
    """The table that a wish is called to, and how many of its people have said that they are there."""

    table: CalledTable
    confirmed: int


@dataclass(frozen=True, kw_only=True)
class OwnWish:
    """A wish as its player sees it."""

    wish: StandingWish
    called: Called | None


def put(player: str, game: str, set_name: str, terms: WishTerms) -> OwnWish:
    """Wait for a table of a set, or wait on by other terms; the place in the queue stays.

    `GameNotFound`, `SetNotFound`; `NotAllowed` for tables that the game does not have, or bots at a rated match, which
    is `AccountNeeded` for guests; `PeopleOnly`. A wish that is called to a table stays called.
    """
    chosen = standard_sets.queued(game, set_name)
    _check(chosen, terms)
    bot_accounts.check_person(player)
    if terms.rated:
        rated_terms.check_account(player)
    known = player_records.reliability(player_records.of_player(player))
    with transaction.atomic():
        now = locked()
        # Nothing is left behind with a player who is gone.
        players.locked(player)
        asked = {
            "seats_min": terms.least,
            "seats_max": terms.most,
            "bot": terms.bot,
            "rated": terms.rated,
            "within": terms.within,
            "least_reliability": terms.least_reliability,
            "reliability": 100 if known is None else known,
            "expires_at": now + standard_sets.STANDS[set_name],
            "look_at": now,
        }
        wish, fresh = StandingWish.objects.get_or_create(
            player_id=player,
            game=game,
            set_name=set_name,
            defaults={**asked, "since": now, "bots_at": _bots_at(now, terms)},
        )
        if fresh:
            storage.admit_stored("wish", player=player)
        else:
            changed = {**asked, "bots_at": _bots_at(wish.since, terms)}
            if wish.table_id is not None:
                # What is to be done about the table is done at its time.
                del changed["look_at"]
            StandingWish.objects.filter(pk=wish.pk).update(**changed)
            wish.refresh_from_db()
    return _told([wish])[0]


def withdraw(player: str, game: str, set_name: str) -> None:
    """Wait no more; `WishNotFound`. Others who were called to the same table keep their places."""
    with transaction.atomic():
        now = locked()
        wish = _own(player, game, set_name)
        wish.delete()
        if wish.table_id is not None:
            close_notices(wish.table_id)
            look_at_others([wish.player_id], now)
            if not StandingWish.objects.filter(table_id=wish.table_id).update(look_at=now):
                CalledTable.objects.filter(match_id=wish.table_id, made_at=None).delete()


def confirm(player: str, game: str, set_name: str) -> OwnWish:
    """Say that one is there for the table that one was called to; `WishNotFound`, `NotCalled`.

    Saying so again changes nothing. The last to say so starts the match.
    """
    with transaction.atomic():
        now = locked()
        wish = _own(player, game, set_name)
        table = None if wish.table_id is None else CalledTable.objects.filter(match_id=wish.table_id).first()
        if table is None or (table.confirm_by is not None and table.confirm_by <= now and wish.confirmed_at is None):
            raise NotCalled
        if wish.confirmed_at is None:
            StandingWish.objects.filter(pk=wish.pk).update(confirmed_at=now)
            wish.confirmed_at = now
            close_notices(table.match_id, player)
            here = StandingWish.objects.filter(table_id=table.match_id)
            if here.exclude(confirmed_at=None).count() == table.people:
                here.update(look_at=now)
    return _told([wish])[0]


def listed(player: str) -> list[OwnWish]:
    """All wishes of a player, longest waiting first."""
    return _told(list(StandingWish.objects.filter(player_id=player).order_by("since", "pk")))


def forget(player: str) -> None:
    """Withdraw all wishes of a player who is deleted."""
    for game, set_name in StandingWish.objects.filter(player_id=player).values_list("game", "set_name"):
        try:
            withdraw(player, game, set_name)
        except WishNotFound:
            # They were seated meanwhile.
            continue


def waiting() -> Mapping[tuple[str, str], int]:
    """How many wait for a table, by game and set."""
    rows = StandingWish.objects.filter(table_id=None).values_list("game", "set_name")
    return {(game, name): count for game, name, count in rows.annotate(Count("pk"))}


def locked() -> datetime:
    """Wait for the lock of the queue, which is held until the end of the transaction; the time once it is held."""
    rows: Sequence[tuple[object, datetime]] = fetch(LOCK, ())
    return rows[0][1]


def look_at_others(players: Collection[UUID], now: datetime) -> None:
    """Have all that these players wait for looked at: they are called to a table no longer."""
    StandingWish.objects.filter(player_id__in=players, table_id=None).update(look_at=now)


def close_notices(table_id: UUID, *only: str) -> None:
    """Mark the calls to a table as read, those to these players or all: there is nothing left to answer."""
    calls = Notice.objects.filter(match_id=table_id, kind=CALLED, read_at=None)
    (calls.filter(player_id__in=only) if only else calls).update(read_at=Now())


def _own(player: str, game: str, set_name: str) -> StandingWish:
    found = StandingWish.objects.filter(player_id=player, game=game, set_name=set_name).first()
    if found is None:
        raise WishNotFound
    return found


def _bots_at(since: datetime, terms: WishTerms) -> datetime | None:
    return since + timedelta(seconds=terms.bots_after) if terms.bot else None


def _check(chosen: StandardSet, terms: WishTerms) -> None:
    wrong = []
    if terms.least < chosen.least:
        wrong.append(Violation(pointer="/seats/min", code="minimum", detail=f"{chosen.game} takes {chosen.least}."))
    if terms.most > chosen.most:
        wrong.append(Violation(pointer="/seats/max", code="maximum", detail=f"{chosen.game} takes {chosen.most}."))
    if terms.least > terms.most:
        wrong.append(Violation(pointer="/seats/max", code="minimum", detail="Not less than `min`."))
    if terms.rated and terms.bot:
        wrong.append(Violation(pointer="/bots", code="const", detail="A rated match is played by people alone."))
    if wrong:
        raise NotAllowed(wrong)


def _told(wishes: Sequence[StandingWish]) -> list[OwnWish]:
    called = {one.table_id for one in wishes if one.table_id is not None}
    tables = CalledTable.objects.in_bulk(list(called)) if called else {}
    here = StandingWish.objects.filter(table_id__in=called).exclude(confirmed_at=None).values_list("table_id")
    confirmed = dict(here.annotate(Count("pk"))) if called else {}
    return [
        OwnWish(
            wish=one,
            called=None
            if one.table_id not in tables
            else Called(table=tables[one.table_id], confirmed=confirmed.get(one.table_id, 0)),
        )
        for one in wishes
    ]
