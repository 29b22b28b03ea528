from datetime import UTC, datetime, timedelta

import pytest
from pytest_django import Settings

from games.matches.errors import Invalid, QuietHoursTooSoon, VacationSpent
from games.matches.models.people import Player, Vacation
from games.matches.play import time_off
from games.matches.profiles import changes
from tests.support.cast import person

NIGHT = {"zone": "Europe/Warsaw", "from": "22:00", "to": "07:00"}
DAY = timedelta(days=1)


def text(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def test_quiet_hours_name_a_known_zone_and_last_at_most_twelve_hours() -> None:
    alice = person("Alice")
    for wish, pointer in (
        ({**NIGHT, "zone": "Europe/Atlantis"}, "/quiet_hours/zone"),
        ({**NIGHT, "zone": "../../etc/passwd"}, "/quiet_hours/zone"),
        ({**NIGHT, "to": "22:00"}, "/quiet_hours/to"),
        ({**NIGHT, "to": "10:01"}, "/quiet_hours/to"),
    ):
        with pytest.raises(Invalid) as refused:
            changes.change(alice.id, {"quiet_hours": wish})
        assert [violation.pointer for violation in refused.value.violations] == [pointer]
    assert changes.change(alice.id, {"quiet_hours": {**NIGHT, "to": "10:00"}}).quiet_hours is not None


def test_quiet_hours_stand_for_a_week_but_may_be_given_up_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, at = person("Alice"), time_off.now()
    changes.change(alice.id, {"quiet_hours": NIGHT})
    assert changes.change(alice.id, {"quiet_hours": NIGHT}).quiet_hours == NIGHT
    with pytest.raises(QuietHoursTooSoon):
        changes.change(alice.id, {"quiet_hours": {**NIGHT, "to": "06:00"}})
    assert changes.change(alice.id, {"quiet_hours": None}).quiet_hours is None
    with pytest.raises(QuietHoursTooSoon):
        changes.change(alice.id, {"quiet_hours": NIGHT})
    monkeypatch.setattr(time_off, "now", lambda: at + 7 * DAY + timedelta(minutes=1))
    assert changes.change(alice.id, {"quiet_hours": {**NIGHT, "to": "06:00"}}).quiet_hours is not None


def on_2_march(monkeypatch: pytest.MonkeyPatch, year: int) -> datetime:
    at = datetime(year, 3, 2, tzinfo=UTC)
    monkeypatch.setattr(time_off, "now", lambda: at)
    return at


def test_vacation_is_bounded_by_a_budget_of_days_for_each_calendar_year(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VACATION_DAYS = 30
    # Far enough ahead for the rows to be of the future by the database's clock too.
    alice, at = person("Alice"), on_2_march(monkeypatch, 2031)
    changes.change(alice.id, {"vacation": {"ends_at": text(at + 20 * DAY)}})
    row = Player.objects.get(id=alice.id)
    assert time_off.time_off(row).left == 10 * DAY
    monkeypatch.setattr(time_off, "now", lambda: at + 21 * DAY)
    with pytest.raises(VacationSpent) as refused:
        changes.change(alice.id, {"vacation": {"ends_at": text(at + 32 * DAY)}})
    assert refused.value.params == {"seconds_left": 10 * 86_400}
    assert Vacation.objects.filter(player=row).count() == 1
    over_new_year = {"starts_at": "2031-12-22T00:00:00Z", "ends_at": "2032-01-20T00:00:00Z"}
    changes.change(alice.id, {"vacation": over_new_year})
    assert time_off.time_off(row).left == timedelta()


def test_days_of_a_vacation_that_was_not_taken_are_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, at = person("Alice"), on_2_march(monkeypatch, 2031)
    row = Player.objects.get(id=alice.id)
    changes.change(alice.id, {"vacation": {"ends_at": text(at + 20 * DAY)}})
    monkeypatch.setattr(time_off, "now", lambda: at + 5 * DAY)
    changes.change(alice.id, {"vacation": None})
    assert time_off.time_off(row).left == 25 * DAY
    changes.change(alice.id, {"vacation": {"starts_at": text(at + 8 * DAY), "ends_at": text(at + 9 * DAY)}})
    assert time_off.time_off(row).left == 24 * DAY
    changes.change(alice.id, {"vacation": None})
    assert time_off.time_off(row).left == 25 * DAY


def test_a_player_who_comes_and_goes_all_year_leaves_a_few_rows_and_every_second_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alice, start = person("Alice"), on_2_march(monkeypatch, 2031)
    row, clock = Player.objects.get(id=alice.id), [start]
    monkeypatch.setattr(time_off, "now", lambda: clock[0])
    before = time_off.time_off(row).left
    for _ in range(20):
        changes.change(alice.id, {"vacation": {"ends_at": text(clock[0] + DAY)}})
        clock[0] += timedelta(minutes=1)
        changes.change(alice.id, {"vacation": None})
        clock[0] += timedelta(minutes=1)
    assert before - time_off.time_off(row).left == timedelta(minutes=20)
    for _ in range(20):
        changes.change(alice.id, {"vacation": {"ends_at": text(clock[0] + DAY)}})
        clock[0] += timedelta(minutes=1)
    changes.change(alice.id, {"vacation": None})
    assert before - time_off.time_off(row).left == timedelta(minutes=40)
    assert Vacation.objects.filter(player=row).count() == 1


def test_a_vacation_over_new_year_counts_in_each_year_by_its_days_there(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VACATION_DAYS = 30
    alice, clock = person("Alice"), [datetime(2031, 12, 22, tzinfo=UTC)]
    monkeypatch.setattr(time_off, "now", lambda: clock[0])
    row = Player.objects.get(id=alice.id)
    changes.change(alice.id, {"vacation": {"ends_at": "2032-01-03T00:00:00Z"}})
    assert time_off.time_off(row).left == 20 * DAY
    for day in (10, 20):
        clock[0] = datetime(2032, 1, day, tzinfo=UTC)
        changes.change(alice.id, {"vacation": {"ends_at": text(clock[0] + 3 * DAY)}})
    clock[0] = datetime(2032, 2, 1, tzinfo=UTC)
    changes.change(alice.id, {"vacation": None})
    assert time_off.time_off(row).left == (30 - 2 - 3 - 3) * DAY
    # The one over New Year, and one for what was taken since.
    assert Vacation.objects.filter(player=row).count() == 2


def test_a_vacation_begins_and_ends_within_a_year_and_in_this_order() -> None:
    alice, at = person("Alice"), time_off.now()
    for starts, ends in ((-1, 1), (2, 1), (400, 401), (1, 400)):
        wish = {"starts_at": text(at + starts * DAY), "ends_at": text(at + ends * DAY)}
        with pytest.raises(Invalid):
            changes.change(alice.id, {"vacation": wish})
    with pytest.raises(Invalid):
        changes.change(alice.id, {"vacation": {"ends_at": "2026-13-01T00:00:00Z"}})
