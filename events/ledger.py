"""Reads all rows of one match, and compares their columns with the hashed bodies."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db import connection, transaction
from django.db.models import F, TextField
from django.db.models.functions import Cast

from events.cold import cold_events, contents, register
from events.cold.register import ColdRow
from events.envelope import EventRow
from events.errors import ColdFileDamaged
from events.format.canon import NotCanonical, canon
from events.format.chain import timestamp
from events.models import Command, Event, EventSecret, MatchHead, Outbox, Snapshot


class Difference(NamedTuple):
    """A row that differs from the hashed body: its table, and its version."""

    table: str
    version: int


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """The rows of one match as of one instant, each as a mapping of its columns, in the order of their keys."""

    match: str
    head: dict[str, Any] | None
    events: Sequence[dict[str, Any]]
    secrets: Sequence[dict[str, Any]]
    commands: Sequence[dict[str, Any]]
    outbox: Sequence[dict[str, Any]]
    snapshots: Sequence[dict[str, Any]]
    # Of a cold match: its row, and what is wrong with where its events are.
    cold: ColdRow | None = None
    damage: str = ""


def read(match: str) -> Ledger:
    """All rows of a match, read under one snapshot, because the stream may grow meanwhile.

    Events and sealed parts of a cold match are those of its file; none where that is damaged. `ColdFileUnreadable`
    where nobody can tell.
    """
    found = _stored(match)
    if found.cold is None:
        return found
    if found.events or found.secrets:
        return replace(found, damage=f"match {match} is cold, and rows stand beside its file")
    return _from_file(found, found.cold)


def _stored(match: str) -> Ledger:
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        return Ledger(
            match=match,
            head=next(iter(_rows(MatchHead, match)), None),
            events=_rows(Event, match, "version"),
            secrets=_rows(EventSecret, match, "version", "index"),
            commands=_rows(Command, match, "first_version", "last_version"),
            outbox=_rows(Outbox, match, "version"),
            snapshots=_rows(Snapshot, match, "version"),
            cold=register.find([match]).get(match),
        )


def _from_file(ledger: Ledger, cold: ColdRow) -> Ledger:
    try:
        rows = cold_events.contents_of(cold).rows
    except ColdFileDamaged as damaged:
        return replace(ledger, damage=str(damaged))
    match = UUID(ledger.match)
    secrets = [
        {
            "match_id": match,
            "version": one.version,
            "index": one.place,
            "audience": list(one.audience),
            "salt": one.salt,
            "part": one.part,
        }
        for row in rows
        for one in row.secrets
    ]
    return replace(ledger, events=[_event(match, row) for row in rows], secrets=secrets)


def _event(match: UUID, row: EventRow) -> dict[str, Any]:
    at, seat, kind = contents.columns(row)
    return {
        "match_id": match,
        "version": row.version,
        "at": at,
        "seat": seat,
        "type": kind,
        "hash": row.hash,
        "body": row.body,
    }


def note_audited(match: str) -> None:
    """Record that a match was audited once."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE match_head SET audited = true WHERE match_id = %s AND NOT audited", [match])


def differences(ledger: Ledger) -> list[Difference]:
    """Rows whose columns are not those that the bodies call for, at most one a table and the first of each.

    Hashes and digests are not computed here: that is the verifier's work.
    """
    found = [
        _first("event", ledger.events, _is_event),
        _first("event_secret", ledger.secrets, _is_secret),
        _head(ledger),
        _marks("outbox", ledger.outbox, {row["version"]: row["at"] for row in ledger.events}, "at"),
        _marks("snapshot", ledger.snapshots, {row["version"]: row["hash"] for row in ledger.events}, "hash"),
        _audiences(ledger),
        _commands(ledger),
        _cold(ledger),
    ]
    return [difference for difference in found if difference is not None]


def _rows(model: Any, match: str, *order: str) -> list[dict[str, Any]]:
    columns = {field.attname: F(field.attname) for field in model._meta.concrete_fields}
    read = {f"read_{name}": _as_text(name) if name == "at" else column for name, column in columns.items()}
    rows = model.objects.filter(match_id=match).order_by(*order).values(**read)
    return [{name: _value(name, row[f"read_{name}"]) for name in columns} for row in rows]


