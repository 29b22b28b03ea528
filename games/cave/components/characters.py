"""The 8 characters and their abilities as data (CAVE-R27)."""

from dataclasses import dataclass
from typing import Literal

from games.cave.effects.steps import Alignment

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
    en: str
    he: str
    pl: str
    alignment: Alignment
    strength: int
    power: int
    gold: int
    spells: int
    abilities: tuple[AbilityId, ...]


CHARACTERS = (
    Character(
        id="C1",
        en="Cannibal",
        he="קניבל",
        pl="Kanibal",
        alignment="evil",
        strength=4,
        power=2,
        gold=1,
        spells=0,
        abilities=("no_spells", "devour", "feast"),
    ),
    Character(
        id="C2",
        en="Caver",
        he="חוקר מערות",
        pl="Grotołaz",
        alignment="neutral",
        strength=3,
        power=3,
        gold=1,
        spells=0,
        abilities=("pathfinder", "sure_foot"),
    ),
    Character(
        id="C3",
        en="Priestess of the Deep",
        he="כוהנת המעמקים",
        pl="Kapłanka Głębi",
        alignment="good",
        strength=2,
        power=4,
        gold=1,
        spells=1,
        abilities=("banish", "prayer"),
    ),
    Character(
        id="C4",
        en="Dwarf Miner",
        he="גמד כורה",
        pl="Krasnolud Górnik",
        alignment="neutral",
        strength=4,
        power=2,
        gold=2,
        spells=0,
        abilities=("gatebreaker", "prospector"),
    ),
    Character(
        id="C5",
        en="Shaman",
        he="שמאן",
        pl="Szaman",
        alignment="neutral",
        strength=2,
        power=4,
        gold=1,
        spells=1,
        abilities=("psychic_attack", "beast_speech"),
    ),
    Character(
        id="C6",
        en="Troll Hunter",
        he="צייד טרולים",
        pl="Łowca Trolli",
        alignment="good",
        strength=4,
        power=2,
        gold=1,
        spells=0,
        abilities=("monster_slayer", "second_wind"),
    ),
    Character(
        id="C7",
        en="Thief",
        he="גנבת",
        pl="Złodziejka",
        alignment="evil",
        strength=3,
        power=3,
        gold=2,
        spells=0,
        abilities=("pickpocket", "slip_away"),
    ),
    Character(
        id="C8",
        en="Shadow Warlock",
        he="מכשף הצללים",
        pl="Czarnoksiężnik Cieni",
        alignment="evil",
        strength=2,
        power=5,
        gold=1,
        spells=2,
        abilities=("psychic_attack", "dark_pact"),
    ),
)

BY_ID = {character.id: character for character in CHARACTERS}
