"""The bots of version 2, which forgot what counting and earlier looks tell: stored matches are judged by them."""

from collections.abc import Mapping
from typing import Any

from games.cave import bots_3
from games.cave.resample import resample as newest
from games.cave.state import State
from games.core.chance import Chance
from games.core.records import replace


def resample(view: Mapping[str, Any], seat: int, chance: Chance) -> State:
    """A state by what lies open and what the seat has seen in its place, and nothing else."""
    return newest({**view, "known_spells": (), "you_know_on_top": {}}, seat, chance)


BOT = replace(bots_3.BOT, version="2", resample=resample)
