import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import psycopg
import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events import hints, outbox
from events.outbox import News
from events.store import new_id
from tests.events.streams import AT, CREATED, MOVED, grown
from tests.support.plans import rows_read
from tests.support.relay import deliver


@pytest.fixture
def consumer() -> str:
    """A consumer of this test alone: the database is shared."""
    return f"consumer-{new_id()}"


@pytest.fixture(autouse=True)
def _empty_outbox() -> Iterator[None]:
    drain(["nobody"])
    yield
    drain(["nobody"])


def drain(consumers: list[str]) -> int:
    moved = 0
    while count := outbox.relay(consumers):
        moved += count
    return moved


def streams(count: int, *, appends: int = 1) -> list[str]:
    matches = [new_id() for _ in range(count)]
    for match in matches:
        head = grown(match, CREATED)
        for _ in range(appends - 1):
            head = grown(match, MOVED, expected=head)
    return matches


def deliveries(connection: psycopg.Connection[Any], consumer: str) -> list[Any]:
    found = "SELECT match_id::text, version FROM delivery WHERE consumer = %s ORDER BY match_id, version"
    return connection.execute(found, [consumer]).fetchall()


def moment(connection: psycopg.Connection[Any]) -> datetime:
    """The server's clock."""
    now: datetime
    ((now,),) = connection.execute("SELECT clock_timestamp()").fetchall()
    return now


def put_off(connection: psycopg.Connection[Any], consumer: str) -> None:
    """What waits does so for an hour more: a second may be over before a busy machine has looked."""
    connection.execute(
        "UPDATE delivery SET available_at = available_at + interval '1 hour' WHERE consumer = %s AND attempts > 0",
        [consumer],
    )


def waits(connection: psycopg.Connection[Any], consumer: str, handler: "Handler") -> tuple[int, bool]:
    """After one more failure: how many there were, and whether the wait is as long as it should be."""
    before = moment(connection)
    assert deliver(consumer, handler) == 0
    after = moment(connection)
    found = "SELECT attempts, available_at FROM delivery WHERE consumer = %s"
    ((attempts, available_at),) = connection.execute(found, [consumer]).fetchall()
    seconds = timedelta(seconds=min(2 ** (attempts - 1), 3600))
    return attempts, before + seconds <= available_at <= after + seconds


def make_due(connection: psycopg.Connection[Any], consumer: str) -> None:
    connection.execute("UPDATE delivery SET available_at = now() WHERE consumer = %s", [consumer])


class Handler:
    """Notes what it is called with; fails for the matches it is told to."""

    def __init__(self, *failing: str) -> None:
        self.failing = set(failing)
        self.calls: list[tuple[str, int]] = []

    def __call__(self, match: str, version: int) -> None:
        self.calls.append((match, version))
        if match in self.failing:
            raise RuntimeError("the hand was: L-1, L-2")


def test_relay_gives_each_consumer_one_delivery_per_match_and_empties_the_outbox(
    consumer: str, superuser: psycopg.Connection[Any]
) -> None:
    matches = streams(2, appends=3)
    assert outbox.relay([consumer, consumer + "b"]) == 6
    expected = [(match, 3) for match in sorted(matches)]
    assert deliveries(superuser, consumer) == deliveries(superuser, consumer + "b") == expected
    assert outbox.relay([consumer]) == 0


def test_a_delivery_says_since_when_its_match_has_news(consumer: str, superuser: psycopg.Connection[Any]) -> None:
    match = new_id()
    rows = "INSERT INTO outbox SELECT %s, version, %s::timestamptz + version * interval '1 s' FROM generate_series(1, 3) AS version"
    superuser.execute(rows, [match, AT])
    outbox.relay([consumer])
    since = "SELECT version, since - %s FROM delivery WHERE consumer = %s"
    assert superuser.execute(since, [AT, consumer]).fetchall() == [(3, timedelta(seconds=1))]


def test_relay_moves_at_most_limit_rows_and_a_match_s_oldest_first(
    consumer: str, superuser: psycopg.Connection[Any]
) -> None:
    (match,) = streams(1, appends=5)
    assert outbox.relay([consumer], limit=2) == 2
    assert deliveries(superuser, consumer) == [(match, 2)]
    assert outbox.relay([consumer], limit=2) == 2
    assert outbox.relay([consumer], limit=2) == 1
    assert deliveries(superuser, consumer) == [(match, 2), (match, 4), (match, 5)]


