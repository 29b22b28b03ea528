"""The chamber tables: what a die makes of a chamber (CAVE-R19.2, CAVE-R20.2)."""

from dataclasses import dataclass

from games.cave.effects.parser import parse
from games.cave.effects.steps import Steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Chamber:
    """A kind of chamber; the Crystal Chamber has trials instead of steps (CAVE-R20.5)."""

    id: str
    steps: Steps = ()


DREAD = Chamber(
    id="dread",
    steps=parse("roll(1-2: lose(endurance,1) + lose_turn(1) | 3-4: fight(power,5) | 5-6: fight(strength,6))"),
)
TEMPLE = Chamber(
    id="temple",
    steps=parse(
        "roll(1: lose(endurance,1) | 2: lose_turn(1) | 3: none | 4: gain(gold,1) | 5: spell(1)"
        " | 6: choose(gain(strength,1) | gain(power,1)))"
    ),
)
GROTTO = Chamber(
    id="grotto",
    steps=parse("choose(heal(all) | spell(1) | gain(gold,1))"),
)
DEMONS = Chamber(
    id="demons",
    steps=parse("fight(power,5,win: gain(power,1))"),
)
GLADIATORS = Chamber(
    id="gladiators",
    steps=parse("choose(fight(strength,5,win: choose(gain(strength,1) | gain(gold,2))) | pay(1: none))"),
)
ABYSS = Chamber(
    id="abyss",
    steps=parse("test(power, ok: none | fail: lose_turn(2))"),
)
CRYSTAL_CHAMBER = Chamber(
    id="crystal_chamber",
)

# By the die of CAVE-R19.2. While the Crystal Chamber is unknown a 6 asks the second table (CAVE-R19.3).
KINDS = {1: DREAD, 2: TEMPLE, 3: GROTTO, 4: DEMONS, 5: GLADIATORS, 6: ABYSS}
SECOND_TABLE_FROM = 6
# By the second die of CAVE-R20.2.
SECOND_KINDS = {
    1: ABYSS,
    2: ABYSS,
    3: ABYSS,
    4: CRYSTAL_CHAMBER,
    5: CRYSTAL_CHAMBER,
    6: CRYSTAL_CHAMBER,
}
BY_ID = {chamber.id: chamber for chamber in (*KINDS.values(), CRYSTAL_CHAMBER)}
