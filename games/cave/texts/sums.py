"""How a sum is told: its addends with their sources, what they come to where there are several, and whose it is."""

from games.cave.components.cards import CARDS
from games.cave.effects.writer import unparse
from games.core.messages import Table, Texts, said

# Cards that are fought themselves though they are no enemies; elsewhere `source` is the place where an enemy is.
_FOUGHT = " ".join(f"{card.id} {{{{source}}}}" for card in CARDS if "fight(" in unparse(card.steps))
# The enemy without a card of its own (CAVE-R14.7).
CARDLESS: Texts = said(
    f"{{source, select, {_FOUGHT} other {{an enemy ({{source}})}}}}",
    f"{{source, select, {_FOUGHT} other {{אויב ({{source}})}}}}",
    f"{{source, select, {_FOUGHT} other {{Wróg, {{source}}}}}}",
)

_ONE: Texts = said("{source} {amount}", "{source} {amount}", "{source} {amount}")
_BETWEEN: Texts = said(" + ", " + ", " + ")

# The lists of addends by the event, or the question, in which they stand.
PLACES = (
    "fight_decided.addends",
    "fight_decided.enemy_addends",
    "duel_decided.addends",
    "duel_decided.enemy_addends",
    "gate_tried.addends",
    "trial_decided.addends",
    "stat_tested.addends",
)
ASKED = (
    "before_fight.addends",
    "before_fight.enemy_addends",
    "second_wind.addends",
    "second_wind.enemy_addends",
)


def addends_at(*places: str) -> Table:
    """The messages that tell each addend of these lists, and what stands between two of them."""
    return {**dict.fromkeys(places, _ONE), **{f"{place}.between": _BETWEEN for place in places}}


def summed(addends: str = "addends", total: str = "total") -> str:
    """The part of a message that tells a sum; it is the same in each language."""
    equals = f"{{ = {{{total}}}}}"
    return f"{{{addends}}}{{{addends}, plural, one {{}} few {equals} other {equals}}}"


ADDENDS = addends_at(*PLACES)
ASKED_ADDENDS = addends_at(*ASKED)
