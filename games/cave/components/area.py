"""What one area of the board is (CAVE-R26)."""

from dataclasses import dataclass
from typing import Literal

from games.cave.effects.steps import Steps

AreaKind = Literal["entrance", "corridor", "special", "chamber"]
AreaDeck = Literal["either", "cave"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """One area: where it is drawn (x east, y north), its exits clockwise from north, and what is found there.

    `draw` cards are drawn from `deck`, which is the explorer's split (CAVE-12.3a) or the Cave alone; `steps` is the
    instruction of an area that has one.
    """

    id: str
    kind: AreaKind
    x: int
    y: int
    exits: tuple[str, ...]
    draw: int = 0
    deck: AreaDeck | None = None
    steps: Steps = ()


@dataclass(frozen=True, slots=True)
class Gate:
    """Mighty Gates on the edge between two areas (CAVE-R18.1)."""

    id: str
    edge: tuple[str, str]
