"""A day's heads as a file that can be kept elsewhere, each file linked to the one before.

A line names a match by the SHA-256 of its id, so that a private match stays private: its head is found by
those who have its file, and nobody else learns that there is such a match.
"""

import hashlib
import os
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper

from events.cold import cold_events, contents, register
from events.cold.register import ColdRow
from events.errors import ColdFileUnreadable
from events.format.canon import canon
from events.sharding import is_distributed
from games.core.json import JSON
from games.matches.audit.heads_file import FORMAT, Published, digest
from games.matches.models.matches import NOBODY

PREFIX, SUFFIX = "heads-", ".ndjson"
PATTERN = f"{PREFIX}[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]{SUFFIX}"
# An append takes its time before it commits; a day is written down once nothing of it can be on its way.
SETTLED = timedelta(minutes=5)

# Each match with an event of the day, at the last one of that day; but for imported ones, whose times are not ours.
# By the heads, as no index has the time of events: times of a match never go back, so those that stand before the day
# have no event of it, and of the others it is the last one before the day's end. (A head that does not tell what its
# match has is found by the audit.)
OF_THE_DAY = """
SELECT head.match_id::text, last.version, last.hash FROM match_head AS head
CROSS JOIN LATERAL (
    SELECT version, hash, at FROM event WHERE event.match_id = head.match_id AND at < %(end)s
    ORDER BY version DESC LIMIT 1) AS last
WHERE head.at >= %(start)s AND last.at >= %(start)s
    AND NOT EXISTS (
        SELECT FROM matches_lobby AS lobby WHERE lobby.match_id = head.match_id AND lobby.creator_id = %(nobody)s)
"""
# The same where the lobby lies on another node than heads and events: imported matches are left out afterwards.
OF_THE_DAY_AT_SHARDS = """
SELECT head.match_id::text, last.version, last.hash FROM match_head AS head JOIN event AS last USING (match_id)
WHERE head.at >= %(start)s AND last.at >= %(start)s AND last.version =
    (SELECT max(version) FROM event WHERE event.match_id = head.match_id AND event.at < %(end)s)
"""
OF_NOBODY = "SELECT match_id::text FROM matches_lobby WHERE creator_id = %s AND match_id = ANY(%s::uuid[])"


class CannotPublish(Exception):
    """No file was written; the message says why."""


def publish(day: date, folder: Path, *, now: datetime) -> Path:
    """Write the file of a day (UTC) into a folder and give its path; a file that is there already is never changed."""
    end = datetime.combine(day, time(), UTC) + timedelta(days=1)
    if now < end + SETTLED:
        raise CannotPublish(f"{day} is not over yet")
    path = _path(day, folder)
    text = b"".join(canon(line) + b"\n" for line in lines(day, _before(path)))
    if path.exists() and path.read_bytes() != text:
        raise CannotPublish(f"{path.name} is there already and says something else")
    if not path.exists():
        _write(path, text)
    return path


# As they stand, whatever the day.
ALL = "SELECT match_id::text, version, hash FROM match_head"


def publish_all(folder: Path, *, now: datetime) -> Path:
    """Write the heads of all matches as they stand into a folder, over those of before; the file's path."""
    path = folder / f"{PREFIX}all{SUFFIX}"
    first: JSON = {"format": FORMAT, "at": now.isoformat(timespec="seconds")}
    with connection.cursor() as cursor:
        cursor.execute(ALL)
        rows = cursor.fetchall()
    _write(path, b"".join(canon(line) + b"\n" for line in (first, *_told(rows))))
    return path


# By the digest of the id as `lines` makes it.
STANDING = """
SELECT told.match, told.version, told.head, stored.match_id::text, encode(event.hash, 'hex')
FROM unnest(%s::text[], %s::integer[], %s::text[]) AS told (match, version, head)
LEFT JOIN match_head AS stored ON encode(sha256(convert_to(stored.match_id::text, 'UTF8')), 'hex') = told.match
LEFT JOIN event ON event.match_id = stored.match_id AND event.version = told.version
WHERE event.hash IS NULL OR encode(event.hash, 'hex') <> told.head
ORDER BY told.match, told.version
"""


def missed(heads: Sequence[Published]) -> list[str]:
    """A line for each head that is in no history: its match is gone, was cut back behind it, or is another."""
    columns: list[Any] = [
        [line.match for line in heads],
        [line.version for line in heads],
        [line.head for line in heads],
    ]
    with connection.cursor() as cursor:
        cursor.execute(STANDING, columns)
        rows = cursor.fetchall()
    cold = register.find([match for _, _, _, match, found in rows if match is not None and found is None])
    return [line for row in rows if (line := _line_of(row, cold.get(row[3]))) is not None]


