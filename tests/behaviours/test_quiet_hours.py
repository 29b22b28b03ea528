from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.matches.autoplay import deadlines, timeouts
from games.matches.background import consumers
from games.matches.lists import listings
from games.matches.lobby import lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.models.people import Player, Vacation
from games.matches.models.service import Deadline
from games.matches.play import time_off, time_zones
from games.matches.profiles import changes, deletion
from games.matches.stream import guards
from games.matches.stream.loading import load
from games.matches.stream.state import fold
from games.table.stoppages import Stops
from tests.support.cast import answer_first_prompt, match_of, new_match, person
from tests.support.table_fixtures import Cast, Later

HEEDING: dict[str, Any] = {"mode": "per_move", "seconds": 4 * 86_400, "quiet_hours": True, "vacation": True}
NIGHT = {"zone": "Europe/Warsaw", "from": "22:00", "to": "07:00"}
DAY = timedelta(days=1)


def text(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def soon(days: float) -> str:
    return text(time_off.now() + days * DAY)


def clock_changes(match_id: str) -> list[tuple[int, str]]:
    found = [event.envelope for event in load(match_id).events]
    return [(event["seat"], event["data"]["reason"]) for event in found if event["type"] == "clock_changed"]


def listed(match_id: str) -> None:
    listings.project_listings([match_id])


def due(match_id: str, seat: int) -> datetime:
    return next(item.due_at for item in load(match_id).match.deadlines if item.seat == seat)


def test_a_match_that_starts_writes_down_what_its_players_have_wished(cast: Cast) -> None:
    changes.change(cast[1].id, {"quiet_hours": NIGHT})
    changes.change(cast[2].id, {"vacation": {"ends_at": soon(3)}})
    match_id = match_of(*cast, clock=HEEDING)
    assert clock_changes(match_id) == [(1, "started"), (2, "started")]
    match = load(match_id).match
    assert due(match_id, 0) == match.at + 4 * DAY
    assert due(match_id, 1) > match.at + 5 * DAY
    assert timedelta() < due(match_id, 2) - match.at - 7 * DAY + timedelta(minutes=1) < timedelta(minutes=2)


def test_a_match_that_is_full_is_told_of_no_wish(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = match_of(*cast, clock=HEEDING)
    listed(match_id)
    monkeypatch.setattr(guards, "MOST_EVENTS", load(match_id).match.head.version)
    changes.change(cast[1].id, {"vacation": {"ends_at": soon(3)}})
    assert clock_changes(match_id) == []
    monkeypatch.setattr(guards, "MOST_EVENTS", load(match_id).match.head.version + 1)
    changes.change(cast[1].id, {"vacation": {"ends_at": soon(3)}})
    assert clock_changes(match_id) == [(1, "vacation")]


def test_a_match_that_heeds_none_of_it_is_not_told(cast: Cast) -> None:
    changes.change(cast[1].id, {"quiet_hours": NIGHT, "vacation": {"ends_at": soon(3)}})
    deaf = match_of(*cast, clock={"mode": "per_move", "seconds": 600})
    assert clock_changes(deaf) == []
    half = match_of(*cast, clock={**HEEDING, "vacation": False})
    assert load(half).match.table.stops[1].vacation is None
    assert load(half).match.table.stops[1].quiet != ()


def test_a_change_is_told_to_every_running_match_of_the_player_once(cast: Cast) -> None:
    running = [match_of(*cast, clock=HEEDING) for _ in range(2)]
    waiting, _ = lobby.create(cast[1].id, new_match(clock=HEEDING), key=None)
    for match_id in [*running, waiting]:
        listed(match_id)
    for _ in range(2):
        changes.change(cast[1].id, {"quiet_hours": NIGHT})
    changes.change(cast[1].id, {"vacation": {"ends_at": soon(2)}})
    for match_id in running:
        assert clock_changes(match_id) == [(1, "quiet_hours"), (1, "vacation")]
    assert clock_changes(waiting) == []


def test_a_wish_that_changes_while_a_match_is_told_counts(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = match_of(*cast, clock=HEEDING)
    listed(match_id)
    read, before = time_off._stops, due(match_id, 0)
    changes_of_mind: list[dict[str, Any]] = [{"vacation": None}]

    def reading(player: Player, clock: Mapping[str, Any]) -> Stops:
        found = read(player, clock)
        if changes_of_mind:
            changes.change(cast[0].id, changes_of_mind.pop())
        return found

    monkeypatch.setattr(time_off, "_stops", reading)
    changes.change(cast[0].id, {"vacation": {"ends_at": soon(10)}})
    assert changes_of_mind == []
    assert load(match_id).match.table.stops[0].vacation is None
    assert due(match_id, 0) < before + timedelta(minutes=1)


def test_whoever_comes_back_early_has_his_clock_running_at_once(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock=HEEDING)
    listed(match_id)
    before = due(match_id, 0)
    changes.change(cast[0].id, {"vacation": {"ends_at": soon(10)}})
    assert due(match_id, 0) > before + 9 * DAY
    changes.change(cast[0].id, {"vacation": None})
    assert due(match_id, 0) - before < timedelta(minutes=1)


def test_what_has_run_before_a_change_has_run(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock=HEEDING)
    listed(match_id)
    later(3 * 86_400)
    changes.change(cast[0].id, {"vacation": {"ends_at": soon(10)}})
    match = load(match_id).match
    assert timedelta(days=1) - timedelta(minutes=1) < timedelta(seconds=4 * 86_400) - match.clocks[0].used <= DAY


def test_time_that_is_up_is_not_given_back_by_a_vacation(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock=HEEDING)
    listed(match_id)
    later(4 * 86_400)
    changes.change(cast[0].id, {"vacation": {"ends_at": soon(10)}})
    kinds = [event.envelope["type"] for event in load(match_id).events]
    assert "timed_out" in kinds
    assert kinds.index("timed_out") < kinds.index("clock_changed")


@pytest.mark.parametrize("starts", ["2026-03-27T12:00", "2026-10-23T12:00"])
def test_deadlines_over_a_change_of_summer_time_are_the_same_rebuilt_as_live_and_ask_no_rules_of_zones(
    cast: Cast, starts: str, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = datetime.fromisoformat(starts).replace(tzinfo=UTC)
    # The zone's rules are asked as of this instant; the match itself lies wherever the database's clock is.
    at = time_off.now()
    shifted = first if first > at else first.replace(year=first.year + 1)
    later((shifted - at).total_seconds())
    monkeypatch.setattr(time_off, "now", lambda: shifted)
    for one in cast:
        changes.change(one.id, {"quiet_hours": NIGHT, "vacation": {"ends_at": text(shifted + DAY)}})
    match_id = match_of(*cast, clock=HEEDING)
    answer_first_prompt(match_id, cast[0], 0)
    deadlines.project_deadlines([match_id])
    live, row = load(match_id).match, Deadline.objects.values().get(match_id=match_id)

    def other_rules(*_: object, **__: object) -> Any:
        raise AssertionError("a replay asks no rules of time zones")

    monkeypatch.setattr(time_zones, "quiet_hours", other_rules)
    monkeypatch.setattr(time_zones, "ZoneInfo", other_rules)
    Deadline.objects.filter(match_id=match_id).delete()
    assert consumers.rebuild([match_id]) == [(match_id, consumers.REBUILT)]
    assert fold(match_id, load(match_id).events).deadlines == live.deadlines
    assert Deadline.objects.values().get(match_id=match_id) == row


def test_a_wish_that_changes_while_the_match_starts_counts_all_the_same(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, _ = lobby.create(cast[0].id, new_match(clock=HEEDING), key=None)
    lobby.join(match_id, cast[1].id, SeatWish(), key=None)
    at_start = time_off.at_start

    def changed_meanwhile(*given: Any) -> Any:
        before = at_start(*given)
        Player.objects.filter(id=cast[0].id).update(quiet_hours=NIGHT)
        return before

    monkeypatch.setattr(time_off, "at_start", changed_meanwhile)
    lobby.join(match_id, cast[2].id, SeatWish(), key=None)
    assert clock_changes(match_id) == [(0, "quiet_hours")]


def test_over_http_a_player_sees_and_changes_his_own_and_nobody_elses() -> None:
    alice = person("Alice")
    told = alice.patch("/me", {"quiet_hours": NIGHT, "vacation": {"ends_at": soon(2)}})
    assert told.status_code == 200
    assert told.json()["quiet_hours"] == NIGHT
    assert 27 * 86_400 < told.json()["vacation_seconds_left"] < 28 * 86_400 + 60
    public = person("Bob").get(f"/players/{alice.id}").json()
    assert not {"quiet_hours", "vacation"} & public.keys()
    assert alice.patch("/me", {"quiet_hours": {**NIGHT, "from": "24:00"}}).status_code == 400


def test_a_deleted_player_leaves_neither_quiet_hours_nor_vacations_behind() -> None:
    alice = person("Alice")
    changes.change(alice.id, {"quiet_hours": NIGHT, "vacation": {"ends_at": soon(2)}})
    deletion.delete(alice.id)
    row = Player.objects.get(id=alice.id)
    assert (row.quiet_hours, row.quiet_hours_set_at, Vacation.objects.filter(player=row).exists()) == (
        None,
        None,
        False,
    )


def test_no_name_of_a_zone_goes_into_history(cast: Cast) -> None:
    changes.change(cast[0].id, {"quiet_hours": NIGHT})
    match_id = match_of(*cast, clock=HEEDING)
    timeouts.expire(match_id)
    assert "Warsaw" not in str([event.envelope for event in load(match_id).events])
