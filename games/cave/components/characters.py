"""The 8 characters and their abilities as data (CAVE-R27), and what rules 2 gives them (CAVE-R27.1a)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from games.cave.effects.values import Alignment

START_ENDURANCE = 4

AbilityId = Literal[
    "no_spells",
    "devour",
    "feast",
    "pathfinder",
    "sure_foot",
    "banish",
    "prayer",
    "gatebreaker",
    "prospector",
    "psychic_attack",
    "beast_speech",
    "monster_slayer",
    "second_wind",
    "pickpocket",
    "slip_away",
    "dark_pact",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """Who an adventurer is: what one starts with (CAVE-0.8), alignment (CAVE-7.0) and special abilities (CAVE-8.0)."""

    id: str
    alignment: Alignment
    strength: int
    power: int
    gold: int
    spells: int
    abilities: tuple[AbilityId, ...]


CHARACTERS = (
    Character(
        id="C1",  # Cannibal
        alignment="evil",
        strength=4,
        power=2,
        gold=1,
        spells=0,
        abilities=("no_spells", "devour", "feast"),
    ),
    Character(
        id="C2",  # Caver
        alignment="neutral",
        strength=3,
        power=3,
        gold=1,
        spells=0,
        abilities=("pathfinder", "sure_foot"),
    ),
    Character(
        id="C3",  # Priestess of the Deep
        alignment="good",
        strength=2,
        power=4,
        gold=1,
        spells=1,
        abilities=("banish", "prayer"),
    ),
    Character(
        id="C4",  # Dwarf Miner
        alignment="neutral",
        strength=4,
        power=2,
        gold=2,
        spells=0,
        abilities=("gatebreaker", "prospector"),
    ),
    Character(
        id="C5",  # Shaman
        alignment="neutral",
        strength=2,
        power=4,
        gold=1,
        spells=1,
        abilities=("psychic_attack", "beast_speech"),
    ),
    Character(
        id="C6",  # Troll Hunter
        alignment="good",
        strength=4,
        power=2,
        gold=1,
        spells=0,
        abilities=("monster_slayer", "second_wind"),
    ),
    Character(
        id="C7",  # Thief
        alignment="evil",
        strength=3,
        power=3,
        gold=2,
        spells=0,
        abilities=("pickpocket", "slip_away"),
    ),
    Character(
        id="C8",  # Shadow Warlock
        alignment="evil",
        strength=2,
        power=5,
        gold=1,
        spells=2,
        abilities=("psychic_attack", "dark_pact"),
    ),
)

BY_ID = {character.id: character for character in CHARACTERS}

# With what other strength they start by rules 2, each with its reason in docs/rulings/cave-characters.md.
_STRENGTHS = {"C3": 3, "C5": 3, "C7": 4, "C8": 3}
_BY_ID_2 = {one.id: replace(one, strength=_STRENGTHS.get(one.id, one.strength)) for one in CHARACTERS}


def characters_of(rules: int) -> Mapping[str, Character]:
    """The characters by their ids, as this version of the rules has them."""
    return BY_ID if rules == 1 else _BY_ID_2
