"""States folded from streams, kept so that they need not be folded again: a cache that can be emptied at any time.

They hold secrets, as `event_secret` does, and are open to the same role alone.
"""

from dataclasses import dataclass, field

from django.db import connection

from events.statements import fetch
from events.store import Head

NEWEST = """
SELECT version, hash, state FROM snapshot WHERE match_id = %s::uuid AND code = %s ORDER BY version DESC LIMIT 1
"""

# Without the state, which may be large.
NEWEST_VERSION = """
SELECT version FROM snapshot WHERE match_id = %s::uuid AND code = %s ORDER BY version DESC LIMIT 1
"""

PUT = """
INSERT INTO snapshot (match_id, version, code, hash, state)
VALUES (%(match)s, %(version)s, %(code)s, %(hash)s, %(state)s)
ON CONFLICT (match_id, version) DO UPDATE SET code = excluded.code, hash = excluded.hash, state = excluded.state
"""

# One is enough; of two writers the one that is further on keeps its state.
DROP_OLDER = "DELETE FROM snapshot WHERE match_id = %(match)s AND version < %(version)s"


@dataclass(frozen=True, kw_only=True)
class Kept:
    """A state as bytes, and the head of the stream that it was folded from."""

    head: Head
    state: bytes = field(repr=False)


def newest(match: str, *, code: str) -> Kept | None:
    """The latest state of a match that the code of this name kept; hold its head against the stream before using it."""
    rows = fetch(NEWEST, (match, code))
    return Kept(head=Head(rows[0][0], rows[0][1]), state=rows[0][2]) if rows else None


def newest_version(match: str, *, code: str) -> int | None:
    """The version of what `newest` would give; None when there is nothing."""
    rows = fetch(NEWEST_VERSION, (match, code))
    return rows[0][0] if rows else None


def keep(match: str, *, code: str, kept: Kept) -> None:
    """Keep a state in the place of the match's older ones."""
    values: dict[str, str | int | bytes] = {
        "match": match,
        "version": kept.head.version,
        "code": code,
        "hash": kept.head.hash,
        "state": kept.state,
    }
    with connection.cursor() as cursor:
        cursor.execute(PUT, values)
        cursor.execute(DROP_OLDER, values)


def drop_all() -> int:
    """Forget everything that was kept; how many states that were."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM snapshot")
        return int(cursor.rowcount)
