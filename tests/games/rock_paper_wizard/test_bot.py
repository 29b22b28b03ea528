"""What the bots are told of good play, and the round that they imagine beside the one that the rules make."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import prod
from typing import Any

import pytest

from games.bots import mixing
from games.core.bots import HARD, MEDIUM, WON, Grade
from games.core.chance import Chance
from games.core.moves import Move
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.bot import BOT, outlook, outlooks
from games.rock_paper_wizard.chapters.payments import default_receiver
from games.rock_paper_wizard.components.cards import CARDS
from games.rock_paper_wizard.components.steps import Step
from games.rock_paper_wizard.events.course import SpellBegun
from games.rock_paper_wizard.imagined import EFFECTS
from games.rock_paper_wizard.moves import CastNothing, ChooseReceiver, ChooseSpell
from games.rock_paper_wizard.state import ChoosingReceiver, Finished, Learning, State, still_in

ROUNDS = 400


def rounds() -> Iterator[tuple[Learning, Mapping[int, Any], Chance]]:
    """Rounds in which all choose at random, of matches at each size of table, and what was drawn before each."""
    luck, number, state = Chance(b"imagined rounds"), 0, None
    for turn in range(ROUNDS):
        if state is None or GAME.outcome(state) is not None:
            draws, number, state = Chance(bytes([number % 256])), number + 1, None
            for event in GAME.start(GAME.options({"max_rounds": 5}), 3 + number % 4, draws):
                state = GAME.evolve(state, event)
        assert isinstance(state, Learning)
        moves = {seat: luck.one_of(BOT.order(state, seat, Grade())) for seat in still_in(state.board)}
        if turn % 7 == 0:
            moves[luck.one_of([*moves])] = CastNothing()
        yield state, moves, Chance(bytes([(number - 1) % 256]), draws.next_draw)
        state, _ = played(state, moves, draws)


def played(state: State, moves: Mapping[int, Move], draws: Chance) -> tuple[State, set[str]]:
    """What the rules make of a round, and the cards that were cast."""
    cast: set[str] = set()
    for seat, move in moves.items():
        decision = GAME.decide(state, seat, move, draws)
        cast |= {event.card for event in decision.events if isinstance(event, SpellBegun)}
        state = decision.state
    while isinstance(state, ChoosingReceiver):
        receiver = default_receiver(state.board, state.chooser)
        decision = GAME.decide(state, state.chooser, ChooseReceiver(receiver=receiver), draws)
        cast |= {event.card for event in decision.events if isinstance(event, SpellBegun)}
        state = decision.state
    return state, cast


def test_an_imagined_round_comes_to_what_the_rules_make_of_it() -> None:
    cast: set[str] = set()
    ended = 0
    for state, moves, draws in rounds():
        chosen = {seat: move for seat, move in moves.items() if isinstance(move, ChooseSpell)}
        before = draws.next_draw
        after, seen = played(state, moves, draws)
        cast, ended = cast | seen, ended + isinstance(after, Finished)
        for seat in range(state.board.seats):
            draws.next_draw = before
            assert outlook(state, chosen, draws, seat) == BOT.value(after, seat)
        draws.next_draw = before
        assert outlooks(state, chosen, draws) == [BOT.value(after, seat) for seat in range(state.board.seats)]
    assert cast == {card.id for card in CARDS}
    assert ended


def test_a_round_with_a_wizard_whose_player_has_resigned_is_imagined_as_well() -> None:
    for state, moves, draws in rounds():
        wizards = state.board.wizards
        without = replace(state, board=replace(state.board, wizards=(replace(wizards[0], resigned=True), *wizards[1:])))
        chosen = {seat: move for seat, move in moves.items() if seat and isinstance(move, ChooseSpell)}
        before = draws.next_draw
        after, _ = played(without, {seat: move for seat, move in moves.items() if seat}, draws)
        for seat in range(state.board.seats):
            draws.next_draw = before
            assert outlook(without, chosen, draws, seat) == BOT.value(after, seat)


def test_every_word_of_the_cards_can_be_imagined() -> None:
    assert {*EFFECTS} == {*Step.__args__}


@pytest.mark.parametrize(
    ("gold", "least", "most"), [((25, 3, 3), WON - 20, WON), ((3, 25, 3), 0, 20), ((9, 3, 3), 501, 999)]
)
def test_more_gold_is_better(gold: tuple[int, ...], least: int, most: int) -> None:
    state, _, _ = next(rounds())
    wizards = tuple(replace(state.board.wizards[0], gold=coins) for coins in gold)
    assert least <= BOT.value(replace(state, board=replace(state.board, wizards=wizards)), 0) <= most


@pytest.mark.parametrize("grade", [MEDIUM, HARD])
def test_three_bots_of_a_grade_show_the_same_card_in_a_fifth_of_the_rounds_at_most(grade: str) -> None:
    """Computed from how likely they play each move, in rounds of one seed: nothing is drawn that could go otherwise."""
    thinking, together = BOT.grades[grade], []
    for number, (state, _, _) in enumerate(rounds()):
        if state.board.seats == 3 and number % 3 == 0:
            choices = {seat: BOT.order(state, seat, thinking) for seat in still_in(state.board)}
            kept, mixes = mixing.likely(BOT, state, choices, thinking, Chance(bytes([number % 256])))
            together.append(sum(prod(shown[spell] for shown in by_spell(kept, mixes)) for spell in state.board.book))
    assert len(together) > 20
    assert 0.1 < sum(together) / len(together) <= 0.2


def by_spell(kept: Mapping[int, Any], mixes: Mapping[int, Any]) -> list[Counter[str]]:
    """How likely each seat shows each spell."""
    found = [Counter[str]() for _ in kept]
    for shown, moves, mix in zip(found, kept.values(), mixes.values(), strict=True):
        for move, part in zip(moves, mix, strict=True):
            shown[move.spell] += part / mixing.SURE
    return found