def test_relay_tells_listeners_which_matches_have_grown(consumer: str, superuser: psycopg.Connection[Any]) -> None:
    superuser.execute(f"LISTEN {outbox.CHANNEL}")
    matches = streams(2, appends=2)
    outbox.relay([consumer])
    told = [notice.payload for notice in superuser.notifies(timeout=60, stop_after=2)]
    assert sorted(told) == sorted(hints.announcement(match, 2) for match in matches)


def test_an_append_alone_tells_listeners_nothing(superuser: psycopg.Connection[Any]) -> None:
    superuser.execute(f"LISTEN {outbox.CHANNEL}")
    streams(1)
    assert list(superuser.notifies(timeout=0.1)) == []


def test_a_match_held_by_another_relay_is_left_to_it_and_delays_no_other(
    consumer: str, superuser: psycopg.Connection[Any]
) -> None:
    held, free = streams(2)
    with superuser.transaction():
        superuser.execute("SELECT pg_advisory_xact_lock(hashtextextended('relay ' || %s, 0))", [held])
        assert outbox.relay([consumer]) == 1
        assert deliveries(superuser, consumer) == [(free, 1)]
    assert outbox.relay([consumer]) == 1


def test_relays_at_once_move_each_row_once(consumer: str, superuser: psycopg.Connection[Any]) -> None:
    matches = streams(20, appends=3)
    moved: list[int] = []

    def work() -> None:
        moved.extend(outbox.relay([consumer], limit=7) for _ in range(12))
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(moved) + drain([consumer]) == 60
    newest = dict(deliveries(superuser, consumer))
    assert newest == dict.fromkeys(matches, 3)


def test_deliver_tells_the_highest_version_once_and_forgets_all_up_to_it(
    consumer: str, superuser: psycopg.Connection[Any]
) -> None:
    (match,) = streams(1, appends=3)
    drain([consumer])
    handler = Handler()
    assert deliver(consumer, handler) == 1
    assert handler.calls == [(match, 3)]
    assert deliveries(superuser, consumer) == []
    assert deliver(consumer, handler) == 0


def test_deliver_takes_at_most_limit_matches(consumer: str) -> None:
    streams(3)
    drain([consumer])
    assert [deliver(consumer, Handler(), limit=2) for _ in range(3)] == [2, 1, 0]


def test_a_handler_of_many_matches_has_all_of_them_in_as_many_statements_as_one(consumer: str) -> None:
    calls: list[News] = []

    def statements(matches: list[str]) -> int:
        drain([consumer])
        with CaptureQueriesContext(connection) as made:
            assert outbox.deliver_together(consumer, calls.append, at_once=10) == len(matches)
        return len(made)

    assert statements(streams(1)) == statements(many := streams(10, appends=2))
    assert calls[-1] == dict.fromkeys(many, 2)


def test_where_one_of_many_matches_fails_the_others_are_delivered_and_it_waits(
    consumer: str, superuser: psycopg.Connection[Any], caplog: pytest.LogCaptureFixture
) -> None:
    matches = streams(5)
    drain([consumer])
    calls: list[News] = []

    def handle(news: News) -> None:
        calls.append(news)
        with connection.cursor() as cursor:
            for match in news:
                cursor.execute("INSERT INTO snapshot VALUES (%s, 1, 'x', '', '', '')", [match])
        if matches[2] in news:
            raise RuntimeError

    assert outbox.deliver_together(consumer, handle, at_once=5) == 4
    assert sorted(map(len, calls)) == [1, 1, 1, 1, 1, 5]
    stored = superuser.execute("SELECT match_id::text FROM snapshot WHERE match_id = ANY(%s::uuid[])", [matches])
    assert {match for (match,) in stored} == {*matches} - {matches[2]}
    assert deliveries(superuser, consumer) == [(matches[2], 1)]
    assert caplog.text.count("failed at match") == 1
    put_off(superuser, consumer)
    assert outbox.deliver_together(consumer, handle, at_once=5) == 0


def test_what_ends_a_task_ends_it_among_many_matches_too_and_all_of_them_wait_for_the_next(
    consumer: str, superuser: psycopg.Connection[Any]
) -> None:
    matches = streams(3)
    drain([consumer])

    def handle(_: News) -> None:
        raise SoftTimeLimitExceeded

    with pytest.raises(SoftTimeLimitExceeded):
        outbox.deliver_together(consumer, handle, at_once=3)
    waiting = superuser.execute("SELECT count(*), max(attempts) FROM delivery WHERE consumer = %s", [consumer])
    assert waiting.fetchall() == [(len(matches), 0)]


