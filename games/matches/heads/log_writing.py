"""Writes the log of all heads: each match's head when it ends, and that of every other at the close of a day (UTC).

One process writes at a time, and each entry once. What is signed continues what was signed before: where the rows do
not lead to the last root any more, nothing is signed. An entry is never changed; a match that ended has one entry of
its end, and none for a day on which it stood there already.

Two kinds of matches get no entry for a day: those that were imported, whose times are not ours, and those that
spectators see later, because an entry would tell how far they have come.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from events.sharding import is_distributed
from events.statements import fetch
from events.statements import write as write_rows
from events.store import FIRST
from games.headlog.checkpoints import Checkpoint
from games.headlog.hash_tree import EMPTY_ROOT, leaf_hash, root
from games.headlog.log_entries import LogEntry
from games.headlog.signed_notes import OF_TEXT, Note, PrivateKey
from games.headlog.tiles import TileId, grown, right_edge, subtree_of
from games.matches.audit.daily_heads import SETTLED
from games.matches.heads import log_reading
from games.matches.models.logged import LogCheckpoint, LoggedHead, LogProgress
from games.matches.models.matches import NOBODY
from games.matches.stream.loading import Loaded
from games.table.events import MatchEnded

log = logging.getLogger(__name__)

# So many entries are written in one transaction, and signed together.
AT_ONCE = 5_000
# Before every match.
BEGINNING = datetime(1, 1, 1, tzinfo=UTC)

TURN = "SELECT pg_try_advisory_xact_lock(hashtextextended('head log', 0))"
# All that an idle minute asks.
STANDS = """
SELECT EXISTS (SELECT FROM matches_waitinghead), (SELECT day FROM matches_logprogress),
    (SELECT keys FROM matches_logcheckpoint ORDER BY size DESC LIMIT 1), statement_timestamp()
"""
NOTE = """
INSERT INTO matches_waitinghead (match_id) SELECT unnest(%s::uuid[])
ON CONFLICT (match_id) DO NOTHING
"""
# A match is over for good: its head is that of its end.
ENDED = """
WITH taken AS (
    DELETE FROM matches_waitinghead WHERE match_id IN
        (SELECT match_id FROM matches_waitinghead ORDER BY match_id LIMIT %(limit)s) RETURNING match_id
)
SELECT encode(digest, 'hex'), head.version, encode(head.hash, 'hex')
FROM taken JOIN match_head AS head USING (match_id), sha256(convert_to(head.match_id::text, 'UTF8')) AS digest
WHERE NOT EXISTS (SELECT FROM matches_loggedhead AS known
    WHERE known.match = digest AND known.version = head.version)
"""
# By the heads, as for a day's file (`games/matches/audit/daily_heads.py`), some at a time in the order of their ids: of
# each whether it is to be logged, and at which version. The piece is cut first, because joined with the log as a whole
# every piece would read all that is logged. Of a cold match only the end is known here: none moves before the log has
# closed the day of its end (`games/matches/background/cold_moves.py`).
_IS_TO_BE_LOGGED = """
SELECT piece.match_id::text, last.at >= %(start)s
    AND NOT EXISTS (SELECT FROM matches_lobby AS lobby WHERE lobby.match_id = piece.match_id
        AND (lobby.creator_id = %(nobody)s OR (lobby.delay IS NOT NULL AND last.type <> %(ended)s)))
    AND NOT EXISTS (SELECT FROM matches_loggedhead AS known
        WHERE known.match = digest AND known.version = last.version),
    encode(digest, 'hex'), last.version, encode(last.hash, 'hex')
"""
OF_A_DAY = f"""
WITH piece AS MATERIALIZED (
    SELECT match_id FROM match_head WHERE match_id > %(after)s AND at >= %(start)s ORDER BY match_id LIMIT %(limit)s
)
{_IS_TO_BE_LOGGED}
FROM piece CROSS JOIN sha256(convert_to(piece.match_id::text, 'UTF8')) AS digest LEFT JOIN LATERAL (
    (SELECT version, hash, at, type FROM event WHERE event.match_id = piece.match_id AND at < %(end)s
     ORDER BY version DESC LIMIT 1)
    UNION ALL
    SELECT version, hash, at, type FROM cold_match WHERE cold_match.match_id = piece.match_id AND at < %(end)s
    ORDER BY version DESC LIMIT 1) AS last ON true
ORDER BY piece.match_id
"""  # noqa: S608, all of it is constant
# Both where heads and events lie on other nodes than lobbies and the log: the store is asked first, and what it says is
# held against the rest.
TAKE = """
DELETE FROM matches_waitinghead WHERE match_id IN
    (SELECT match_id FROM matches_waitinghead ORDER BY match_id LIMIT %(limit)s) RETURNING match_id