def _line_of(row: tuple[str, int, str, str | None, str | None], cold: ColdRow | None) -> str | None:
    """What to say of a head that is not in the events; None where the file of a cold match has it."""
    digest, version, head, match, found = row
    if cold is not None:
        try:
            found = _hash_at(cold, version)
        except ColdFileUnreadable as unreadable:
            return str(unreadable)
    return None if found == head else _loss(digest, version, match, found)


def _hash_at(cold: ColdRow, version: int) -> str | None:
    """The hash after an event of a cold match, in hex; None where it has no such event."""
    if version >= cold.version:
        return cold.hash.hex() if version == cold.version else None
    return cold_events.contents_of(cold).rows[version - 1].hash.hex() if version > 0 else None


def _loss(digest: str, version: int, match: str | None, found: str | None) -> str:
    if match is None:
        return f"the match with the digest {digest} stood at version {version} and is gone"
    if found is None:
        return f"match {match} stood at version {version} and was cut back behind it"
    return f"match {match} has another history up to version {version}"


def missing(day: date, folder: Path) -> list[date]:
    """The days between a day and the last one before that has a file; none where no file is earlier."""
    earlier = _earlier(_path(day, folder))
    if not earlier:
        return []
    last = date.fromisoformat(earlier[-1].name.removeprefix(PREFIX).removesuffix(SUFFIX))
    return [last + timedelta(days=number) for number in range(1, (day - last).days)]


def lines(day: date, previous: JSON) -> Iterator[JSON]:
    """What the file of a day says: a first line, and one for each match, in the order of their digests."""
    yield {"format": FORMAT, "date": day.isoformat(), "previous": previous}
    start = datetime.combine(day, time(), UTC)
    with connection.cursor() as cursor:
        values: dict[str, Any] = {"start": start, "end": start + timedelta(days=1), "nobody": NOBODY}
        if is_distributed():
            rows = _of_the_day_at_shards(cursor, values)
        else:
            cursor.execute(OF_THE_DAY, values)
            rows = cursor.fetchall() + _of_the_day_in_files(cursor, values)
    yield from _told(rows)


def _of_the_day_in_files(cursor: CursorWrapper, values: dict[str, Any]) -> list[tuple[str, int, bytes]]:
    """The same of cold matches: by their rows, and of those that went on after the day by their files."""
    cold = register.ended_since(values["start"])
    cursor.execute(OF_NOBODY, [values["nobody"], [one.match for one in cold]])
    imported = {match for (match,) in cursor.fetchall()}
    found = (_last_of_the_day(one, values) for one in cold if one.match not in imported)
    return [one for one in found if one is not None]


def _last_of_the_day(cold: ColdRow, values: dict[str, Any]) -> tuple[str, int, bytes] | None:
    if cold.at < values["end"]:
        return cold.match, cold.version, cold.hash
    before = [row for row in cold_events.contents_of(cold).rows if contents.columns(row)[0] < values["end"]]
    if not before or contents.columns(before[-1])[0] < values["start"]:
        return None
    return cold.match, before[-1].version, before[-1].hash


def _of_the_day_at_shards(cursor: CursorWrapper, values: dict[str, Any]) -> list[tuple[str, int, bytes]]:
    cursor.execute(OF_THE_DAY_AT_SHARDS, values)
    rows = cursor.fetchall()
    cursor.execute(OF_NOBODY, [values["nobody"], [match for match, *_ in rows]])
    imported = {match for (match,) in cursor.fetchall()}
    return [row for row in rows if row[0] not in imported]


def _told(rows: Sequence[tuple[str, int, bytes]]) -> Iterator[dict[str, JSON]]:
    """A line for each match, in the order of their digests."""
    named = [(digest(match), version, bytes(head).hex()) for match, version, head in rows]
    for match, version, head in sorted(named):
        yield {"match": match, "version": version, "head": head}


def _before(path: Path) -> JSON:
    """The newest earlier file of the folder, by name and SHA-256; None for the first."""
    earlier = _earlier(path)
    if not earlier:
        return None
    return {"file": earlier[-1].name, "sha256": hashlib.sha256(earlier[-1].read_bytes()).hexdigest()}


def _path(day: date, folder: Path) -> Path:
    return folder / f"{PREFIX}{day.isoformat()}{SUFFIX}"


def _earlier(path: Path) -> list[Path]:
    """The earlier files of the folder, oldest first."""
    return [other for other in sorted(path.parent.glob(PATTERN)) if other.name < path.name]


def _write(path: Path, text: bytes) -> None:
    """Write a file as a whole or not at all: half a file would stand for good, because none is ever changed."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with part.open("wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    # The name, too, is only kept once the folder is.
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
