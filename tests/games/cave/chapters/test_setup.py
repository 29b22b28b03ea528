from collections import Counter

import pytest

from games.cave import GAME
from games.cave import moves as m
from games.cave.components.cards import stack_of
from games.cave.components.characters import characters_of
from games.cave.state import State
from games.core.chance import Chance
from games.core.errors import RuleBroken
from tests.games.cave.scene import LoadedChance, Played, assert_refused, default, offered


def started(seats: int, *picks: object, selection: str = "random") -> Played:
    """A new match, with its first draws chosen."""
    chance = LoadedChance(picks=picks)
    options = GAME.options({"character_selection": selection})
    events = tuple(GAME.start(options, seats, chance))
    assert not chance.unused
    state: State | None = None
    for event in events:
        state = GAME.evolve(state, event)
    assert state is not None
    return Played(events, state)


def test_cave_0_5_two_to_six_play() -> None:
    assert [started(seats).board.seats for seats in range(2, 7)] == [2, 3, 4, 5, 6]
    for seats in (1, 7):
        with pytest.raises(RuleBroken) as caught:
            GAME.start(GAME.options({}), seats, LoadedChance())
        assert (caught.value.code, caught.value.clause) == ("wrong_number_of_seats", "CAVE-0.5")


def test_cave_0_6_everybody_is_dealt_a_different_character() -> None:
    match = started(6)

    assert len({born.character for born in match.board.adventurers if born}) == 6
    assert len(match.board.pool) == 2


def test_cave_0_6a_with_pick_each_seat_picks_in_order_from_the_first() -> None:
    match = started(3, 1, selection="pick")
    first = match.then(1, m.PickCharacter(character="C1"))
    second = first.then(2, m.PickCharacter(character="random"), picks=["C2"])

    assert match.question.seats == (1,)
    assert default(match.state, 1) == m.PickCharacter(character="random")
    assert "C1" not in {move["character"] for move in offered(first.state, 2)}
    assert_refused(first.state, 2, m.PickCharacter(character="C1"), "not_offered")
    assert second.hero(2).character == "C2"
    assert second.question.seats == (0,)


def test_cave_0_7_everybody_starts_on_the_entrance_entered_from_nowhere() -> None:
    assert {(born.area, born.entered_from) for born in started(4).board.adventurers if born} == {("E", None)}


def test_cave_0_10_three_stacks_lie_ready() -> None:
    board = started(2, 0, "C4", "C6").board

    assert Counter(board.cave.stack) == Counter(stack_of("cave"))
    assert Counter(board.adventure.stack) == Counter(stack_of("adventure"))
    assert Counter(board.spells.stack) == Counter(stack_of("spells"))
    assert all(not pile.discard for pile in (board.cave, board.adventure, board.spells))


def test_cave_0_11_who_starts_with_spells_draws_them_unseen() -> None:
    match = started(2, 0, "C8", "Z05", "Z01", "C4")

    assert match.hero(0).spells == ("Z05", "Z01")
    assert GAME.view(match.state, 1)["your_spells"] == ()


def test_cave_0_12_the_first_seat_is_drawn_and_begins() -> None:
    match = started(3, 2)

    assert match.one("first_seat_drawn").first_seat == 2
    assert match.question.seats == (2,)
    assert match.one("turn_started").round == 1


def test_cave_4_1_0_8_and_3_1_a_new_adventurer_has_4_endurance_and_the_gold_of_the_card() -> None:
    events = GAME.start(GAME.options({}), 6, Chance(bytes(32)))
    state: State | None = None
    for event in events:
        state = GAME.evolve(state, event)

    assert state is not None
    for born in filter(None, state.board.adventurers):
        who = characters_of(state.board.rules)[born.character]
        assert (born.endurance, born.cap, born.gold, born.area) == (4, 4, who.gold, "E")
        assert (born.strength, born.power, len(born.spells)) == (who.strength, who.power, who.spells)
