"""The enemies of the Cave deck: 8 animals, 11 monsters and 9 spirits (CAVE-R28.2)."""

from games.cave.components.card import Card
from games.cave.effects.parser import parse

CAVE_ENEMIES = (
    Card(
        id="J01",  # Blood Bat
        deck="cave",
        type="animal",
        value=2,
        count=2,
    ),
    Card(
        id="J02",  # Cave Spider
        deck="cave",
        type="animal",
        value=3,
        count=2,
    ),
    Card(
        id="J03",  # Blind Serpent
        deck="cave",
        type="animal",
        value=4,
        count=2,
    ),
    Card(
        id="J04",  # Giant Scorpion
        deck="cave",
        type="animal",
        value=4,
        steps=parse("on_defeat(slow(1))"),
    ),
    Card(
        id="J05",  # Cave Bear
        deck="cave",
        type="animal",
        value=5,
    ),
    Card(
        id="J06",  # Troglodyte
        deck="cave",
        type="monster",
        value=3,
        count=2,
    ),
    Card(
        id="J07",  # Deep Orc
        deck="cave",
        type="monster",
        value=4,
        count=2,
        steps=parse("on_defeat(lose(gold,1))"),
    ),
    Card(
        id="J08",  # Den Ogre
        deck="cave",
        type="monster",
        value=5,
    ),
    Card(
        id="J09",  # Rock Troll
        deck="cave",
        type="monster",
        value=6,
        count=2,
    ),
    Card(
        id="J10",  # Basilisk
        deck="cave",
        type="monster",
        value=6,
        steps=parse("on_defeat(lose_turn(2))"),
    ),
    Card(
        id="J11",  # Minotaur
        deck="cave",
        type="monster",
        value=7,
    ),
    Card(
        id="J12",  # Hydra
        deck="cave",
        type="monster",
        value=8,
    ),
    Card(
        id="J13",  # Deep Dragon
        deck="cave",
        type="monster",
        value=9,
        steps=parse("on_victory(gain(gold,3))"),
    ),
    Card(
        id="J14",  # Miner's Ghost
        deck="cave",
        type="spirit",
        value=2,
        count=2,
        steps=parse("on_victory(gain(gold,1))"),
    ),
    Card(
        id="J15",  # Phantom
        deck="cave",
        type="spirit",
        value=3,
        count=2,
    ),
    Card(
        id="J16",  # Wraith
        deck="cave",
        type="spirit",
        value=4,
        count=2,
    ),
    Card(
        id="J17",  # Shade
        deck="cave",
        type="spirit",
        value=5,
    ),
    Card(
        id="J18",  # Fire Demon
        deck="cave",
        type="spirit",
        value=6,
        steps=parse("on_victory(gain(power,1))"),
    ),
    Card(
        id="J19",  # Lich
        deck="cave",
        type="spirit",
        value=7,
        steps=parse("on_victory(gain(power,1) + spell(1))"),
    ),
)
