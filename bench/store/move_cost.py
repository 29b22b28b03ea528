"""What do a move and a load cost in short and in long matches, in one process?

A move is loaded, judged, appended and answered. Matches of each length take turns. Ratios between lengths compare
moves that answer the same kind of prompt, because kinds differ more than lengths do. A load starts without a folded
match: once from the first event, and once from a snapshot that is half as old as snapshots get.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from statistics import median
from unittest import mock

from bench import figures
from bench.scene import Caller, any_move, caller, waiting
from events import store
from games.core.chance import Chance
from games.matches.lobby import lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.play.submission import Sent, play
from games.matches.presentation import resources
from games.matches.stream import loading, snapshots
from games.matches.stream.loading import load
from games.rock_paper_wizard.chapters import scoring

SEATS = 6
# Cave's matches end by themselves, so few are much longer.
LENGTHS: Mapping[str, Sequence[int]] = {"rock-paper-wizard": (100, 1000, 5000), "cave": (100, 1000)}
# How many matches are taken of each length, and how many moves of each in a round: moves differ much in the Cave.
MATCHES: Mapping[str, int] = {"rock-paper-wizard": 1, "cave": 8}
MOVES: Mapping[str, int] = {"rock-paper-wizard": 40, "cave": 5}
ROUNDS, LOADS = 5, 10
LOADED, LOADED_LENGTHS = "rock-paper-wizard", (200, 2000)

# Seconds of single moves by the kind of the prompt that they answer.
Taken = Mapping[str, Sequence[float]]


class Playing:
    """A running match of at least `length` events, in which anybody who is asked makes any legal move."""

    def __init__(self, game: str, length: int, *, pick: bytes = b"bench") -> None:
        self.game, self.length, self.pick = game, length, Chance(pick)
        self.people: list[Caller] = [caller() for _ in range(SEATS)]
        self.begin()

    def begin(self) -> None:
        """Sit down to a fresh match, again and again until one lasts so long."""
        self.match = waiting(self.people[0], game=self.game, seats=SEATS, options={"max_rounds": 0})
        for one in self.people[1:]:
            lobby.join(self.match, one.id, SeatWish(), key=None)
        self.grow(self.length)

    def grow(self, length: int) -> None:
        """Play until the match has so many events."""
        while load(self.match).match.head.version < length:
            self.move()

    def move(self, *, before: Callable[[], object] | None = None) -> tuple[str, float]:
        """The kind of the prompt that was answered, and how many seconds the move took; in a fresh match after an end.

        What is done `before` the move is not timed.
        """
        if load(self.match).match.is_over:
            self.begin()
        prompt, body = any_move(self.match, self.pick)
        player = self.people[prompt.seat].id
        if before is not None:
            before()
        began = time.perf_counter()
        appended = play(self.match, player, Sent(body=body), key=None)
        resources.move_answer(self.match, player, appended)
        return prompt.kind, time.perf_counter() - began


def main() -> None:
    figures.server()
    figures.heading("game", "events", "ms a move (of rounds)", "times as long, same kind of prompt")
    for game, lengths in LENGTHS.items():
        with without_end(game):
            rounds = list(_rounds(game, lengths))
        for number, length in enumerate(lengths):
            middles = [median(_all(taken[number])) * 1000 for taken in rounds]
            figures.row(game, f"{length:,}", figures.spread(middles), _longer(rounds, number) if number else "")
    _loads()


def _loads() -> None:
    with without_end(LOADED):
        measured = [(length, *each) for length in LOADED_LENGTHS for each in _loads_of(length)]
    found: dict[tuple[int, str], list[tuple[float, float]]] = defaultdict(list)
    for _ in range(ROUNDS):
        for length, how, work in measured:
            found[length, how].append(figures.milliseconds(work, LOADS))
    print(f"\nMedian of {ROUNDS} rounds of {LOADS} loads (least to most).\n")
    figures.heading("events", "loaded", "ms", "of them this process computes")
    for (length, how), taken in found.items():
        figures.row(f"{length:,}", how, *map(figures.spread, zip(*taken, strict=True)))


def _loads_of(length: int) -> Iterator[tuple[str, Callable[[], object]]]:
    plain = Playing(LOADED, length)
    kept = Playing(LOADED, length - snapshots.EVERY // 2)
    loading.keep_snapshot(load(kept.match).match)
    kept.grow(length)
    yield "all events, from the store alone", partial(store.load, plain.match)
    yield "the match, from its first event", partial(_load_anew, plain.match)
    yield f"the match, from a state kept {snapshots.EVERY // 2} events ago", partial(_load_anew, kept.match)


def _load_anew(match_id: str) -> None:
    loading.recent.clear()
    load(match_id)


def _longer(rounds: Sequence[Sequence[Taken]], number: int) -> str:
    return figures.spread([ratio(taken[0], taken[number]) for taken in rounds])


def _rounds(game: str, lengths: Sequence[int]) -> Iterator[Sequence[Taken]]:
    """What moves took in each round, for each length."""
    picks = [b"bench %d" % number for number in range(MATCHES[game])]
    matches = [[Playing(game, length, pick=pick) for pick in picks] for length in lengths]
    for _ in range(ROUNDS):
        found = [defaultdict[str, list[float]](list) for _ in lengths]
        for _ in range(MOVES[game]):
            for taken, of_length in zip(found, matches, strict=True):
                for kind, seconds in [playing.move() for playing in of_length]:
                    taken[kind].append(seconds)
        yield found


def ratio(short: Taken, long: Taken) -> float:
    """How much longer a move takes that answers the same kind of prompt: the mean over the long matches' moves."""
    kinds = sorted(short.keys() & long.keys())
    weighed = [(len(long[kind]), median(long[kind]) / median(short[kind])) for kind in kinds]
    return sum(count * times for count, times in weighed) / sum(count for count, _ in weighed)


def without_end(game: str) -> AbstractContextManager[object]:
    """Nobody wins Rock Paper Wizard, or no match would become that long."""
    return mock.patch.object(scoring, "GOAL", 10**9) if game == "rock-paper-wizard" else nullcontext()


def _all(taken: Taken) -> list[float]:
    return [seconds for each in taken.values() for seconds in each]
