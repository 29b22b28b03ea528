"""Cups: from the first entry to the last place, whatever comes between; what was drawn can be checked at the end."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError
from django.utils.timezone import now

from games.cups import cup_events, running
from games.cups.check import check
from games.cups.running import Cup
from games.matches.cups import book, entering, rounds
from games.matches.cups.entering import CupTerms
from games.matches.errors import (
    AccountNeeded,
    BeaconAwaited,
    CupNotFound,
    CupNotOpen,
    CupTooSmall,
    EntryNotFound,
    GameNotFound,
    KeyReused,
    NotAllowed,
    NotCupHost,
    SetNotFound,
    TooManyCups,
    TooManyJoins,
)
from games.matches.lobby import departures, lobby
from games.matches.models.cups import CupEntry, CupRow, CupTable
from games.matches.models.matches import Lobby
from games.matches.play import submission
from games.matches.profiles import deletion
from games.matches.queue.standard_sets import DAYS, LIVE
from games.matches.quotas import admission
from games.matches.stream.loading import load
from tests.support.cast import RPW, Person, account_holder, person
from tests.support.races import at_once
from tests.support.relay import catch_up
from tests.support.small_beacon import relay


@pytest.fixture(autouse=True)
def _no_cup_is_due() -> None:
    CupRow.objects.update(look_at=None)


def terms(**wishes: Any) -> CupTerms:
    plain: dict[str, Any] = {
        "game": RPW,
        "set": DAYS,
        "system": cup_events.GROUPS,
        "places": 6,
        "least": 3,
        "most": 3,
        "rounds": None,
        "round_seconds": 86_400,
        "rated": False,
        "bot": None,
        "name": "Friday",
    }
    return CupTerms(**{**plain, **wishes})


def people(count: int) -> list[Person]:
    return [account_holder(f"p{number}") for number in range(count)]


def made(*entrants: Person, **wishes: Any) -> str:
    """A cup that these have entered, the first of whom is its host."""
    row, _ = entering.create(entrants[0].id, terms(**wishes), key=None)
    for one in entrants[1:]:
        entering.enter(str(row.id), one.id)
    return str(row.id)


def cup_of(cup_id: str) -> Cup:
    return book.read(book.found(cup_id))


def run(cup_id: str, at: datetime | None = None) -> Cup:
    """Do all that is due; the cup after it."""
    for _ in range(20):
        if not rounds.run(at=at):
            break
    return cup_of(cup_id)


def late(cup_id: str) -> datetime:
    ends_at = book.found(cup_id).round_ends_at
    assert ends_at is not None
    return ends_at + timedelta(seconds=1)


def finished(match_id: str, entrants: Sequence[Person]) -> None:
    """The match ends: all but one of its people resign, in the order of their seats."""
    holders = load(match_id).holders
    sitting = [one for _, one in sorted(holders.items())]
    assert set(sitting) <= {one.id for one in entrants}
    for player in sitting[:-1]:
        submission.resign(match_id, player, key=None)


def round_over(cup_id: str, entrants: Sequence[Person]) -> None:
    for table in cup_of(cup_id).rounds[-1].tables:
        assert table.match is not None
        finished(table.match, entrants)
    catch_up()


def test_a_cup_starts_when_it_is_full_and_goes_on_to_its_end_which_its_seed_proves() -> None:
    six = people(6)
    cup_id = made(*six[:5])
    assert (cup_of(cup_id).status, rounds.run()) == (running.OPEN, 0)
    entering.enter(cup_id, six[5].id)
    assert cup_of(cup_id).status == running.RUNNING
    cup = run(cup_id)
    for table in cup.rounds[0].tables:
        assert table.match is not None
        match = load(table.match)
        assert (match.match.table.status, match.match.table.clock["mode"]) == ("active", "per_move")
        seated = [cup.entrants[one]["player"] for one in table.entrants]
        assert [holder for _, holder in sorted(match.holders.items())] == seated
        assert Lobby.objects.get(match_id=table.match).name == "Friday"
    round_over(cup_id, six)
    cup = run(cup_id)
    assert [len(one.tables) for one in cup.rounds] == [2, 1]
    assert all(table.result and table.result.by == cup_events.BY_MATCH for table in cup.rounds[0].tables)
    round_over(cup_id, six)
    cup = run(cup_id)
    assert cup.status == running.FINISHED
    assert sorted(cup.places) == list(range(6))
    final = cup.rounds[-1].tables[0]
    assert final.result is not None
    assert cup.places[final.result.ranking[0][0]] == 1
    assert check(cup_id, book.told(book.found(cup_id))) == cup
    assert not CupEntry.objects.filter(cup__id=cup_id).exists()
    assert not CupTable.objects.filter(cup__id=cup_id).exists()
    assert rounds.run() == 0


def test_bots_take_the_free_places_and_tables_of_bots_alone_are_drawn() -> None:
    host = account_holder("host")
    cup_id = made(host, places=8, most=4, bot="easy", set=LIVE)
    entering.start(cup_id, host.id)
    cup = run(cup_id)
    assert sum(one["bot"] == "easy" for one in cup.entrants) == 7
    (drawn,) = [table for table in cup.rounds[0].tables if table.match is None]
    assert drawn.result is not None
    assert drawn.result.by == cup_events.BY_LOT
    (played,) = [table for table in cup.rounds[0].tables if table.match is not None]
    assert played.match is not None
    match = load(played.match)
    assert set(match.holders.values()) == {host.id}
    assert sorted(match.match.table.bots.values()) == ["easy"] * 3


def test_when_a_round_s_time_is_up_bots_play_on_in_thought_and_the_cup_goes_on() -> None:
    six = people(6)
    cup_id = made(*six)
    first = run(cup_id).rounds[0]
    assert first.tables[0].match is not None
    finished(first.tables[0].match, six)
    catch_up()
    assert len(run(cup_id).rounds) == 1
    open_match = first.tables[1].match
    assert open_match is not None
    before = load(open_match).match.head
    cup = run(cup_id, late(cup_id))
    assert [table.result.by for table in cup.rounds[0].tables if table.result] == [
        cup_events.BY_MATCH,
        cup_events.BY_AUTOPILOT,
    ]
    assert len(cup.rounds) == 2
    assert load(open_match).match.head == before
    assert load(open_match).match.table.status == "active"


def test_who_is_gone_or_may_not_sit_down_has_a_bot_and_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    three = people(3)
    seat_less = three[1].id

    def but_for_one(admitted: Any) -> Any:
        def admit(player: str, *given: Any, **named: Any) -> None:
            if player == seat_less:
                raise TooManyJoins(most=1)
            admitted(player, *given, **named)

        return admit

    monkeypatch.setattr(admission, "admit_seat", but_for_one(admission.admit_seat))
    monkeypatch.setattr(admission, "admit", but_for_one(admission.admit))
    entered = made(three[0], places=3, rated=True, system=cup_events.SWISS, rounds=2)
    for one in three[1:]:
        entering.enter(entered, one.id)
    deletion.delete(three[2].id)
    cup = run(entered)
    match_id = cup.rounds[0].tables[0].match
    assert match_id is not None
    match = load(match_id)
    assert match.match.table.status == "active"
    assert set(match.holders.values()) == {three[0].id}
    assert len(match.match.table.bots) == 2
    assert not Lobby.objects.get(match_id=match_id).rated


def test_where_nobody_may_sit_down_all_are_level_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def admit(*_: object, **__: object) -> None:
        raise TooManyJoins(most=1)

    monkeypatch.setattr(admission, "admit", admit)
    three = people(3)
    cup_id = made(*three, places=3, system=cup_events.SWISS, rounds=1)
    assert run(cup_id).rounds[0].tables[0].result is None
    cup = run(cup_id, late(cup_id))
    assert cup.status == running.FINISHED
    assert {*cup.places.values()} == {1}
    assert cup.rounds[0].tables[0].result is not None
    assert cup.rounds[0].tables[0].result.by == cup_events.BY_NOBODY
    check(cup_id, book.told(book.found(cup_id)))


def test_in_a_rated_cup_matches_of_people_alone_are_rated() -> None:
    three = people(3)
    cup = run(made(*three, places=3, rated=True, system=cup_events.SWISS, rounds=1))
    assert Lobby.objects.get(match_id=str(cup.rounds[0].tables[0].match)).rated


def test_who_withdraws_or_deletes_the_account_is_paired_no_more() -> None:
    seven = people(7)
    cup_id = made(*seven, places=7, system=cup_events.SWISS, rounds=3, most=4)
    first = run(cup_id)
    entering.leave(cup_id, seven[1].id)
    with pytest.raises(EntryNotFound):
        entering.leave(cup_id, seven[1].id)
    deletion.delete(seven[2].id)
    gone = {first.number_of(seven[1].id), first.number_of(seven[2].id)}
    assert cup_of(cup_id).withdrawn == gone
    cup = run(cup_id, late(cup_id))
    assert len(cup.rounds) == 2
    assert not gone & {one for table in cup.rounds[1].tables for one in table.entrants}


def test_before_the_start_one_leaves_and_the_host_calls_it_off() -> None:
    three = people(3)
    cup_id = made(*three)
    entering.leave(cup_id, three[1].id)
    assert cup_of(cup_id).players == (three[0].id, three[2].id)
    entering.enter(cup_id, three[1].id)
    entering.leave(cup_id, three[0].id)
    cup = cup_of(cup_id)
    assert cup.status == running.CANCELLED
    assert check(cup_id, book.told(book.found(cup_id))) == cup
    with pytest.raises(CupNotOpen):
        entering.enter(cup_id, account_holder("late").id)
    with pytest.raises(CupNotOpen):
        entering.start(cup_id, three[0].id)
    with pytest.raises(EntryNotFound):
        entering.leave(cup_id, three[1].id)


def test_the_account_of_the_host_takes_the_open_cup_along() -> None:
    two = people(2)
    cup_id = made(*two)
    deletion.delete(two[0].id)
    assert cup_of(cup_id).status == running.CANCELLED


def test_a_host_starts_it_early_where_a_table_is_full_or_bots_take_the_places() -> None:
    four = people(4)
    cup_id = made(*four[:2], places=9)
    with pytest.raises(CupTooSmall) as refused:
        entering.start(cup_id, four[0].id)
    assert refused.value.params == {"least": 3}
    entering.enter(cup_id, four[2].id)
    with pytest.raises(NotCupHost):
        entering.start(cup_id, four[1].id)
    with pytest.raises(NotCupHost):
        entering.cancel(cup_id, four[1].id)
    entering.start(cup_id, four[0].id)
    assert len(run(cup_id).entrants) == 3
    exact = made(*four, places=9, system=cup_events.ALL_MEET)
    with pytest.raises(CupTooSmall) as refused:
        entering.start(exact, four[0].id)
    assert refused.value.params == {"least": 9}


def test_a_cup_is_made_once_for_each_key_and_entered_once_by_each_player() -> None:
    host, other = people(2)
    first, fresh = entering.create(host.id, terms(), key="k"), entering.create(host.id, terms(), key="k")
    assert (first[1], fresh[1]) == (False, True)
    assert first[0].id == fresh[0].id
    with pytest.raises(KeyReused):
        entering.create(host.id, terms(places=9), key="k")
    cup_id = str(first[0].id)
    at_once(*[lambda: entering.enter(cup_id, other.id)] * 4)
    assert cup_of(cup_id).players == (host.id, other.id)


def test_the_last_place_is_taken_once_however_many_come_at_once() -> None:
    many = people(8)
    cup_id = made(*many[:5])

    def enter(one: Person) -> Any:
        def call() -> object:
            try:
                return entering.enter(cup_id, one.id)
            except CupNotOpen as refused:
                return type(refused)

        return call

    answers = at_once(*map(enter, many[5:]))
    assert sum(isinstance(answer, CupRow) for answer in answers) == 1
    assert len(run(cup_id).entrants) == 6


def test_two_workers_at_once_make_each_match_and_take_each_result_once() -> None:
    six = people(6)
    cup_id = made(*six)
    at_once(*[lambda: rounds.advance(book.found(cup_id).id, now())] * 4)
    run(cup_id)
    round_over(cup_id, six)
    at_once(*[lambda: rounds.advance(book.found(cup_id).id, now())] * 4)
    cup = run(cup_id)
    assert [len(one.tables) for one in cup.rounds] == [2, 1]
    types = [one["type"] for one in book.told(book.found(cup_id))]
    assert types.count(cup_events.SCORED) == 2
    assert types.count(cup_events.PAIRED) == 2


def test_what_was_cut_short_while_the_matches_were_made_is_made_good(monkeypatch: pytest.MonkeyPatch) -> None:
    from games.matches.lobby import lobby

    six = people(6)
    cup_id, join, calls = made(*six), lobby.join, [0]

    def cut_short(*given: Any, **named: Any) -> Any:
        calls[0] += 1
        if calls[0] in (1, 3, 4):
            raise RuntimeError("cut short")
        return join(*given, **named)

    monkeypatch.setattr(lobby, "join", cut_short)
    for _ in range(6):
        CupRow.objects.filter(id=cup_id).update(look_at=now())
        run(cup_id)
    for table in cup_of(cup_id).rounds[0].tables:
        assert table.match is not None
        assert load(table.match).match.table.status == "active"


@pytest.mark.parametrize(
    ("wishes", "pointer"),
    [
        ({"least": 2}, "/seats"),
        ({"least": 4, "most": 3}, "/seats"),
        ({"places": 2}, "/places"),
        ({"system": "all_meet", "places": 10}, "/places"),
        ({"system": "all_meet", "places": 16}, "/places"),
        ({"system": "swiss"}, "/rounds"),
        ({"rounds": 3}, "/rounds"),
        ({"rated": True, "bot": "easy"}, "/bot"),
    ],
)
def test_terms_that_contradict_each_other_are_refused(wishes: dict[str, Any], pointer: str) -> None:
    with pytest.raises(NotAllowed) as refused:
        entering.create(account_holder("host").id, terms(**wishes), key=None)
    assert [one.pointer for one in refused.value.violations] == [pointer]


def test_guests_unknown_games_and_cups_and_too_many_are_refused() -> None:
    guest, host = person("guest"), account_holder("host")
    with pytest.raises(AccountNeeded):
        entering.create(guest.id, terms(), key=None)
    with pytest.raises(AccountNeeded):
        entering.enter(made(host), guest.id)
    with pytest.raises(GameNotFound):
        entering.create(host.id, terms(game="chess"), key=None)
    with pytest.raises(SetNotFound):
        entering.create(host.id, terms(set="bots"), key=None)
    for unknown in ("nothing", "01950000-0000-7000-8000-000000000000"):
        with pytest.raises(CupNotFound):
            entering.enter(unknown, host.id)
    for _ in range(2):
        made(host)
    with pytest.raises(TooManyCups):
        made(host)


def test_one_is_in_so_many_cups_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entering, "MOST_ENTERED", 1)
    host, other = people(2)
    cup_id = made(host)
    made(other)
    with pytest.raises(TooManyCups):
        entering.enter(cup_id, other.id)


def test_the_events_of_a_cup_are_never_changed() -> None:
    cup_id = made(account_holder("host"))
    for statement in (
        "UPDATE matches_cupevent SET type = 'x' WHERE cup_id = %s",
        "DELETE FROM matches_cupevent WHERE cup_id = %s",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, [cup_id])


def test_one_cup_that_fails_delays_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    three, other = people(3), people(3)
    bad = made(*three, places=3, system=cup_events.SWISS, rounds=1)
    good = made(*other, places=3, system=cup_events.SWISS, rounds=1)
    read = book.read

    def fails(row: CupRow) -> Cup:
        if str(row.id) == bad:
            raise RuntimeError("broken")
        return read(row)

    monkeypatch.setattr(book, "read", fails)
    while rounds.run():
        pass
    assert load(str(cup_of(good).rounds[0].tables[0].match)).match.table.status == "active"
    assert book.found(bad).look_at is not None


def test_nobody_calls_off_a_match_that_waits_for_its_beacon_lest_all_be_level(settings: Any) -> None:
    with relay() as found:
        settings.BEACON_URLS = [found.url]
        cup_id = made(*people(6))
        match_id = run(cup_id).rounds[0].tables[0].match
    assert match_id is not None
    holders = load(match_id).holders
    assert (load(match_id).match.table.status, len(holders)) == ("open", 3)
    for player in holders.values():
        with pytest.raises(BeaconAwaited):
            departures.leave(match_id, player, key=None)
    with pytest.raises(BeaconAwaited):
        lobby.cancel(match_id, holders[load(match_id).match.table.host], key=None)
    # An account that is deleted waits for nothing.
    departures.give_up(match_id, holders[2])
    assert load(match_id).holders.keys() == {0, 1}
    assert run(cup_id, late(cup_id)).rounds[0].tables[0].result is not None
    lobby.cancel(match_id, holders[load(match_id).match.table.host], key=None)


def test_once_the_round_of_a_cup_is_over_a_match_that_still_waits_may_be_left(settings: Any) -> None:
    with relay() as found:
        settings.BEACON_URLS = [found.url]
        cup_id = made(*people(6))
        match_id = run(cup_id).rounds[0].tables[0].match
    assert match_id is not None
    assert run(cup_id, late(cup_id)).rounds[0].tables[0].result is not None
    departures.leave(match_id, load(match_id).holders[2], key=None)
    assert load(match_id).holders.keys() == {0, 1}
