"""What the drawing of moves makes of small games that it does not know, whose seats answer at once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from games.bots import mixing
from games.core.bots import EASY, MEDIUM, BotKit, Grade, Mixing
from games.core.chance import Chance
from games.core.moves import Move
from tests.games.core.toy import Bid

ONE, TWO, THREE = Bid(amount=1), Bid(amount=2), Bid(amount=3)
MIXING = Mixing(nodes=100, looks=5, lucks=2, thinks={}, spread=100)
GRADE = Grade(moves=9, mixing=MIXING)
# What a seat has by its own bid alone.
PAID: Mapping[Move, int] = {ONE: 100, TWO: 200, THREE: 290}


def kit(outlooks: Mapping[Move, int] | None = None) -> BotKit:
    """Bots of a game that pays each seat for its own bid; the state is nothing."""
    paid = outlooks or PAID

    def all_paid(state: object, moves: Mapping[int, Move], chance: Chance) -> Sequence[int]:
        return [paid[moves[seat]] for seat in sorted(moves)]

    return kit_of(all_paid)


def kit_of(outlooks: object) -> BotKit:
    return BotKit(
        version="1",
        grades={MEDIUM: GRADE},
        value=lambda state, seat: 0,
        asked=lambda state: (),
        order=lambda state, seat, grade: (),
        rollout=lambda state, seat, chance: ONE,
        outlook=lambda state, moves, chance, seat: outlooks(state, moves, chance)[seat],  # type: ignore[operator]
        outlooks=outlooks,  # type: ignore[arg-type]
    )


def chances(bots: BotKit, moves: Sequence[Move] = (ONE, TWO, THREE), of: Mixing = MIXING) -> list[float]:
    """How likely seat 0 plays each of its moves against one other seat."""
    choices = {0: moves, 1: (ONE, TWO, THREE)}
    kept, mixes = mixing.likely(bots, None, choices, replace(GRADE, mixing=of), Chance(b""))
    assert kept[0] == moves
    return [part / mixing.SURE for part in mixes[0]]


def test_a_move_that_is_the_best_by_the_spread_is_always_played() -> None:
    assert chances(kit({ONE: 0, TWO: 100, THREE: 201}))[2] > 0.99
    choices = {0: (ONE, THREE), 1: (ONE,)}
    picked = [mixing.pick(kit({ONE: 0, THREE: 100}), None, choices, 0, GRADE, Chance(bytes([n]))) for n in range(30)]
    assert {*picked} == {THREE}


def test_the_chances_of_two_moves_differ_as_their_worths_do() -> None:
    assert chances(kit()) == pytest.approx([0, 0.05, 0.95], abs=0.01)
    assert chances(kit({ONE: 200, TWO: 200, THREE: 200})) == pytest.approx([1 / 3] * 3, abs=0.01)


def test_moves_of_one_kind_have_the_chance_of_one_kind_and_nearly_all_of_it_is_the_better_ones() -> None:
    alike = replace(kit({ONE: 200, TWO: 209, THREE: 209}), kind=lambda move: move == THREE)
    assert chances(alike) == pytest.approx([0.025, 0.475, 0.5], abs=0.01)


def test_who_could_be_foreseen_plays_either_way() -> None:
    """Seat 0 wins by doing as the other does, the other by doing otherwise."""

    def pennies(state: object, moves: Mapping[int, Move], chance: Chance) -> Sequence[int]:
        same = moves[0] == moves[1]
        return [900 * same, 900 * (not same)]

    choices = {0: (ONE, TWO), 1: (ONE, TWO)}
    _, mixes = mixing.likely(kit_of(pennies), None, choices, GRADE, Chance(b""))
    for mix in mixes.values():
        assert mix == pytest.approx([mixing.SURE / 2] * 2, rel=0.25)


def against_nine_courses(state: object, moves: Mapping[int, Move], chance: Chance) -> Sequence[int]:
    """A 1 is right against a 1 of seat 1, else a 2; the others have no interest."""
    right = ONE if moves[1] == ONE else TWO
    return [500 * (moves[0] == right), 0]


def test_a_grade_is_thought_to_play_the_best_replies_to_anything_if_it_is_easy() -> None:
    table = mixing.Payoffs(kit_of(against_nine_courses), None, {0: (ONE, TWO), 1: (ONE, TWO, THREE)}, 1, Chance(b""))
    assert table.replies(0) == [mixing.SURE // 3, 2 * mixing.SURE // 3]


def test_what_others_are_thought_to_play_decides_what_is_played() -> None:
    """Seat 0 follows seat 1, which bids 3 against a 3 for much, and 1 against anything else for little."""

    def followed(state: object, moves: Mapping[int, Move], chance: Chance) -> Sequence[int]:
        much, little = moves[1] == THREE == moves[0], moves[1] == ONE and moves[0] != THREE
        return [500 * (moves[0] == moves[1]), 900 * much + 200 * little]

    bots = kit_of(followed)
    assert chances(bots)[2] > 0.9
    assert chances(bots, of=replace(MIXING, thinks={MEDIUM: 500}))[2] > 0.9
    assert chances(bots, of=replace(MIXING, thinks={EASY: 1000}))[0] > 0.9


def test_a_pick_values_no_more_courses_than_its_nodes_and_keeps_the_best_moves() -> None:
    valued: list[Mapping[int, Move]] = []

    def noted(state: object, moves: Mapping[int, Move], chance: Chance) -> Sequence[int]:
        valued.append({**moves})
        return [PAID[moves[seat]] for seat in sorted(moves)]

    bots = replace(kit_of(noted), outlook=kit().outlook)
    choices = {0: (ONE, TWO, THREE), 1: (ONE, TWO, THREE)}
    for nodes, courses in ((9, 9), (8, 4), (3, 1)):
        valued.clear()
        grade = replace(GRADE, mixing=replace(MIXING, nodes=nodes))
        kept, _ = mixing.likely(bots, None, choices, grade, Chance(b""))
        assert len(valued) == courses
        assert (*kept[0],) == (*kept[1],) == choices[0][3 - round(courses**0.5) :]


def test_only_a_course_that_draws_is_played_with_several_lucks() -> None:
    lucks: list[int] = []

    def lucky(state: object, moves: Mapping[int, Move], chance: Chance) -> Sequence[int]:
        lucks.append(chance.below(1000) if moves[0] == THREE else 0)
        return [lucks[-1], 0]

    table = mixing.Payoffs(kit_of(lucky), None, {0: (ONE, THREE), 1: (ONE,)}, 4, Chance(b""))
    assert len(lucks) == 1 + 4
    assert table.worths[0] == [[0], [sum(lucks) // 4]]
