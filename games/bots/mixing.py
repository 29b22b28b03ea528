"""What a graded bot picks where seats answer at once: it draws from a mix of moves, so that nobody can foresee it.

A mix says how likely a seat plays each of its moves. The bot values every course (one move of each seat) once, in a
table. Then the mixes of all seats answer each other on the table, without another playout. All numbers are whole.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from operator import mul

from games.core.bots import EASY, BotKit, Grade, Mixing
from games.core.chance import Chance
from games.core.definition import State
from games.core.moves import Move

Choices = Mapping[int, Sequence[Move]]
# By move of a seat; what it adds up to, but for what division loses.
Mix = list[int]
SURE = 1 << 16
# How often the mixes answer each other, and how much an answer counts beside the mix so far: 2 in t + 2 at time t, and
# always the same from `STEADY_FROM` on.
ANSWERS, STEADY_FROM = 12, 8
# Of moves of one kind the better one is preferred for so many times less.
FINER = 10
SEED_BELOW = 1 << 62


def pick(kit: BotKit, state: State, choices: Choices, seat: int, grade: Grade, chance: Chance) -> Move:
    """A move of `seat`, while all seats in `choices` answer unseen. What they do not know of `state` is luck alone."""
    kept, mixes = likely(kit, state, choices, grade, chance)
    return kept[seat][chance.weighted(mixes[seat])]


def likely(
    kit: BotKit, state: State, choices: Choices, grade: Grade, chance: Chance
) -> tuple[Choices, Mapping[int, Mix]]:
    """The moves that this grade plays, and how likely each is, by seat."""
    assert grade.mixing is not None
    table = Payoffs(kit, state, _kept(kit, state, choices, grade.mixing, chance), grade.mixing.lucks, chance)
    return table.choices, answered(table, kit, grade.mixing)


class Payoffs:
    """What every course comes to for every seat.

    `worths[seat][number]` has the worth of a seat's move for each course of the others, the last seat's moves changing
    fastest. A course that draws is played with several lucks.
    """

    def __init__(self, kit: BotKit, state: State, choices: Choices, lucks: int, chance: Chance) -> None:
        self.choices = choices
        self.worths: Mapping[int, list[list[int]]] = {seat: [[] for _ in moves] for seat, moves in choices.items()}
        seeds = [_luck(chance) for _ in range(lucks)]
        for numbers in product(*(range(len(moves)) for moves in choices.values())):
            course = {seat: moves[number] for (seat, moves), number in zip(choices.items(), numbers, strict=True)}
            worths = _worths(kit, state, course, seeds)
            for (seat, rows), number in zip(self.worths.items(), numbers, strict=True):
                rows[number].append(worths[seat])

    def against(self, seat: int, mixes: Mapping[int, Mix]) -> list[int]:
        """What each move of `seat` comes to against the others' mixes, in units of a thousandth of a match / `SURE`."""
        courses = [SURE]
        for other, mix in mixes.items():
            if other != seat:
                courses = [likely * part // SURE for likely in courses for part in mix]
        return [sum(map(mul, courses, row)) for row in self.worths[seat]]

    def replies(self, seat: int) -> Mix:
        """How often each move of `seat` is the best reply, if the others play any course: so `easy` plays."""
        best = [courses.index(max(courses)) for courses in zip(*self.worths[seat], strict=True)]
        return [SURE * best.count(number) // len(best) for number in range(len(self.choices[seat]))]


def _worths(kit: BotKit, state: State, course: Mapping[int, Move], seeds: Sequence[bytes]) -> Sequence[int]:
    assert kit.outlooks is not None
    luck = Chance(seeds[0])
    worths = kit.outlooks(state, course, luck)
    if not luck.next_draw or len(seeds) == 1:
        return worths
    found = [worths, *(kit.outlooks(state, course, Chance(seed)) for seed in seeds[1:])]
    return [sum(of_seat) // len(seeds) for of_seat in zip(*found, strict=True)]


def answered(table: Payoffs, kit: BotKit, mixing: Mixing) -> Mapping[int, Mix]:
    """How likely this grade plays each move, by seat, if the others play as it thinks."""
    thought = {name: _thought(table, kit, name) for name in mixing.thinks}
    itself = 1000 - sum(mixing.thinks.values())
    found = {seat: [SURE // len(moves)] * len(moves) for seat, moves in table.choices.items()}
    for time in range(ANSWERS):
        others = {
            seat: [
                (itself * part + sum(mixing.thinks[name] * mix[seat][number] for name, mix in thought.items())) // 1000
                for number, part in enumerate(mix_so_far)
            ]
            for seat, mix_so_far in found.items()
        }
        before = min(time, STEADY_FROM)
        for seat, moves in table.choices.items():
            answer = _answer(kit, moves, table.against(seat, others), mixing.spread)
            found[seat] = [
                (before * old + 2 * new) // (before + 2) for old, new in zip(found[seat], answer, strict=True)
            ]
    return found


def _thought(table: Payoffs, kit: BotKit, name: str) -> Mapping[int, Mix]:
    """How a grade plays, by seat."""
    if name == EASY:
        return {seat: table.replies(seat) for seat in table.choices}
    mixing = kit.grades[name].mixing
    assert mixing is not None
    return answered(table, kit, mixing)


def _answer(kit: BotKit, moves: Sequence[Move], worths: Sequence[int], spread: int) -> Mix:
    """The better a kind of moves, the likelier it is; within a kind the same, more sharply."""
    kinds: dict[object, list[int]] = {}
    for number, move in enumerate(moves):
        kinds.setdefault(kit.kind(move), []).append(number)
    within = [_spread([worths[number] for number in numbers], spread // FINER) for numbers in kinds.values()]
    means = [
        sum(part * worths[number] for part, number in zip(parts, numbers, strict=True)) // sum(parts)
        for parts, numbers in zip(within, kinds.values(), strict=True)
    ]
    answer = [0] * len(moves)
    for of_all, parts, numbers in zip(_spread(means, spread), within, kinds.values(), strict=True):
        for part, number in zip(parts, numbers, strict=True):
            answer[number] = of_all * part // SURE
    return answer


def _spread(worths: Sequence[int], spread: int) -> Mix:
    """Chances that fall evenly with the worth, from certainty for the best if it is better by `spread` than any other.

    What is worth less than some level has no chance, and the level is such that the chances add up to `SURE`.
    """
    level, total = 0, 0
    for count, worth in enumerate(sorted(worths, reverse=True), start=1):
        if count > 1 and worth <= level:
            break
        total += worth
        level = (total - SURE * spread) // count
    return [max(0, worth - level) // spread for worth in worths]


def _kept(kit: BotKit, state: State, choices: Choices, mixing: Mixing, chance: Chance) -> Choices:
    """All moves, or as many of each seat as the nodes allow, those that do best against any moves of the others."""
    most = max(len(moves) for moves in choices.values())
    while most > 1 and _courses(choices, most) > mixing.nodes:
        most -= 1
    return {seat: _best(kit, state, choices, seat, most, mixing.looks, chance) for seat in choices}


def _courses(choices: Choices, most: int) -> int:
    courses = 1
    for moves in choices.values():
        courses *= min(most, len(moves))
    return courses


def _best(
    kit: BotKit, state: State, choices: Choices, seat: int, most: int, looks: int, chance: Chance
) -> Sequence[Move]:
    moves = choices[seat]
    if len(moves) <= most:
        return moves
    assert kit.outlook is not None
    totals = [0] * len(moves)
    for _ in range(looks):
        course, luck = {other: chance.one_of(played) for other, played in choices.items()}, _luck(chance)
        for number, move in enumerate(moves):
            totals[number] += kit.outlook(state, {**course, seat: move}, Chance(luck), seat)
    best = sorted(range(len(moves)), key=lambda number: (-totals[number], number))[:most]
    return [moves[number] for number in sorted(best)]


def _luck(chance: Chance) -> bytes:
    return chance.below(SEED_BELOW).to_bytes(8, "big")
