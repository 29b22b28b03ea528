"""The bots of version 3, which did not count which wild cards lie hidden: stored matches are judged by them."""

from collections.abc import Mapping
from typing import Any

from games.core.chance import Chance
from games.core.records import replace
from games.rock_paper_wizard import bots_4
from games.rock_paper_wizard.resample import resample as newest
from games.rock_paper_wizard.state import State


def resample(view: Mapping[str, Any], seat: int, chance: Chance) -> State:
    """A state by what lies open now and nothing else."""
    return newest({**view, "known_wild": ()}, seat, chance)


BOT = replace(bots_4.BOT, version="3", resample=resample)
