"""A lasting fault is said once a minute, by every logger that the service's configuration writes."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.module_loading import import_string

from config import logs

SECRET = "quoted-by-an-exception"


class Clock:
    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(logs, "now", made)
    return made


@pytest.fixture
def written(clock: Clock) -> Iterator[io.StringIO]:
    """What the configured handler writes."""
    handler = logging.StreamHandler(io.StringIO())
    handler.setFormatter(logs.JSONLines())
    configured: Any = settings.LOGGING
    for name in configured["handlers"]["stderr"].get("filters", ()):
        handler.addFilter(import_string(configured["filters"][name]["()"])())
    logging.getLogger().addHandler(handler)
    yield handler.stream
    logging.getLogger().removeHandler(handler)


def lines(written: io.StringIO, logger: str) -> list[Any]:
    found = [json.loads(line) for line in written.getvalue().splitlines()]
    return [line for line in found if line["logger"] == logger]


@pytest.mark.parametrize("name", ["config.health", "celery.worker.consumer.consumer", "kombu.connection", "a.library"])
def test_a_lasting_fault_is_said_once_a_minute_with_the_number_left_out(
    written: io.StringIO, clock: Clock, name: str
) -> None:
    log = logging.getLogger(name)
    for second in range(150):
        log.error("cannot connect to %s, trying again in %s", "redis", second)
        log.error(f"cannot connect, try {second}")
        clock.at += 1
    found = [line for line in lines(written, name) if "trying again" in line["message"]]
    assert [line.get("repeated") for line in found] == [None, 59, 59]
    assert len(lines(written, name)) == 6


def failing(log: logging.Logger, error: type[Exception]) -> None:
    try:
        raise error
    except error as raised:
        log.error("task failed", exc_info=raised)


def test_another_error_another_level_and_another_place_are_other_kinds(written: io.StringIO, clock: Clock) -> None:
    log = logging.getLogger("a.place")
    for _ in range(3):
        failing(log, ZeroDivisionError)
        failing(log, KeyError)
        log.warning("task failed")
        log.error("task failed")
        log.error("something else")
    assert len(lines(written, "a.place")) == 5


def test_each_of_a_few_matches_is_named_and_a_flood_of_them_is_not(written: io.StringIO, clock: Clock) -> None:
    log = logging.getLogger("a.place")
    for number in [*range(100), *range(100)]:
        log.error("the clock of match %s failed", number, extra={"match": str(number)})
    found = lines(written, "a.place")
    assert [line["match"] for line in found] == [str(number) for number in range(logs.MOST_SUBJECTS)]
    clock.at += 60
    log.error("the clock of match %s failed", 7, extra={"match": "7"})
    assert lines(written, "a.place")[-1]["repeated"] == 190


def test_what_is_no_fault_is_always_written(written: io.StringIO, clock: Clock) -> None:
    log = logging.getLogger("api.access")
    level = log.level
    log.setLevel(logging.INFO)
    for _ in range(20):
        log.info("GET / 503")
    log.setLevel(level)
    assert len(lines(written, "api.access")) == 20


def test_only_so_many_kinds_are_remembered(clock: Clock) -> None:
    sparing = logs.Sparing()
    for number in range(3 * logs.MOST_KINDS):
        name = f"place-{number}"
        assert sparing.filter(logging.LogRecord(name, logging.ERROR, "", 0, "it failed", None, None))
    assert len(sparing._windows) == logs.MOST_KINDS


def test_unforeseen_errors_of_two_kinds_are_both_said_and_each_once(
    written: io.StringIO, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError(SECRET)

    def other(*_: Any) -> Any:
        raise KeyError(SECRET)

    for fails in (broken, other, broken, other):
        monkeypatch.setattr("api.views.games.resources.game", fails)
        Client(raise_request_exception=False).get("/api/v1/games")
    found = lines(written, "api.http.problems")
    said = [line["message"].splitlines()[0] for line in found]
    assert said == ["unforeseen ZeroDivisionError", "unforeseen KeyError"]
    assert SECRET not in written.getvalue()
