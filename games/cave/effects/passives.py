"""Steps that hold as long as their card is owned (CAVE-R25)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.cave.effects.values import Alignment, OwnStat, When


@dataclass(frozen=True, slots=True)
class Bonus:
    """CAVE-R25.20: `n` more of a total where `when` says so."""

    op: ClassVar[str] = "bonus"
    clause: ClassVar[str] = "CAVE-R25.20"
    stat: OwnStat
    n: int
    when: When


@dataclass(frozen=True, slots=True)
class Weapon:
    """CAVE-R25.21: of several weapons only the best one counts in a fight (CAVE-R14.3)."""

    op: ClassVar[str] = "weapon"
    clause: ClassVar[str] = "CAVE-R25.21"


@dataclass(frozen=True, slots=True)
class Armour:
    """CAVE-R25.21: these faces of a die prevent the loss of a lost strength fight (CAVE-R14.6)."""

    op: ClassVar[str] = "armour"
    clause: ClassVar[str] = "CAVE-R25.21"
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Restrict:
    """CAVE-R25.21: only adventurers of these alignments may own it (CAVE-5.2)."""

    op: ClassVar[str] = "restrict"
    clause: ClassVar[str] = "CAVE-R25.21"
    alignments: tuple[Alignment, ...]


@dataclass(frozen=True, slots=True)
class Limit:
    """CAVE-R25.21: room for `n` more objects (CAVE-5.3a)."""

    op: ClassVar[str] = "limit"
    clause: ClassVar[str] = "CAVE-R25.21"
    n: int


@dataclass(frozen=True, slots=True)
class Key:
    """CAVE-R25.22: opens any gate without dice (CAVE-R18.2)."""

    op: ClassVar[str] = "key"
    clause: ClassVar[str] = "CAVE-R25.22"


@dataclass(frozen=True, slots=True)
class Map:
    """CAVE-R25.22: may turn a chamber into the Crystal Chamber (CAVE-R20.1)."""

    op: ClassVar[str] = "map"
    clause: ClassVar[str] = "CAVE-R25.22"


@dataclass(frozen=True, slots=True)
class Guide:
    """CAVE-R25.22: an owner who rolls chooses at forks, whatever the power (CAVE-R22.9)."""

    op: ClassVar[str] = "guide"
    clause: ClassVar[str] = "CAVE-R25.22"


@dataclass(frozen=True, slots=True)
class Immune:
    """CAVE-R25.22: `slow` is struck off (CAVE-R22.7a)."""

    op: ClassVar[str] = "immune"
    clause: ClassVar[str] = "CAVE-R25.22"


Passive = Bonus | Weapon | Armour | Restrict | Limit | Key | Map | Guide | Immune
