"""`python -m games.cups FILE`: checks the events of a cup as `GET /cups/{cup}/events` answers them."""

import sys
from pathlib import Path

import orjson

from games.cups.check import CupBroken, check


def main(path: str) -> int:
    """0 where the cup holds, 1 where it does not; one line says so."""
    told = orjson.loads(Path(path).read_bytes())
    try:
        cup = check(told["cup"], told["items"])
    except CupBroken as broken:
        print(f"broken: {broken}")
        return 1
    sealed = "" if cup.seed is not None else "; the seed is sealed until the end, so what was drawn is not checked"
    print(f"holds: {len(told['items'])} events, {len(cup.rounds)} rounds, {cup.status}{sealed}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m games.cups FILE")
    sys.exit(main(sys.argv[1]))
