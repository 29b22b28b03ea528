"""What listeners hear of an append before the relay announces it."""

import threading
from typing import Any

import psycopg
import pytest
from django.db import connection

from events import hints, outbox
from events.errors import Conflict
from events.hints import Hints, announcement
from events.store import EMPTY, new_id
from tests.events.streams import MOVED, grown
from tests.support.asserting import wait_until

SECONDS = 60.0


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What appends announce."""
    found: list[tuple[str, int]] = []
    monkeypatch.setattr(hints.hints, "give", lambda match, version: found.append((match, version)))
    return found


def test_an_append_is_announced_with_its_last_version(given: list[tuple[str, int]]) -> None:
    match = new_id()
    head = grown(match)
    grown(match, MOVED, MOVED, expected=head)
    assert given == [(match, 1), (match, 3)]


def test_an_append_that_is_refused_is_not_announced(given: list[tuple[str, int]]) -> None:
    match = new_id()
    grown(match)
    with pytest.raises(Conflict):
        grown(match, expected=EMPTY)
    assert given == [(match, 1)]


def test_listeners_hear_a_hint(superuser: psycopg.Connection[Any]) -> None:
    superuser.execute(f"LISTEN {outbox.CHANNEL}")
    match = new_id()
    assert hints.send({match: 7})
    assert [one.payload for one in superuser.notifies(timeout=SECONDS, stop_after=1)] == [announcement(match, 7)]


def test_a_hint_that_the_server_does_not_take_is_dropped_and_the_next_has_another_connection() -> None:
    connection.ensure_connection()
    connection.connection.close()
    assert not hints.send({new_id(): 1})
    assert hints.send({new_id(): 1})


def test_hints_are_sent_from_the_first_on_by_one_thread_and_those_that_come_meanwhile_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[dict[str, int]] = []
    goes_on, is_sending = threading.Event(), threading.Event()

    def send(waiting: dict[str, int]) -> bool:
        sent.append(waiting)
        is_sending.set()
        return goes_on.wait(SECONDS)

    monkeypatch.setattr(hints, "send", send)
    giving = Hints()
    giving.give("too early", 1)
    giving.begin()
    giving.give("one", 1)
    assert is_sending.wait(SECONDS)
    for version in (2, 3):
        giving.give("one", version)
    giving.give("two", 7)
    goes_on.set()
    wait_until(lambda: len(sent) == 2, SECONDS)
    assert sent == [{"one": 1}, {"one": 3, "two": 7}]
