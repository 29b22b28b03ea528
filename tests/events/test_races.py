import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
from django.db import connection

from events import outbox
from events.errors import Conflict
from events.format.canon import canon
from events.format.chain import GENESIS, event_hash
from events.store import EMPTY, Command, append, load, new_id
from tests.events.streams import AT, CREATED, MOVED, grown, head_of
from tests.support.relay import deliver

WRITERS = 8
ROUNDS = 25


def together(count: int, work: Callable[[int], Any]) -> list[Any]:
    """What `work(0)` to `work(count - 1)` return, run at once, each on a connection of its own."""
    start = threading.Barrier(count)

    def run(number: int) -> Any:
        try:
            start.wait()
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def test_of_eight_creations_one_wins() -> None:
    match = new_id()

    def create(number: int) -> bool:
        try:
            append(match, expected=EMPTY, at=AT, drafts=[CREATED])
        except Conflict:
            return False
        return True

    assert sum(together(WRITERS, create)) == 1
    assert [event.version for event in load(match).events] == [1]


def test_of_eight_appends_to_one_head_one_wins_every_time_and_the_chain_holds() -> None:
    match = new_id()
    grown(match, CREATED)
    turn = threading.Barrier(WRITERS)

    def race(number: int) -> int:
        wins = 0
        for attempt in range(ROUNDS):
            head = load(match).head
            turn.wait()
            try:
                command = Command(actor=f"p{number}", key=str(attempt), request_hash=b"h")
                append(match, expected=head, at=AT, drafts=[MOVED, MOVED], command=command)
                wins += 1
            except Conflict:
                pass
            turn.wait()
        return wins

    assert sum(together(WRITERS, race)) == ROUNDS
    stream = load(match)
    assert [event.version for event in stream.events] == list(range(1, 2 * ROUNDS + 2))
    previous = GENESIS
    for event in stream.events:
        previous = event_hash(previous, canon(event.envelope))
        assert event.hash == previous
    assert stream.head.hash == previous


def test_of_eight_appends_under_one_key_one_wins() -> None:
    match = new_id()
    grown(match, CREATED)

    def insist(number: int) -> int:
        wins = 0
        for _ in range(WRITERS):
            try:
                command = Command(actor="alice", key="same", request_hash=b"h")
                append(match, expected=load(match).head, at=AT, drafts=[MOVED], command=command)
                wins += 1
            except Conflict:
                pass
        return wins

    assert sum(together(WRITERS, insist)) == 1
    assert load(match).head.version == 2


def test_a_second_append_waits_for_the_first_and_loses_though_it_saw_the_head(
    superuser: psycopg.Connection[Any],
) -> None:
    match = new_id()
    head = grown(match, CREATED)
    outcome: list[object] = []

    def late() -> None:
        try:
            outcome.append(append(match, expected=head, at=AT, drafts=[MOVED]))
        except Conflict as conflict:
            outcome.append(conflict)
        finally:
            connection.close()

    with superuser.transaction():
        superuser.execute("UPDATE match_head SET version = 2 WHERE match_id = %s", [match])
        thread = threading.Thread(target=late)
        thread.start()
        with psycopg.connect(os.environ["DATABASE_SUPERUSER_URL"], autocommit=True) as watcher:
            wait_until_someone_waits(watcher)
        assert outcome == []
    thread.join()
    assert isinstance(outcome[0], Conflict)
    # Another test may back up the whole database and hold each head against its history.
    superuser.execute("UPDATE match_head SET version = 1 WHERE match_id = %s", [match])


def wait_until_someone_waits(watcher: psycopg.Connection[Any]) -> None:
    waiting = (
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE match_head%'"
    )
    while watcher.execute(waiting).fetchone() == (0,):
        pass


def test_load_sees_head_and_events_of_one_instant_while_the_stream_grows() -> None:
    match = new_id()
    head = grown(match, CREATED)
    stop = threading.Event()

    def work(number: int) -> None:
        nonlocal head
        # So many and no more: a reader that is slower than the writer would read for ever longer.
        for _ in range(300 if number == 0 else 0):
            if not stop.is_set():
                head = grown(match, MOVED, expected=head)
        for _ in range(200 if number else 0):
            stream = load(match)
            assert stream.head == head_of(stream.events)
            assert all(len(event.openings) == len(event.envelope["seals"]) for event in stream.events)
        stop.set()

    together(2, work)


def test_relays_and_consumers_among_eight_writers_lose_nothing_and_keep_the_order() -> None:
    matches = [new_id() for _ in range(4)]
    consumer = f"tail-{new_id()}"
    seen: dict[str, list[int]] = {match: [] for match in matches}
    writing = threading.Semaphore(0)

    def write(number: int) -> None:
        match = matches[number % len(matches)]
        for _ in range(ROUNDS):
            while True:
                try:
                    drafts = [CREATED if (head := load(match).head) == EMPTY else MOVED]
                    append(match, expected=head, at=AT, drafts=drafts)
                    break
                except Conflict:
                    continue
        writing.release()

    def tail() -> None:
        while any(max(versions, default=0) < 2 * ROUNDS for versions in seen.values()):
            outbox.relay([consumer])
            deliver(consumer, lambda match, version: seen[match].append(version) if match in seen else None)

    together(WRITERS + 2, lambda number: write(number) if number < WRITERS else tail())
    for match, versions in seen.items():
        assert versions == sorted(versions), match
        assert versions[-1] == 2 * ROUNDS
