"""What a seat imagines differs from the real state in nothing but what it cannot know."""

from dataclasses import replace

import orjson

from games.core.chance import Chance
from games.core.testing.playing import Position, Terms, gather
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.state import Choice, ChoosingReceiver, Gesture, Learning, Source, State

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
