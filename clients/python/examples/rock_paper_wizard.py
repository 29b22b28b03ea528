"""A good bot for Rock Paper Wizard: it imagines how a round ends for each spell on each wizard.

The others it imagines to think so too, one round deep.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tabularium_client import Tabularium
from tabularium_client.playing import Choose, moves
from tabularium_client.shapes import AnyView, GameData, Prompt

# So many rounds are imagined for each question, and what a space of the track is worth in coins.
ROUNDS = 60
SPACE = 1 / 3


class Choice(NamedTuple):
    """A spell, and the wizard at whom it points."""

    spell: str
    target: int


Choices = Mapping[int, Choice]
Effects = Mapping[str, Sequence[Sequence[Any]]]


def good(client: Tabularium) -> Choose:
    """The bot, which knows from the content what each spell does."""
    content: Any = client.get_content("rock-paper-wizard")
    effects: Effects = {card["id"]: card["ops"] for card in content["cards"]}

    def choose(view: AnyView, prompt: Prompt) -> GameData:
        state: Any = view["state"]
        listed = moves(prompt)
        if prompt["kind"] == "choose_receiver":
            return min(listed, key=lambda move: state["wizards"][move["receiver"]]["gold"])
        return _best(state, prompt["seat"], listed, effects)

    return choose


def _best(state: Any, seat: int, listed: Sequence[GameData], effects: Effects) -> GameData:
    sums = [0.0] * len(listed)
    for _ in range(ROUNDS):
        # All moves meet the same choices of the others.
        choices = {other: _thought(state, other, effects) for other in _playing(state, seat)}
        for place, move in enumerate(listed):
            own = Choice(move["spell"], move["target"])
            sums[place] += Round(state, {**choices, seat: own}, effects).worth_to(seat)
    return listed[max(range(len(listed)), key=sums.__getitem__)]


def _thought(state: Any, seat: int, effects: Effects) -> Choice:
    """What another chooses who imagines one round: the best against anything."""
    others = {other: random.choice(_choices_of(state, other)) for other in _playing(state, seat)}
    return max(_choices_of(state, seat), key=lambda own: Round(state, {**others, seat: own}, effects).worth_to(seat))


def _choices_of(state: Any, seat: int) -> list[Choice]:
    return [Choice(spell, target) for target in _playing(state, seat) for spell in state["book"]]


def _playing(state: Any, seat: int) -> list[int]:
    """The seats beside one's own."""
    return [one["seat"] for one in state["wizards"] if one["seat"] != seat and not one["resigned"]]


class Round:
    """A round as it is imagined: where the wizards stand and what they point, by seat, changed in place."""

    def __init__(self, state: Any, choices: Choices, effects: Effects) -> None:
        self._state, self._choices, self._effects = state, choices, effects
        wizards = state["wizards"]
        self._pos = [one["pos"] for one in wizards]
        self._gold = [one["gold"] for one in wizards]
        self._aims = [choices[one["seat"]].target if one["seat"] in choices else -1 for one in wizards]
        self._live = [one["seat"] in choices for one in wizards]

    def worth_to(self, seat: int) -> float:
        """By how much the seat leads at the end of the round, in coins."""
        seats = len(self._pos)
        # Two wizards who cast the same spell on each other cast any other: that is left out.
        for each in range(seats):
            if self._is_paired(each):
                self._live[each] = False
        for turn in range(seats):
            self._cast((self._state["first_player"] + turn) % seats)
        places = sorted(set(self._pos), reverse=True)
        worth = [self._worth(each, places) for each in range(seats)]
        return worth[seat] - max(one for each, one in enumerate(worth) if each != seat)

    def _worth(self, seat: int, places: Sequence[int]) -> float:
        pos = self._pos[seat]
        gold = self._gold[seat] + (5 if pos == places[0] else 3 if pos in places[1:2] else 0)
        step = 7 if pos >= 8 else 3 if pos <= 2 else pos
        return float(gold + step * SPACE + (20 if gold >= 25 else 0))

    def _is_paired(self, seat: int) -> bool:
        own = self._choices.get(seat)
        other = None if own is None else self._choices.get(own.target)
        return own is not None and other is not None and other.target == seat and other.spell == own.spell

    def _cast(self, caster: int) -> None:
        choice = self._choices.get(caster)
        if choice is None or not self._live[caster]:
            return
        self._live[caster] = False
        for word, *said in self._effects[choice.spell]:
            self._apply(word, said, caster, self._aims[caster])

    # A branch for each word that a spell's text has.
    def _apply(self, word: str, said: Sequence[Any], caster: int, target: int) -> None:
        match word, *said:
            case "advance", who, amount:
                self._move(self._selected(who, caster, target), self._amount(amount, caster, target))
            case "push", who, amount:
                self._move(self._selected(who, caster, target), -self._amount(amount, caster, target))
            case "place", who, beside, by:
                wizard, other = (caster if one == "caster" else target for one in (who, beside))
                self._put(wizard, self._pos[other] + by)
            case "swap", *_:
                self._pos[caster], self._pos[target] = self._pos[target], self._pos[caster]
            case "lose", _, amount:
                self._pay(target, None, self._amount(amount, caster, target))
            case "give", _, _, amount:
                self._pay(target, caster, amount)
            case "give_each_poorer", amount:
                for seat in self._poorer(target):
                    self._pay(target, seat, amount)
            case "give_chosen_poorer", amount:
                if poorer := self._poorer(target):
                    self._pay(target, min(poorer, key=self._gold.__getitem__), amount)
            case "pool_split", *_ if caster != target:
                both = self._gold[caster] + self._gold[target]
                self._gold[caster], self._gold[target] = both - both // 2, both // 2
            case "redirect_next", *_ if self._live[target]:
                self._aims[target] = (self._aims[target] + 1) % len(self._pos)
            case "redirect_self", *_ if self._live[target]:
                self._aims[target] = target
            case (("cancel" | "make_wild"), *_):
                self._live[target] = False

    def _selected(self, who: Any, caster: int, target: int) -> Sequence[int]:
        seats = len(self._pos)
        if who == "caster":
            return (caster,)
        if who == "neighbours":
            return ((target + 1) % seats, (target - 1) % seats)
        if who == "target_of_target":
            return (self._aims[target],) if self._live[target] else ()
        return (target,)

    def _amount(self, said: Any, caster: int, target: int) -> int:
        if isinstance(said, int):
            return said
        if said == "gold_gap":
            return abs(int(self._gold[target]) - int(self._gold[caster]))
        if "per_poorer" in said:
            return int(said["per_poorer"]) * len(self._poorer(target))
        base, each = said["per_card_between"]
        return int(base) + int(each) * int(self._state["book"].index(self._choices[caster].spell))

    def _poorer(self, target: int) -> list[int]:
        return [seat for seat, gold in enumerate(self._gold) if gold < self._gold[target]]

    def _move(self, seats: Sequence[int], by: int) -> None:
        for seat in seats:
            self._put(seat, self._pos[seat] + by)

    def _put(self, seat: int, pos: int) -> None:
        self._pos[seat] = max(0, min(10, pos))

    def _pay(self, giver: int, receiver: int | None, most: int) -> None:
        amount = min(most, self._gold[giver])
        self._gold[giver] -= amount
        if receiver is not None:
            self._gold[receiver] += amount
