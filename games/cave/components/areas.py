"""The 47 areas and 4 gates as data (CAVE-R26): an original board, because the printed map was not found."""

from games.cave.components.area import Area, AreaDeck, Gate
from games.cave.effects.parser import parse


def _corridor(id: str, x: int, y: int, exits: str, *, draw: int = 1, deck: AreaDeck = "either") -> Area:
    return Area(id=id, kind="corridor", x=x, y=y, exits=tuple(exits.split()), draw=draw, deck=deck)


def _chamber(id: str, x: int, y: int, exits: str) -> Area:
    return Area(id=id, kind="chamber", x=x, y=y, exits=tuple(exits.split()))


def _special(id: str, x: int, y: int, exits: str, instruction: str) -> Area:
    steps = parse(instruction)
    return Area(id=id, kind="special", x=x, y=y, exits=tuple(exits.split()), steps=steps)


AREAS = (
    Area(id="E", kind="entrance", x=4, y=0, exits=("S4",), steps=parse("infirmary")),  # Cave Entrance
    _chamber("K1", 0, 1, "S1"),
    _corridor("S1", 1, 1, "S2 K1"),
    _corridor("S2", 2, 1, "U1 S3 S1"),
    _special("S3", 3, 1, "S4 S2", "pay(2: spell(1))"),  # Rock Library
    _corridor("S4", 4, 1, "U2 S5 E S3"),  # Crossways
    _special("S5", 5, 1, "S6 S4", "pay(3: gain(strength,1))"),  # Gnome Forge
    _corridor("S6", 6, 1, "U3 S7 S5"),
    _corridor("S7", 7, 1, "D2 K2 S6"),
    _chamber("K2", 8, 1, "S7"),
    _corridor("D1", 1, 2, "M1", draw=2),  # Blind Alley
    _corridor("U1", 2, 2, "M2 S2"),  # West Shaft
    _corridor("U2", 4, 2, "K3 S4"),  # Middle Shaft
    _corridor("U3", 6, 2, "M6 S6"),  # East Shaft
    _special(
        "D2", 7, 2, "S7", "roll(1: lose(endurance,1) | 2-3: none | 4-5: gain(gold,1) | 6: gain(gold,2))"
    ),  # Gold Vein
    _chamber("K4", 0, 3, "W1 M1"),
    _special("M1", 1, 3, "M2 D1 K4", "heal(1)"),  # Underground Spring
    _corridor("M2", 2, 3, "M3 U1 M1", draw=2),
    _corridor("M3", 3, 3, "D3 K3 M2"),
    _chamber("K3", 4, 3, "U4 M5 U2 M3"),
    _corridor("M5", 5, 3, "U5 M6 K3"),
    _corridor("M6", 6, 3, "M7 U3 M5", draw=2),
    _special(
        "M7",
        7,
        3,
        "K5 M6",
        "roll(1: lose_turn(1) | 2: lose(endurance,1) | 3: none | 4: heal(1) | 5: gain(gold,1) | 6: spell(1))",
    ),  # Fungus Grove
    _chamber("K5", 8, 3, "E1 M7"),
    _corridor("W1", 0, 4, "W2 K4", deck="cave"),  # West Passage
    _corridor("D3", 3, 4, "M3", draw=2, deck="cave"),  # Blind Alley
    _corridor("U4", 4, 4, "N4 K3", deck="cave"),  # High Shaft
    _corridor("U5", 5, 4, "U6 M5", deck="cave"),  # Winding Path
    _special("U6", 6, 4, "N6 U5", "roll(1-2: lose(endurance,1) | 3-6: none)"),  # Crevasse
    _special("E1", 8, 4, "E2 K5", "roll(1-2: fight(power,5) | 3-4: none | 5-6: spell(1))"),  # Echo Hollow
    _corridor("W2", 0, 5, "K6 W1", draw=2, deck="cave"),  # West Passage
    _chamber("K6", 1, 5, "N2 W2"),
    _special("N2", 2, 5, "T1 N3 K6", "roll(1-3: fight(strength,5) | 4-6: none)"),  # Bat Roost
    _corridor("N3", 3, 5, "N4 N2", draw=2, deck="cave"),
    _corridor("N4", 4, 5, "T2 N5 U4 N3", deck="cave"),  # Deep Crossways
    _special("N5", 5, 5, "N6 N4", "roll(1: lose(endurance,1) + go(area:M5) | 2-6: none)"),  # Stone Bridge
    _corridor("N6", 6, 5, "T3 K7 U6 N5", draw=2, deck="cave"),
    _chamber("K7", 7, 5, "E2 N6"),
    _corridor("E2", 8, 5, "E1 K7", draw=2, deck="cave"),  # East Passage
    _corridor("T1", 2, 6, "K9 N2", draw=2, deck="cave"),
    _corridor("T2", 4, 6, "K8 N4", draw=2, deck="cave"),
    _corridor("T3", 6, 6, "K10 N6", draw=2, deck="cave"),
    _chamber("K9", 2, 7, "X1 T1"),
    _corridor("X1", 3, 7, "K8 K9", draw=3, deck="cave"),
    _chamber("K8", 4, 7, "X2 T2 X1"),
    _corridor("X2", 5, 7, "K10 K8", draw=3, deck="cave"),
    _chamber("K10", 6, 7, "T3 X2"),
)

GATES = (
    Gate("G1", ("W1", "W2")),
    Gate("G2", ("U4", "N4")),
    Gate("G3", ("E1", "E2")),
    Gate("G4", ("T2", "K8")),
)
