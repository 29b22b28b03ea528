"""Opens the draws that everybody sees while a match with open draws runs (decision 63)."""

from collections.abc import Iterable, Sequence

from events.store import StoredEvent
from games.core.chance import OPEN_DRAWS, draw_secret
from games.matches.presentation.shapes import OpenedDraw
from games.matches.stream.cache import Recent
from games.matches.stream.state import Match
from games.verify import draw_tree

# Hashes alone, 128 kB a match: nobody learns a secret from them.
_trees: Recent[Sequence[bytes]] = Recent(most=50)


def opened(match: Match, events: Iterable[StoredEvent]) -> list[OpenedDraw]:
    """The public draws of these events, each with its secret; none where the match has no open draws.

    No other draw may ever be opened before the end, and none whose event is not stored.
    """
    if match.table.open_draws is None:
        return []
    public = match.game.public_draws
    made = [
        (event.version, number)
        for event in events
        if event.envelope["type"] in public and (draws := event.envelope["draws"]) is not None
        for number in range(draws["first"], draws["first"] + draws["count"])
    ]
    return [_opened(match, version, number) for version, number in made if number < OPEN_DRAWS]


def _opened(match: Match, version: int, number: int) -> OpenedDraw:
    return {
        "version": version,
        "number": number,
        "secret": draw_secret(match.seed, match.id, number).hex(),
        "path": [one.hex() for one in draw_tree.path(_tree(match), number)],
    }


def _tree(match: Match) -> Sequence[bytes]:
    key = f"{match.id} {match.table.open_draws}"
    made = _trees.get(key)
    if made is None:
        made = draw_tree.levels(match.seed, match.id)
        _trees.put(key, made)
    return made
