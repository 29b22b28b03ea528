"""What does a call cost, compared with an empty view of the same framework? `make bench ARGS=calls`.

It runs in one process and one thread, through every layer of a web process except the socket. Calls and the empty view
take turns, because the machine's speed changes from minute to minute: read the ratios, not the times.

`make bench ARGS="calls limits"` compares with an empty view behind Django's own middlewares instead, whose cost none of
our changes alters. It fails if a call takes more processor time than `MOST` allows.
"""

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from unittest import mock

from api.serving.process import collect_rarely
from bench.web.table import Table, Taken, Timed
from games.rock_paper_wizard.chapters import scoring

ROUNDS = 9
# Calls of each kind in a round.
CALLS = 60
SEATS = 3
LIMITS = "limits"

# In empty views behind Django's own middlewares: a quarter more than was measured on 23 November 2026.
MOST = {
    "GET empty": 1.65,
    "GET limits": 2.7,
    "GET match": 3.7,
    "GET prompts": 3.2,
    "GET view": 3.4,
    "GET events?": 3.4,
    "GET one listed": 3.3,
    "GET listed": 3.6,
    "GET me": 3.0,
    "POST move": 6.4,
}


def main(*games: str) -> None:
    # As a web process does.
    collect_rarely()
    if games == (LIMITS,):
        hold()
        return
    for game in games or ("rock-paper-wizard",):
        measure(game)


def measure(game: str) -> None:
    """Print what the calls cost at a table of this game."""
    with mock.patch.object(scoring, "GOAL", 10**9), log_to_nobody():
        table = Table(game, SEATS)
        print(f"{game}, {SEATS} seats: median of {ROUNDS} rounds of {CALLS} calls (min..max); empty view, call, ratio")
        print(f"{'':14} | {'ms that passed':63} | {'ms of processor, without PostgreSQL':63} |")
        for name, empty, call in table.questions():
            print(_row(name, _measured(empty, call)), flush=True)


def hold() -> None:
    """Print what calls cost against a stock service; the process fails where one is over its limit."""
    with mock.patch.object(scoring, "GOAL", 10**9), log_to_nobody():
        over = []
        for name, empty, call in Table("rock-paper-wizard", SEATS).held_against_stock():
            ratio = median(_ratios(_measured(empty, call)))
            over += [name] if ratio > MOST[name] else []
            print(f"{name:14} {ratio:6.2f} empty views of a stock service, {MOST[name]:.2f} at most", flush=True)
    if over:
        raise SystemExit(f"over their limits: {', '.join(over)}")


def _ratios(rounds: Sequence[Sequence[tuple[Taken, Taken]]]) -> list[float]:
    """Of each round, by the processor."""
    return [median(call[1] for _, call in one) / median(empty[1] for empty, _ in one) for one in rounds]


@contextmanager
def log_to_nobody() -> Iterator[None]:
    """Lines of the log are written as ever, but to nobody."""
    handlers = [one for one in logging.getLogger().handlers if isinstance(one, logging.StreamHandler)]
    with Path(os.devnull).open("w") as nowhere:
        before = [handler.setStream(nowhere) for handler in handlers]
        try:
            yield
        finally:
            for handler, stream in zip(handlers, before, strict=True):
                handler.setStream(stream)


def _measured(empty: Timed, call: Timed) -> list[list[tuple[Taken, Taken]]]:
    for _ in range(CALLS):
        empty()
        call()
    return [[(empty(), call()) for _ in range(CALLS)] for _ in range(ROUNDS)]


def _row(name: str, rounds: Sequence[Sequence[tuple[Taken, Taken]]]) -> str:
    told = [name.ljust(14)]
    for kind in (0, 1):
        nothing, taken = ([median(pair[which][kind] for pair in one) * 1000 for one in rounds] for which in (0, 1))
        ratios = [call / view for view, call in zip(nothing, taken, strict=True)]
        told.append(" ".join(f"{_spread(values):>21}" for values in (nothing, taken, ratios)))
    p99 = quantiles((pair[1][0] * 1000 for one in rounds for pair in one), n=100)[98]
    return " | ".join([*told, f"p99 {p99:.2f}"])


def _spread(values: Sequence[float]) -> str:
    return f"{median(values):.2f} ({min(values):.2f}..{max(values):.2f})"
