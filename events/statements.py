"""The statements of the store, and how they reach the server over Django's connection."""

import itertools
import re
import select
import time
from collections.abc import Mapping, Sequence
from functools import cache
from struct import Struct
from typing import Any, NamedTuple, cast
from weakref import WeakKeyDictionary

import psycopg
from django.db import DEFAULT_DB_ALIAS, Error, InternalError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, DiagnosticField, ExecStatus, Format
from psycopg.pq.abc import PGconn, PGresult

from events import spans
from events.outages import InDoubt, is_away, is_made_by_libpq

# By name or by place: numbers, texts, lists of texts and bytes.
Values = Sequence[object] | Mapping[str, object]
Rows = list[tuple[Any, ...]]


class Statement(NamedTuple):
    """A statement that is prepared once per connection."""

    name: bytes
    sql: bytes
    # Whether another node carries it out and commits it: of what goes wrong on the way the answer says nothing sure.
    runs_elsewhere: bool = False


# Two appends from one head: both INSERTs meet at the primary key; the second waits and then inserts nothing.
CREATE_HEAD = """
    INSERT INTO match_head (match_id, version, hash, at) VALUES ($1::uuid, $3::integer, $5::bytea, $4::timestamptz)
    ON CONFLICT DO NOTHING
    RETURNING match_id"""

# Two appends from one head: the second waits for the row's lock, and under READ COMMITTED the condition is then judged
# again on the row as it has become, so it finds nothing to update.
ADVANCE_HEAD = """
    UPDATE match_head SET version = $3::integer, hash = $5::bytea, at = $4::timestamptz
    WHERE match_id = $1::uuid AND version = $2::integer AND hash = {expected}::bytea AND at <= $4::timestamptz
    RETURNING match_id"""

# Everything hangs on the head's one row: without it nothing else is written. No NOTIFY here: it holds one lock of the
# whole server until the commit is on disk, which would make all matches queue. The outbox comes last and outside of
# WITH, because the number of its rows is the answer then, and the server neither keeps nor sends a row. A parameter and
# a table cost it more than what is written: no value is sent twice, and none as a text that it would have to read.
APPEND = """
WITH head AS ({head}),
written AS (
    INSERT INTO event (match_id, version, at, seat, type, hash, body) SELECT match_id, {event} FROM head
),
sealed AS (
    INSERT INTO event_secret (match_id, version, index, audience, salt, part) SELECT match_id, {secret} FROM head
),
recorded AS (
    INSERT INTO command (match_id, first_version, last_version, actor, key, request_hash)
    SELECT match_id, $2::integer + 1, $3::integer, $6::text, $7::text, $8::bytea
    FROM head WHERE $6::text IS NOT NULL
)
INSERT INTO outbox (match_id, version, at) SELECT match_id, $3::integer, $4::timestamptz FROM head
"""

# The arrays run in lockstep in the select lists, which costs the server less than unnest in FROM. Audiences differ in
# length, which an array of arrays may not; the server makes arrays of these texts.
EVENTS = """generate_series($2::integer + 1, $3::integer), $4::timestamptz,
        unnest($9::smallint[]), unnest($10::text[]), unnest($11::bytea[]), unnest($12::bytea[])"""
SECRETS = """unnest($13::integer[]), unnest($14::smallint[]),
        unnest($15::text[])::smallint[], unnest($16::bytea[]), unnest($17::bytea[])"""
CREATE = Statement(b"events_create", APPEND.format(head=CREATE_HEAD, event=EVENTS, secret=SECRETS).encode())
ADVANCE = Statement(
    b"events_advance",
    APPEND.format(head=ADVANCE_HEAD.format(expected="$18"), event=EVENTS, secret=SECRETS).encode(),
)

# Most moves make one event with one sealed part: no arrays, and the event's version and hash are the head's.
ONE_EVENT = "$3::integer, $4::timestamptz, $9::smallint, $10::text, $5::bytea, $11::bytea"
ONE_SECRET = "$3::integer, 0::smallint, $12::smallint[], $13::bytea, $14::bytea"
ADVANCE_BY_ONE = Statement(
    b"events_advance_by_one",
    APPEND.format(head=ADVANCE_HEAD.format(expected="$15"), event=ONE_EVENT, secret=ONE_SECRET).encode(),
)

# All in binary (1): libpq would cut a text off at its first NUL.
FORMATS = (1,) * 18

