import re
from pathlib import Path
from typing import Any

from pytest_django import Settings

from config.environment import limits
from tests.support.cast import STRANGER

PAGE = Path(__file__).parents[3] / "docs/api/limits.md"


def told(kind: str) -> dict[tuple[str, str], Any]:
    found = STRANGER.get("/limits").json()[kind]
    return {(item["name"], item["counted_for"]): (item["limit"], item["window_seconds"]) for item in found}


def test_the_limits_that_are_told_are_those_that_hold(settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "moves": {"token": 7, "address": 70}}
    settings.QUOTAS = {**settings.QUOTAS, "events": {"player": 11}, "matches": {"player": 3, "address": 5}}
    calls, quotas = told("calls"), told("quotas")
    assert calls["moves", "token"] == (7, 60)
    assert calls["moves", "address"] == (70, 60)
    assert {name for name, _ in calls} == {"reads", "moves", "lobby", "sign_up", "audit", "chat", "streams"}
    assert quotas["events", "player"] == (11, 24 * 3600)
    assert quotas["matches", "address"] == (5, None)


def test_sizes_are_told_as_they_hold(settings: Settings) -> None:
    settings.MAX_BODY_BYTES = 100
    assert STRANGER.get("/limits").json()["sizes"]["body_bytes"] == 100


def test_the_page_has_the_figures_of_a_public_service() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .* \| ([\d,]+) \|\s*([\d,]*)\s*\|$", PAGE.read_text(), re.MULTILINE)
    told = {name: [int(cell.replace(",", "")) for cell in cells if cell] for name, *cells in rows}
    calls = {name: [by["token"], by["address"]] for name, by in limits.PUBLIC.items()}
    quotas = {name: [by[who] for who in ("player", "address") if who in by] for name, by in limits.SET_GOING.items()}
    assert told == calls | quotas
