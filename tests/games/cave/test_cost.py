"""A move costs as much late in a match as early: no state grows with the history."""

import pickle

import pytest

from games.cave import GAME
from games.core.chance import Chance
from games.core.codec import move_from_json
from games.core.testing.playing import Step, advance, legal_moves, set_up

LONG = 1_000


def long_match() -> list[Step]:
    """Random moves of six seats in a match without a limit of rounds, to its first thousand events or its end."""
    picker = Chance(b"long")
    steps = [set_up(GAME, seats=6, key=bytes(31) + b"\x07", options={"max_rounds": 0})]
    while sum(len(step.events) for step in steps) < LONG:
        seat, prompt = sorted(GAME.prompts(steps[-1].after).items())[0]
        steps.append(
            advance(GAME, steps[-1], seat, move_from_json(GAME.move_classes, picker.one_of(legal_moves(prompt))))
        )
    return steps


def test_no_state_grows_with_the_history() -> None:
    steps = long_match()
    sizes = [len(pickle.dumps(step.after)) for step in steps]
    early, late = max(sizes[20:60]), max(sizes[-40:])

    assert late < 1.3 * early


def test_cave_10_1a_limits_are_judged_again_only_where_adventurers_have_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged = list[int]()
    monkeypatch.setattr("games.cave.chapters.belongings.strike_slow_off", lambda draft, seat: judged.append(seat))
    events = sum(len(step.events) for step in long_match())

    assert len(judged) < 3 * events
