"""What lies on the table, drawn in cells: a picture for each game, and an outline for a game that has none."""

from collections.abc import Callable, Mapping

from tabularium_client.terminal.lettering import Line, glyphs, visual, wrapped
from tabularium_client.terminal.pictures import chart, tiles, track
from tabularium_client.terminal.told import Told
from tabularium_client.words import outline

# Each gives lines in visual order, none wider than `told.width`.
PICTURES: Mapping[str, Callable[[Told], list[Line]]] = {
    "cave": chart.picture,
    "rock-paper-wizard": track.picture,
    "spell-a-spell": tiles.picture,
}


def picture_of(told: Told) -> list[Line]:
    """The lines of the picture."""
    return PICTURES.get(told.game, plain)(told)


def plain(told: Told) -> list[Line]:
    """The state as words, for a game that this client has no picture of."""
    lines = [line for text in outline(told.state, told.names) for line in wrapped(glyphs(text), told.width)]
    return [visual(line) for line in lines][: told.height]
