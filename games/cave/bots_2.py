"""The bots of versions 2 and 3, by which stored matches are judged.

Version 2 forgot what counting and earlier looks tell; by neither `easy` slipped.
"""

from collections.abc import Mapping
from typing import Any

from games.cave import bot
from games.cave.resample import resample as newest
from games.cave.state import State
from games.core.bots import EASY, Grade
from games.core.chance import Chance
from games.core.records import replace


def resample(view: Mapping[str, Any], seat: int, chance: Chance) -> State:
    """A state by what lies open and what the seat has seen in its place, and nothing else."""
    return newest({**view, "known_spells": (), "you_know_on_top": {}}, seat, chance)


BOT_3 = replace(bot.BOT, version="3", grades={**bot.GRADES, EASY: Grade()})
BOT = replace(BOT_3, version="2", resample=resample)
