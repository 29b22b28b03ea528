"""The special abilities (CAVE-R27.2 to CAVE-R27.17); the chapters that they change carry them out."""

from dataclasses import dataclass

from games.cave.components.characters import AbilityId


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """A special ability: and the clause that says what it does."""

    id: AbilityId
    clause: str


ABILITIES = (
    Ability(id="no_spells", clause="CAVE-R27.2"),
    Ability(id="devour", clause="CAVE-R27.3"),
    Ability(id="feast", clause="CAVE-R27.4"),
    Ability(id="pathfinder", clause="CAVE-R27.5"),
    Ability(id="sure_foot", clause="CAVE-R27.6"),
    Ability(id="banish", clause="CAVE-R27.7"),
    Ability(id="prayer", clause="CAVE-R27.8"),
    Ability(id="gatebreaker", clause="CAVE-R27.9"),
    Ability(id="prospector", clause="CAVE-R27.10"),
    Ability(id="psychic_attack", clause="CAVE-R27.11"),
    Ability(id="beast_speech", clause="CAVE-R27.12"),
    Ability(id="monster_slayer", clause="CAVE-R27.13"),
    Ability(id="second_wind", clause="CAVE-R27.14"),
    Ability(id="pickpocket", clause="CAVE-R27.15"),
    Ability(id="slip_away", clause="CAVE-R27.16"),
    Ability(id="dark_pact", clause="CAVE-R27.17"),
)
