"""A day's heads as a file that can be kept elsewhere, each file linked to the one before.

A line names a match by the SHA-256 of its id, so that a private match stays private: whoever has its file can look its
head up, and nobody else learns that there is such a match.
"""

import hashlib
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

from django.db import connection

from games.core.codec import canon
from games.core.json import JSON
from games.matches.models import NOBODY

FORMAT = "tabularium-heads/1"
PATTERN = "heads-????-??-??.ndjson"
# An append takes its time before it commits; a day is written down once nothing of it can be on its way.
SETTLED = timedelta(minutes=5)

# Each match with an event of the day, at the last one of that day; but for imported ones, whose times are not ours.
OF_THE_DAY = """
SELECT DISTINCT ON (match_id) match_id::text, version, hash FROM event
WHERE at >= %s AND at < %s
    AND NOT EXISTS (SELECT FROM matches_lobby AS lobby WHERE lobby.match_id = event.match_id AND lobby.creator_id = %s)
ORDER BY match_id, version DESC
"""


class CannotPublish(Exception):
    """No file was written; the message says why."""


def publish(day: date, folder: Path, *, now: datetime) -> Path:
    """Write the file of a day (UTC) into a folder and give its path; a file that is there already is never changed."""
    end = datetime.combine(day, time(), UTC) + timedelta(days=1)
    if now < end + SETTLED:
        raise CannotPublish(f"{day} is not over yet")
    path = folder / f"heads-{day.isoformat()}.ndjson"
    text = b"".join(canon(line) + b"\n" for line in lines(day, _before(path)))
    if path.exists() and path.read_bytes() != text:
        raise CannotPublish(f"{path.name} is there already and says something else")
    if not path.exists():
        path.write_bytes(text)
    return path


def lines(day: date, previous: JSON) -> Iterator[JSON]:
    """What the file of a day says: a first line, and one for each match, in the order of their digests."""
    yield {"format": FORMAT, "date": day.isoformat(), "previous": previous}
    start = datetime.combine(day, time(), UTC)
    with connection.cursor() as cursor:
        cursor.execute(OF_THE_DAY, [start, start + timedelta(days=1), NOBODY])
        rows = cursor.fetchall()
    named = [(hashlib.sha256(match.encode()).hexdigest(), version, bytes(head).hex()) for match, version, head in rows]
    yield from ({"match": match, "version": version, "head": head} for match, version, head in sorted(named))


def _before(path: Path) -> JSON:
    """The newest earlier file of the folder, by name and SHA-256; None for the first."""
    earlier = [other for other in sorted(path.parent.glob(PATTERN)) if other.name < path.name]
    if not earlier:
        return None
    return {"file": earlier[-1].name, "sha256": hashlib.sha256(earlier[-1].read_bytes()).hexdigest()}
