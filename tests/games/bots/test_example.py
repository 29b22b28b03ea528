"""The bot that CONTRIBUTING shows is one: in the file as it stands there it plays well, legally and honestly."""

import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.core.bots import EASY, GRADES, HARD, MEDIUM, RANDOM, BotKit
from games.core.chance import Chance
from games.core.definition import GameDefinition
from games.core.testing.playing import play
from games.table import stand_ins
from tests.games.core import toy

PAGE = Path(__file__).parents[3] / "CONTRIBUTING.md"
MATCHES = 60


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> GameDefinition:
    """The toy game with the file of the page as its `bot.py`."""
    (text,) = re.findall(r"^## A new bot.*?^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len([line for line in text.splitlines() if line.strip()]) <= 30
    monkeypatch.setitem(sys.modules, "games.toy", toy)
    namespace: dict[str, Any] = {}
    exec(compile(text, "bot.py", "exec"), namespace)
    bot: BotKit = namespace["BOT"]
    return replace(toy.TOY, bot=bot)


def winners(game: GameDefinition, bots: Mapping[int, str], number: int) -> tuple[int, ...]:
    chance, state = Chance(bytes([number]), 0), None
    for event in game.start(game.options({}), len(bots), chance):
        state = game.evolve(state, event)
    while (outcome := game.outcome(state)) is None:
        seat, prompt = next((seat, one) for seat, one in game.prompts(state).items() if not one.optional)
        luck = Chance(f"{number} {prompt.id}".encode())
        move = stand_ins.pick(game, state, prompt, bot=bots[seat], chance=luck)
        # Twins that differ in secrets only: the bot picks the same.
        twin = game.resample(game.view(state, seat), seat, Chance(b"twin"))
        again = stand_ins.pick(game, twin, prompt, bot=bots[seat], chance=Chance(f"{number} {prompt.id}".encode()))
        assert again == move
        state = game.decide(state, seat, move, chance).state
    return outcome.winners


def test_the_example_has_every_grade_and_asks_whom_the_game_asks(game: GameDefinition) -> None:
    assert game.bot is not None
    assert {*game.bot.grades} == {*GRADES}
    for step in play(game, seats=3, seed=1, options={}, max_moves=100).steps:
        asked = [seat for seat, prompt in game.prompts(step.after).items() if not prompt.optional]
        assert sorted(game.bot.asked(step.after)) == sorted(asked)


def test_the_example_beats_chance(game: GameDefinition) -> None:
    won = 0.0
    for number in range(MATCHES):
        seat = number % 2
        found = winners(game, {seat: EASY, 1 - seat: RANDOM}, number)
        won += (seat in found) / len(found)
    assert won > MATCHES / 2


def test_the_example_plays_a_whole_match_of_all_grades_legally(game: GameDefinition) -> None:
    assert winners(game, {0: EASY, 1: MEDIUM, 2: HARD}, 1)
