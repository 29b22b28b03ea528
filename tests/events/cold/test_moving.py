"""Rows of history go only with the row of their file, all of them and in one transaction; the database sees to it."""

import threading
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, ProgrammingError, connection, connections
from psycopg.errors import RestrictViolation

from events import ledger, store
from events.cold import contents, files, moving, register
from events.cold.contents import Contents
from events.cold.moving import CannotMove
from events.envelope import EventRow, SecretRow
from events.store import EMPTY, NewEvent, new_id
from tests.events.streams import CREATED, MOVED, grown, rows

ENDED = NewEvent(type="match_ended", data={"winners": [1]})
CHANGES = (
    ("version", 2),
    ("hash", bytes(32)),
    ("rows", bytes(32)),
)
ENTER = """
INSERT INTO cold_match (match_id, version, hash, rows, file, sha256, size)
VALUES (%(match)s, %(version)s, %(hash)s, %(rows)s, %(file)s, %(sha256)s, %(size)s)
"""


def ended() -> str:
    match = new_id()
    grown(match, CREATED, MOVED, ENDED, key="k")
    return match


def stored(match: str) -> list[EventRow]:
    """The events of a match as the table has them."""
    found = ledger.read(match)
    secrets = [
        SecretRow(row["version"], row["index"], list(row["audience"]), bytes(row["salt"]), bytes(row["part"]))
        for row in found.secrets
    ]
    return [
        EventRow(
            row["version"], bytes(row["body"]), bytes(row["hash"]), [s for s in secrets if s.version == row["version"]]
        )
        for row in found.events
    ]


def values(match: str) -> dict[str, Any]:
    """The row of a cold match, as it should be."""
    events = stored(match)
    return {
        "match": match,
        "version": events[-1].version,
        "hash": events[-1].hash,
        "rows": contents.rows_digest(events),
        "file": "x",
        "sha256": bytes(32),
        "size": 1,
    }


def moved(match: str) -> bool:
    """Move a match into a file, without the looks of `cold_moves`."""
    events = stored(match)
    whole = Contents(first={"match": match}, rows=events, last={})
    file = files.write(match, contents.pack(whole))
    return moving.enter(match, version=len(events), head=events[-1].hash, rows=contents.rows_digest(events), file=file)


def delete(db: psycopg.Connection[Any], match: str, *tables: str, besides: str | None = None) -> None:
    """Enter a match as cold and delete its rows from these tables, and those of another match."""
    with db.transaction():
        db.execute(ENTER, values(match))
        for table in tables:
            db.execute(f"DELETE FROM {table} WHERE match_id = ANY(%s::uuid[])", [[match, besides or match]])


def test_the_database_computes_the_digest_that_python_computes() -> None:
    match = ended()
    with connection.cursor() as cursor:
        cursor.execute("SELECT rows_digest(%s)", [match])
        assert bytes(cursor.fetchone()[0]) == contents.rows_digest(stored(match))


def test_a_cold_stream_is_loaded_as_it_was() -> None:
    match = ended()
    before = store.load(match)
    assert moved(match)
    for after, until in ((0, store.NO_END), (0, 2), (1, 2), (2, 3), (3, store.NO_END), (store.NO_END, store.NO_END)):
        stream = store.load(match, after=after, until=until)
        assert stream.head == before.head
        assert stream.events == tuple(one for one in before.events if after < one.version <= until)
    each = store.load_each({match: 1, new_id(): 0})
    assert each[match].events == before.events[1:]
    assert {one.head for one in each.values()} == {before.head, EMPTY}


def test_commands_and_head_stay(superuser: psycopg.Connection[Any]) -> None:
    match = ended()
    before = rows(superuser, match)
    assert moved(match)
    after = rows(superuser, match)
    assert (after["match_head"], after["command"]) == (before["match_head"], before["command"])
    assert (after["event"], after["event_secret"]) == ([], [])
    assert store.find_command(match, "alice", "k") is not None


@pytest.mark.parametrize("role", ["owner", "superuser"])
@pytest.mark.parametrize("tables", [("event",), ("event_secret",), ("event_secret", "event")])
def test_no_row_goes_without_the_row_of_its_file(role: str, tables: tuple[str, ...], request: Any) -> None:
    match, db = ended(), request.getfixturevalue(role)
    for table in tables:
        with pytest.raises(RestrictViolation, match="history is never changed"):
            db.execute(f"DELETE FROM {table} WHERE match_id = %s", [match])


