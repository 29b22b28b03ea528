"""What moving matches into files gives: sizes before and after, and how long a look at a match takes."""

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
from django.test import Client

from bench import figures
from events import snapshots, store
from events.cold.moving import CannotMove
from games.matches.background import cold_moves
from games.matches.stream import history, loading, state

LOOKED_AT = 60
MOVED_TABLES = ("event", "event_secret")
SIZES = """
SELECT relname, pg_total_relation_size(oid) FROM pg_class
WHERE relname = ANY(%s) ORDER BY relname
"""
STORE_TABLES = (*MOVED_TABLES, "command", "match_head", "snapshot", "cold_match")


def measure(superuser: psycopg.Connection, folder: Path, matches: int) -> None:
    """Move so many matches that have ended, and say what that has changed; looks compare them with those that stay."""
    superuser.execute("VACUUM ANALYZE")
    there = list(cold_moves.due(datetime.now(UTC) + timedelta(days=1)))
    stored = superuser.execute("SELECT count(*) FROM event").fetchone()
    before = sizes(superuser)
    began, clock = time.perf_counter(), time.process_time()
    moved = [one for one in map(_moved, there[:matches]) if one is not None]
    seconds, computed = time.perf_counter() - began, time.process_time() - clock
    at_once = sizes(superuser)
    superuser.execute("VACUUM ANALYZE")
    vacuumed = sizes(superuser)
    _print_looks([one.match for one in moved][:LOOKED_AT], there[matches:][:LOOKED_AT])
    superuser.execute(f"VACUUM FULL {', '.join(MOVED_TABLES)}")
    full = sizes(superuser)
    events, size = sum(one.events for one in moved), sum(one.size for one in moved)
    print(f"\n{len(moved)} of {len(there)} matches moved, {events:,} events, {size / 1e6:,.2f} MB in files;")
    print(f"{events / seconds:,.0f} events a second, {events / computed:,.0f} a second of this process\n")
    figures.heading("MB with indexes", "before", "moved", "VACUUM", "VACUUM FULL")
    for name in STORE_TABLES:
        figures.row(name, *(f"{one[name] / 1e6:,.1f}" for one in (before, at_once, vacuumed, full)))
    assert stored is not None
    in_rows, in_files = sum(before[name] for name in MOVED_TABLES) / int(stored[0]), size / events
    in_blocks = sum(_blocks(folder, one.match) for one in moved) / events
    print(f"\nbytes an event: {in_rows:.1f} in rows, {in_files:.1f} in files ({in_rows / in_files:.1f} times smaller),")
    print(f"{in_blocks:.1f} in blocks of the folder ({in_rows / in_blocks:.1f} times smaller)")


def _blocks(folder: Path, match_id: str) -> int:
    return sum(path.stat().st_blocks * 512 for path in folder.glob(f"*/{match_id}-*"))


def sizes(superuser: psycopg.Connection) -> dict[str, int]:
    return dict(superuser.execute(SIZES, [list(STORE_TABLES)]).fetchall())


def _print_looks(cold: Sequence[str], warm: Sequence[str]) -> None:
    """How long each of these takes, by turns, of matches that this process has not folded."""
    client = Client(SERVER_NAME="127.0.0.1")
    asked: dict[str, Callable[[str], object]] = {
        "load the events": store.load,
        "the match": lambda match_id: client.get(f"/api/v1/matches/{match_id}"),
        "a view of the past": lambda match_id: client.get(f"/api/v1/matches/{match_id}/view?at=20"),
        "the list": lambda _: client.get("/api/v1/matches?limit=50"),
    }
    figures.heading("ms", "warm", "cold", "warm, of this process", "cold, of this process")
    for name, ask in asked.items():
        took = [(_milliseconds(ask, one), _milliseconds(ask, other)) for one, other in zip(warm, cold, strict=False)]
        columns = [[pair[side][kind] for pair in took] for kind in (0, 1) for side in (0, 1)]
        figures.row(name, *(figures.spread(column, 1) for column in columns))


def _milliseconds(ask: Callable[[str], object], match_id: str) -> tuple[float, float]:
    for cache in (loading.recent, history.recent, state.views):
        cache.clear()
    snapshots.drop([match_id])
    return figures.milliseconds(lambda: ask(match_id), 1)


def _moved(match_id: str) -> cold_moves.Moved | None:
    try:
        return cold_moves.move(match_id)
    except CannotMove as refused:
        print(f"{match_id} stays: {refused}")
        return None
