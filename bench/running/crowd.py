"""How old are the lists, and how late the clocks, while bots play at full speed beside people?

`make crowd [ARGS="--seconds N --matches N"]`, as `make serve` runs the service.

Four hundred matches of bots alone, twenty moves a second of people at nine tables of all games, and eight tables whose
players are away and whose clocks run out every three seconds. It prints how old the lists were, how late people's
clocks were played, what people waited for their calls, and how many appends were handed on and how many waited.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import quantiles

from bench.running.serving import Served, set_django_up, started
from config.limits import SET_GOING
from config.local_stack.stack import LocalStack, temporary_stack

RATE, TABLES, AWAY = 20.0, 9, 8
SETTLE_SECONDS = 15.0
PLENTY = json.dumps({quota: dict.fromkeys(most, 10**9) for quota, most in SET_GOING.items()})


@dataclass(frozen=True)
class Looked:
    """What was seen of the service, a few times a second."""

    ages: list[float] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)


def main() -> None:
    options = _parse()
    with temporary_stack({**os.environ, "QUOTAS": PLENTY}) as stack:
        set_django_up(stack)
        for line in _crowd(stack, options.matches, options.seconds):
            print(line)


def _crowd(stack: LocalStack, matches: int, seconds: float) -> Sequence[str]:
    # It needs the models, which are there only now.
    from bench.scene import OPTIONS, project
    from bench.siege import clocks
    from bench.siege.players import Party
    from bench.store.relay import of_bots

    games = list(OPTIONS)
    for number in range(matches):
        of_bots(games[number % len(games)], options=OPTIONS[games[number % len(games)]])
        if sys.stderr.isatty():
            print(f"\r{number + 1} matches", end="", file=sys.stderr)
    project()
    served = started(stack)
    away = clocks.abandoned_matches(served.url, AWAY)
    with Party(served.url, rate=RATE, tables=TABLES) as party:
        served.watch(SETTLE_SECONDS)
        party.forget()
        since, appends, begun = time.time(), _appends(), time.monotonic()
        looked = _look(served, seconds)
        took, made, moves = time.monotonic() - begun, _appends() - appends, party.record.moves
        spent = [1000 * party.record.p(percent) for percent in (50, 99)]
    late = clocks.lateness(away, since)
    return (
        f"appends      {made / took:.0f} a second, {moves / took:.1f} of them moves of people; "
        f"bots' turns wait in {_playing()} matches, the oldest since {max(looked.bots):.1f} s",
        f"lists        {_spread(looked.ages)} s old (median, p99, most); {_most(looked.waiting)} appends waited",
        f"clocks       {_spread(late)} s late, of {len(late)}",
        f"calls        {spent[0]:.0f} ms, {spent[1]:.0f} ms (median, p99); failures {dict(party.record.failures)}",
    )


def _look(served: Served, seconds: float) -> Looked:
    from games.matches.lists import queries
    from games.matches.status import figures

    looked = Looked()

    def look() -> None:
        standing = figures.standing()
        looked.ages.append(max(0.0, time.time() - queries.listings_as_of().timestamp()))
        looked.waiting.append(standing.outbox_rows)
        looked.bots.append(standing.bot_lag)

    served.watch(seconds, look)
    return looked


def _appends() -> int:
    from events.models import Command

    return int(Command.objects.count())


def _playing() -> int:
    from games.matches.models.service import BotTurn

    return int(BotTurn.objects.count())


def _most(numbers: Sequence[int]) -> str:
    return f"at most {max(numbers)}"


def _spread(seconds: Sequence[float]) -> str:
    if len(seconds) < 2:
        return "?"
    cuts = quantiles(seconds, n=100)
    return f"{cuts[49]:.2f}, {cuts[98]:.2f}, {max(seconds):.2f}"


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.running.crowd")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--matches", type=int, default=400)
    return parser.parse_args()


if __name__ == "__main__":
    main()