@pytest.mark.parametrize(("column", "value"), CHANGES)
def test_the_row_of_a_file_that_does_not_fit_is_refused(
    column: str, value: Any, owner: psycopg.Connection[Any]
) -> None:
    match = ended()
    with pytest.raises(RestrictViolation), owner.transaction():
        owner.execute(ENTER, {**values(match), column: value})
    assert len(store.load(match).events) == 3


@pytest.mark.parametrize(("column", "value"), [("sha256", b"short"), ("size", 0), ("file", "")])
def test_a_row_that_names_no_file_is_refused(column: str, value: Any, owner: psycopg.Connection[Any]) -> None:
    with pytest.raises(RestrictViolation, match="does not name a file"), owner.transaction():
        owner.execute(ENTER, {**values(ended()), column: value})


def test_a_match_that_has_not_ended_stays() -> None:
    match = new_id()
    grown(match, CREATED, MOVED)
    with pytest.raises(CannotMove, match="has not ended"):
        moved(match)
    assert len(store.load(match).events) == 2


def test_a_match_that_is_not_there_gets_no_row(owner: psycopg.Connection[Any]) -> None:
    with pytest.raises(RestrictViolation, match="does not lead to the head"), owner.transaction():
        owner.execute(ENTER, {**values(ended()), "match": new_id()})


@pytest.mark.parametrize("tables", [(), ("event",), ("event_secret",)])
def test_all_rows_go_or_none(tables: tuple[str, ...], owner: psycopg.Connection[Any]) -> None:
    match = ended()
    with pytest.raises(RestrictViolation, match="rows of the match stand beside its file"):
        delete(owner, match, *tables)
    assert len(store.load(match).events) == 3


def test_rows_go_only_in_the_transaction_that_wrote_the_row(owner: psycopg.Connection[Any]) -> None:
    match, other = ended(), ended()
    with pytest.raises(RestrictViolation, match="history is never changed"):
        delete(owner, match, "event_secret", "event", besides=other)
    assert moved(match)
    with pytest.raises(RestrictViolation, match="history is never changed"):
        owner.execute("DELETE FROM event WHERE match_id = %s", [other])


def test_the_triggers_work_in_replica_mode_too(superuser: psycopg.Connection[Any]) -> None:
    match = ended()
    superuser.execute("SET session_replication_role = replica")
    with pytest.raises(RestrictViolation, match="the file does not have the rows"), superuser.transaction():
        superuser.execute(ENTER, {**values(match), "rows": bytes(32)})
    with pytest.raises(RestrictViolation, match="rows of the match stand beside"), superuser.transaction():
        superuser.execute(ENTER, values(match))


@pytest.mark.parametrize(
    "change", ["UPDATE cold_match SET size = 1 WHERE match_id = %s", "DELETE FROM cold_match WHERE match_id = %s"]
)
def test_the_row_of_a_cold_match_is_never_changed(change: str, superuser: psycopg.Connection[Any]) -> None:
    match = ended()
    assert moved(match)
    with pytest.raises(RestrictViolation, match="history is never changed"), superuser.transaction():
        superuser.execute(change, [match])
    with pytest.raises(RestrictViolation, match="history is never changed"), superuser.transaction():
        superuser.execute("TRUNCATE cold_match")


def test_the_service_s_role_reads_the_rows_and_writes_none() -> None:
    match = ended()
    assert moved(match)
    assert register.find([match, new_id()]).keys() == {match}
    for change in ("DELETE FROM cold_match", "UPDATE cold_match SET size = 1", "INSERT INTO cold_match DEFAULT VALUES"):
        with connection.cursor() as cursor, pytest.raises((ProgrammingError, OperationalError), match="permission"):
            cursor.execute(change)


def test_of_two_workers_one_moves_a_match() -> None:
    match = ended()
    done: list[bool] = []
    events = stored(match)
    file = files.write(match, contents.pack(Contents(first={"match": match}, rows=events, last={})))
    start = threading.Barrier(2)

    def work() -> None:
        start.wait()
        digest = contents.rows_digest(events)
        done.append(moving.enter(match, version=3, head=events[-1].hash, rows=digest, file=file))
        connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(done) == [False, True]
    assert len(store.load(match).events) == 3
