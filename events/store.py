"""Appends to a match's stream, optimistically, and loads it (`docs/api/secrets.md`): one SQL statement each."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import groupby
from typing import Any

from django.db import IntegrityError
from msgspec import Struct
from psycopg.errors import UniqueViolation

from events import spans
from events.cold import cold_events, register
from events.envelope import EventRow, NewEvent, Opening, Part, SecretRow, StoredEvent, Written, read, write
from events.errors import Conflict, InsideTransaction, TimeWentBack
from events.format.chain import GENESIS, timestamp
from events.hints import hints
from events.outages import InDoubt
from events.randomness import new_id
from events.sharding import APPEND, EVERYWHERE, is_distributed
from events.statements import (
    ADVANCE,
    ADVANCE_BY_ONE,
    BYTEA,
    CREATE,
    INTEGER,
    SMALLINT,
    TEXT,
    Statement,
    array,
    fetch,
    run,
    store_connection,
)

__all__ = [
    "EMPTY",
    "LOWER_CASE_UUID",
    "NO_END",
    "Command",
    "Head",
    "NewEvent",
    "Opening",
    "Part",
    "Recorded",
    "StoredEvent",
    "Stream",
    "append",
    "commands",
    "confirm",
    "count_matches",
    "find_command",
    "is_recorded",
    "last_events",
    "load",
    "load_each",
    "matches",
    "matches_after",
    "new_id",
    "version_before",
    "version_before_append_of",
]

# As ids are written everywhere.
LOWER_CASE_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(frozen=True)
class Head:
    """The head of a stream: the version of its last event and the hash after it."""

    version: int
    hash: bytes


EMPTY = Head(0, GENESIS)


class Command(Struct, frozen=True, kw_only=True):
    """A request, recorded with its events so that a retry finds it: `key` is unique per match and actor.

    `actor` is a player's id, or `clock`, `bot:<seat>`; `request_hash` tells a retry from another request under one key.
    """

    actor: str
    key: str
    request_hash: bytes


@dataclass(frozen=True)
class Recorded:
    """A command that was recorded, and the versions it appended."""

    actor: str
    key: str
    request_hash: bytes
    first_version: int
    last_version: int


@dataclass(frozen=True, kw_only=True)
class Stream:
    """A match's events, read at one instant; `now` is that instant by the database's clock, in UTC.

    `beside` is the row of the extra query, read at the same instant.
    """

    match: str
    head: Head
    events: tuple[StoredEvent, ...]
    now: datetime
    beside: tuple[Any, ...] = ()


# PostgreSQL counts its times in microseconds from here on.
YEAR_2000, MICROSECOND = datetime(2000, 1, 1, tzinfo=UTC), timedelta(microseconds=1)

# A stream may grow while it is read: one statement sees one snapshot, so head, events and sealed parts fit each other.
# Three ranges of primary keys, not a join of them: before the planner has counted the tables it may expect a small
# join, and then the query would read all sealed parts again for every event. The first row comes also for a match that
# does not exist.
ROWS = """
SELECT 0 AS kind, head.version, NULL::smallint AS index, head.hash, NULL::bytea AS body,
    NULL::smallint[] AS audience, statement_timestamp() AS now
FROM (SELECT) AS one LEFT JOIN match_head AS head ON head.match_id = %(match)s::uuid
UNION ALL
SELECT 1, version, NULL, hash, body, NULL, NULL FROM event
WHERE match_id = %(match)s::uuid AND version > %(after)s::integer AND version <= %(until)s::integer
UNION ALL
SELECT 2, version, index, salt, part, audience, NULL FROM event_secret
WHERE match_id = %(match)s::uuid AND version > %(after)s::integer AND version <= %(until)s::integer
"""
IN_ORDER = "ORDER BY kind, version, index"
LOAD = ROWS + IN_ORDER
SEALED = 2

# The same for many matches, each from a version of its own on. OFFSET keeps the planner from making joins of it. The
# arrays are in subqueries, because the planner plans the statement anew for each list of matches whose length it sees,
# which takes five times as long as the query itself.
LOAD_EACH = """
WITH wanted AS (
    SELECT * FROM unnest((SELECT %(matches)s::uuid[]), (SELECT %(after)s::integer[])) AS wanted (match_id, after)
)
SELECT wanted.match_id::text, 0 AS kind, head.version, NULL::smallint AS index, head.hash, NULL::bytea AS body,
    NULL::smallint[] AS audience, statement_timestamp() AS now, {beside} AS beside
