"""What the search makes of a game that it does not know: here the toy game of the contract suite."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.bots import picks, search
from games.core.bots import EASY, STEADY, BotKit, Grade
from games.core.chance import Chance
from games.core.codec import move_from_json
from games.core.definition import Decision
from games.core.moves import Move
from tests.games.core.toy import TOY, Bid, Guess, Table


def value(state: Table, seat: int) -> int:
    """Points, and the lead in the bidding."""
    return 100 * state.scores[seat] + 10 * (state.leader == seat)


def seats_asked(state: Table) -> Sequence[int]:
    return [seat for seat, prompt in sorted(TOY.prompts(state).items()) if not prompt.optional]


def order(state: Table, seat: int, grade: Grade) -> Sequence[Move]:
    listed = (body for asked in TOY.prompts(state)[seat].moves for body in asked.legal)
    return [move_from_json(TOY.move_classes, body) for body in listed]


def rollout(state: Table, seat: int, chance: Chance) -> Move:
    return chance.one_of(order(state, seat, Grade()))


KIT = BotKit(
    version="1",
    grades={EASY: Grade(samples=9, moves=9)},
    value=value,
    asked=seats_asked,
    order=order,
    rollout=rollout,
)
GAME = replace(TOY, bot=KIT)


def set_up(hidden: int = 3, leader: int | None = None) -> Table:
    bids = (None, None) if leader is None else (3, 1)
    return Table(rounds=1, scores=(0, 0), hands=(1, 2), hidden=hidden, bids=bids, leader=leader)


def picked(state: Table, grade: Grade, number: int = 0) -> Move:
    prompt = TOY.prompts(state)[0]
    return search.pick(GAME, TOY.view(state, 0), prompt, grade, Chance(bytes([number])))


@pytest.mark.parametrize("strategic", [False, True])
def test_at_a_question_to_all_the_move_that_does_best_against_the_others_is_picked(strategic: bool) -> None:
    assert picked(set_up(), Grade(samples=20, moves=9, strategic=strategic)) == Bid(amount=3)


def test_without_samples_the_first_move_is_picked_and_of_few_moves_the_best() -> None:
    assert picked(set_up(), Grade()) == Bid(amount=1)
    assert picked(set_up(), Grade(samples=20, moves=2)) == Bid(amount=2)


def test_what_is_hidden_is_not_known_to_the_search() -> None:
    """It guesses the same for an odd card and for an even one."""
    for number in range(20):
        one, other = (picked(set_up(hidden, leader=0), Grade(samples=3, moves=9), number) for hidden in (3, 4))
        assert one == other
    guesses = {picked(set_up(leader=0), Grade(samples=1, moves=9), number) for number in range(20)}
    assert guesses == {Guess(odd=True), Guess(odd=False)}


def test_a_pick_draws_so_many_samples_and_no_more_playouts_than_its_nodes() -> None:
    tried: list[Move] = []

    def decide(state: Table, seat: int, move: Move, chance: Chance) -> Decision:
        tried.append(move)
        return TOY.decide(state, seat, move, chance)

    judged = replace(GAME, decide=decide)
    prompt = TOY.prompts(set_up(leader=0))[0]
    for samples, nodes, count in ((5, 100, 10), (50, 7, 6), (50, 1, 2)):
        tried.clear()
        view = TOY.view(set_up(leader=0), 0)
        search.pick(judged, view, prompt, Grade(samples=samples, nodes=nodes, moves=9), Chance(b""))
        assert len(tried) == count


def tries(grade: Grade, copies: int = 4) -> list[Move]:
    """What a pick of this grade tries where the two guesses are listed so many times."""
    tried: list[Move] = []

    def after(state: Table, seat: int, move: Move, chance: Chance) -> Table:
        tried.append(move)
        made: Table = TOY.decide(state, seat, move, chance).state
        return made

    many = replace(KIT, after=after, order=lambda state, seat, grade: [*order(state, seat, grade)] * copies)
    prompt = TOY.prompts(set_up(leader=0))[0]
    search.pick(replace(TOY, bot=many), TOY.view(set_up(leader=0), 0), prompt, grade, Chance(b""))
    return tried


def test_each_sample_is_tried_with_so_many_lucks_and_halving_drops_the_worse_moves_on_the_way() -> None:
    assert len(tries(Grade(samples=6, moves=8))) == 6 * 8
    assert len(tries(Grade(samples=6, lucks=3, moves=8))) == 6 * 3 * 8
    assert len(tries(Grade(samples=6, lucks=3, moves=8, halving=True))) == 2 * 3 * (8 + 4 + 2)
    assert len(tries(Grade(samples=6, moves=2, halving=True))) == 6 * 2


def test_halving_keeps_the_better_moves() -> None:
    state = set_up(hidden=3, leader=0)
    many = replace(KIT, order=lambda state, seat, grade: [*order(state, seat, grade)] * 3)
    known = replace(TOY, bot=many, resample=lambda view, seat, chance: state)
    prompt, grade = TOY.prompts(state)[0], Grade(samples=3, moves=6, halving=True)
    for number in range(20):
        chance = Chance(bytes([number]))
        assert search.pick(known, TOY.view(state, 0), prompt, grade, chance) == Guess(odd=True)


@pytest.mark.parametrize("odd", [True, False])
def test_a_grade_trusts_the_first_sight_as_much_as_it_says(odd: bool) -> None:
    def hunch(state: Table, seat: int, move: Move) -> int:
        return 1000 if move == Guess(odd=odd) else 0

    fond = replace(TOY, bot=replace(KIT, hunch=hunch))
    prompt, view = TOY.prompts(set_up(leader=0))[0], TOY.view(set_up(leader=0), 0)
    trusting, seeing = (Grade(samples=1, moves=2, trust=trust) for trust in (1, 0))
    unaware = search.pick(GAME, view, prompt, seeing, Chance(b""))
    assert search.pick(fond, view, prompt, trusting, Chance(b"")) == Guess(odd=odd)
    assert search.pick(fond, view, prompt, seeing, Chance(b"")) == unaware


def test_a_playout_ends_where_the_game_says_that_it_is_settled() -> None:
    asked: list[int] = []

    def noting(state: Table, seat: int, chance: Chance) -> Move:
        asked.append(seat)
        return rollout(state, seat, chance)

    game = replace(TOY, bot=replace(KIT, rollout=noting, settled=lambda before, state: before != state))
    prompt, grade = TOY.prompts(set_up())[0], Grade(samples=1, moves=9, depth=50)
    search.pick(game, TOY.view(set_up(), 0), prompt, grade, Chance(b""))
    assert asked == []


def test_a_playout_goes_as_deep_as_the_grade_says_and_not_beyond_the_end() -> None:
    asked: list[str] = []

    def noting(state: Table, seat: int, chance: Chance) -> Move:
        asked.append(TOY.prompts(state)[seat].kind)
        return rollout(state, seat, chance)

    game = replace(TOY, bot=replace(KIT, rollout=noting))
    prompt = TOY.prompts(set_up())[0]
    search.pick(game, TOY.view(set_up(), 0), prompt, Grade(samples=1, moves=9, depth=50), Chance(b""))
    assert asked == ["guess"] * 3


def test_bots_that_do_not_look_ahead_need_no_game_that_tells_what_is_good() -> None:
    prompt = TOY.prompts(set_up())[0]
    assert picks.pick(TOY, {}, prompt, bot=STEADY, chance=Chance(b"")) is None
    assert picks.pick(TOY, {}, prompt, bot=EASY, chance=Chance(b"")) in order(set_up(), 0, Grade())
    assert picks.pick(GAME, TOY.view(set_up(), 0), prompt, bot=EASY, chance=Chance(b"")) == Bid(amount=3)
