"""A round as bots imagine it: the board after all have chosen, computed without events.

It repeats `chapters/resolution.py`, `interpreter.py` and `scoring.py` by the same draws, about fifteen times as fast. A
test compares the two. A target that may choose pays the poorest.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from games.core.chance import Chance
from games.rock_paper_wizard.chapters import dealing
from games.rock_paper_wizard.chapters.scoring import gold_for
from games.rock_paper_wizard.components.cards import CARDS
from games.rock_paper_wizard.components.steps import (
    Advance,
    Amount,
    Cancel,
    Give,
    GiveChosenPoorer,
    GiveEachPoorer,
    GoldGap,
    Lose,
    MakeWild,
    PerPoorer,
    Place,
    PoolSplit,
    Push,
    RedirectNext,
    RedirectSelf,
    Step,
    Swap,
    Who,
)
from games.rock_paper_wizard.components.track import HOARD_END
from games.rock_paper_wizard.moves import ChooseSpell
from games.rock_paper_wizard.state import Board, canonical

# Bots come to the same few places again and again.
paid = lru_cache(maxsize=4096)(gold_for)


class Round:
    """Where the wizards stand and what they point while the spells of a round are cast: by seat, changed in place."""

    __slots__ = ("aims", "book", "cards", "chance", "deck", "discard", "first", "gold", "live", "pos", "seats", "wild")

    def __init__(self, board: Board, choices: Mapping[int, ChooseSpell], chance: Chance) -> None:
        assert board.first_player is not None
        self.seats, self.first, self.chance = len(board.wizards), board.first_player, chance
        self.pos = [wizard.pos for wizard in board.wizards]
        self.gold = [wizard.gold for wizard in board.wizards]
        self.book, self.deck, self.discard = board.book, board.deck, board.discard
        chosen = [choices.get(seat) for seat in range(self.seats)]
        self.cards = [choice.spell if choice else "" for choice in chosen]
        self.aims = [choice.target if choice else -1 for choice in chosen]
        self.live = [choice is not None for choice in chosen]
        self.wild = [False] * self.seats

    def play(self) -> None:
        """All that happens from the reveal until the gold is taken."""
        order = [(self.first + step) % self.seats for step in range(self.seats)]
        pairs = [seat for seat in order if self._is_paired(seat)]
        for seat in pairs:
            self.go_wild(seat)
        for caster in order:
            if self.live[caster]:
                self._cast(caster)
        for seat, amount in enumerate(paid(tuple(self.pos))):
            self.gold[seat] += amount

    def _is_paired(self, seat: int) -> bool:
        aim = self.aims[seat]
        return aim >= 0 and self.aims[aim] == seat and self.cards[aim] == self.cards[seat]

    def go_wild(self, seat: int) -> None:
        if not self.deck:
            self.deck, self.discard = canonical(self.discard), ()
        self.cards[seat], self.wild[seat] = self.chance.one_of(self.deck), True
        self.deck = dealing.without(self.deck, self.cards[seat])

    def _cast(self, caster: int) -> None:
        self.live[caster] = False
        target = self.aims[caster]
        for effect, step in EFFECTS_OF[self.cards[caster]]:
            effect(self, caster, target, step)
        self.turned_up(caster)

    def turned_up(self, seat: int) -> None:
        if self.wild[seat]:
            self.discard = (*self.discard, self.cards[seat])

    def selected(self, caster: int, target: int, who: Who) -> Sequence[int]:
        if who == "target":
            return (target,)
        if who == "caster":
            return (caster,)
        if who == "neighbours":
            return (target + 1) % self.seats, (target - 1) % self.seats
        return (self.aims[target],) if self.live[target] else ()

    def amount(self, caster: int, target: int, amount: Amount) -> int:
        if isinstance(amount, int):
            return amount
        if isinstance(amount, PerPoorer):
            return amount.each * len(self.poorer(target))
        if isinstance(amount, GoldGap):
            return abs(self.gold[target] - self.gold[caster])
        card = self.cards[caster]
        return amount.base + amount.each * self.book.index(card) if card in self.book else amount.base

    def poorer(self, target: int) -> Sequence[int]:
        """Clockwise from the target's left."""
        limit, around = self.gold[target], range(target + 1, target + self.seats)
        return [seat % self.seats for seat in around if self.gold[seat % self.seats] < limit]

    def put(self, seat: int, pos: int) -> None:
        self.pos[seat] = 0 if pos < 0 else min(pos, HOARD_END)

    def pay(self, giver: int, receiver: int, amount: int) -> None:
        amount = min(amount, self.gold[giver])
        self.gold[giver] -= amount
        self.gold[receiver] += amount


