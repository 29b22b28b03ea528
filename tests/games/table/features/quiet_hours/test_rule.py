"""True files and forged ones: each `need` of the rule beside the feature, broken once."""

from typing import Any

import pytest
from msgspec.structs import replace

from events.envelope import Part
from tests.games.verify.files import Scribe
from tests.games.verify.tables import Step, assert_refuted, assert_valid, event, take_over_first, then, written

AWAY: dict[str, Any] = {"starts_at": "2026-12-01T00:00:00.000000Z", "ends_at": "2026-12-05T00:00:00.000000Z"}


NIGHT: dict[str, Any] = {"since": None, "from_seconds": 79_200, "to_seconds": 28_800}


STOPS: dict[str, Any] = {"reason": "vacation", "quiet_hours": [], "vacation": AWAY}


NIGHTS: dict[str, Any] = {"reason": "quiet_hours", "quiet_hours": [NIGHT], "vacation": None}


def stop(of: Scribe, stops: dict[str, Any], seat: Any = 1, by: str = "player") -> None:
    of.append([event("clock_changed", seat, by, **stops)])


def with_seal(of: Scribe) -> None:
    """A part of nobody's is sealed in an event of the table's own."""
    secret = Part(audience=(0,), part={"note": "what no table seals"})
    of.append([replace(event("clock_changed", 1, **STOPS), parts=(secret,))])


def in_year(year: int) -> dict[str, Any]:
    return {**NIGHT, "since": f"{year}-03-25T01:00:00.000000Z"}


def since(day: int) -> dict[str, Any]:
    return {**NIGHT, "since": f"2027-{1 + day // 28:02}-{1 + day % 28:02}T00:00:00.000000Z"}


def away(starts_at: str, ends_at: str) -> Step:
    """A vacation between two times; the matches here begin in November 2026."""
    span = {"starts_at": f"{starts_at}T00:00:00.000000Z", "ends_at": f"{ends_at}T00:00:00.000000Z"}
    return lambda of: stop(of, {**STOPS, "vacation": span})


TOO_FAR = "no player can wish this"
TRUE: dict[str, Step] = {
    "a clock that stops": lambda of: of.append([event("clock_changed", 1, **STOPS)]),
    "a clock that stops by night": lambda of: stop(of, NIGHTS),
    "a vacation of a year that has begun": away("2026-11-20", "2027-11-20"),
    "a vacation that is over": away("2026-11-01", "2026-11-19"),
    "nights as they are in years": lambda of: stop(of, {**NIGHTS, "quiet_hours": [NIGHT, in_year(2029)]}),
    "a clock that stops as a newcomer wishes": lambda of: take_over_first(
        of,
        event("autopilot_off", 2, reason="replaced"),
        event("clock_changed", 2, **{**STOPS, "reason": "replaced"}),
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_the_table_writes_is_valid(name: str) -> None:
    assert_valid(written(TRUE[name]))


FALSE: dict[str, tuple[Step, str]] = {
    "stops of no shape": (lambda of: of.append([event("clock_changed", 1, **STOPS, more=1)]), "of their shape"),
    "stops of nobody": (lambda of: of.append([event("clock_changed", 5, **STOPS)]), "no player sits there"),
    "stops by a bot": (lambda of: stop(of, STOPS, by="bot"), "a player's wishes stop their clock"),
    "stops by the clock": (lambda of: stop(of, STOPS, by="clock"), "a player's wishes stop their clock"),
    "stops by the system": (lambda of: stop(of, STOPS, by="system"), "a player's wishes stop their clock"),
    "stops for another reason": (lambda of: stop(of, {**STOPS, "reason": "x"}), "not why the clock's stops change"),
    "stops for no reason": (lambda of: stop(of, {**STOPS, "reason": {}}), "not why the clock's stops change"),
    "stops of the start after it": (
        lambda of: stop(of, {**STOPS, "reason": "started"}),
        "not why the clock's stops change",
    ),
    "stops of a newcomer who is none": (
        lambda of: stop(of, {**STOPS, "reason": "replaced"}),
        "not why the clock's stops change",
    ),
    "nights that are a vacation": (
        lambda of: stop(of, {**NIGHTS, "reason": "vacation"}),
        "not why the clock's stops change",
    ),
    "stops that change nothing": (
        then(lambda of: stop(of, STOPS), lambda of: stop(of, STOPS)),
        "not why the clock's stops change",
    ),
    "nights of more than twelve hours": (
        lambda of: stop(of, {**NIGHTS, "quiet_hours": [{**NIGHT, "to_seconds": 79_200 + 43_201 - 86_400}]}),
        "of their shape",
    ),
    "nights of no hours": (
        lambda of: stop(of, {**NIGHTS, "quiet_hours": [{**NIGHT, "to_seconds": 79_200}]}),
        "of their shape",
    ),
    "more nights than a zone has": (
        lambda of: stop(of, {**NIGHTS, "quiet_hours": [NIGHT, *(since(day) for day in range(1, 33))]}),
        "of their shape",
    ),
    "nights in no order": (
        lambda of: stop(of, {**NIGHTS, "quiet_hours": [NIGHT, since(2), since(1)]}),
        "of their shape",
    ),
    "nights that begin some day": (lambda of: stop(of, {**NIGHTS, "quiet_hours": [since(1)]}), "of their shape"),
    "a vacation that ends before it begins": (
        lambda of: stop(of, {**STOPS, "vacation": {"starts_at": AWAY["ends_at"], "ends_at": AWAY["starts_at"]}}),
        "of their shape",
    ),
    "a vacation of years": (away("2026-11-22", "2028-11-22"), TOO_FAR),
    "a vacation of years that ends soon": (away("2024-11-22", "2026-11-23"), TOO_FAR),
    "a vacation years ahead": (away("2028-11-22", "2028-11-23"), TOO_FAR),
    "nights as they are in ten years": (
        lambda of: stop(of, {**NIGHTS, "quiet_hours": [NIGHT, in_year(2036)]}),
        TOO_FAR,
    ),
    "two wishes at once": (
        lambda of: of.append([event("clock_changed", seat, **STOPS) for seat in (0, 1)]),
        "not why the clock's stops change",
    ),
    "stops with a sealed part": (with_seal, "the table seals nothing here"),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_the_table_would_not_write_is_refuted(name: str) -> None:
    step, expected = FALSE[name]
    assert_refuted(written(step), expected)
