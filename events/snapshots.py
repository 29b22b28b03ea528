"""Snapshots: stored states of streams, so that nobody folds them again. A cache that may be emptied at any time.

They hold secrets, as `event_secret` does, and are open to the same role alone. Each row carries a MAC under a key that
the database does not hold, so that a row written by anybody else is worth nothing.
"""

import hmac
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db import connection
from django.utils.crypto import salted_hmac

from events.format.chain import length_prefixed
from events.statements import fetch
from events.store import NO_END, Head

log = logging.getLogger(__name__)

# Which of the keys derived from SECRET_KEY.
LABEL = "tabularium.snapshot"

NEWEST = """
SELECT version, hash, state, mac FROM snapshot
WHERE match_id = %s::uuid AND code = %s AND version < %s::integer ORDER BY version DESC LIMIT 1
"""

# Without the states, which may be large.
NEWEST_VERSIONS = """
SELECT match_id::text, max(version) FROM snapshot
WHERE match_id = ANY(%s::uuid[]) AND code = %s AND version < %s::integer GROUP BY match_id
"""

PUT = """
INSERT INTO snapshot (match_id, version, code, hash, state, mac)
VALUES (%(match)s, %(version)s, %(code)s, %(hash)s, %(state)s, %(mac)s)
ON CONFLICT (match_id, version) DO UPDATE
SET code = excluded.code, hash = excluded.hash, state = excluded.state, mac = excluded.mac
"""

# One for the present is enough; of two writers the one that is further on keeps its state. Those of the past stay.
PUT_FOR_OLDER = f"""
WITH kept AS ({PUT})
DELETE FROM snapshot WHERE match_id = %(match)s AND version < %(version)s AND version %% %(past)s <> 0
"""  # noqa: S608, of constants
# States of the past are kept at the multiples of this: so many events are folded in a few milliseconds.
PAST = 32

# By its MAC too: meanwhile a true state may have come in its place.
DROP_FORGED = "DELETE FROM snapshot WHERE match_id = %s AND version = %s AND mac = %s"


@dataclass(frozen=True, kw_only=True)
class Kept:
    """A state as bytes, and the head of the stream that it was folded from."""

    head: Head
    state: bytes = field(repr=False)


def newest(match: str, *, code: str, before: int = NO_END) -> Kept | None:
    """The latest state of a match, earlier than version `before`, that the code of this name kept.

    Hold its head against the stream before using it.

    One whose MAC is not ours is dropped, and so told of once: somebody wrote it by hand, or SECRET_KEY is a new one.
    """
    rows = fetch(NEWEST, (match, code, before))
    if not rows:
        return None
    version, hash_, state, mac = rows[0]
    kept = Kept(head=Head(version, hash_), state=state)
    if hmac.compare_digest(mac, _mac(match, code, kept)):
        return kept
    log.warning("the state kept of match %s at version %d is not by this service's key, and is dropped", match, version)
    with connection.cursor() as cursor:
        cursor.execute(DROP_FORGED, (match, version, mac))
    return None


def newest_versions(matches: Sequence[str], *, code: str, before: int = NO_END) -> dict[str, int]:
    """The version of what `newest` would give of each of these matches, where there is something and it is ours."""
    return dict(fetch(NEWEST_VERSIONS, (list(matches), code, before)))


def newest_version(match: str, *, code: str, before: int = NO_END) -> int | None:
    """The version of what `newest` would give, as long as it is ours; None when there is nothing."""
    return newest_versions([match], code=code, before=before).get(match)


def keep(match: str, *, code: str, kept: Kept) -> None:
    """Store a state in place of the match's older ones, except past states."""
    values = _values(match, code, kept)
    with connection.cursor() as cursor:
        cursor.execute(PUT_FOR_OLDER, values)


def keep_past(match: str, *, code: str, kept: Sequence[Kept]) -> None:
    """Store past states, at multiples of `PAST`, beside all others."""
    with connection.cursor() as cursor:
        cursor.executemany(PUT, [_values(match, code, one) for one in kept])


def _values(match: str, code: str, kept: Kept) -> dict[str, str | int | bytes]:
    return {
        "match": match,
        "version": kept.head.version,
        "code": code,
        "hash": kept.head.hash,
        "state": kept.state,
        "mac": _mac(match, code, kept),
        "past": PAST,
    }


def drop(matches: Sequence[str]) -> int:
    """Delete all snapshots of these matches; returns their number."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM snapshot WHERE match_id = ANY(%s::uuid[])", [list(matches)])
        return int(cursor.rowcount)


def _mac(match: str, code: str, kept: Kept) -> bytes:
    told = (code.encode(), UUID(match).bytes, str(kept.head.version).encode(), kept.head.hash, kept.state)
    return salted_hmac(LABEL, b"".join(map(length_prefixed, told)), algorithm="sha256").digest()