"""
HEADS = "SELECT match_id, version, hash FROM match_head WHERE match_id = ANY(%s::uuid[])"
NOT_LOGGED = """
SELECT encode(digest, 'hex'), head.version, encode(head.hash, 'hex')
FROM unnest(%(matches)s::uuid[], %(versions)s::integer[], %(hashes)s::bytea[]) AS head (match_id, version, hash),
    sha256(convert_to(head.match_id::text, 'UTF8')) AS digest
WHERE NOT EXISTS (SELECT FROM matches_loggedhead AS known
    WHERE known.match = digest AND known.version = head.version)
"""
PIECE = """
SELECT match_id FROM match_head WHERE match_id > %(after)s AND at >= %(start)s
ORDER BY match_head.match_id LIMIT %(limit)s
"""
LAST_OF_PIECE = """
SELECT head.match_id, last.version, last.hash, last.at, last.type
FROM match_head AS head JOIN event AS last USING (match_id)
WHERE head.match_id = ANY(%(piece)s::uuid[]) AND last.version =
    (SELECT max(version) FROM event WHERE event.match_id = head.match_id AND event.at < %(end)s)
"""
OF_A_DAY_APART = f"""
{_IS_TO_BE_LOGGED}
FROM unnest(%(piece)s::uuid[]) AS piece (match_id) CROSS JOIN sha256(convert_to(piece.match_id::text, 'UTF8')) AS digest
LEFT JOIN unnest(%(matches)s::uuid[], %(versions)s::integer[], %(hashes)s::bytea[], %(times)s::timestamptz[],
    %(types)s::text[]) AS last (match_id, version, hash, at, type) USING (match_id)
ORDER BY piece.match_id
"""
ADD = """
INSERT INTO matches_loggedhead (index, match, version, head, kind, at)
SELECT * FROM unnest(%s::bigint[], %s::bytea[], %s::integer[], %s::bytea[], %s::text[], %s::timestamptz[])
"""
KEEP = """
INSERT INTO matches_logtile (level, number, hashes)
SELECT * FROM unnest(%s::smallint[], %s::bigint[], %s::bytea[])
ON CONFLICT (level, number) DO UPDATE SET hashes = EXCLUDED.hashes
"""


class LogDamaged(Exception):
    """The stored log does not lead to what was signed last."""


@dataclass(frozen=True)
class _Standing:
    """What is due by one look."""

    has_ended: bool
    day: date | None
    is_signed: bool
    now: datetime

    @property
    def next_day(self) -> date | None:
        """The day that can be closed next, of which nothing can still be on its way; None while there is none."""
        last = (self.now - SETTLED).astimezone(UTC).date() - timedelta(days=1)
        # All that was before the log goes into its first close.
        day = last if self.day is None else self.day
        return day if day <= last else None

    @property
    def is_idle(self) -> bool:
        return not self.has_ended and self.is_signed and self.next_day is None


def keys() -> Sequence[PrivateKey]:
    """The keys that sign the log, the newest first; none where no log is kept."""
    return [PrivateKey(settings.LOG_NAME, OF_TEXT, seed) for seed in settings.LOG_KEYS]


def note(matches: Iterable[Loaded]) -> None:
    """Note those of these matches that have ended, for the next minute's entries."""
    ended = sorted(one.match.id for one in matches if one.match.is_over and not one.is_imported)
    if ended and settings.LOG_KEYS:
        write_rows(NOTE, [(match_id,) for match_id in ended])


def write(*, limit: int = AT_ONCE, now: datetime | None = None) -> int:
    """Write and sign what is due: at most so many ends, and a piece of a day; how many entries and pieces there were.

    0 where nothing is left, and where another process is at it. `now` is the database's time unless it is given.
    """
    signers = keys()
    if not signers or _standing(signers, now).is_idle:
        return 0
    with transaction.atomic():
        if not fetch(TURN, ())[0][0]:
            return 0
        standing = _standing(signers, now)
        if standing.is_idle:
            return 0
        try:
            return _written(standing, signers, limit)
        except LogDamaged as damaged:
            # An error for the operators, each minute until it is mended; the transaction has changed nothing.
            log.error("the log of heads is not written: %s", damaged)
            return 0


def _standing(signers: Sequence[PrivateKey], now: datetime | None) -> _Standing:
    ((has_ended, day, told, moment),) = fetch(STANDS, ())
    return _Standing(has_ended=has_ended, day=day, is_signed=told == _told(signers), now=now or moment)


