from typing import Any

from pytest_django import Settings

from tests.cast import STRANGER


def told(kind: str) -> dict[tuple[str, str], Any]:
    found = STRANGER.get("/limits").json()[kind]
    return {(item["name"], item["counted_for"]): (item["limit"], item["window_seconds"]) for item in found}


def test_the_limits_that_are_told_are_those_that_hold(settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "moves": {"token": 7, "address": 70}}
    settings.QUOTAS = {**settings.QUOTAS, "events": {"player": 11}, "matches": {"player": 3, "address": 5}}
    calls, quotas = told("calls"), told("quotas")
    assert calls["moves", "token"] == (7, 60)
    assert calls["moves", "address"] == (70, 60)
    assert {name for name, _ in calls} == {"reads", "moves", "lobby", "sign_up", "audit", "streams"}
    assert quotas["events", "player"] == (11, 24 * 3600)
    assert quotas["matches", "address"] == (5, None)


def test_sizes_are_told_as_they_hold(settings: Settings) -> None:
    settings.MAX_BODY_BYTES = 100
    assert STRANGER.get("/limits").json()["sizes"]["body_bytes"] == 100