def _push(of: Round, caster: int, target: int, step: Push) -> None:
    amount = of.amount(caster, target, step.amount)
    for seat in of.selected(caster, target, step.who):
        of.put(seat, of.pos[seat] - amount)


def _advance(of: Round, caster: int, target: int, step: Advance) -> None:
    amount = of.amount(caster, target, step.amount)
    for seat in of.selected(caster, target, step.who):
        of.put(seat, of.pos[seat] + amount)


def _place(of: Round, caster: int, target: int, step: Place) -> None:
    (who,), (at,) = of.selected(caster, target, step.who), of.selected(caster, target, step.at)
    of.put(who, of.pos[at] + step.offset)


def _swap(of: Round, caster: int, target: int, _: Swap) -> None:
    of.pos[caster], of.pos[target] = of.pos[target], of.pos[caster]


def _lose(of: Round, caster: int, target: int, step: Lose) -> None:
    (who,) = of.selected(caster, target, step.who)
    of.gold[who] = max(0, of.gold[who] - of.amount(caster, target, step.amount))


def _give(of: Round, caster: int, target: int, step: Give) -> None:
    (giver,), (receiver,) = of.selected(caster, target, step.giver), of.selected(caster, target, step.receiver)
    of.pay(giver, receiver, step.amount)


def _give_each_poorer(of: Round, caster: int, target: int, step: GiveEachPoorer) -> None:
    for seat in of.poorer(target):
        of.pay(target, seat, step.amount)


def _give_chosen_poorer(of: Round, caster: int, target: int, step: GiveChosenPoorer) -> None:
    if poorer := of.poorer(target):
        of.pay(target, min(poorer, key=of.gold.__getitem__), step.amount)


def _pool_split(of: Round, caster: int, target: int, _: PoolSplit) -> None:
    both = of.gold[caster] + of.gold[target]
    if caster != target:
        of.gold[caster], of.gold[target] = both - both // 2, both // 2


def _redirect_next(of: Round, caster: int, target: int, _: RedirectNext) -> None:
    if of.live[target]:
        of.aims[target] = (of.aims[target] + 1) % of.seats


def _redirect_self(of: Round, caster: int, target: int, _: RedirectSelf) -> None:
    if of.live[target]:
        of.aims[target] = target


def _cancel(of: Round, caster: int, target: int, _: Cancel) -> None:
    if of.live[target]:
        of.live[target] = False
        of.turned_up(target)


def _make_wild(of: Round, caster: int, target: int, _: MakeWild) -> None:
    if of.live[target] and not of.wild[target]:
        of.go_wild(target)


# What each word of a card does; a branch for every word, as in `chapters/interpreter.py`.
EFFECTS: Mapping[type[Step], Callable[..., None]] = {
    Push: _push,
    Advance: _advance,
    Place: _place,
    Swap: _swap,
    Lose: _lose,
    Give: _give,
    GiveEachPoorer: _give_each_poorer,
    GiveChosenPoorer: _give_chosen_poorer,
    PoolSplit: _pool_split,
    RedirectNext: _redirect_next,
    RedirectSelf: _redirect_self,
    Cancel: _cancel,
    MakeWild: _make_wild,
}
EFFECTS_OF = {card.id: tuple((EFFECTS[type(step)], step) for step in card.steps) for card in CARDS}
