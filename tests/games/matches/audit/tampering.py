"""What a superuser can do to stored history once he has taken the guards off, and how it is put right again."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psycopg

from games.matches.audit import audits
from games.verify.report import CHECKS
from tests.support.chance import UNKNOWN_ID

GUARDED = ("event", "event_secret", "command")
FLIPPED = "set_byte({0}, {1}, get_byte({0}, {1}) # 1)"
OTHER_MATCH = UNKNOWN_ID
# For every column something else that may stand there. A row is chosen by its version.
TAMPERING: Mapping[tuple[str, str], str] = {
    ("event", "match_id"): f"'{OTHER_MATCH}'",
    ("event", "version"): "version + 1000",
    ("event", "at"): "at + interval '1 microsecond'",
    ("event", "seat"): "coalesce(seat, 0) + 1",
    ("event", "type"): "type || 'x'",
    ("event", "hash"): FLIPPED.format("hash", 31),
    ("event", "body"): FLIPPED.format("body", 40),
    ("event_secret", "match_id"): f"'{OTHER_MATCH}'",
    ("event_secret", "version"): "version + 1000",
    ("event_secret", "index"): "index + 100",
    ("event_secret", "audience"): "audience || 2::smallint",
    ("event_secret", "salt"): FLIPPED.format("salt", 0),
    ("event_secret", "part"): FLIPPED.format("part", 12),
    ("command", "match_id"): f"'{OTHER_MATCH}'",
    ("command", "first_version"): "first_version - 1",
    ("command", "last_version"): "last_version + 1",
    ("command", "actor"): "actor || 'x'",
    ("command", "key"): "key || 'x'",
    ("command", "request_hash"): FLIPPED.format("request_hash", 0),
    ("match_head", "version"): "version + 1",
    ("match_head", "hash"): FLIPPED.format("hash", 0),
    ("match_head", "at"): "at + interval '1 second'",
    ("outbox", "version"): "version + 1000",
    ("outbox", "at"): "at - interval '1 second'",
}
Superuser = psycopg.Connection[Any]
ALL_OK = dict.fromkeys(CHECKS, "ok")


def version_column(table: str) -> str:
    return "first_version" if table == "command" else "version"


@contextmanager
def changed(superuser: psycopg.Connection[Any], table: str, match: str, change: str) -> Iterator[None]:
    """Run a statement with the guards off; afterwards the match's rows are as they were."""
    rows = superuser.execute(f"SELECT * FROM {table} WHERE match_id = %s", [match]).fetchall()
    try:
        _unguarded(superuser, table, [(change, ())])
        yield
    finally:
        put_back = (f"INSERT INTO {table} VALUES ({', '.join(['%s'] * len(rows[0]))})", rows)
        clear = f"DELETE FROM {table} WHERE match_id IN ('{match}', '{OTHER_MATCH}')"
        _unguarded(superuser, table, [(clear, ()), *((put_back[0], row) for row in rows)])


def _unguarded(superuser: psycopg.Connection[Any], table: str, statements: list[tuple[str, Any]]) -> None:
    with superuser.transaction():
        if table in GUARDED:
            superuser.execute(f"ALTER TABLE {table} DISABLE TRIGGER {table}_rows_stay")
        for statement, values in statements:
            superuser.execute(statement, values)
        if table in GUARDED:
            superuser.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_rows_stay")


def checks(match_id: str) -> dict[str, Any]:
    return dict(audits.examine(match_id).checks)
