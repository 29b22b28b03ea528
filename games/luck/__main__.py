"""`python -m games.luck FILE…`: counts and tests of all draws in match files, as the service tells them of a game.

A file is a match file, or many of them one after the other, as the dumps for research are once they are unpacked.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson

from games.luck.retelling import MatchFacts, NotCounted, of_match
from games.luck.tallies import Totals
from games.verify.match_file import NotAMatchFile, read


def matches(data: bytes) -> Iterator[bytes]:
    """The match files in a file: each begins with a line that says its format."""
    begun: list[bytes] = []
    for line in data.splitlines(keepends=True):
        if b'"format":"tabularium/' in line[:200] and begun:
            yield b"".join(begun)
            begun = []
        begun.append(line)
    if begun:
        yield b"".join(begun)


def facts(data: bytes) -> MatchFacts:
    """The facts of a match file; `NotCounted`."""
    try:
        file = read(data)
    except NotAMatchFile as error:
        raise NotCounted from error
    return of_match(file.match, file.entries)


def main(arguments: Sequence[str]) -> int:
    """One line of JSON for each game; 1 where a match could not be counted, 2 where a file could not be read."""
    parser = argparse.ArgumentParser(prog="python -m games.luck", description="Count and test all draws of matches.")
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="match files, or months of a dump")
    files: Sequence[Path] = parser.parse_args(arguments).files
    try:
        return _count(map(Path.read_bytes, files))
    except OSError as error:
        print(f"{error.filename} cannot be read: {error.strerror}", file=sys.stderr)
        return 2


def _count(files: Iterable[bytes]) -> int:
    totals: dict[str, Totals] = {}
    left = 0
    for file in files:
        for data in matches(file):
            try:
                found = facts(data)
            except NotCounted:
                left += 1
                continue
            totals.setdefault(found.game, Totals()).add(found)
    for game, counted in sorted(totals.items()):
        told: dict[str, Any] = {"game": game, **counted.told()}
        print(orjson.dumps(told).decode())
    if left:
        print(f"{left} matches cannot be counted", file=sys.stderr)
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