def _value(name: str, read: Any) -> Any:
    return _instant(read) if name == "at" else read


def _as_text(column: str) -> Cast:
    # The database knows times that Python does not, and would raise one of them as an error of the reading.
    return Cast(column, TextField())


def _instant(text: str) -> datetime | None:
    """A time as the database writes it; None for one that no event can have, infinite or beyond the years 1 to 9999."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _first(table: str, rows: Sequence[dict[str, Any]], holds: Any) -> Difference | None:
    wrong = (place for place, row in enumerate(rows, 1) if not holds(place, row))
    place = next(wrong, None)
    if place is None:
        return None
    return Difference(table, place if table == "event" else rows[place - 1]["version"])


def _is_event(place: int, row: dict[str, Any]) -> bool:
    envelope = canonical(row["body"])
    if envelope is None:
        return False
    told = {name: envelope.get(name) for name in ("match", "version", "seat", "type", "at")}
    columns = {
        "match": str(row["match_id"]),
        "version": place,
        "seat": row["seat"],
        "type": row["type"],
        "at": timestamp(row["at"]) if row["at"] is not None else None,
    }
    return row["version"] == place and told == columns


def _is_secret(_: int, row: dict[str, Any]) -> bool:
    return canonical(row["part"]) is not None


def canonical(data: bytes) -> dict[str, Any] | None:
    """The object that the bytes are the canonical form of; None where they are not."""
    try:
        value = orjson.loads(bytes(data))
        same = canon(value) == bytes(data)
    except (ValueError, RecursionError, NotCanonical):
        return None
    return value if same and isinstance(value, dict) else None


def _head(ledger: Ledger) -> Difference | None:
    last, head = [
        (row["version"], bytes(row["hash"]), row["at"]) if row else None
        for row in (ledger.events[-1] if ledger.events else None, ledger.head)
    ]
    return None if head == last else Difference("match_head", max(1, len(ledger.events)))


def _cold(ledger: Ledger) -> Difference | None:
    """The row of a cold match names its head, and its file alone has its events."""
    if ledger.damage:
        return Difference("event", 1)
    if ledger.cold is None or ledger.head is None:
        return None
    head = ledger.head["version"], bytes(ledger.head["hash"])
    return None if head == (ledger.cold.version, ledger.cold.hash) else Difference("match_head", ledger.cold.version)


def _marks(table: str, rows: Sequence[dict[str, Any]], expected: dict[int, Any], column: str) -> Difference | None:
    """Rows about a version that there is, with what its event has in a column."""
    for row in rows:
        if expected.get(row["version"]) != row[column]:
            return Difference(table, row["version"])
    return None


def _audiences(ledger: Ledger) -> Difference | None:
    """The sealed parts of each event, one for each of its seals."""
    found: dict[int, list[tuple[int, list[int]]]] = {}
    for row in ledger.secrets:
        found.setdefault(row["version"], []).append((row["index"], list(row["audience"])))
    for event in ledger.events:
        if found.pop(event["version"], []) != _sealed(canonical(event["body"])):
            return Difference("event_secret", event["version"])
    return Difference("event_secret", min(found)) if found else None


def _sealed(envelope: dict[str, Any] | None) -> list[tuple[int, Any]]:
    """Index and audience of each seal of an envelope, which may be of any shape."""
    seals = (envelope or {}).get("seals")
    listed = seals if isinstance(seals, list) else []
    return [(index, seal.get("audience") if isinstance(seal, dict) else None) for index, seal in enumerate(listed)]


def _commands(ledger: Ledger) -> Difference | None:
    """Commands cover the stream without gaps, each the events of one append; a stream without any was imported."""
    times = {row["version"]: row["at"] for row in ledger.events}
    due = 1
    for row in ledger.commands:
        first, last = row["first_version"], row["last_version"]
        together = {times.get(version) for version in (first, last)}
        if first != due or last < first or len(together) != 1 or None in together:
            return Difference("command", min(due, max(first, 1)))
        due = last + 1
    missing = ledger.commands and due <= len(ledger.events)
    return Difference("command", due) if missing else None