FROM wanted LEFT JOIN LATERAL
    (SELECT version, hash FROM match_head WHERE match_id = wanted.match_id OFFSET 0) AS head ON true
UNION ALL
SELECT wanted.match_id::text, 1, found.version, NULL, found.hash, found.body, NULL, NULL, NULL
FROM wanted CROSS JOIN LATERAL
    (SELECT version, hash, body FROM event WHERE match_id = wanted.match_id AND version > after OFFSET 0) AS found
UNION ALL
SELECT wanted.match_id::text, 2, found.version, index, salt, part, audience, NULL, NULL FROM wanted CROSS JOIN LATERAL
    (SELECT version, index, salt, part, audience FROM event_secret
     WHERE match_id = wanted.match_id AND version > after OFFSET 0) AS found
ORDER BY match_id, kind, version, index
"""
# On Citus the extra query reads tables of another node, so it is a statement of its own.
BESIDE = "SELECT beside.* FROM (SELECT 0 AS kind) AS stream LEFT JOIN ({beside}) AS beside ON kind = 0"
EACH_BESIDE = "SELECT wanted.match_id::text, {beside} FROM unnest(%s::uuid[]) AS wanted (match_id)"
# More than a stream can have: versions are PostgreSQL's integers.
NO_END = 2**31 - 1

# Asked after an append has found no head to advance: was its time before the head's? The head may move on between the
# two statements. Then the result is a conflict, which the caller would get anyway.
LATER_THAN = """
SELECT FROM match_head
WHERE match_id = %s::uuid AND version = %s::integer AND hash = %s AND at > %s::timestamptz
"""

FIND_COMMAND = """
SELECT actor, key, request_hash, first_version, last_version FROM command
WHERE match_id = %s::uuid AND actor = %s AND key = %s
"""

IS_RECORDED = "SELECT FROM command WHERE match_id = %s::uuid AND actor = %s AND first_version = %s::integer"

# A commit that writes something waits for the standbys, and with it for all that was written before.
CONFIRM = (
    "SELECT CASE WHEN current_setting('synchronous_standby_names') <> ''"
    " THEN pg_logical_emit_message(true, 'tabularium', '') END"
)

# A command always appends, so no two begin at one version.
COMMANDS = """
SELECT actor, key, request_hash, first_version, last_version FROM command
WHERE match_id = %s::uuid AND first_version <= %s::integer ORDER BY first_version
"""

# Times rise with versions, and no two appends share one: the first that fits, from the end, is the last.
VERSION_BEFORE = """
SELECT version FROM event WHERE match_id = %s::uuid AND at < %s::timestamptz ORDER BY version DESC LIMIT 1
"""
VERSION_BEFORE_APPEND_OF = """
SELECT version FROM event WHERE match_id = %(match)s::uuid AND at < (
    SELECT at FROM event WHERE match_id = %(match)s::uuid AND version = %(version)s::integer)
