"""How long a course is looked for where what a seat was shown leaves nearly none."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import Any

import orjson
import pytest

from games.core.chance import Chance
from games.core.testing.memories import told
from games.spell_a_spell import GAME_1, bots_2
from games.spell_a_spell.resampling.recollection import EFFORT, _Telling
from games.spell_a_spell.state import State
from tests.games.spell_a_spell.courses import SpellASpell
from tests.games.spell_a_spell.scene import random_match

SEAT, EVENTS, SAMPLES = 0, 457, 8
# What version 2 imagined before there was version 3.
SAMPLES_OF_VERSION_2 = "9ab3025c79afab7b654e64375e8f893353c2e90b0d14d96e1d0018c57b192836"


@cache
def tangled() -> tuple[State, SpellASpell]:
    """Storms and unseen thefts, and then nearly all cards laid; and what the seat knows of it."""
    match = random_match(5, 30, proposing=0.6, game=GAME_1, adjudication="lexicon_vote", max_refused_words=3)
    state: Any = None
    memory = SpellASpell(5, SEAT)
    for event in match.events[:EVENTS]:
        state = GAME_1.evolve(state, event)
        memory.told(told(event, SEAT))
    return state, memory


def samples(resample: Any) -> Iterator[State]:
    view = orjson.loads(orjson.dumps(GAME_1.view(tangled()[0], SEAT)))
    return (resample(view, SEAT, Chance(b"tangled", number << 16)) for number in range(SAMPLES))


@pytest.fixture
def choices(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many choices each sample has looked at, the one that is drawn last."""
    counted, branch, begin = list[int](), _Telling._branch, _Telling.__init__

    def begun(self: _Telling, *arguments: Any) -> None:
        counted.append(0)
        begin(self, *arguments)

    def counting(self: _Telling, course: Any) -> Any:
        counted[-1] += 1
        return branch(self, course)

    monkeypatch.setattr(_Telling, "__init__", begun)
    monkeypatch.setattr(_Telling, "_branch", counting)
    return counted


def test_a_tangled_memory_takes_half_of_the_choices_that_version_2_took(choices: list[int]) -> None:
    list(samples(bots_2.resample))
    before = sum(choices)
    choices.clear()
    list(samples(GAME_1.resample))
    assert 2 * sum(choices) < before
    assert max(choices) <= sum(EFFORT.tries) + len(EFFORT.tries)


def test_samples_of_a_tangled_memory_contradict_nothing_that_was_shown() -> None:
    assert not [wrong for one in samples(GAME_1.resample) if (wrong := tangled()[1].contradiction(one))]


def test_version_2_imagines_what_it_always_did() -> None:
    hands = [[player.hand for player in one.table.players] for one in samples(bots_2.resample)]
    assert sha256(orjson.dumps(hands)).hexdigest() == SAMPLES_OF_VERSION_2
