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
