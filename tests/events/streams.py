"""Streams for the tests of the store: short, and with every kind of field."""

from datetime import UTC, datetime
from typing import Any

import psycopg

from events.store import EMPTY, Command, Head, NewEvent, Part, StoredEvent, append

AT = datetime(2026, 11, 21, 12, 0, 0, 250000, tzinfo=UTC)
CREATED = NewEvent(type="match_created", data={"game": "cave"}, parts=(Part(audience=(), part={"seed": "00ff"}),))
MOVED = NewEvent(
    type="spell_chosen",
    seat=1,
    by="player",
    move=1,
    data={"rules": ["RPW-18"], "name": "קוף"},
    draws={"first": 0, "count": 2},
    parts=(Part(audience=(1,), part={"move": {"type": "choose_spell"}}), Part(audience=(0, 2), part={"cards": [7]})),
)
# Every table that an append writes.
WRITTEN = ("match_head", "event", "event_secret", "command", "outbox")


def head_of(events: tuple[StoredEvent, ...]) -> Head:
    return Head(events[-1].version, events[-1].hash)


def grown(match: str, *drafts: NewEvent, expected: Head = EMPTY, key: str | None = None) -> Head:
    command = key and Command(actor="alice", key=key, request_hash=b"h")
    return head_of(append(match, expected=expected, at=AT, drafts=drafts or [CREATED], command=command or None))


def rows(connection: psycopg.Connection[Any], match: str) -> dict[str, list[Any]]:
    """Everything that appends have stored of a match."""
    return {
        table: sorted(connection.execute(f"SELECT * FROM {table} WHERE match_id = %s", [match]).fetchall())
        for table in WRITTEN
    }
