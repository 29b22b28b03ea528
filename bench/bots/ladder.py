"""How strong is each bot against each weaker one, at every size of table?

`python -m bench.bots.ladder GAME [--matches N] [--seats N …] [--processes N] [--options JSON]`, or
`make ladder GAME=…`.

For each pair and each size of table one seat of the stronger bot plays against the weaker bot on all other seats. The
seat changes from match to match. The result is the share of wins (tied winners share a win) with Wilson's interval of
95 %, beside the fair share. Each match is a line under .data/ladder, so a stopped ladder continues where it was. A new
version of the rules or of the bots begins again. `--neighbours` plays each bot against the next weaker one, and `hard`
against `random`. `--newcomers` plays who knows nothing, at random and by the first listed answer, against `easy`.
`--pages` writes the table into docs/bots.md.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from bench.bots import noted_matches
from bench.bots.balance import LISTED, by_bots, play, suffix
from bench.bots.intervals import wilson
from config.local_stack.places import PROJECT
from games.core.bots import EASY, GRADES, HARD, RANDOM
from games.core.definition import GameDefinition
from games.registry import newest

RESULTS = PROJECT / ".data" / "ladder"
PAGE = PROJECT / "docs" / "bots.md"
RUNGS = (RANDOM, *GRADES)


@dataclass(frozen=True, order=True)
class Bout:
    """One match to play: `one` at a seat that follows from `number`, `other` at all the rest."""

    seats: int
    one: str
    other: str
    number: int

    @property
    def table(self) -> tuple[int, str, str]:
        return self.seats, self.one, self.other


# The weaker first.
PAIRS = tuple(combinations(RUNGS, 2))
NEIGHBOURS = (*pairwise(RUNGS), (RANDOM, HARD))
NEWCOMERS = ((EASY, LISTED), (EASY, RANDOM))


def bouts(
    game: GameDefinition, matches: int, seats: Sequence[int], pairs: Sequence[tuple[str, str]] = PAIRS
) -> Iterator[Bout]:
    """All that a ladder plays, pair by pair in turn, so that it says something of each as soon as it can."""
    sizes = seats or range(game.min_seats, game.max_seats + 1)
    for number in range(matches):
        for size in sizes:
            for other, one in pairs:
                yield Bout(size, one, other, number)


def share(slug: str, bout: Bout, options: str = "{}") -> Fraction:
    """What the one has won of its match; `options` are JSON."""
    game = newest(slug)
    seat = bout.number % bout.seats
    bots = [bout.one if place == seat else bout.other for place in range(bout.seats)]
    key = sha256(f"{slug} {game.rules} {bout}".encode()).digest()
    won = play(game, bout.seats, key, by_bots(game, bots), json.loads(options)).won
    return Fraction(1, len(won)) if seat in won else Fraction(0)


def rows(found: Mapping[Bout, Fraction]) -> Iterator[str]:
    """The table, a line for each pair at each size."""
    yield "| seats | one | against | matches | share | 95 % | fair |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for seats, one, other in sorted({bout.table for bout in found}, key=_place):
        shares = [won for bout, won in found.items() if bout.table == (seats, one, other)]
        low, high = wilson(float(sum(shares)), len(shares))
        told = f"{100 * float(sum(shares)) / len(shares):.0f} % | {100 * low:.0f}–{100 * high:.0f} %"
        yield f"| {seats} | {one} | {other} | {len(shares)} | {told} | {100 / seats:.0f} % |"


def _place(table: tuple[int, str, str]) -> tuple[int, int, int]:
    seats, one, other = table
    order = (LISTED, *RUNGS)
    return seats, order.index(one), order.index(other)


def read(path: Path) -> dict[Bout, Fraction]:
    """What was played before."""
    return noted_matches.read(path, lambda noted: (Bout(**noted["bout"]), Fraction(noted["share"])))


def run(slug: str, due: Sequence[Bout], path: Path, processes: int, options: str = "{}") -> dict[Bout, Fraction]:
    """Play what is due and note each match as soon as it is over."""
    return noted_matches.run(partial(share, slug, options=options), due, _note, path, processes)


def _note(bout: Bout, won: Fraction) -> Mapping[str, Any]:
    return {"bout": asdict(bout), "share": str(won)}


def write(slug: str, told: Sequence[str]) -> None:
    """Put the table between its marks in docs/bots.md."""
    first, last = f"<!-- ladder of {slug} -->\n", f"<!-- end of {slug} -->"
    before, _, rest = PAGE.read_text().partition(first)
    _, _, after = rest.partition(last)
    PAGE.write_text(before + first + "\n".join(told) + "\n" + last + after)


def _when() -> str:
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    return f"{datetime.now(UTC):%Y-%m-%d}, commit {commit.stdout.strip()}"


def main(arguments: Sequence[str]) -> None:
    reader = argparse.ArgumentParser(prog="python -m bench.bots.ladder")
    reader.add_argument("game")
    reader.add_argument("--matches", type=int, default=400, help="for each pair at each size")
    reader.add_argument("--seats", type=int, nargs="*", default=[], help="sizes of tables; all unless told")
    pairs = reader.add_mutually_exclusive_group()
    pairs.set_defaults(pairs=PAIRS)
    for option, chosen, meaning in (
        ("--neighbours", NEIGHBOURS, "neighbouring bots alone, and hard against random"),
        ("--newcomers", NEWCOMERS, "who knows nothing against easy alone"),
    ):
        pairs.add_argument(option, dest="pairs", action="store_const", const=chosen, help=meaning)
    reader.add_argument("--processes", type=int, default=os.cpu_count())
    reader.add_argument("--options", default="{}", help="options of the matches that are not the defaults, as JSON")
    reader.add_argument("--pages", action="store_true", help="write the table into docs/bots.md")
    asked = reader.parse_args(arguments)
    game = newest(asked.game)
    if game.bot is None:
        reader.error(f"{asked.game} has no graded bots")
    path = RESULTS / f"{game.slug}-{game.rules}-{game.bot.version}{suffix(None, asked.options)}.ndjson"
    wanted = [*bouts(game, asked.matches, asked.seats, asked.pairs)]
    found = read(path)
    found |= run(game.slug, [bout for bout in wanted if bout not in found], path, asked.processes, asked.options)
    told = [f"Bots {game.bot.version}, rules {game.rules}, {_when()}:", "", *rows({one: found[one] for one in wanted})]
    sys.stdout.write("\n".join(told) + "\n")
    if asked.pages:
        write(game.slug, told)


if __name__ == "__main__":
    main(sys.argv[1:])
