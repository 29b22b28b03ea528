"""Which move a graded bot picks: it imagines states, tries its best moves in them, and sees how they turn out.

Everything is counted in whole numbers and drawn from one chance, so that a pick is the same wherever it is made.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.bots import BotKit, Grade
from games.core.chance import Chance
from games.core.definition import GameDefinition, State
from games.core.moves import Move
from games.core.prompts import Prompt

# A seed for each imagined course of play: moves that are compared meet the same luck.
SEED_BELOW = 1 << 62
Weights = list[int]


def pick(game: GameDefinition, view: Mapping[str, Any], prompt: Prompt, grade: Grade, chance: Chance) -> Move:
    """What a bot of this grade answers, from what its seat sees and from its chance alone."""
    kit = game.bot
    assert kit is not None
    imagined = kit.afresh(game.resample(view, prompt.seat, chance))
    moves = kit.order(imagined, prompt.seat, grade)[: grade.moves]
    if len(moves) == 1 or not grade.samples:
        return moves[0]
    others = [seat for seat in kit.asked(imagined) if seat != prompt.seat]
    search = _Search(game, kit, view, prompt, grade, chance)
    return search.at_once(moves, imagined, others) if others else search.alone(moves)


class _Search:
    """One pick while it is being made."""

    def __init__(
        self,
        game: GameDefinition,
        kit: BotKit,
        view: Mapping[str, Any],
        prompt: Prompt,
        grade: Grade,
        chance: Chance,
    ) -> None:
        self.game, self.kit, self.view, self.prompt, self.grade, self.chance = game, kit, view, prompt, grade, chance

    def alone(self, moves: Sequence[Move]) -> Move:
        """Flat Monte Carlo: the move that turns out best over all samples; of equals the one that was first."""
        totals = [0] * len(moves)
        for _ in range(self._rounds(len(moves))):
            state, luck = self._sample(), self._luck()
            for number, move in enumerate(moves):
                totals[number] += self._tried(state, {self.prompt.seat: move}, luck)[self.prompt.seat]
        return moves[_best(totals)]

    def at_once(self, moves: Sequence[Move], imagined: State, others: Sequence[int]) -> Move:
        """Regret matching: each seat comes to prefer what it would rather have played against what the others play.

        In turn one of the others learns, and this seat, whose move is the one that did best against what they played.
        """
        choices = {other: self.kit.order(imagined, other, self.grade)[: self.grade.moves] for other in others}
        choices[self.prompt.seat] = moves
        regrets = {seat: [0] * len(listed) for seat, listed in choices.items()}
        totals = [0] * len(moves)
        learning = max(map(len, choices.values())) if self.grade.strategic else 0
        for number in range(self._rounds(len(moves) + learning)):
            if self.grade.strategic:
                self._learn(others[number % len(others)], choices, regrets, totals)
            self._learn(self.prompt.seat, choices, regrets, totals)
        return moves[_best(totals)]

    def _rounds(self, nodes: int) -> int:
        """How many samples are drawn, where each of them costs so many playouts."""
        return max(1, min(self.grade.samples, self.grade.nodes // nodes))

    def _learn(
        self,
        seat: int,
        choices: Mapping[int, Sequence[Move]],
        regrets: Mapping[int, Weights],
        totals: Weights,
    ) -> None:
        """Try each move of `seat` against what the others play now, and note what it would rather have played."""
        state, luck = self._sample(), self._luck()
        played = {other: self._drawn(regrets[other]) for other in choices}
        joint = {other: choices[other][number] for other, number in played.items()}
        found = [self._tried(state, {**joint, seat: move}, luck)[seat] for move in choices[seat]]
        for number, value in enumerate(found):
            regrets[seat][number] = max(0, regrets[seat][number] + value - found[played[seat]])
            if seat == self.prompt.seat:
                totals[number] += value

    def _drawn(self, weights: Weights) -> int:
        """A place, as likely as its weight; any where none has one."""
        if not (whole := sum(weights)):
            return self.chance.below(len(weights))
        drawn = self.chance.below(whole)
        for place, weight in enumerate(weights):
            drawn -= weight
            if drawn < 0:
                return place
        raise AssertionError("weights add up to their sum")

    def _sample(self) -> State:
        return self.kit.afresh(self.game.resample(self.view, self.prompt.seat, self.chance))

    def _luck(self) -> bytes:
        return self.chance.below(SEED_BELOW).to_bytes(8, "big")

    def _tried(self, state: State, moves: Mapping[int, Move], luck: bytes) -> "_Values":
        """How the seats stand after these moves and a playout."""
        chance = Chance(luck)
        for seat, move in moves.items():
            state = self.game.decide(state, seat, move, chance).state
        for _ in range(self.grade.depth):
            if not (asked := self.kit.asked(state)):
                break
            move = self.kit.rollout(state, asked[0], chance)
            state = self.game.decide(state, asked[0], move, chance).state
        return _Values(self.kit, state)


class _Values:
    """How each seat stands in a state, worked out when it is asked for."""

    def __init__(self, kit: BotKit, state: State) -> None:
        self._kit, self._state = kit, state

    def __getitem__(self, seat: int) -> int:
        return self._kit.value(self._state, seat)


def _best(totals: Sequence[int]) -> int:
    return max(range(len(totals)), key=lambda number: (totals[number], -number))
