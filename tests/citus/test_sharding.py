"""The store on Citus: where its rows lie, who may change them, and that a shard may move while it is written to."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.db.utils import Error, OperationalError

from events import ledger, outbox, sharding, statements, store
from events.store import EMPTY, Command, NewEvent, Part, new_id
from tests.citus.writers import Writers, faults

COLOCATED = """
SELECT count(DISTINCT colocationid), count(*) FROM pg_dist_partition
WHERE logicalrelid = ANY(%s::regclass[]) AND partmethod = 'h'
"""
# Of each shard of a table the triggers that fire always.
GUARDED = """
SELECT result::integer FROM run_command_on_placements(%s,
    $$SELECT count(*) FROM pg_trigger WHERE tgrelid = '%%s'::regclass AND NOT tgisinternal AND tgenabled = 'A'$$)
"""
PLACES = """
SELECT shardid, nodename FROM citus_shards WHERE table_name = 'match_head'::regclass ORDER BY shardid
"""
WORKERS = "SELECT nodename FROM pg_dist_node WHERE noderole = 'primary' AND shouldhaveshards ORDER BY nodename"


def appended(match: str) -> None:
    stream = store.load(match)
    drafts = [NewEvent(type="moved", data={}, parts=(Part(audience=(0,), part={"card": 1}),))]
    command = Command(actor="somebody", key=f"key-{stream.head.version}", request_hash=bytes(32))
    store.append(match, expected=stream.head, at=stream.now, drafts=drafts, command=command)


def test_all_tables_of_the_store_lie_together(superuser: psycopg.Connection) -> None:
    assert superuser.execute(COLOCATED, [list(sharding.TABLES)]).fetchone() == (1, len(sharding.TABLES))


def test_it_is_distributed_once() -> None:
    assert not sharding.distribute()


def test_an_append_is_one_call_that_the_match_s_node_carries_out() -> None:
    text = sharding.APPEND.sql.decode()
    for place in range(18, 0, -1):
        text = text.replace(f"${place}", "NULL" if place > 1 else "'01950000-0000-7000-8000-000000000000'")
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (COSTS OFF) {text}")
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "Citus Adaptive" in plan
    assert "Task Count: 1" in plan


@pytest.mark.parametrize("table", ["event", "event_secret", "command"])
def test_history_is_guarded_on_every_shard(superuser: psycopg.Connection, table: str) -> None:
    guards = [count for (count,) in superuser.execute(GUARDED, [table])]
    assert guards
    assert set(guards) == {2}


@pytest.mark.parametrize("change", ["UPDATE event SET seat = 7", "DELETE FROM event", "DELETE FROM command"])
def test_history_stays_as_it_is_for_its_owner_too(owner: psycopg.Connection, change: str) -> None:
    match = new_id()
    appended(match)
    with pytest.raises(psycopg.Error, match="history is never changed"):
        owner.execute(f"{change} WHERE match_id = %s", [match])


@pytest.mark.parametrize(
    "change", ["UPDATE event SET seat = 7", "DELETE FROM match_head", "UPDATE match_head SET match_id = match_id"]
)
def test_the_service_has_no_more_rights_than_on_one_server(change: str) -> None:
    match = new_id()
    appended(match)
    with pytest.raises(Error, match="permission denied"), connection.cursor() as cursor:
        cursor.execute(f"{change} WHERE match_id = %s", [match])


def assert_confirmed() -> None:
    store.confirm()


def test_what_is_repeated_is_confirmed_by_all_nodes() -> None:
    appended(new_id())
    # It raises where one has not answered.
    assert_confirmed()


@pytest.fixture
def a_node_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever asks all shards fails as it does then."""
    asked = statements.fetch

    def failing(query: str, values: Any) -> Any:
        if query.lstrip().startswith("SELECT 1 FROM outbox") or query == outbox.CANDIDATES:
            raise OperationalError("away") from psycopg.errors.ConnectionFailure("connection to the remote node failed")
        return asked(query, values)

    monkeypatch.setattr(outbox, "fetch", failing)


@pytest.mark.usefixtures("a_node_is_away")
def test_while_a_node_is_away_the_news_of_the_others_go_on() -> None:
    consumer, match = f"consumer-{new_id()}", new_id()
    appended(match)
    assert outbox.has_rows()
    while outbox.relay([consumer]):
        pass
    told: list[str] = []
    outbox.deliver_together(consumer, lambda news: told.extend(news), limit=10_000, at_once=100)
    assert match in told


def test_an_audit_reads_all_rows_of_a_match_as_of_one_instant(monkeypatch: pytest.MonkeyPatch) -> None:
    match, read_rows = new_id(), ledger._rows
    growth: list[threading.Thread] = []
    appended(match)

    def grow() -> None:
        appended(match)
        connection.close()

    def rows_of_a_match_that_grows(model: Any, of: str, *order: str) -> list[dict[str, Any]]:
        found = read_rows(model, of, *order)
        if not growth:
            growth.append(threading.Thread(target=grow))
            growth[0].start()
            growth[0].join()
        return found

    monkeypatch.setattr(ledger, "_rows", rows_of_a_match_that_grows)
    seen = ledger.read(match)
    assert store.load(match).head.version == 2
    assert len(seen.events) == len(seen.secrets) == len(seen.commands) == 1


@pytest.fixture
def relaying() -> Iterator[None]:
    """A relay at work beside the test."""
    ended = threading.Event()

    def run() -> None:
        try:
            while not ended.is_set():
                outbox.relay(["nobody"])
                time.sleep(0.1)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    yield
    ended.set()
    thread.join()


@pytest.mark.usefixtures("relaying")
def test_while_shards_move_under_eight_writers_nothing_is_lost_or_doubled(superuser: psycopg.Connection) -> None:
    writers, moved = Writers(8), 0
    workers = [name for (name,) in superuser.execute(WORKERS)]
    places = superuser.execute(PLACES).fetchall()
    writers.begin()
    try:
        for shard, at in places:
            before = writers.count
            elsewhere = next(name for name in workers if name != at)
            superuser.execute("SELECT citus_move_shard_placement(%s, %s, 5432, %s, 5432)", [shard, at, elsewhere])
            moved += 1
            assert writers.count > before, "nobody could write while a shard moved"
    finally:
        writers.end()
    doubts, refused = sum(told.doubts for told in writers.told), [told.refused for told in writers.told if told.refused]
    print(f"{moved} shards moved, {writers.count} appends, {doubts} in doubt, refused: {refused}")
    assert superuser.execute(PLACES).fetchall() != places
    assert faults(writers) == []
    # The guards have moved with the rows.
    for table in ("event", "event_secret", "command"):
        assert {count for (count,) in superuser.execute(GUARDED, [table])} == {2}


def test_a_match_that_was_never_asked_for_is_none() -> None:
    assert store.load(new_id()).head == EMPTY
