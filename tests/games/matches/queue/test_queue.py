"""The queue: wishes stand, tables are called, and matches are made of them, whatever comes between."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.models.functions import Now
from django.test import Client
from pytest_django import Settings

from events import store
from events.store import EMPTY
from games.matches.accounts import keeping_away
from games.matches.errors import AccountNeeded, GameNotFound, NotAllowed, NotCalled, SetNotFound, WishNotFound
from games.matches.lobby import lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.models.matches import Lobby
from games.matches.models.notices import Notice
from games.matches.models.people import Player
from games.matches.models.rated import Rating
from games.matches.models.waiting import CalledTable, StandingWish
from games.matches.notices import bodies, relevance
from games.matches.play import submission
from games.matches.profiles import deletion
from games.matches.queue import fill_figures, mustering, seating, standing_wishes
from games.matches.queue.standard_sets import DAYS, LIVE, MUSTER
from games.matches.queue.standing_wishes import OwnWish, WishTerms
from games.matches.stream.loading import load
from tests.support.cast import RPW, STRANGER, Person, account_holder, new_match, person
from tests.support.relay import catch_up
from tests.support.table_fixtures import Cast

CAVE = "cave"


@pytest.fixture(autouse=True)
def _nobody_else_waits(empty_queue: None) -> None:
    pass


def wait(who: Person, set_name: str = LIVE, *, game: str = RPW, least: int = 3, most: int = 3, **terms: Any) -> OwnWish:
    return standing_wishes.put(who.id, game, set_name, WishTerms(least=least, most=most, **terms))


def wish(who: Person, set_name: str = LIVE) -> OwnWish | None:
    own = [one for one in standing_wishes.listed(who.id) if (one.wish.game, one.wish.set_name) == (RPW, set_name)]
    return own[0] if own else None


def called_to(who: Person, set_name: str = LIVE) -> str | None:
    found = wish(who, set_name)
    return None if found is None or found.called is None else str(found.called.table.match_id)


def soon(seconds: float = 0) -> datetime:
    """So long after the newest wish."""
    newest = StandingWish.objects.order_by("-since").first()
    assert newest is not None
    return newest.since + timedelta(seconds=seconds)


def calls(who: Person) -> list[tuple[str, bool]]:
    found = Notice.objects.filter(player_id=who.id, kind="called").order_by("id")
    return [(str(one.match_id), one.read_at is not None) for one in found]


def confirmed(*people: Person) -> None:
    for one in people:
        standing_wishes.confirm(one.id, RPW, LIVE)


def seats(match_id: str) -> set[str]:
    return set(load(match_id).holders.values())


def called(cast: Cast) -> str:
    for one in cast:
        wait(one)
    assert seating.seat_players() == 0
    (table,) = {called_to(one) for one in cast}
    assert table is not None
    return table


def test_wishes_over_days_that_fit_become_a_running_match_at_once(cast: Cast) -> None:
    for one in cast:
        wait(one, DAYS)
    assert seating.seat_players() == 1
    (made,) = CalledTable.objects.all()
    match_id = str(made.match_id)
    table = load(match_id).match.table
    assert (table.status, table.game, table.seats) == ("active", RPW, 3)
    assert (table.clock["mode"], table.clock["seconds"], table.clock["vacation"]) == ("per_move", 86_400, True)
    assert seats(match_id) == {one.id for one in cast}
    assert [standing_wishes.listed(one.id) for one in cast] == [[], [], []]
    assert calls(cast[0]) == []


def test_wishes_for_a_rated_match_become_one_and_meet_no_others() -> None:
    members, guests = [account_holder(name) for name in "xyz"], [person(name) for name in "abc"]
    for one, other in zip(members, guests, strict=True):
        wait(one, DAYS, rated=True)
        wait(other, DAYS)
    assert seating.seat_players() == 2
    made = {frozenset(seats(str(table.match_id))): table for table in CalledTable.objects.all()}
    assert made.keys() == {frozenset(one.id for one in some) for some in (members, guests)}
    for players, table in made.items():
        is_rated = Lobby.objects.get(match_id=table.match_id).rated
        assert is_rated is table.rated is (players == {one.id for one in members})


def test_a_guest_waits_for_no_rated_match_and_bots_come_to_none() -> None:
    with pytest.raises(AccountNeeded):
        wait(person("Guest"), DAYS, rated=True)
    with pytest.raises(NotAllowed) as refused:
        wait(account_holder("Alice"), rated=True, bot="easy", bots_after=60)
    assert [one.pointer for one in refused.value.violations] == ["/bots"]


def test_ratings_and_reliability_are_those_of_the_game_and_of_the_time_of_the_wish(empty_queue: None) -> None:
    strong, weak, asks = account_holder("Strong"), account_holder("Weak"), account_holder("Asks")
    Rating.objects.create(player_id=strong.id, game=RPW, mu=35.0, sigma=3.0, matches=20, rated_at=Now())
    Rating.objects.create(player_id=weak.id, game=CAVE, mu=35.0, sigma=3.0, matches=20, rated_at=Now())
    for one in (strong, weak):
        wait(one, DAYS)
    wait(asks, DAYS, within=400, least_reliability=90)
    assert seating.seat_players() == 0
    wait(third := account_holder("Third"), DAYS)
    assert seating.seat_players() == 1
    assert wish(strong, DAYS) is None
    assert {one.id for one in (strong, weak, third)} == seats(str(CalledTable.objects.get().match_id))


def test_players_of_a_match_that_begins_now_are_called_and_the_match_is_made_when_all_are_there(cast: Cast) -> None:
    match_id = called(cast)
    assert store.load(match_id).head == EMPTY
    assert [calls(one) for one in cast] == [[(match_id, False)]] * 3
    confirmed(*cast[:2])
    assert seating.seat_players() == 0
    confirmed(cast[2])
    assert seating.seat_players() == 1
    assert load(match_id).match.table.status == "active"
    assert seats(match_id) == {one.id for one in cast}
    assert [calls(one) for one in cast] == [[(match_id, True)]] * 3


def test_who_does_not_come_loses_the_wish_and_the_others_keep_their_places(cast: Cast) -> None:
    match_id = called(cast)
    confirmed(*cast[:2])
    since = {one: wish(one).wish.since for one in cast[:2]}  # type: ignore[union-attr]
    assert seating.seat_players(at=soon(MUSTER.total_seconds() + 5)) == 0
    assert [wish(one) is None for one in cast] == [False, False, True]
    assert [called_to(one) for one in cast[:2]] == [None, None]
    assert {one: wish(one).wish.since for one in cast[:2]} == since  # type: ignore[union-attr]
    assert store.load(match_id).head == EMPTY
    assert [calls(one) for one in cast] == [[(match_id, True)]] * 3
    late = person("Late")
    wait(late)
    seating.seat_players(at=soon(1))
    assert called_to(cast[0]) == called_to(cast[1]) == called_to(late) != match_id


def test_who_withdraws_from_a_called_table_costs_the_others_nothing(cast: Cast) -> None:
    match_id = called(cast)
    confirmed(*cast[:2])
    standing_wishes.withdraw(cast[2].id, RPW, LIVE)
    seating.seat_players()
    assert [called_to(one) for one in cast] == [None, None, None]
    assert wish(cast[2]) is None
    with pytest.raises(NotCalled):
        confirmed(cast[0])
    assert not CalledTable.objects.filter(match_id=match_id).exists()


def test_a_table_that_all_have_left_is_gone(cast: Cast) -> None:
    called(cast)
    for one in cast:
        standing_wishes.withdraw(one.id, RPW, LIVE)
    assert not CalledTable.objects.exists()


def test_nobody_comes_after_the_time(cast: Cast) -> None:
    match_id = called(cast)
    CalledTable.objects.filter(match_id=match_id).update(confirm_by=Now() - timedelta(seconds=1))
    with pytest.raises(NotCalled):
        confirmed(cast[0])


def test_one_who_says_so_twice_is_there_once(cast: Cast) -> None:
    called(cast)
    confirmed(cast[0], cast[0])
    found = wish(cast[0])
    assert found is not None
    assert found.called is not None
    assert found.called.confirmed == 1


def test_a_player_is_called_to_one_table_at_a_time_that_begins_now(cast: Cast) -> None:
    for one in cast:
        wait(one)
    for one in (cast[0], person("Dan"), person("Eve")):
        wait(one, game=CAVE)
    seating.seat_players()
    assert CalledTable.objects.count() == 1
    # Once that table is given up, the other game is as good.
    standing_wishes.withdraw(cast[0].id, *_called_pool())
    seating.seat_players()
    assert CalledTable.objects.count() == 1


def test_who_is_left_at_a_table_that_is_given_up_is_called_to_another_game(cast: Cast) -> None:
    called(cast)
    for one in (cast[0], person("Dan")):
        wait(one, game=CAVE, least=2, most=2)
    seating.seat_players()
    assert CalledTable.objects.count() == 1
    confirmed(cast[0])
    for seconds in (-1, 1, 2):
        seating.seat_players(at=soon(MUSTER.total_seconds() + seconds))
    assert _called_pool() == (CAVE, LIVE)


def _called_pool() -> tuple[str, str]:
    table = CalledTable.objects.get()
    return table.game, table.set_name


def test_who_sits_down_at_a_match_that_begins_now_waits_for_no_other_such_and_for_days_on(cast: Cast) -> None:
    wait(cast[0], game=CAVE)
    wait(cast[0], DAYS)
    match_id = called(cast)
    confirmed(*cast)
    seating.seat_players()
    assert load(match_id).match.table.status == "active"
    assert [one.wish.set_name for one in standing_wishes.listed(cast[0].id)] == [DAYS]


def test_players_who_are_kept_apart_are_called_to_no_table_together(cast: Cast) -> None:
    alice, bob, carol = cast
    keeping_away.block(carol.id, alice.id)
    for one in cast:
        wait(one)
    seating.seat_players()
    assert [called_to(one) for one in cast] == [None, None, None]
    dan, eve = person("Dan"), person("Eve")
    wait(dan)
    seating.seat_players()
    assert called_to(alice) == called_to(bob) == called_to(dan) is not None
    assert called_to(carol) is None
    wait(eve)
    seating.seat_players()
    assert called_to(carol) is None


def test_bots_fill_a_table_when_the_time_that_its_player_gave_is_over(cast: Cast) -> None:
    wait(cast[0], least=3, most=4, bot="random", bots_after=60)
    assert seating.seat_players(at=soon(59)) == 0
    assert seating.seat_players(at=soon(61)) == 1
    (row,) = CalledTable.objects.all()
    table = load(str(row.match_id)).match.table
    assert (table.status, table.seats, dict(table.bots)) == ("active", 3, {1: "random", 2: "random"})


def test_two_who_take_bots_sit_down_with_a_bot_after_both_are_there(cast: Cast) -> None:
    wait(cast[0], bot="random", bots_after=5)
    wait(cast[1], bot="easy", bots_after=600)
    wait(cast[2], least=4, most=4)
    assert seating.seat_players(at=soon(6)) == 0
    confirmed(*cast[:2])
    assert seating.seat_players(at=soon(7)) == 1
    match_id = str(CalledTable.objects.get().match_id)
    assert dict(load(match_id).match.table.bots) == {2: "random"}
    assert seats(match_id) == {cast[0].id, cast[1].id}
    assert load(match_id).match.table.status == "active"


def test_a_wish_made_again_changes_its_terms_and_keeps_its_place(cast: Cast) -> None:
    before = wait(cast[0]).wish
    after = wait(cast[0], least=4, most=5, bot="hard", bots_after=30).wish
    assert (after.since, after.pk) == (before.since, before.pk)
    assert (after.seats_min, after.seats_max, after.bot) == (4, 5, "hard")
    assert after.bots_at == before.since + timedelta(seconds=30)


def test_a_wish_ends_after_its_time_and_one_made_again_stands_on(cast: Cast) -> None:
    wait(cast[0])
    wait(cast[1], DAYS)
    seating.seat_players(at=soon(24 * 3600 + 60))
    assert wish(cast[0]) is None
    assert wish(cast[1], DAYS) is not None
    seating.seat_players(at=soon(30 * 24 * 3600 + 60))
    assert wish(cast[1], DAYS) is None


def test_what_does_not_exist_cannot_be_waited_for(cast: Cast) -> None:
    for error, game, set_name, least, most in (
        (GameNotFound, "chess", LIVE, 3, 3),
        (SetNotFound, RPW, "bots", 3, 3),
        (SetNotFound, RPW, "weeks", 3, 3),
        (NotAllowed, RPW, LIVE, 2, 3),
        (NotAllowed, RPW, LIVE, 3, 7),
        (NotAllowed, RPW, LIVE, 5, 4),
    ):
        with pytest.raises(error):
            wait(cast[0], set_name, game=game, least=least, most=most)
    for call in (standing_wishes.withdraw, standing_wishes.confirm):
        with pytest.raises(WishNotFound):
            call(cast[0].id, RPW, LIVE)


def test_a_player_whose_account_is_deleted_waits_no_more_and_frees_the_others(cast: Cast) -> None:
    called(cast)
    deletion.delete(cast[1].id)
    seating.seat_players()
    assert not StandingWish.objects.filter(player_id=cast[1].id).exists()
    assert [called_to(one) for one in (cast[0], cast[2])] == [None, None]


def test_a_call_is_open_until_it_is_answered(cast: Cast) -> None:
    called(cast)
    notices = [Notice.objects.get(player_id=one.id, kind="called") for one in cast]
    confirmed(cast[0])
    assert [relevance.is_open(one) for one in notices] == [False, True, True]


def test_a_call_leads_home_where_it_is_answered_because_there_is_no_match_yet(cast: Cast) -> None:
    called(cast)
    notice = Notice.objects.get(player_id=cast[0].id, kind="called")
    assert bodies.address(notice) == "http://127.0.0.1:8000/"
    assert bodies.push(notice, cast_player(cast[0]))["url"] == "http://127.0.0.1:8000/"


def cast_player(who: Person) -> Player:
    return Player.objects.get(id=who.id)


def test_who_may_take_no_seat_loses_the_wish_and_the_others_wait_on(cast: Cast, settings: Settings) -> None:
    match_id = called(cast)
    confirmed(*cast)
    other, _ = lobby.create(cast[2].id, new_match(), key=None)
    settings.QUOTAS = {**settings.QUOTAS, "seats": {"player": 1}}
    assert seating.seat_players() == 0
    assert [wish(one) is None for one in cast] == [False, False, True]
    assert [called_to(one) for one in cast[:2]] == [None, None]
    assert store.load(match_id).head == EMPTY or load(match_id).match.table.status == "cancelled"
    assert load(other).match.table.status == "open"


class Crash(Exception):
    pass


@pytest.fixture(params=["_found", "join", "_done"])
def crash_at(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A crash after the first time that this step of making a match was done; called, it crashes no more."""
    where: Any = lobby if request.param == "join" else seating
    step = getattr(where, request.param)

    def crashing(*args: Any, **named: Any) -> Any:
        if request.param != "_done":
            step(*args, **named)
        raise Crash

    monkeypatch.setattr(where, request.param, crashing)
    return lambda: monkeypatch.setattr(where, request.param, step)


