"""The bots of version 2, which looked longer for what explains their memory: stored matches are judged by them."""

from games.core.chance import Chance
from games.core.records import replace
from games.spell_a_spell import bots_3
from games.spell_a_spell.resample import resample as newest
from games.spell_a_spell.resampling.recollection import Effort
from games.spell_a_spell.resampling.reconstruction import View
from games.spell_a_spell.state import State

EFFORT = Effort((400,) * 50, notes=False)


def resample(view: View, seat: int, chance: Chance) -> State:
    """As the newest version draws it, but with up to fifty tries that learn nothing of each other."""
    return newest(view, seat, chance, EFFORT)


BOT = replace(bots_3.BOT, version="2", resample=resample)