def test_the_relay_reads_what_it_moves_and_nothing_of_what_waits_behind(superuser: psycopg.Connection[Any]) -> None:
    with superuser.transaction(force_rollback=True):
        superuser.execute(
            "INSERT INTO outbox (match_id, at, version) SELECT gen_random_uuid(), now() - n * interval '1 ms', 1"
            " FROM generate_series(1, 5000) AS n"
        )
        superuser.execute("ANALYZE outbox")
        values = {"limit": 10, "consumers": ["nobody"], "channel": outbox.CHANNEL}
        assert rows_read(superuser, ["outbox"], outbox.RELAY, values) <= 20


def test_news_that_comes_while_a_handler_works_stays(consumer: str, superuser: psycopg.Connection[Any]) -> None:
    (match,) = streams(1)
    drain([consumer])

    def handle(match: str, version: int) -> None:
        superuser.execute(
            "INSERT INTO delivery (match_id, version, consumer) VALUES (%s, %s, %s)", [match, version + 1, consumer]
        )

    deliver(consumer, handle)
    assert deliveries(superuser, consumer) == [(match, 2)]


def test_a_failing_match_delays_no_other_match_and_no_other_consumer(
    consumer: str, superuser: psycopg.Connection[Any]
) -> None:
    first, second, third = streams(3)
    drain([consumer, consumer + "b"])
    failing, fine = Handler(second), Handler()
    assert deliver(consumer, failing) == 2
    assert sorted(failing.calls) == [(first, 1), (second, 1), (third, 1)]
    assert deliveries(superuser, consumer) == [(second, 1)]
    assert deliver(consumer + "b", fine) == 3


def test_a_failed_delivery_comes_again_later_and_each_time_later_still(
    consumer: str, superuser: psycopg.Connection[Any]
) -> None:
    (match,) = streams(1)
    drain([consumer])
    handler = Handler(match)
    for attempt in (1, 2, 3):
        assert waits(superuser, consumer, handler) == (attempt, True)
        put_off(superuser, consumer)
        assert deliver(consumer, handler) == 0
        make_due(superuser, consumer)
    assert handler.calls == [(match, 1)] * 3
    handler.failing.clear()
    assert deliver(consumer, handler) == 1
    assert deliveries(superuser, consumer) == []


def test_the_wait_after_many_failures_is_an_hour(consumer: str, superuser: psycopg.Connection[Any]) -> None:
    (match,) = streams(1)
    drain([consumer])
    superuser.execute("UPDATE delivery SET attempts = 14 WHERE consumer = %s", [consumer])
    assert waits(superuser, consumer, Handler(match)) == (15, True)


def test_fresh_news_does_not_cut_short_the_wait_after_a_failure(
    consumer: str, superuser: psycopg.Connection[Any]
) -> None:
    match = new_id()
    head = grown(match, CREATED)
    drain([consumer])
    handler = Handler(match)
    deliver(consumer, handler)
    put_off(superuser, consumer)
    grown(match, MOVED, expected=head)
    drain([consumer])
    assert deliver(consumer, handler) == 0
    assert handler.calls == [(match, 1)]


