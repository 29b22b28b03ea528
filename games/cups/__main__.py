"""`python -m games.cups FILE`: checks the events of a cup as `GET /cups/{cup}/events` answers them.

Exit status: 0 the cup holds, 1 it does not, 2 nothing to check.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import orjson

from games.cups.check import CupBroken, check

HOLDS, BROKEN, NOTHING = 0, 1, 2


def main(arguments: Sequence[str]) -> int:
    """Say in one line whether the cup holds; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m games.cups", description="Check the events of a cup.")
    parser.add_argument("file", metavar="FILE", type=Path, help="the answer of GET /cups/{cup}/events")
    file: Path = parser.parse_args(arguments).file
    try:
        told = orjson.loads(file.read_bytes())
        id, items = told["cup"], told["items"]
    except OSError as error:
        return _nothing(f"{file} cannot be read: {error.strerror}")
    except (ValueError, LookupError, TypeError):
        return _nothing(f"{file} is no answer of GET /cups/{{cup}}/events")
    try:
        cup = check(id, items)
    except CupBroken as broken:
        # It may quote the file: nothing in it may write lines of its own here, or break a terminal.
        print(f"broken: {str(broken).encode('unicode_escape').decode('ascii')}")
        return BROKEN
    sealed = "" if cup.seed is not None else "; the seed is sealed until the end, so what was drawn is not checked"
    print(f"holds: {len(items)} events, {len(cup.rounds)} rounds, {cup.status}{sealed}")
    return HOLDS


def _nothing(why: str) -> int:
    print(why, file=sys.stderr)
    return NOTHING


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
