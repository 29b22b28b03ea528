"""What a step of a card, chamber or area may name (CAVE-R25)."""

from typing import Literal

Stat = Literal["strength", "power", "endurance", "gold"]
OwnStat = Literal["strength", "power"]
Deck = Literal["cave", "adventure"]
Alignment = Literal["good", "neutral", "evil"]
When = Literal["always", "fight", "psychic", "gate", "trial", "test"]
Losable = Literal["object", "friend", "spell"]
Chooser = Literal["own", "random"]
Destination = Literal["entrance", "nearest_chamber", "random_corridor", "area"]