def test_a_crash_while_a_match_is_made_loses_nobody_and_makes_it_once(crash_at: Callable[[], None]) -> None:
    cast = person("Alice"), person("Bob"), person("Carol")
    match_id = called(cast)
    confirmed(*cast)
    assert seating.seat_players() == 0
    crash_at()
    # It is claimed for a while.
    assert seating.seat_players(at=soon()) == 0
    assert seating.seat_players(at=soon(mustering.CLAIM.total_seconds() + 5)) == 1
    assert seats(match_id) == {one.id for one in cast}
    assert load(match_id).match.table.status == "active"
    assert Lobby.objects.filter(creator_id__in=[one.id for one in cast]).count() == 1
    assert not StandingWish.objects.exists()


# Nobody answers at this relay, so the match is full and waits.
@pytest.mark.parametrize(("relays", "status"), [([], "active"), (["http://127.0.0.1:9"], "open")])
def test_a_wish_withdrawn_while_its_match_is_made_changes_nothing_any_more(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, settings: Settings, relays: list[str], status: str
) -> None:
    settings.BEACON_URLS = relays
    match_id = called(cast)
    confirmed(*cast)

    def crash(*_: Any) -> None:
        raise Crash

    with monkeypatch.context() as patched:
        patched.setattr(seating, "_done", crash)
        seating.seat_players()
    standing_wishes.withdraw(cast[2].id, RPW, LIVE)
    seating.seat_players(at=soon(10))
    assert load(match_id).match.table.status == status
    assert seats(match_id) == {one.id for one in cast}
    assert not StandingWish.objects.exists()


