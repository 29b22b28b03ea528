"""Moves matches that ended long ago from the database into files (decision 62).

A match goes in steps, and after each of them a run that is cut off loses nothing: its file is written, read back and
held against the rows; then one transaction writes which file it is, and deletes the rows.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import NotSupportedError

from events import ledger
from events.cold import contents, files, moving, register
from events.cold.contents import Contents
from events.cold.moving import CannotMove
from events.envelope import EventRow, SecretRow
from events.errors import ColdFileUnreadable
from events.ledger import Ledger
from events.statements import fetch
from events.store import FIRST
from games.matches.concurrency.walk import PIECE
from games.table.events import LAST
from games.verify import chain, match_file, seals
from games.verify.match_file import NotAMatchFile, format_of
from games.verify.report import Flaw

# Ended before a time, and seen by everything that consumes appends; the log of heads, where there is one, has closed
# that day. A match that was set aside waits for an operator. OFFSET, or the planner reads all events for a piece of the
# heads once it expects few of them to be warm.
DUE = """
SELECT head.match_id::text FROM match_head AS head CROSS JOIN LATERAL (
    SELECT type, at FROM event WHERE event.match_id = head.match_id AND event.version = head.version OFFSET 0) AS ending
WHERE head.match_id > %(after)s::uuid AND head.at < %(before)s::timestamptz AND ending.type = ANY(%(last)s::text[])
    AND NOT EXISTS (SELECT FROM matches_quarantine AS aside WHERE aside.match_id = head.match_id)
    AND NOT EXISTS (SELECT FROM outbox WHERE outbox.match_id = head.match_id)
    AND NOT EXISTS (SELECT FROM delivery WHERE delivery.match_id = head.match_id)
    AND NOT EXISTS (SELECT FROM matches_logprogress WHERE day <= (ending.at AT TIME ZONE 'UTC')::date)
ORDER BY head.match_id LIMIT %(limit)s::bigint
"""


@dataclass(frozen=True, kw_only=True)
class Moved:
    """A match that has moved: how many events, and how many bytes its file has."""

    match: str
    events: int
    size: int


def due(before: datetime) -> Iterator[str]:
    """The matches that ended before a time and may move, in the order of their ids."""
    values: dict[str, Any] = {
        "before": before.isoformat(),
        "last": sorted(LAST),
        "limit": PIECE,
    }
    after = FIRST
    while piece := [match for (match,) in fetch(DUE, {**values, "after": after})]:
        yield from piece
        after = piece[-1]


def move(match_id: str) -> Moved | None:
    """Move one match; None where another worker has done so. `CannotMove` says why it stays."""
    rows = ledger.read(match_id)
    if rows.cold is not None:
        return None
    try:
        return _moved(match_id, _contents(rows))
    except (ArithmeticError, LookupError, TypeError, ValueError, NotSupportedError) as error:
        # Rows that nobody has hashed so, or that Python has no word for.
        raise CannotMove(f"its history cannot be read: {type(error).__name__}") from None


def _moved(match_id: str, whole: Contents) -> Moved | None:
    try:
        file = files.write(match_id, contents.pack(whole))
        found = contents.unpack(files.read_back(file))
    except ColdFileUnreadable as unreadable:
        raise CannotMove(str(unreadable)) from None
    _check(found, whole)
    # Of what stood in the file: the database holds it against its rows.
    digest = contents.rows_digest(found.rows)
    last = found.rows[-1]
    if not moving.enter(match_id, version=last.version, head=last.hash, rows=digest, file=file):
        return None
    return Moved(match=match_id, events=last.version, size=file.size)


def damaged() -> Iterator[str]:
    """A line for each cold match whose file is missing, or is not the one that was written. It reads all files."""
    after = FIRST
    while piece := register.after(after, limit=PIECE):
        for one in piece:
            try:
                files.read(one.match, one.file)
            except ColdFileUnreadable as unreadable:
                yield str(unreadable)
        after = piece[-1].match


def _contents(rows: Ledger) -> Contents:
    """The match file of a match, from its rows; `CannotMove` where they make none."""
    sealed: dict[int, list[SecretRow]] = defaultdict(list)
    for row in rows.secrets:
        one = SecretRow(row["version"], row["index"], list(row["audience"]), bytes(row["salt"]), bytes(row["part"]))
        sealed[one.version].append(one)
    envelopes = [ledger.canonical(row["body"]) for row in rows.events]
    if rows.head is None or not envelopes or None in envelopes:
        raise CannotMove("its history cannot be read")
    if (envelopes[-1] or {}).get("type") not in LAST:
        raise CannotMove("the match has not ended")
    events = [
        EventRow(row["version"], bytes(row["body"]), bytes(row["hash"]), sealed[row["version"]]) for row in rows.events
    ]
    data = (envelopes[0] or {}).get("data")
    named = data if isinstance(data, dict) else {}
    types = {str((envelope or {}).get("type")) for envelope in envelopes}
    parts = [ledger.canonical(secret.part) for secret in sealed[1]]
    return Contents(
        first={
            "format": format_of(types, data, parts),
            "match": rows.match,
            "game": str(named.get("game")),
            "rules": str(named.get("rules")),
            "redacted_for": None,
        },
        rows=events,
        last={"version": rows.head["version"], "head": bytes(rows.head["hash"]).hex(), "complete": True},
    )


def _check(found: Contents, stored: Contents) -> None:
    """Hold what was read back against what is stored; then chain and seals as a verifier does. `CannotMove`."""
    if found != stored:
        raise CannotMove("its file does not have its rows")
    try:
        file = match_file.read(contents.match_file(found))
    except NotAMatchFile as refused:
        raise CannotMove(f"its history is damaged at version {refused.flaw.version}") from None
    for flaw in (chain.check(file), seals.check(file)):
        if isinstance(flaw, Flaw):
            raise CannotMove(f"its history is damaged at version {flaw.version}")
