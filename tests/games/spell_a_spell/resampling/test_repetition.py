"""A hand that shows again what it certainly holds tells nothing: samples are the same without it."""

from typing import Any

import orjson
import pytest

from games.core.chance import Chance
from games.spell_a_spell import GAME
from games.spell_a_spell.knowledge import Fact
from games.spell_a_spell.resampling import recollection
from games.spell_a_spell.resampling.repetition import without_repetition
from games.spell_a_spell.state import State
from tests.games.spell_a_spell.scene import random_match

VIEWER = 0


def shown(faces: str, seat: int = 1) -> Fact:
    return Fact(kind="shown", seat=seat, faces=tuple(faces))


def laid(faces: str, seat: int = 1) -> Fact:
    return Fact(kind="laid", seat=seat, faces=tuple(faces))


def stolen(thief: int, target: int) -> Fact:
    return Fact(kind="taken", seat=thief, target=target, count=1)


def test_cards_that_a_hand_shows_again_are_left_out() -> None:
    drawn = Fact(kind="drawn", seat=1, count=1)
    first, longer = shown("יצא"), shown("יצאב")
    assert without_repetition([first, first, shown("אצ"), drawn, first], VIEWER) == (first, drawn)
    assert without_repetition([first, longer, first, longer], VIEWER) == (first, longer)
    assert without_repetition([shown("אא"), shown("א"), shown("אאא")], VIEWER) == (shown("אא"), shown("אאא"))


@pytest.mark.parametrize("between", [laid("א"), stolen(2, 1), stolen(VIEWER, 1), stolen(2, VIEWER)])
def test_cards_that_may_have_gone_are_no_repetition(between: Fact) -> None:
    facts = (shown("יצא"), between, shown("יצא"))
    assert without_repetition(facts, VIEWER) == facts


def test_a_storm_makes_every_hand_new() -> None:
    facts = (shown("יצא"), Fact(kind="passed", to=(0, 2, 1)), shown("יצא"))
    assert without_repetition(facts, VIEWER) == facts


def test_cards_stay_known_where_others_are_laid_or_another_hand_is_robbed() -> None:
    for between in (laid("ב"), laid("יצא", seat=2), stolen(1, 2)):
        assert without_repetition([shown("יצא"), between, shown("יצא")], VIEWER) == (shown("יצא"), between)


def test_a_face_that_was_laid_and_is_shown_again_is_another_card() -> None:
    facts = [shown("אא"), laid("א"), shown("א"), shown("אא"), shown("אא")]
    assert without_repetition(facts, VIEWER) == (*facts[:2], *facts[3:4])


def drawn(state: State, seat: int) -> tuple[State, int]:
    """A sample, and how many draws it took."""
    chance = Chance(b"repetition")
    return GAME.resample(orjson.loads(orjson.dumps(GAME.view(state, seat))), seat, chance), chance.next_draw


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_samples_are_the_same_with_and_without_repetition(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    match = random_match(
        seats,
        11,
        proposing=0.7,
        adjudication="lexicon_vote",
        max_refused_words=10,
        sandstorm="pass_to_left",
    )
    state: Any = None
    states = [state := GAME.evolve(state, event) for event in match.events]
    asked = [state for state in states if GAME.prompts(state)][::9]
    facts = [len(memory.facts) for state in asked for memory in state.table.memories]
    needed = [
        without_repetition(memory.facts, seat) for state in asked for seat, memory in enumerate(state.table.memories)
    ]
    assert sum(map(len, needed)) < sum(facts)

    without = [drawn(state, seat) for state in asked for seat in range(seats)]
    monkeypatch.setattr(recollection, "without_repetition", lambda facts, seat: tuple(facts))
    recollection.prepared.cache_clear()
    assert [drawn(state, seat) for state in asked for seat in range(seats)] == without
    recollection.prepared.cache_clear()
