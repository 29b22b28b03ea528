"""Print R, the rate of appends and their ratio, for one process and for eight, on the server of `DATABASE_URL`; then
what a move costs in matches of different lengths, and what calls cost against an empty view.

Five rounds, interleaved, because disks and neighbours change from minute to minute: read the ratios, not the rates.
Beside that, how long it takes to find the words of a hand of Spell-a-Spell.
"""

import os
import sys
from collections.abc import Sequence
from statistics import median

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.db import connection

from bench import calls, endpoints
from bench.appends import appends_per_second
from bench.raw import commits_per_second, raw_table
from bench.words import HANDS, milliseconds_a_hand

ROUNDS = 5
SECONDS = 3.0
PROCESSES = (1, 8)
LENGTHS = (100, 1000)
MOVES = 40
# Cards and fog cards among them: a hand as it is dealt, a bewitched one, and the worst there is.
HELD = ((6, 0), (7, 2), (15, 3))


def main() -> None:
    if sys.argv[1:2] == ["calls"]:
        calls.main(*sys.argv[2:])
        return
    if sys.argv[1:] == ["endpoints"]:
        endpoints.main()
        return
    calls.lift_limits()
    django.setup()
    if sys.argv[1:] == ["relay"]:
        from bench import relay

        relay.main()
        return
    # It needs the models, which are there only now.
    from bench import moves

    print(_server())
    with raw_table():
        rounds = [[_measure(processes) for processes in PROCESSES] for _ in range(ROUNDS)]
    for processes, measured in zip(PROCESSES, zip(*rounds, strict=True), strict=True):
        raw, appends = zip(*measured, strict=True)
        print(f"at {processes}: median of {ROUNDS} rounds of {SECONDS:.0f} s (min..max)")
        print(f"  R         {_spread(raw, 0)} commits/s")
        print(f"  append    {_spread(appends, 0)} appends/s")
        print(f"  append/R  {_spread([each / limit for limit, each in measured], 2)}")
    for slug, matches in moves.MATCHES.items():
        taken = moves.costs(slug, LENGTHS, MOVES)
        print(f"a move in {slug}, {MOVES} in each of {matches} matches:")
        for length, each in zip(LENGTHS, taken, strict=True):
            print(f"  after {length:4} events {moves.middle(each) * 1000:8.2f} ms (median)")
        print(f"  at the same kind of prompt {moves.ratio(taken[0], taken[-1]):.2f} times as long")
    print("calls against an empty view:", flush=True)
    calls.measure()
    print(f"words of a hand: median of {HANDS} hands (min..max)")
    for cards, fogs in HELD:
        print(f"  {cards:2} cards, {fogs} fog {_spread(milliseconds_a_hand(cards, fogs), 2)} ms")


def _measure(processes: int) -> tuple[float, float]:
    return commits_per_second(processes, SECONDS), appends_per_second(processes, SECONDS)


def _spread(values: Sequence[float], digits: int) -> str:
    return f"{median(values):8.{digits}f}  ({min(values):.{digits}f}..{max(values):.{digits}f})"


def _server() -> str:
    names = ("server_version", "fsync", "synchronous_commit", "wal_sync_method")
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [list(names)])
        settings = dict(cursor.fetchall())
    return ", ".join(f"{name} {settings[name]}" for name in names)


if __name__ == "__main__":
    main()
