"""The 30 Adventure cards: 27 faces, 7 of them set aside when Cave stands alone (CAVE-0.9, CAVE-R28)."""

from games.cave.components.card import Card
from games.cave.effects.parser import parse

ADVENTURE_CARDS = (
    Card(
        id="P01",  # Mineral
        deck="adventure",
        type="unknown",
        steps=parse("set_aside"),
    ),
    Card(
        id="P02",  # Penance
        deck="adventure",
        type="unknown",
        steps=parse("set_aside"),
    ),
    Card(
        id="P03",  # Meteor Shower
        deck="adventure",
        type="unknown",
        steps=parse("set_aside"),
    ),
    Card(
        id="P04",  # Map of the Dungeon
        deck="adventure",
        type="unknown",
        steps=parse("set_aside"),
    ),
    Card(
        id="P05",  # Pict
        deck="adventure",
        type="unknown",
        steps=parse("set_aside"),
    ),
    Card(
        id="P06",  # Recruitment
        deck="adventure",
        type="unknown",
        steps=parse("set_aside"),
    ),
    Card(
        id="P07",  # Abduction
        deck="adventure",
        type="unknown",
        steps=parse("set_aside"),
    ),
    Card(
        id="P08",  # Giant Rat
        deck="adventure",
        type="animal",
        value=2,
        count=2,
    ),
    Card(
        id="P09",  # Wolf
        deck="adventure",
        type="animal",
        value=3,
    ),
    Card(
        id="P10",  # Boar
        deck="adventure",
        type="animal",
        value=4,
    ),
    Card(
        id="P11",  # Goblin
        deck="adventure",
        type="monster",
        value=2,
        count=2,
    ),
    Card(
        id="P12",  # Robber
        deck="adventure",
        type="monster",
        value=4,
        steps=parse("on_defeat(lose(gold,1))"),
    ),
    Card(
        id="P13",  # Ogre
        deck="adventure",
        type="monster",
        value=5,
    ),
    Card(
        id="P14",  # Wanderer's Ghost
        deck="adventure",
        type="spirit",
        value=3,
    ),
    Card(
        id="P15",  # Nightmare
        deck="adventure",
        type="spirit",
        value=4,
        steps=parse("on_defeat(discard_cards(spell,1,random))"),
    ),
    Card(
        id="P16",  # Lucky Streak
        deck="adventure",
        type="event",
        steps=parse("gain(gold,1)"),
    ),
    Card(
        id="P17",  # Fever
        deck="adventure",
        type="event",
        steps=parse("choose(lose(endurance,1) | lose_turn(1))"),
    ),
    Card(
        id="P18",  # Inspiration
        deck="adventure",
        type="event",
        steps=parse("spell(1)"),
    ),
    Card(
        id="P19",  # Travelling Healer
        deck="adventure",
        type="stranger",
        steps=parse("pay(1: heal(2))"),
    ),
    Card(
        id="P20",  # Fencing Master
        deck="adventure",
        type="stranger",
        steps=parse("choose(pay(2: gain(strength,1)) | roll(1-4: none | 5-6: gain(strength,1)))"),
    ),
    Card(
        id="P21",  # Sword
        deck="adventure",
        type="object",
        steps=parse("weapon + bonus(strength,1,fight)"),
    ),
    Card(
        id="P22",  # Shield
        deck="adventure",
        type="object",
        steps=parse("armour(5-6)"),
    ),
    Card(
        id="P23",  # Helmet
        deck="adventure",
        type="object",
        steps=parse("armour(6-6)"),
    ),
    Card(
        id="P24",  # Sage's Ring
        deck="adventure",
        type="magic_object",
        steps=parse("bonus(power,1,always)"),
    ),
    Card(
        id="P25",  # Mercenary
        deck="adventure",
        type="friend",
        steps=parse("bonus(strength,2,fight)"),
    ),
    Card(
        id="P26",  # Bag of Gold
        deck="adventure",
        type="gold",
        value=1,
        count=2,
    ),
    Card(
        id="P27",  # Two Bags of Gold
        deck="adventure",
        type="gold",
        value=2,
    ),
)
