"""Which matches are cold: the rows of `cold_match`."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from events.cold.files import ColdFile
from events.statements import fetch

COLUMNS = "match_id::text, version, hash, type, at, rows, file, sha256, size"
# Constants alone.
FIND = f"SELECT {COLUMNS} FROM cold_match WHERE match_id = ANY(%s::uuid[])"  # noqa: S608
ENDED_SINCE = f"SELECT {COLUMNS} FROM cold_match WHERE at >= %s::timestamptz"  # noqa: S608

AFTER = f"SELECT {COLUMNS} FROM cold_match WHERE match_id > %s::uuid ORDER BY cold_match.match_id LIMIT %s::bigint"  # noqa: S608


class ColdRow(NamedTuple):
    """A match whose events are in a file; `version`, `hash`, `type` and `at` are those of its last event."""

    match: str
    version: int
    hash: bytes
    type: str
    at: datetime
    rows: bytes
    name: str
    sha256: bytes
    size: int

    @property
    def file(self) -> ColdFile:
        return ColdFile(name=self.name, sha256=self.sha256, size=self.size)


def find(matches: Sequence[str]) -> dict[str, ColdRow]:
    """Those of these matches that are cold."""
    return {one.match: one for one in (ColdRow(*row) for row in fetch(FIND, (list(matches),)))}


def after(match: str, *, limit: int) -> list[ColdRow]:
    """The next cold matches after that of an id, in their order, at most `limit`."""
    return [ColdRow(*row) for row in fetch(AFTER, (match, limit))]


def ended_since(at: datetime) -> list[ColdRow]:
    """Cold matches whose last event is not before a time. It reads all rows."""
    return [ColdRow(*row) for row in fetch(ENDED_SINCE, (at.isoformat(),))]