# Type numbers of PostgreSQL, for the heads of arrays.
BYTEA, SMALLINT, INTEGER, TEXT = 17, 21, 23, 25
ARRAY_HEAD, ARRAY_BOUNDS, NULL = Struct("!iiI"), Struct("!ii"), b"\xff\xff\xff\xff"

UNKNOWN_STATEMENT = b"26000"
DONE = (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK)
# How long a connection that was kept has to answer the first statement of a request, before it is made anew.
CHECK_SECONDS = 2.0

_numbers = itertools.count(1)
# What reads the rows of a connection's answers: it has looked up then how each type is read.
_readers: "WeakKeyDictionary[BaseDatabaseWrapper, Any]" = WeakKeyDictionary()
_prepared: "WeakKeyDictionary[psycopg.Connection[Any], set[bytes]]" = WeakKeyDictionary()


def array(kind: int, items: Sequence[bytes | None]) -> bytes:
    """PostgreSQL's binary form of an array, of one dimension, of items in the binary form of the type `kind`."""
    if not items:
        return ARRAY_HEAD.pack(0, 0, kind)
    head = ARRAY_HEAD.pack(1, None in items, kind) + ARRAY_BOUNDS.pack(len(items), 1)
    return head + b"".join([NULL if item is None else len(item).to_bytes(4, "big") + item for item in items])


def store_connection() -> BaseDatabaseWrapper:
    """Django's connection to the store, open and checked as Django's own cursors do it."""
    db = connections[DEFAULT_DB_ALIAS]
    db.close_if_health_check_failed()
    if db.connection is None:
        db.ensure_connection()
    return db


def run(db: BaseDatabaseWrapper, statement: Statement, values: Sequence[bytes | None]) -> int:
    """Execute an append's statement in one round trip; the number of rows that it left in the outbox.

    libpq is called directly, because psycopg's cursor takes about as long over so many values as the server over the
    whole statement. It blocks this thread alone. Errors are Django's, as with any cursor; `InDoubt` where the
    connection breaks before the answer comes.
    """
    try:
        with spans.statement("append", statement.sql), db.wrap_database_errors:
            connection = db.connection
            formats = FORMATS[: len(values)]
            # The mark that says "no prepared statements here", for poolers that cannot keep them.
            if connection.prepare_threshold is None:
                result = connection.pgconn.exec_params(statement.sql, values, None, formats)
            else:
                result = _exec_prepared(connection, statement, values, formats)
            done = _checked(connection.pgconn, result)
            # A function has a row that says it.
            return int(cast(bytes, done.get_value(0, 0))) if done.nfields else done.command_tuples or 0
    except Error as error:
        if is_away(error) or (statement.runs_elsewhere and isinstance(error, (OperationalError, InternalError))):
            raise InDoubt("no answer has come that it is recorded for good") from error
        raise


def fetch(query: str, values: Values) -> Rows:
    """All rows of a query that changes nothing, prepared and in binary."""
    with spans.statement("read", query):
        return _fetched(query, values)


def _fetched(query: str, values: Values) -> Rows:
    db = connections[DEFAULT_DB_ALIAS]
    result = _first(db, query, values)
    if result is not None:
        return _rows(db, result)
    db = store_connection()
    with db.wrap_database_errors:
        # psycopg forgets what was prepared when a transaction is rolled back, and within one that would be an error.
        if db.connection.prepare_threshold is None or not db.autocommit:
            return cast(Rows, db.connection.cursor(binary=True).execute(query, values, prepare=True).fetchall())
        # By libpq itself: a cursor of psycopg's takes longer over it than the server.
        statement, given, formats = _bound(query, values)
        result = _exec_prepared(db.connection, statement, given, formats, answer=Format.BINARY)
        return _rows(db, _checked(db.connection.pgconn, result))


def write(query: str, rows: Sequence[Sequence[object]]) -> None:
    """Execute a statement that takes its rows as one array for each column (`unnest`); nothing where there are none."""
    if rows:
        with store_connection().cursor() as cursor:
            cursor.execute(query, [list(column) for column in zip(*rows, strict=True)])


def replies(pgconn: PGconn, seconds: float) -> list[PGresult] | None:
    """All responses of the server to the last message; None if they do not come in time."""
    pgconn.flush()
    until, ready = time.monotonic() + seconds, select.poll()
    ready.register(pgconn.socket, select.POLLIN)
    while pgconn.is_busy():
        left = until - time.monotonic()
        if left <= 0 or not ready.poll(left * 1000):
            return None
        pgconn.consume_input()
    # What the server has said goodbye with, while nobody asked, is a result too.
    return list(iter(pgconn.get_result, None))


