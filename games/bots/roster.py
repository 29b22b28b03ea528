"""Who the bots are: a sign in place of a picture, a name, and a line about how each plays."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.bots.texts import TEXTS
from games.core.bots import EASY, HARD, MEDIUM, RANDOM, STEADY
from games.core.messages import Texts


@dataclass(frozen=True, kw_only=True)
class Bot:
    """One of the bots. `sign` is one character that any font with symbols has."""

    sign: str
    names: Texts
    about: Texts


SIGNS = {RANDOM: "🎲", STEADY: "⚓", EASY: "🌱", MEDIUM: "🌿", HARD: "🌳"}
ROSTER: Mapping[str, Bot] = {
    name: Bot(sign=sign, names=TEXTS.table("names")[name], about=TEXTS.table("about")[name])
    for name, sign in SIGNS.items()
}
