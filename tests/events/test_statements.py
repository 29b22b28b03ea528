"""A connection that is lost at every moment of a statement, whatever libpq makes of it."""

from collections.abc import Callable, Iterator
from functools import partial
from threading import Thread
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction
from psycopg.pq import ConnStatus

from events import statements
from events.outages import InDoubt, is_away, is_made_by_libpq
from events.store import Command, NewEvent, Part, append, find_command, load, new_id
from tests.events.streams import AT, CREATED, grown
from tests.support.line import LAST_WORDS, TCP, UNIX, Line, Lines, lines

SIZES = (100, 10_000, 300_000)
CUTS: dict[str, Callable[[Line], None]] = {
    **{f"before it, with {name}": partial(Line.cut, last_words=words) for name, words in LAST_WORDS.items()},
    "in the question": Line.cut_in_question,
    "before the answer": lambda line: line.cut_in_answer(0),
    "in the answer": lambda line: line.cut_in_answer(7),
}


@pytest.fixture(params=[UNIX, TCP])
def road(request: pytest.FixtureRequest) -> Iterator[Lines]:
    with lines(request.param) as found:
        yield found


@pytest.fixture(params=CUTS)
def cut(request: pytest.FixtureRequest, road: Lines) -> Callable[[], None]:
    """Cuts the connection that Django has."""
    return lambda: CUTS[request.param](road.line)


def draft(size: int) -> NewEvent:
    return NewEvent(type="dealt", data={}, parts=(Part(audience=(), part={"cards": "x" * size}),))


def on_a_new_connection() -> None:
    """As before every request and task."""
    connection.close_if_unusable_or_obsolete()


@pytest.mark.parametrize("size", SIZES)
def test_an_append_whose_connection_is_lost_is_in_doubt_and_recorded_once_when_it_is_repeated(
    cut: Callable[[], None], size: int
) -> None:
    match, command = new_id(), Command(actor="alice", key="k", request_hash=b"h")
    head = grown(match, CREATED, draft(1))
    # The statement is prepared now.
    head = grown(match, draft(1), expected=head)
    cut()
    with pytest.raises(InDoubt):
        append(match, expected=head, at=AT, drafts=[draft(size)], command=command)
    on_a_new_connection()
    if find_command(match, "alice", "k") is None:
        append(match, expected=head, at=AT, drafts=[draft(size)], command=command)
    assert [event.envelope["type"] for event in load(match).events] == ["match_created", "dealt", "dealt", "dealt"]


def by_the_store(size: int) -> Any:
    return statements.fetch("SELECT length(%s::text)", ("x" * size,))


def by_a_cursor(size: int) -> Any:
    with connection.cursor() as cursor:
        return cursor.execute("SELECT length(%s::text)", ["x" * size]).fetchall()


def in_a_transaction(size: int) -> Any:
    with transaction.atomic():
        return by_a_cursor(size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("read", [by_the_store, by_a_cursor, in_a_transaction])
def test_a_read_whose_connection_is_lost_fails_because_the_server_is_away_and_the_next_one_does_not(
    cut: Callable[[], None], read: Callable[[int], Any], size: int
) -> None:
    connection.ensure_connection()
    read(1)
    cut()
    with pytest.raises(DatabaseError) as lost:
        read(size)
    assert is_away(lost.value)
    on_a_new_connection()
    assert read(size) == [(size,)]


@pytest.mark.parametrize("size", SIZES)
def test_the_first_read_of_a_request_is_asked_again_on_a_new_connection(cut: Callable[[], None], size: int) -> None:
    connection.ensure_connection()
    by_the_store(1)
    on_a_new_connection()
    cut()
    assert by_the_store(size) == [(size,)]


def test_what_another_thread_connects_is_no_line(road: Lines) -> None:
    line = road.line
    ended: list[bool] = []

    def elsewhere() -> None:
        connection.ensure_connection()
        ended.append(road.line is line)
        connection.close()

    other = Thread(target=elsewhere)
    other.start()
    other.join()
    assert ended == [True]


def test_libpq_may_call_a_lost_connection_good() -> None:
    # Over a socket in a folder sending fails at once; over TCP the first piece may still seem to be sent.
    with lines(UNIX) as found:
        connection.ensure_connection()
        found.line.cut(LAST_WORDS["half a goodbye"])
        pgconn = connection.connection.pgconn
        result = pgconn.exec_params(b"SELECT $1", [b"x"], None, (1,))
        assert (result.error_field(psycopg.pq.DiagnosticField.SQLSTATE), pgconn.status) == (None, ConnStatus.OK)
        assert is_made_by_libpq(result)


@pytest.mark.parametrize("size", SIZES)
def test_an_append_whose_session_is_ended_by_the_server_is_in_doubt(
    superuser: psycopg.Connection[Any], size: int
) -> None:
    match = new_id()
    head = grown(match, CREATED)
    superuser.execute("SELECT pg_terminate_backend(%s, 5000)", [connection.connection.info.backend_pid])
    with pytest.raises(InDoubt):
        append(match, expected=head, at=AT, drafts=[draft(size)])
    on_a_new_connection()
    assert load(match).head == head