ORDER BY version DESC LIMIT 1
"""

LAST_EVENTS = """
SELECT head.match_id::text, event.type, event.at FROM match_head AS head JOIN event USING (match_id, version)
WHERE head.match_id = ANY(%s::uuid[])
"""
MATCHES = "SELECT match_id::text FROM match_head ORDER BY match_id"
# Ordered by the table's column: the bare name would mean the selected text, which has no index. The limit is written
# into the statement, because for a parameter PostgreSQL's planner expects a tenth of all rows.
MATCHES_AFTER = """
SELECT match_id::text FROM match_head WHERE match_id > %s::uuid ORDER BY match_head.match_id LIMIT {limit:d}
"""
COUNT_MATCHES = "SELECT count(*) FROM match_head"
# Before every id.
FIRST = "00000000-0000-0000-0000-000000000000"
SOME_MATCHES = "SELECT match_id::text FROM match_head ORDER BY random() LIMIT %s::bigint"


def load(
    match: str, *, after: int = 0, until: int = NO_END, beside: str = "", given: Mapping[str, object] | None = None
) -> Stream:
    """Return the events of a match from version `after` + 1 to `until`; head `EMPTY` when there is no such stream.

    Events of a cold match come from its file; raises `ColdFileUnreadable` when that cannot be read.

    `beside` is an extra query for one row in the same statement; it may use `%(match)s` and the parameters in `given`.
    """
    values = {"match": match, "after": after, "until": until, **(given or {})}
    if is_distributed():
        # Two nodes have no instant in common. The extra query runs first, so its row is never newer than the match.
        row = fetch(BESIDE.format(beside=beside), values)[0] if beside else ()
        return replace(_stream(match, fetch(LOAD, values)), beside=row)
    query = LOAD if not beside else _load_beside(beside)
    stream = _stream(match, fetch(query, values))
    if not _lacks_events(stream, after, until):
        return stream
    return replace(stream, events=_between(cold_events.rows_of(match), after, until))


@cache
def _load_beside(query: str) -> str:
    return f"SELECT * FROM ({ROWS}) AS stream LEFT JOIN ({query}) AS beside ON kind = 0 {IN_ORDER}"  # noqa: S608, of constants


def load_each(after: Mapping[str, int], *, beside: str = "NULL") -> dict[str, Stream]:
    """`load` for many matches, each from its own version `after` + 1, all read at one instant.

    `beside` is an SQL expression, evaluated for each match, whose id is `wanted.match_id`.
    """
    if is_distributed():
        rows = fetch(EACH_BESIDE.format(beside=beside), (list(after),))
        return {match: replace(load(match, after=after[match]), beside=(one,)) for match, one in rows}
    rows = fetch(LOAD_EACH.format(beside=beside), {"matches": list(after), "after": list(after.values())})
    together = groupby(rows, key=lambda row: row[0])
    streams = {match: _stream(match, [row[1:] for row in of_match]) for match, of_match in together}
    lacking = [match for match, stream in streams.items() if _lacks_events(stream, after[match], NO_END)]
    cold = register.find(lacking) if lacking else {}
    for match, one in cold.items():
        events = _between(cold_events.contents_of(one).rows, after[match], NO_END)
        streams[match] = replace(streams[match], events=events)
    return streams


def append(
    match: str, *, expected: Head, at: datetime, drafts: Sequence[NewEvent], command: Command | None = None
) -> tuple[StoredEvent, ...]:
    """Append events after `expected` (`EMPTY` creates the stream) and the command that led to them; all or nothing.

    `at` is the time of all of them, by the database's clock (`Stream.now`) and not before the last event. Raises
    `Conflict` when the stream is not at `expected` or the command's key is taken; `TimeWentBack` when `at` is before
    the last event; `InsideTransaction`; `NotCanonical` or ValueError for a draft outside the format. After
    `outages.InDoubt` only the command's key tells whether anything was appended, once `confirm` has come back.
    """
    if not drafts or not LOWER_CASE_UUID.fullmatch(match):
        raise ValueError("append takes at least one event and a match id in lower case")
    db = store_connection()
    # Inside a transaction an append could be undone after its result has been shown, and would hold its lock till then.
    if not db.autocommit:
        raise InsideTransaction
    stamp = timestamp(at)
    written = _written(match, expected, stamp, drafts)
    rows = [new.row for new in written]
    statement = _statement(expected, rows)
    values = _values(statement, match, expected, at, drafts, rows, command)
    try:
        done = run(db, statement, values)
    except IntegrityError as error:
        if not isinstance(error.__cause__, UniqueViolation):
            raise
        # The server's message would quote the key.
        raise Conflict(match, expected.version) from None
    if not done:
        raise _refusal(match, expected, stamp)
    # Only after success: an append in doubt is announced by the relay alone.
    hints.give(match, rows[-1].version)
    spans.appended(match, rows[-1].version)
    return tuple([new.event for new in written])


def matches(*, sample: int | None = None) -> list[str]:
    """The ids of all streams, oldest first; with `sample` of that many, picked at random."""
    rows = fetch(MATCHES, ()) if sample is None else fetch(SOME_MATCHES, (sample,))
    return [match for (match,) in rows]


def matches_after(match: str | None, *, limit: int) -> list[str]:
    """At most `limit` ids of streams after `match`, in the order of ids; None begins with the first one."""
    return [found for (found,) in fetch(MATCHES_AFTER.format(limit=limit), (match or FIRST,))]


def count_matches() -> int:
    """How many streams there are; it reads all their heads."""
    return int(fetch(COUNT_MATCHES, ())[0][0])


def last_events(matches: Sequence[str]) -> dict[str, tuple[str, datetime]]:
    """Type and time of the last event of each of these matches, where there is a stream."""
    return {match: (kind, at) for match, kind, at in fetch(LAST_EVENTS, (list(matches),))}


def version_before(match: str, at: datetime) -> int:
    """The last version of a match before a time; 0 if there is none. It does not read the files of cold matches."""
    rows = fetch(VERSION_BEFORE, (match, at.isoformat()))
    return int(rows[0][0]) if rows else 0


def version_before_append_of(match: str, version: int) -> int:
    """The last version before the append that a version belongs to; 0 for a version that does not exist.

    It does not look into the files of cold matches.
    """
    rows = fetch(VERSION_BEFORE_APPEND_OF, {"match": match, "version": max(version, 0)})
    return int(rows[0][0]) if rows else 0


def find_command(match: str, actor: str, key: str) -> Recorded | None:
    """The command that was recorded under a key of an actor, or None."""
    rows = fetch(FIND_COMMAND, (match, actor, key))
    return Recorded(*rows[0]) if rows else None


def confirm() -> None:
    """Wait until the synchronous standbys, if there are any, have everything that is recorded; raises `InDoubt`.

    A commit whose wait for a standby was cancelled is visible, but until this returns it may be lost.
    """
    with store_connection().cursor() as cursor:
        if not is_distributed():
            cursor.execute(CONFIRM)
            return
        # A match is recorded on the node where it lies.
        cursor.execute(EVERYWHERE, [CONFIRM])
        if not cursor.fetchone()[0]:
            raise InDoubt("a node of the store has not answered")


def is_recorded(match: str, *, actor: str, first_version: int) -> bool:
    """Whether a command of this actor begins at this version."""
    return bool(fetch(IS_RECORDED, (match, actor, first_version)))


def commands(match: str, *, up_to: int) -> tuple[Recorded, ...]:
    """The commands whose first event has at most version `up_to`, in the order of their events."""
    return tuple(Recorded(*row) for row in fetch(COMMANDS, (match, up_to)))


def _stream(match: str, found: Sequence[tuple[Any, ...]]) -> Stream:
    first, *rows = found
    _, version, _, head_hash, _, _, now, *beside = first
    head = EMPTY if version is None else Head(version, head_hash)
    return Stream(match=match, head=head, events=tuple(_events(rows)), now=now.astimezone(UTC), beside=tuple(beside))


def _lacks_events(stream: Stream, after: int, until: int) -> bool:
    """Whether there should be events and is none: the match is cold, or its history has lost them."""
    return not stream.events and after < min(until, stream.head.version)


def _between(rows: Sequence[EventRow], after: int, until: int) -> tuple[StoredEvent, ...]:
    return tuple(read(row) for row in rows if after < row.version <= until)


def _written(match: str, expected: Head, at: str, drafts: Sequence[NewEvent]) -> list[Written]:
    written: list[Written] = []
    previous = expected.hash
    for version, draft in enumerate(drafts, expected.version + 1):
        new = write(draft, match=match, version=version, at=at, previous=previous)
        written.append(new)
        previous = new.row.hash
    return written


def _statement(expected: Head, rows: Sequence[EventRow]) -> Statement:
    if is_distributed():
        return APPEND
    if expected == EMPTY:
        return CREATE
    return ADVANCE_BY_ONE if len(rows) == 1 == len(rows[0].secrets) else ADVANCE


def _values(
    statement: Statement,
    match: str,
    expected: Head,
    at: datetime,
    drafts: Sequence[NewEvent],
    rows: Sequence[EventRow],
    command: Command | None,
) -> list[bytes | None]:
    """The parameters of a statement, in their order and in the binary form of their types."""
    values: list[bytes | None] = [
        bytes.fromhex(match.replace("-", "")),
        expected.version.to_bytes(4, "big"),
        rows[-1].version.to_bytes(4, "big"),
        ((at - YEAR_2000) // MICROSECOND).to_bytes(8, "big", signed=True),
        rows[-1].hash,
    ]
    values += (command.actor.encode(), command.key.encode(), command.request_hash) if command else (None, None, None)
    values += _of_one(drafts[0], rows[0]) if statement is ADVANCE_BY_ONE else _of_many(drafts, rows)
    return values if statement is CREATE else [*values, None if expected == EMPTY else expected.hash]


def _of_one(draft: NewEvent, row: EventRow) -> tuple[bytes | None, ...]:
    (secret,) = row.secrets
    audience = array(SMALLINT, [seat.to_bytes(2, "big") for seat in secret.audience])
    return _seat(draft), draft.type.encode(), row.body, audience, secret.salt, secret.part


def _of_many(drafts: Sequence[NewEvent], rows: Sequence[EventRow]) -> tuple[bytes | None, ...]:
    secrets = [secret for row in rows for secret in row.secrets]
    return (
        array(SMALLINT, [_seat(draft) for draft in drafts]),
        array(TEXT, [draft.type.encode() for draft in drafts]),
        array(BYTEA, [row.hash for row in rows]),
        array(BYTEA, [row.body for row in rows]),
        array(INTEGER, [secret.version.to_bytes(4, "big") for secret in secrets]),
        array(SMALLINT, [secret.place.to_bytes(2, "big") for secret in secrets]),
        array(TEXT, [b"{%s}" % b",".join([b"%d" % seat for seat in secret.audience]) for secret in secrets]),
        array(BYTEA, [secret.salt for secret in secrets]),
        array(BYTEA, [secret.part for secret in secrets]),
    )


def _seat(draft: NewEvent) -> bytes | None:
    return None if draft.seat is None else draft.seat.to_bytes(2, "big")


def _refusal(match: str, expected: Head, at: str) -> Conflict | TimeWentBack:
    later = fetch(LATER_THAN, (match, expected.version, expected.hash, at))
    return TimeWentBack(match, expected.version) if later else Conflict(match, expected.version)


def _events(rows: Iterable[tuple[Any, ...]]) -> Iterator[StoredEvent]:
    """The events of `LOAD`'s rows, of which all sealed parts come last."""
    secrets: defaultdict[int, list[SecretRow]] = defaultdict(list)
    events = []
    for kind, version, index, salt_or_hash, content, audience, *_ in rows:
        if kind == SEALED:
            secrets[version].append(SecretRow(version, index, audience, salt_or_hash, content))
        else:
            events.append((version, content, salt_or_hash))
    for version, body, event_hash in events:
        yield read(EventRow(version, body, event_hash, secrets.get(version, ())))
