"""What a seat imagines differs from the real state in nothing but what it cannot know."""

from dataclasses import replace

import orjson

from games.core.chance import Chance
from games.core.testing.playing import Position, Terms, gather
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.events.course import DiscardBecameDeck
from games.rock_paper_wizard.state import (
    Board,
    Choice,
    ChoosingReceiver,
    Counted,
    Gesture,
    Learning,
    Source,
    State,
    Wizard,
    canonical,
    hidden_wild,
    known_wild,
)
from tests.games.rock_paper_wizard.wild_scene import match_with_wild_cards_held, played

HIDDEN = "hidden"


def blind(state: State, seat: int) -> State:
    """The state without the deck, the hidden wild cards and the hidden choices of others."""
    board = state.board
    gestures = tuple(without_card(gesture) for gesture in board.gestures)
    known = replace(state, board=replace(board, deck=(HIDDEN,) * len(board.deck), gestures=gestures))
    if not isinstance(known, Learning):
        return known
    unknown = Choice(HIDDEN, 0)
    answers = [
        unknown if isinstance(answer, Choice) and other != seat else answer
        for other, answer in enumerate(known.answers)
    ]
    return replace(known, answers=tuple(answers))


def without_card(gesture: Gesture) -> Gesture:
    return replace(gesture, card=HIDDEN) if gesture.source is Source.WILD and gesture.live else gesture


def imagined(position: Position, seat: int) -> State:
    view = orjson.loads(orjson.dumps(GAME.view(position.state, seat)))
    assert GAME.resample is not None
    sample: State = GAME.resample(view, seat, Chance(b"imagined", position.index << 16))
    return sample


def test_a_sample_differs_in_nothing_that_is_known() -> None:
    evidence = gather(GAME, Terms(seeds=4))
    under_way = 0
    for position in evidence.positions:
        for seat in range(position.playout.seats):
            assert blind(imagined(position, seat), seat) == blind(position.state, seat)
        asked = isinstance(position.state, ChoosingReceiver)
        under_way += asked and position.state.board.turned_up is not None

    assert under_way, "no wild card was under way while a receiver was asked for"


def test_rpw_9_wild_cards_drawn_before_the_deck_was_renewed_are_known_by_counting() -> None:
    """None of the new deck is among them: they are the cards that lie nowhere in sight."""
    key, opening, last = match_with_wild_cards_held()
    state = played(key, [*opening, last])
    assert isinstance(state, ChoosingReceiver)
    held = hidden_wild(state.board)
    empty = replace(state, board=replace(state.board, deck=(), discard=(*state.board.discard, *state.board.deck)))
    renewed = GAME.evolve(empty, DiscardBecameDeck(count=len(empty.board.discard), rules=("RPW-9",)))

    cards = tuple(state.board.gestures[seat].card for seat in held)
    for seat in range(5):
        view = orjson.loads(orjson.dumps(GAME.view(renewed, seat)))
        assert view["known_wild"] == [{"seats": [*held], "cards": [*canonical(tuple(map(str, cards)))]}]
        samples = [GAME.resample(view, seat, Chance(b"counted", number << 16)) for number in range(40)]
        pointed = {tuple(sample.board.gestures[other].card for other in held) for sample in samples}
        assert pointed == {cards, cards[::-1]}


def test_wild_cards_are_counted_in_their_own_round_alone() -> None:
    board = Board(
        max_rounds=1, wizards=(Wizard(5, 3),) * 3, deck=("fear",), counted=(Counted((0, 1), ("fear", "levitate")),)
    )
    assert known_wild(board) == ()
