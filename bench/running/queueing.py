"""How soon are players seated who wait in the queue? `make queueing [ARGS="--players N --seconds N"]`.

So many players come one after another within so many seconds, each with a wish for one of the three games over days, at
tables of a size or of several. The output is how long a table took from the moment at which its players' wishes fitted
(its last player's wish) until its match ran, how many still wait, and the processor time of each process, which other
work on the machine does not change. It fails if any table took more than a second, if somebody sits at two tables, or
if those who still wait would fill one.
"""

import argparse
import os
import random
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from bench.limits import PLENTY, UNCOUNTED
from bench.running import idle
from bench.running.serving import Served, set_django_up, started
from clients.api import Api
from config.local_stack.stack import temporary_stack

GAMES = ("rock-paper-wizard", "spell-a-spell", "cave")
SIZES = ((3, 3), (3, 5), (4, 4), (4, 5), (5, 5))
MOST_SECONDS, PATIENCE = 1.0, 300.0
CALLERS = 8


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.running.queueing")
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    with temporary_stack({**os.environ, **PLENTY, **UNCOUNTED}) as stack:
        set_django_up(stack)
        served = started(stack)
        before, begun = idle.ticks(), time.monotonic()
        _wait(served, options.players, options.seconds)
        _settled(served)
        spent = Counter(idle.ticks()) - Counter(before)
        print(idle.table(spent, time.monotonic() - begun))
        sys.exit(_told())


def _wait(served: Served, players: int, seconds: float) -> None:
    """All players come, by several callers at once, as evenly as may be."""
    from events.store import new_id
    from games.matches.accounts.players import sign_up

    pick = random.Random(0)  # noqa: S311
    tokens = [sign_up(f"Q_{new_id()[-12:]}", locale="en", key=None)[1] for _ in range(players)]
    wishes = [(token, pick.choice(GAMES), pick.choice(SIZES)) for token in tokens]
    begun = time.monotonic()

    def come(number: int) -> None:
        token, game, (least, most) = wishes[number]
        time.sleep(max(0.0, begun + seconds * number / players - time.monotonic()))
        with Api(served.url, token) as api:
            api.put(f"/me/wishes/{game}/days", {"seats": {"min": least, "max": most}})

    with ThreadPoolExecutor(CALLERS) as callers:
        list(callers.map(come, range(players)))


def _settled(served: Served) -> None:
    """Wait until nothing changes any more and nobody waits who could be seated: a busy machine pauses too."""
    from games.matches.models.waiting import CalledTable, StandingWish

    def state() -> tuple[int, int]:
        return StandingWish.objects.count(), CalledTable.objects.filter(made_at=None).count()

    until, before = time.monotonic() + PATIENCE, (-1, -1)
    while time.monotonic() < until and (before != (now := state()) or now[1] or _fillable()):
        before = now
        served.watch(2.0)


def _fillable() -> int:
    """How many tables those who wait would fill."""
    from games.matches.models.waiting import StandingWish
    from games.matches.queue.grouping import Waiting, groups

    left = list(StandingWish.objects.order_by("since", "pk"))
    waiting = [Waiting(player=str(one.player_id), least=one.seats_min, most=one.seats_max) for one in left]
    of_game = [[who for one, who in zip(left, waiting, strict=True) if one.game == game] for game in GAMES]
    return sum(len(list(groups(some, frozenset()))) for some in of_game)


def _told() -> int:
    """Print what was found; 1 where a promise was broken."""
    from games.matches.models.waiting import CalledTable, StandingWish
    from games.matches.stream.loading import load

    tables = list(CalledTable.objects.exclude(made_at=None))
    took = sorted(min(table.waits) for table in tables)
    left, fillable = StandingWish.objects.count(), _fillable()
    seated = Counter(player for table in tables for player in load(str(table.match_id)).holders.values())
    twice = [player for player, count in seated.items() if count > 1]
    late = sum(seconds > MOST_SECONDS for seconds in took)
    longest = max((max(table.waits) for table in tables), default=0.0)
    print(f"tables {len(tables)}, seated {sum(seated.values())}, still waiting {left}")
    print(
        f"from fitting wishes to a running match: p50 {median(took):.2f} s, p99 {took[len(took) * 99 // 100]:.2f} s, "
        f"longest {took[-1]:.2f} s; over a second: {late}"
    )
    print(f"longest wait of a player who was seated: {longest:.1f} s")
    print(f"seated twice: {len(twice)}; tables that those who wait would fill: {fillable}")
    return int(bool(late or twice or fillable))


if __name__ == "__main__":
    main()