def test_no_stranger_takes_a_seat_while_a_match_is_made(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = called(cast)
    confirmed(*cast)
    with monkeypatch.context() as patched:
        patched.setattr(lobby, "join", lambda *_, **__: (_ for _ in ()).throw(Crash))
        seating.seat_players()
    with pytest.raises(Exception, match="invitation_required"):
        lobby.join(match_id, person("Stranger").id, SeatWish(), key=None)


def test_seats_are_drawn_and_not_by_who_waited_longest() -> None:
    drawn = {seating._seats(f"table {number}", ["a", "b", "c"])["a"] for number in range(20)}
    assert drawn == {0, 1, 2}


def test_figures_tell_how_long_players_waited_and_how_matches_went(cast: Cast) -> None:
    called(cast)
    confirmed(*cast)
    seating.seat_players()
    (figures,) = fill_figures.lately().values()
    assert (figures.tables, figures.ended, figures.abandoned) == (1, 0, 0)
    assert 0 <= figures.wait_seconds < 30
    assert fill_figures.lately().keys() == {(RPW, LIVE)}


def test_who_leaves_a_match_of_the_queue_counts_for_players_and_on_the_operators_page_of_figures(cast: Cast) -> None:
    match_id = called(cast)
    confirmed(*cast)
    seating.seat_players()
    before = metrics()
    for one in cast[:2]:
        submission.resign(match_id, one.id, key=None)
    catch_up()
    (figures,) = fill_figures.lately().values()
    assert (figures.tables, figures.ended, figures.abandoned) == (1, 1, 1)
    (live,) = [one for one in STRANGER.get("/sets").json()["items"] if (one["game"], one["set"]) == (RPW, LIVE)]
    assert (live["lately"]["ended"], live["lately"]["abandoned"]) == (1, 1)
    after, pool = metrics(), f'{{game="{RPW}",set="{LIVE}"}}'
    for name in ("ended", "abandoned"):
        key = f"tabularium_queue_matches_{name}{pool}"
        assert (before[key], after[key]) == (0, 1)


def metrics() -> dict[str, float]:
    lines = Client().get("/metrics").content.decode().splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[:1] != "#")}


def test_of_all_who_wait_at_once_nobody_is_left_over_or_seated_twice() -> None:
    people = [person(f"P{number}") for number in range(30)]
    for number, one in enumerate(people):
        wait(one, DAYS, least=3, most=3 + number % 3)
    assert seating.seat_players() == 10
    matches = [str(row.match_id) for row in CalledTable.objects.all()]
    assert sorted(player for match_id in matches for player in seats(match_id)) == sorted(one.id for one in people)