def test_what_a_handler_wrote_is_saved_with_its_place_or_undone_with_it(
    consumer: str, superuser: psycopg.Connection[Any]
) -> None:
    good, bad = streams(2)
    drain([consumer])

    def handle(match: str, version: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO snapshot VALUES (%s, %s, 'x', '', '', '')", [match, version])
        if match == bad:
            raise RuntimeError

    assert deliver(consumer, handle) == 1
    stored = "SELECT match_id::text FROM snapshot WHERE match_id = ANY(%s::uuid[])"
    assert superuser.execute(stored, [[good, bad]]).fetchall() == [(good,)]


def test_a_handler_s_own_database_error_is_a_failure_like_any_other(
    consumer: str, superuser: psycopg.Connection[Any]
) -> None:
    (match,) = streams(1)
    drain([consumer])

    def handle(match: str, version: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1/0")

    assert deliver(consumer, handle) == 0
    assert deliveries(superuser, consumer) == [(match, 1)]


@pytest.mark.parametrize("is_alone", [True, False])
def test_a_statement_that_an_operator_cancels_counts_no_failure_and_is_tried_again(
    consumer: str, superuser: psycopg.Connection[Any], is_alone: bool
) -> None:
    matches = streams(1 if is_alone else 3)
    drain([consumer])
    cancelled = matches[0]

    def handle(news: News) -> None:
        if cancelled in news:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(10)")

    for _ in range(outbox.PARK_AFTER + 1):
        outbox.deliver_together(consumer, handle, at_once=3)
        hurry = "UPDATE delivery SET available_at = now() - interval '1 s' WHERE consumer = %s"
        superuser.execute(hurry, [consumer])
    found = "SELECT match_id::text, attempts, parked_at FROM delivery WHERE consumer = %s"
    assert superuser.execute(found, [consumer]).fetchall() == [(cancelled, 0, None)]
    assert deliver(consumer, Handler()) == 1


def test_a_failure_is_logged_with_match_and_version_and_without_the_error_s_words(
    consumer: str, caplog: pytest.LogCaptureFixture
) -> None:
    (match,) = streams(1)
    drain([consumer])
    deliver(consumer, Handler(match))
    assert f"match {match}, version 1" in caplog.text
    assert "RuntimeError" in caplog.text
    assert "hand" not in caplog.text


def test_a_match_that_another_worker_delivers_is_left_to_it(consumer: str, superuser: psycopg.Connection[Any]) -> None:
    held, free = streams(2)
    drain([consumer])
    handler = Handler()
    with superuser.transaction():
        lock = "SELECT pg_advisory_xact_lock(hashtextextended('deliver ' || %s::text || ' ' || %s::text, 0))"
        superuser.execute(lock, [consumer, held])
        assert deliver(consumer, handler) == 1
    assert handler.calls == [(free, 1)]


def test_workers_at_once_deliver_each_match_once(consumer: str) -> None:
    matches = streams(30)
    drain([consumer])
    handler = Handler()

    def work() -> None:
        while deliver(consumer, handler):
            pass
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    deliver(consumer, handler)
    assert sorted(handler.calls) == [(match, 1) for match in sorted(matches)]


def fail_until_parked(superuser: psycopg.Connection[Any], consumer: str, handler: Handler) -> None:
    for _ in range(outbox.PARK_AFTER):
        assert deliver(consumer, handler) == 0
        make_due(superuser, consumer)


def test_news_that_fails_too_often_is_parked_and_tried_no_more_until_somebody_says_so(
    consumer: str, superuser: psycopg.Connection[Any]
) -> None:
    poison, fine = streams(2)
    drain([consumer])
    handler = Handler(poison)
    deliver(consumer, handler)
    make_due(superuser, consumer)
    for _ in range(outbox.PARK_AFTER + 3):
        deliver(consumer, handler)
        make_due(superuser, consumer)
    assert handler.calls.count((poison, 1)) == outbox.PARK_AFTER
    assert handler.calls.count((fine, 1)) == 1
    seen = "SELECT match_id::text, attempts, error, parked_at <= now() FROM waiting_delivery WHERE consumer = %s"
    assert superuser.execute(seen, [consumer]).fetchall() == [(poison, outbox.PARK_AFTER, "RuntimeError", True)]
    handler.failing.clear()
    assert deliver(consumer, handler) == 0
    assert outbox.retry(consumer, poison) == 1
    assert deliver(consumer, handler) == 1
    assert deliveries(superuser, consumer) == []


def test_fresh_news_of_a_parked_match_is_tried_and_takes_the_parked_along(
    consumer: str, superuser: psycopg.Connection[Any]
) -> None:
    match = new_id()
    head = grown(match, CREATED)
    drain([consumer])
    handler = Handler(match)
    fail_until_parked(superuser, consumer, handler)
    grown(match, MOVED, expected=head)
    drain([consumer])
    handler.failing.clear()
    assert deliver(consumer, handler) == 1
    assert handler.calls[-1] == (match, 2)
    assert deliveries(superuser, consumer) == []


def test_retry_lets_go_only_what_it_names(consumer: str, superuser: psycopg.Connection[Any]) -> None:
    first, second = streams(2)
    drain([consumer, consumer + "b"])
    for one in (consumer, consumer + "b"):
        fail_until_parked(superuser, one, Handler(first, second))
    assert outbox.retry(consumer, first) == 1
    assert outbox.retry(consumer) == 1
    assert outbox.retry(consumer, first) == 0
    assert outbox.retry(consumer + "b") == 2
