"""What it takes to load a match that a process has not folded: from its first event, and from a kept state.

The kept state is half as old as it gets before the next is kept.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial

from bench import figures
from bench.store.moves import Playing, without_end
from events import store
from games.matches.stream import loading, snapshots

ROUNDS, LOADS = 5, 10
LENGTHS = (200, 2000)
GAME = "rock-paper-wizard"

Work = Callable[[], object]


def main() -> None:
    figures.server()
    with without_end(GAME):
        measured = [(length, *each) for length in LENGTHS for each in _of(length)]
    found: dict[tuple[int, str], list[tuple[float, float]]] = defaultdict(list)
    for _ in range(ROUNDS):
        for length, how, work in measured:
            found[length, how].append(figures.milliseconds(work, LOADS))
    print(f"Median of {ROUNDS} rounds of {LOADS} loads (least to most).\n")
    figures.heading("events", "loaded", "ms", "of them this process computes")
    for (length, how), taken in found.items():
        figures.row(f"{length:,}", how, *map(figures.spread, zip(*taken, strict=True)))


def _of(length: int) -> Iterator[tuple[str, Work]]:
    plain = Playing(GAME, length)
    kept = Playing(GAME, length - snapshots.EVERY // 2)
    loading.keep_snapshot(loading.load(kept.match).match)
    kept.grow(length)
    yield "all events, from the store alone", partial(store.load, plain.match)
    yield "the match, from its first event", partial(_load, plain.match)
    yield f"the match, from a state kept {snapshots.EVERY // 2} events ago", partial(_load, kept.match)


def _load(match_id: str) -> None:
    loading.recent.clear()
    loading.load(match_id)