def _first(db: Any, query: str, values: Values) -> PGresult | None:
    """The answer to the first statement of a request on a connection that was kept, which need not be checked before.

    None where there is none in time, or another than rows; the connection is then checked as ever, and asked again.
    """
    if db.connection is None or not db.health_check_enabled or db.health_check_done or not db.autocommit:
        return None
    statement, given, formats = _bound(query, values)
    if statement.name not in _prepared.get(db.connection, ()):
        return None
    pgconn = db.connection.pgconn
    try:
        pgconn.send_query_prepared(statement.name, given, formats, result_format=Format.BINARY)
        results = replies(pgconn, getattr(db, "patience", CHECK_SECONDS))
    except psycopg.Error:
        return None
    if results is None or [result.status for result in results] != [ExecStatus.TUPLES_OK]:
        return None
    db.health_check_done = True
    return results[0]


def _rows(db: BaseDatabaseWrapper, result: PGresult) -> Rows:
    reader = _readers.get(db)
    if reader is None or reader.connection is not db.connection:
        reader = _readers[db] = Transformer(db.connection)
    reader.set_pgresult(result, format=Format.BINARY)
    rows = reader.load_rows(0, result.ntuples, tuple)
    # It may be long.
    reader.set_pgresult(None)
    return rows


def _bound(query: str, values: Values) -> tuple[Statement, list[bytes | None], list[int]]:
    """A query as libpq takes it: its statement, what is sent of the values, and in which formats."""
    statement, names = _numbered(query)
    given = [values[name] for name in names] if isinstance(values, Mapping) else values
    # Bytes are binary (1) as they are; ids, numbers and texts go as the text that the server reads.
    return statement, [_sent(value) for value in given], [int(isinstance(value, bytes)) for value in given]


@cache
def _numbered(query: str) -> tuple[Statement, list[str]]:
    """The query with its parameters numbered, and their names in that order."""
    names = list(dict.fromkeys(re.findall(r"%\((\w+)\)s", query)))
    sql = re.sub(r"%\((\w+)\)s", lambda found: f"${names.index(found[1]) + 1}", query)
    count = itertools.count(1)
    sql = re.sub("%s", lambda _: f"${next(count)}", sql)
    return Statement(b"events_read_%d" % next(_numbers), sql.encode()), names


def _sent(value: object) -> bytes | None:
    if value is None or isinstance(value, bytes):
        return value
    text = f"{{{','.join(map(_quoted, value))}}}" if isinstance(value, list) else str(value)
    if "\0" in text:
        # libpq would cut it off there.
        raise psycopg.DataError("a text cannot hold a NUL")
    return text.encode()


def _quoted(item: object) -> str:
    return '"' + str(item).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _exec_prepared(
    connection: "psycopg.Connection[Any]",
    statement: Statement,
    values: Sequence[bytes | None],
    formats: Sequence[int],
    *,
    answer: Format = Format.TEXT,
) -> PGresult:
    if statement.name not in _prepared.get(connection, ()):
        _prepare(connection, statement)
    # libpq takes None for NULL; psycopg's annotation forgets it.
    given = cast(Sequence[bytes], values)
    result = connection.pgconn.exec_prepared(statement.name, given, formats, answer)
    # psycopg drops every prepared statement of a connection after a rollback, ours with its own. A statement that was
    # not found has done nothing, so it is prepared and sent again.
    if result.status not in DONE and result.error_field(DiagnosticField.SQLSTATE) == UNKNOWN_STATEMENT:
        _prepare(connection, statement)
        result = connection.pgconn.exec_prepared(statement.name, given, formats, answer)
    return result


def _prepare(connection: "psycopg.Connection[Any]", statement: Statement) -> None:
    _checked(connection.pgconn, connection.pgconn.prepare(statement.name, statement.sql))
    _prepared.setdefault(connection, set()).add(statement.name)


def _checked(pgconn: PGconn, result: PGresult) -> PGresult:
    """The result of a successful statement; raises the server's error, or an error for a lost connection."""
    if result.status in DONE:
        return result
    # The status alone may still be good: libpq, while it could not send, has read part of a last message.
    if pgconn.status == ConnStatus.BAD or is_made_by_libpq(result):
        raise psycopg.OperationalError("the connection to the server was lost")
    raise error_from_result(result)
