"""The 23 spell cards as data: their names, and their effect in the words of `steps.py`."""

from dataclasses import dataclass
from typing import Literal

from games.rock_paper_wizard.components.steps import (
    Advance,
    Cancel,
    Give,
    GiveChosenPoorer,
    GiveEachPoorer,
    GoldGap,
    Lose,
    MakeWild,
    PerCardBetween,
    PerPoorer,
    Place,
    PoolSplit,
    Push,
    RedirectNext,
    RedirectSelf,
    Step,
    Swap,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One spell card. Its colour counts in the book (RPW-13); its kind is a reminder (RPW-68)."""

    no: int
    id: str
    colour: Literal["blue", "red", "green"]
    kind: Literal["attack", "defence", "movement", "gold"]
    steps: tuple[Step, ...]


CARDS = (
    Card(
        no=1,
        id="antimagic_field",
        colour="blue",
        kind="defence",
        steps=(
            Advance("caster", 2),
            MakeWild(),
        ),
    ),
    Card(
        no=2,
        id="confusion",
        colour="blue",
        kind="defence",
        steps=(
            Advance("caster", 2),
            RedirectNext(),
        ),
    ),
    Card(
        no=3,
        id="counterspell",
        colour="blue",
        kind="defence",
        steps=(
            Advance("caster", 2),
            Cancel(),
        ),
    ),
    Card(
        no=4,
        id="misty_step",
        colour="blue",
        kind="movement",
        steps=(Place("caster", "target", 0),),
    ),
    Card(
        no=5,
        id="passwall",
        colour="blue",
        kind="movement",
        steps=(
            Advance("caster", 3),
            Advance("target", 2),
        ),
    ),
    Card(
        no=6,
        id="teleportation_circle",
        colour="blue",
        kind="movement",
        steps=(Advance("caster", GoldGap()),),
    ),
    Card(
        no=7,
        id="wall_of_force",
        colour="blue",
        kind="defence",
        steps=(
            Advance("caster", 2),
            RedirectSelf(),
        ),
    ),
    Card(
        no=8,
        id="chain_lightning",
        colour="red",
        kind="attack",
        steps=(
            Push("target", 3),
            Push("target_of_target", 2),
        ),
    ),
    Card(
        no=9,
        id="dimension_door",
        colour="red",
        kind="attack",
        steps=(Swap(),),
    ),
    Card(
        no=10,
        id="fear",
        colour="red",
        kind="attack",
        steps=(Push("target", PerPoorer(2)),),
    ),
    Card(
        no=11,
        id="fireball",
        colour="red",
        kind="attack",
        steps=(Push("target", 5),),
    ),
    Card(
        no=12,
        id="ice_storm",
        colour="red",
        kind="attack",
        steps=(
            Push("target", 4),
            Advance("neighbours", 2),
        ),
    ),
    Card(
        no=13,
        id="meteor_swarm",
        colour="red",
        kind="attack",
        steps=(Push("target", PerCardBetween(1, 2)),),
    ),
    Card(
        no=14,
        id="polymorph",
        colour="red",
        kind="attack",
        steps=(Push("target", GoldGap()),),
    ),
    Card(
        no=15,
        id="stinking_cloud",
        colour="red",
        kind="attack",
        steps=(
            Push("target", 3),
            Push("neighbours", 1),
        ),
    ),
    Card(
        no=16,
        id="telekinesis",
        colour="red",
        kind="attack",
        steps=(Place("target", "caster", -1),),
    ),
    Card(
        no=17,
        id="vampiric_touch",
        colour="red",
        kind="attack",
        steps=(
            Push("target", 2),
            Advance("caster", 2),
        ),
    ),
    Card(
        no=18,
        id="burning_hands",
        colour="green",
        kind="gold",
        steps=(
            Push("target", 1),
            Lose("target", 1),
        ),
    ),
    Card(
        no=19,
        id="charm_person",
        colour="green",
        kind="gold",
        steps=(GiveChosenPoorer(2),),
    ),
    Card(
        no=20,
        id="color_spray",
        colour="green",
        kind="gold",
        steps=(Lose("target", PerPoorer(1)),),
    ),
    Card(
        no=21,
        id="dominate_person",
        colour="green",
        kind="gold",
        steps=(
            Push("target", 3),
            Give("target", "caster", 1),
        ),
    ),
    Card(
        no=22,
        id="feeblemind",
        colour="green",
        kind="gold",
        steps=(PoolSplit(),),
    ),
    Card(
        no=23,
        id="imprisonment",
        colour="green",
        kind="gold",
        steps=(GiveEachPoorer(1),),
    ),
)

BY_ID = {card.id: card for card in CARDS}
NUMBER = {card.id: card.no for card in CARDS}
COLOUR = {card.id: card.colour for card in CARDS}
