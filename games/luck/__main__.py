"""`python -m games.luck FILE…`: counts and tests of all draws in match files, as the service tells them of a game.

A file is a match file, or many of them one after the other, as the dumps for research are once they are unpacked.
"""

import sys
from collections.abc import Iterator
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


def main(paths: list[str]) -> int:
    """One line of JSON for each game; 1 where a match could not be counted."""
    totals: dict[str, Totals] = {}
    left = 0
    for path in paths:
        for data in matches(Path(path).read_bytes()):
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
