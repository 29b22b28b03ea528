"""What moving matches into files gives: sizes before and after, and how long a look at a match takes."""

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
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
    """Move so many matches that have ended, and say what that has changed."""
    superuser.execute("VACUUM ANALYZE")
    there = list(islice(cold_moves.due(datetime.now(UTC) + timedelta(days=1)), matches))
    looked_at = there[:: max(len(there) // LOOKED_AT, 1)][:LOOKED_AT]
    before, warm = sizes(superuser), looks(looked_at)
    began, clock = time.perf_counter(), time.process_time()
    moved = [one for one in map(_moved, there) if one is not None]
    seconds, computed = time.perf_counter() - began, time.process_time() - clock
    events, size = sum(one.events for one in moved), sum(one.size for one in moved)
    at_once = sizes(superuser)
    superuser.execute("VACUUM ANALYZE")
    vacuumed, cold = sizes(superuser), looks(looked_at)
    superuser.execute(f"VACUUM FULL {', '.join(MOVED_TABLES)}")
    full = sizes(superuser)
    print(f"\n{len(moved)} of {len(there)} matches moved, {events:,} events, {size / 1e6:,.2f} MB in files;")
    print(f"{events / seconds:,.0f} events a second, {events / computed:,.0f} a second of this process\n")
    figures.heading("MB with indexes", "before", "moved", "VACUUM", "VACUUM FULL")
    for name in STORE_TABLES:
        figures.row(name, *(f"{one[name] / 1e6:,.1f}" for one in (before, at_once, vacuumed, full)))
    gone = sum(before[name] - full[name] for name in MOVED_TABLES)
    on_disk = sum(path.stat().st_blocks * 512 for path in folder.rglob("*.zst"))
    print(
        f"\n{gone / events:.1f} bytes an event in rows, {size / events:.1f} in files: {gone / size:.1f} times smaller"
    )
    print(f"in whole blocks of the folder {on_disk / 1e6:,.2f} MB: {gone / on_disk:.1f} times smaller\n")
    figures.heading("ms", *warm)
    figures.row("warm", *warm.values())
    figures.row("cold", *cold.values())


def sizes(superuser: psycopg.Connection) -> dict[str, int]:
    return dict(superuser.execute(SIZES, [list(STORE_TABLES)]).fetchall())


def looks(match_ids: Sequence[str]) -> dict[str, str]:
    """How long each of these takes, of a match that this process has not folded."""
    client = Client(SERVER_NAME="127.0.0.1")
    asked: dict[str, Callable[[str], object]] = {
        "load the events": store.load,
        "the match": lambda match_id: client.get(f"/api/v1/matches/{match_id}"),
        "a view of the past": lambda match_id: client.get(f"/api/v1/matches/{match_id}/view?at=20"),
        "the list": lambda _: client.get("/api/v1/matches?limit=50"),
    }
    return {name: figures.spread([_milliseconds(ask, one) for one in match_ids]) for name, ask in asked.items()}


def _milliseconds(ask: Callable[[str], object], match_id: str) -> float:
    for cache in (loading.recent, history.recent, state.views):
        cache.clear()
    snapshots.drop([match_id])
    began = time.perf_counter()
    ask(match_id)
    return (time.perf_counter() - began) * 1000


def _moved(match_id: str) -> cold_moves.Moved | None:
    try:
        return cold_moves.move(match_id)
    except CannotMove as refused:
        print(f"{match_id} stays: {refused}")
        return None
