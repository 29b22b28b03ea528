"""The bots of version 3, whose vocabularies were words by chance: stored matches are judged by them."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256

from games.core.bots import EASY, HARD, MEDIUM, Grade
from games.core.chance import Chance
from games.core.moves import Move
from games.core.records import replace
from games.spell_a_spell import bot
from games.spell_a_spell.components.spelling import normal
from games.spell_a_spell.lexicon.entries import SPECIAL
from games.spell_a_spell.state import State

GRADES = {EASY: Grade(knowledge=200), MEDIUM: Grade(knowledge=550), HARD: bot.GRADES[HARD]}


def order(state: State, seat: int, grade: Grade) -> Sequence[Move]:
    """As the newest version's, with the words of that time."""
    return bot.ordered(state, seat, grade, knows)


def rollout(state: State, seat: int, chance: Chance) -> Move:
    """The longest word at hand, be it short of the best."""
    return order(state, seat, Grade())[0]


def knows(grade: Grade, word: str) -> bool:
    """Whether a word is in the vocabulary of a grade: its hash says so."""
    return _rarity(word) < grade.knowledge


@lru_cache(maxsize=8192)
def _rarity(word: str) -> int:
    key = normal(word).key
    return 0 if key in SPECIAL else int.from_bytes(sha256(key.encode()).digest()[:4], "big") % 1000


BOT = replace(bot.BOT, version="3", grades=GRADES, order=order, rollout=rollout)
