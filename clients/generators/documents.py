"""Writes the editions of the OpenAPI document into a folder, for generators of clients; `make generators` runs it.

    python -m clients.generators.documents FOLDER [EDITION…]

An edition is `whole`, `lean` or a game. Each gets a file of its name; their names are printed.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from api import editions

DOCUMENT = Path(__file__).parents[2] / "api/openapi.json"
EDITIONS: Mapping[str, Callable[[Any], Any]] = {
    "whole": lambda document: document,
    "lean": editions.lean,
    **{game: partial(editions.of_game, game=game) for game in editions.PREFIXES},
}


def write(folder: Path, names: Sequence[str]) -> None:
    """Write these editions; `KeyError` for one that there is not."""
    document = json.loads(DOCUMENT.read_text())
    for name in names:
        (folder / f"{name}.json").write_text(json.dumps(EDITIONS[name](document)))


if __name__ == "__main__":
    where, *asked = sys.argv[1:]
    write(Path(where), asked or list(EDITIONS))
    print(*(asked or EDITIONS))
