"""Fills a database with matches up to a number of events; started again, it continues."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from datetime import UTC, datetime

import psycopg
from django.db import connection
from psycopg import sql
from psycopg.types.json import JsonbBinaryDumper

from bench.millions.played import KINDS, OVERDUE, People, copy, play, player_id, tables, token_of
from events.randomness import new_key
from games.core.chance import Chance
from games.matches.accounts import tokens
from games.matches.concurrency.processes import pool as pool_of
from games.matches.models.people import Player, Token

# As the mix of games has it.
EVENTS_OF_A_MATCH = 200
MATCHES_OF_A_PLAYER = 10
# The first player sits in so many matches, and so many have clocks that have run out, however large the database.
OF_THE_FIRST, OVERDUE_MATCHES = 500, 200
# So many matches are stored by one transaction, of which one of so many was played and the others are copies of it.
PIECE, COPIES = 100, 10

COUNT = "SELECT count(*), coalesce(sum(version), 0) FROM match_head"


def people(events: int) -> People:
    """Who plays in a database of so many events."""
    matches = max(events // EVENTS_OF_A_MATCH, 1)
    return People(count=max(matches // MATCHES_OF_A_PLAYER, 20), first_in=max(matches // OF_THE_FIRST, 2))


def stored() -> tuple[int, int]:
    """How many matches and events there are."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT)
        matches, events = cursor.fetchone()
    return int(matches), int(events)


def fill(events: int, processes: int, say: Callable[[str], None]) -> None:
    """Play and store matches until there are so many events."""
    who = people(events)
    make_people(who.count)
    matches, there = stored()
    began, at_first = time.monotonic(), there
    connection.close()
    with pool_of(processes) as pool:
        pieces = _pieces(matches)
        under_way: set[Future[int]] = set()
        while there < events or under_way:
            while there < events and len(under_way) < 2 * processes:
                under_way.add(pool.submit(store_piece, who, next(pieces)))
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            there += sum(one.result() for one in done)
            say(progress(there, events, there - at_first, time.monotonic() - began))


def progress(there: int, wanted: int, since: int, seconds: float) -> str:
    """How far it is, as a bar, with the time that is left if it goes on like that."""
    part = min(there / wanted, 1.0)
    left = max(wanted - there, 0) * seconds / since if since else 0
    bar = "#" * round(30 * part)
    return f"[{bar:30}] {there:,} of {wanted:,} events, {since / max(seconds, 1e-9):,.0f} a second, {left:,.0f} s left"


def _pieces(matches: int) -> Iterator[str | None]:
    """What is to be played next: matches of all kinds (None), and in a new database those that are overdue first."""
    if matches == 0:
        yield from [OVERDUE] * (OVERDUE_MATCHES // PIECE)
    while True:
        yield None


def make_people(count: int) -> None:
    """Players, and a token of each, where they are not there."""
    for first in range(0, count, 1000):
        numbers = range(first, min(first + 1000, count))
        made = [
            Player(id=player_id(one), handle=f"Million_{one}", handle_key=f"million_{one}", sign_up_key=f"{one}")
            for one in numbers
        ]
        Player.objects.bulk_create(made, ignore_conflicts=True)
        Token.objects.bulk_create(
            [
                Token(
                    id=player_id(10**9 + one),
                    player_id=player_id(one),
                    digest=tokens.digest(token_of(one)),
                    label="bench",
                    scopes=["read", "play", "account"],
                    creation_key="bench",
                )
                for one in numbers
            ],
            ignore_conflicts=True,
        )


def store_piece(who: People, kind: str | None) -> int:
    """Play, copy and store a piece; how many events it has."""
    pick, now = Chance(new_key(32)), datetime.now(UTC)
    several = []
    for _ in range(PIECE // COPIES):
        several.append(play(who, kind or pick.one_of(KINDS), now, pick))
        several += [copy(several[-1], who, now, pick) for _ in range(COPIES - 1)]
    with psycopg.connect(os.environ["DATABASE_URL"]) as stored, stored.cursor() as cursor:
        cursor.adapters.register_dumper(dict, JsonbBinaryDumper)
        for table in tables(several, now):
            named = sql.SQL(", ").join(map(sql.Identifier, table.columns))
            into = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(sql.Identifier(table.name), named)
            with cursor.copy(into) as lines:
                lines.set_types(list(table.columns.values()))
                for row in table.rows:
                    lines.write_row(row)
    return sum(one.length for one in several)


def say_on_one_line(text: str) -> None:
    """On a terminal over the line before; elsewhere a line of its own, now and then."""
    if sys.stderr.isatty():
        print(f"\r{text}", end="", file=sys.stderr, flush=True)
    else:
        _seldom(text)


_last = [0.0]


def _seldom(text: str) -> None:
    if time.monotonic() - _last[0] > 10:
        _last[0] = time.monotonic()
        print(text, file=sys.stderr, flush=True)
