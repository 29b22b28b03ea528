"""Which move a graded bot picks: it imagines states, tries its best moves in them, and sees how they turn out.

Everything is counted in whole numbers and drawn from one chance, so that a pick is the same wherever it is made.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from games.bots import mixing
from games.core.bots import BotKit, Grade
from games.core.chance import Chance
from games.core.definition import GameDefinition, State
from games.core.moves import Move
from games.core.prompts import Prompt

# A seed for each imagined course of play: moves that are compared meet the same luck.
SEED_BELOW = 1 << 62
Weights = list[int]
# A move that comes to so many thousandths of a match less is liked a tenth less, as far as anybody can tell.
FINE = 3
LIKED = [10**6]
while LIKED[-1] > 9:
    LIKED.append(LIKED[-1] * 9 // 10)
# What another may play is looked at with this part of the samples.
THOUGHT_FOR_OTHERS = 4


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
    return search.at_once(moves, imagined, others) if others else search.alone(moves, imagined)


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

    def alone(self, moves: Sequence[Move], imagined: State) -> Move:
        """Flat Monte Carlo: the move that turns out best over all samples; of equals the one that was first.

        By halving, the worse half of the moves is dropped after each part of the samples.
        """
        totals = [self.grade.trust * self.kit.hunch(imagined, self.prompt.seat, move) for move in moves]
        left = list(range(len(moves)))
        rounds = _rounds(self.grade.samples, self.grade.nodes, len(moves) * self.grade.lucks)
        parts = (len(moves) - 1).bit_length() if self.grade.halving else 1
        for part in range(parts):
            for _ in range(rounds * (part + 1) // parts - rounds * part // parts):
                self._try_all([moves[number] for number in left], left, totals)
            left = sorted(left, key=lambda number: (-totals[number], number))[: (len(left) + 1) // 2]
        return moves[left[0]]

    def _try_all(self, moves: Sequence[Move], places: Sequence[int], totals: Weights) -> None:
        """Add what each of these moves comes to in one sample, all with the same luck."""
        state = self._sample()
        for _ in range(self.grade.lucks):
            luck = self._luck()
            for move, place in zip(moves, places, strict=True):
                totals[place] += self._tried(state, {self.prompt.seat: move}, luck, self.prompt.seat)

    def at_once(self, moves: Sequence[Move], imagined: State, others: Sequence[int]) -> Move:
        """What does best against what the others are thought to play, or a move drawn from a mix.

        The others are thought to play anything, or, by a strategic grade, what does well against anything: the better,
        the likelier.
        """
        choices = {other: self.kit.order(imagined, other, self.grade)[: self.grade.moves] for other in others}
        choices[self.prompt.seat] = moves
        if self.grade.mixing:
            return mixing.pick(self.kit, imagined, choices, self.prompt.seat, self.grade, self.chance)
        liked = self._liked(choices, others) if self.grade.strategic else {}
        nodes = self.grade.nodes // 2 if liked else self.grade.nodes
        rounds = _rounds(self.grade.samples, nodes, len(moves))
        return moves[_best(self._totals(self.prompt.seat, choices, liked, rounds))]

    def _liked(self, choices: Mapping[int, Sequence[Move]], others: Sequence[int]) -> Mapping[int, Weights]:
        """How likely the others play each of their moves, looked at with half of the nodes."""
        nodes = sum(len(choices[other]) for other in others)
        rounds = _rounds(self.grade.samples // THOUGHT_FOR_OTHERS, self.grade.nodes // 2, nodes)
        return {other: _likings(self._totals(other, choices, {}, rounds), rounds) for other in others}

    def _totals(
        self, seat: int, choices: Mapping[int, Sequence[Move]], liked: Mapping[int, Weights], samples: int
    ) -> Weights:
        """What each move of `seat` comes to, each meeting the same samples, luck, and moves of the others."""
        totals = [0] * len(choices[seat])
        for _ in range(samples):
            state, luck = self._sample(), self._luck()
            joint = {other: self._played(choices[other], liked.get(other)) for other in choices if other != seat}
            for number, move in enumerate(choices[seat]):
                totals[number] += self._together(state, {**joint, seat: move}, luck, seat)
        return totals

    def _played(self, moves: Sequence[Move], liked: Weights | None) -> Move:
        """One of another's moves: as likely as it is liked, but a third of the time any, for nobody is that regular."""
        if liked is None or not self.chance.below(3):
            return self.chance.one_of(moves)
        return moves[self.chance.weighted(liked)]

    def _sample(self) -> State:
        return self.kit.afresh(self.game.resample(self.view, self.prompt.seat, self.chance))

    def _luck(self) -> bytes:
        return self.chance.below(SEED_BELOW).to_bytes(8, "big")

    def _together(self, state: State, moves: Mapping[int, Move], luck: bytes, seat: int) -> int:
        """How well the seat stands after the moves of all that are asked at once."""
        if self.kit.outlook is None:
            return self._tried(state, moves, luck, seat)
        return self.kit.outlook(state, moves, Chance(luck), seat)

    def _tried(self, state: State, moves: Mapping[int, Move], luck: bytes, seat: int) -> int:
        """How well the seat stands after these moves and a playout."""
        chance, before = Chance(luck), state
        for mover, move in moves.items():
            state = self._after(state, mover, move, chance)
        for _ in range(self.grade.depth):
            if not (asked := self.kit.asked(state)) or self.kit.settled(before, state):
                break
            move = self.kit.rollout(state, asked[0], chance)
            state = self._after(state, asked[0], move, chance)
        return self.kit.value(state, seat)

    def _after(self, state: State, seat: int, move: Move, chance: Chance) -> State:
        if self.kit.after is None:
            return self.game.decide(state, seat, move, chance).state
        return self.kit.after(state, seat, move, chance)


def _rounds(samples: int, nodes: int, each: int) -> int:
    """How many samples are drawn, where each of them costs so many playouts."""
    return max(1, min(samples, nodes // each))


def _likings(totals: Sequence[int], samples: int) -> Weights:
    """How likely each move is played by one who saw these totals."""
    best = max(totals)
    return [LIKED[min((best - total) // (FINE * samples), len(LIKED) - 1)] for total in totals]


def _best(totals: Sequence[int]) -> int:
    return max(range(len(totals)), key=lambda number: (totals[number], -number))