def _written(standing: _Standing, signers: Sequence[PrivateKey], limit: int) -> int:
    last, tiles = _stored()
    ended, of_day = _ended(limit), _of_day(standing, limit)
    # A match that ended last on its day has one entry, that of its end.
    moved = [(LoggedHead.END, ended), (LoggedHead.DAY, set(of_day or ()) - set(ended))]
    entries = [(kind, entry) for kind, some in moved for entry in sorted(some)]
    size = last.size if last else 0
    changed = grown(tiles, size, [leaf_hash(entry.line) for _, entry in entries])
    _add(size, entries, standing.now)
    _keep(changed)
    if entries or not standing.is_signed:
        _sign(size + len(entries), {**tiles, **changed}, signers, standing.now)
    # A piece without an entry is a step too: more may be behind it.
    return len(entries) + (of_day is not None)


def _stored() -> tuple[LogCheckpoint | None, dict[TileId, bytes]]:
    """What was signed last, and the tiles that the next entries change; `LogDamaged` where they do not fit."""
    last = LogCheckpoint.objects.order_by("-size").first()
    size, signed = (last.size, bytes(last.root)) if last else (0, EMPTY_ROOT)
    tiles = log_reading.stored_tiles(right_edge(size))
    ((entries,),) = fetch("SELECT coalesce(max(index) + 1, 0) FROM matches_loggedhead", ())
    if entries != size:
        raise LogDamaged(f"{entries} entries are stored, and {size} are signed")
    try:
        found = root(size, subtree_of(tiles))
    except KeyError:
        found = b""
    if found != signed:
        raise LogDamaged(f"the stored hashes do not lead to the root that was signed at size {size}")
    return last, tiles


def _ended(limit: int) -> list[LogEntry]:
    with connection.cursor() as cursor:
        if is_distributed():
            cursor.execute(TAKE, {"limit": limit})
            cursor.execute(HEADS, [[match for (match,) in cursor.fetchall()]])
            cursor.execute(NOT_LOGGED, _columns(cursor, "matches", "versions", "hashes"))
        else:
            cursor.execute(ENDED, {"limit": limit})
        return [LogEntry(*row) for row in cursor.fetchall()]


def _columns(cursor: CursorWrapper, *names: str) -> dict[str, list[Any]]:
    """What the cursor has found, by columns under these names."""
    rows = cursor.fetchall()
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def _of_day(standing: _Standing, limit: int) -> list[LogEntry] | None:
    """The heads of the next piece of the day that is closed next, the first with all days before; None without one."""
    if standing.next_day is None:
        return None
    progress = LogProgress.objects.first() or LogProgress(day=standing.next_day, is_first=True)
    start = datetime.combine(progress.day, time(), UTC)
    values: dict[str, Any] = {
        "start": BEGINNING if progress.is_first else start,
        "end": start + timedelta(days=1),
        "after": progress.after or FIRST,
        "nobody": NOBODY,
        "ended": MatchEnded.type,
        "limit": limit,
    }
    with connection.cursor() as cursor:
        if is_distributed():
            cursor.execute(PIECE, values)
            values["piece"] = [match for (match,) in cursor.fetchall()]
            cursor.execute(LAST_OF_PIECE, values)
            values |= _columns(cursor, "matches", "versions", "hashes", "times", "types")
        cursor.execute(OF_A_DAY_APART if is_distributed() else OF_A_DAY, values)
        rows = cursor.fetchall()
    if len(rows) < limit:
        progress.day, progress.is_first, progress.after = progress.day + timedelta(days=1), False, None
    else:
        progress.after = rows[-1][0]
    progress.save()
    return [LogEntry(*entry) for _, is_wanted, *entry in rows if is_wanted]


def _add(size: int, entries: Sequence[tuple[str, LogEntry]], now: datetime) -> None:
    write_rows(
        ADD,
        [
            (index, bytes.fromhex(entry.match), entry.version, bytes.fromhex(entry.head), kind, now)
            for index, (kind, entry) in enumerate(entries, size)
        ],
    )


def _keep(tiles: Mapping[TileId, bytes]) -> None:
    write_rows(KEEP, [(*tile, hashes) for tile, hashes in tiles.items()])


def _sign(size: int, tiles: Mapping[TileId, bytes], signers: Sequence[PrivateKey], now: datetime) -> None:
    checkpoint = Checkpoint(settings.LOG_NAME, size, root(size, subtree_of(tiles)))
    text = str(checkpoint)
    signed = Note(text, tuple(key.sign(text) for key in signers))
    told = {"root": checkpoint.root, "keys": _told(signers), "note": str(signed), "at": now}
    LogCheckpoint.objects.update_or_create(size=size, defaults={**told, "cosignatures": "", "cosigned": 0})


def _told(signers: Sequence[PrivateKey]) -> str:
    """The public keys, as they are told to readers."""
    return "\n".join(str(key.public) for key in signers)
