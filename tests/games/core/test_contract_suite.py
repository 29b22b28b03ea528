"""The contract suite passes a game that keeps the contract, and names what is broken in one that does not."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import pytest

from games.core.chance import Chance
from games.core.definition import GameDefinition
from games.core.events import Event
from games.core.json import JSONObject
from games.core.testing import CHECKS, Check, Evidence, Terms, check_contract, fingerprint, gather
from tests.games.core.breaking import BREAKS
from tests.games.core.broken import choices, endings, facts, history, samples, secrecy, telling, typed
from tests.games.core.toy import TOY, Remembered, unseen
from tests.support.asserting import assert_nothing_raised

TERMS = Terms(public_moves=frozenset({"cheer"}), states=120, unseen=unseen, memory=Remembered)
BY_NAME: Mapping[str, Check] = {check.__name__: check for check in CHECKS}
# Importing these fills BREAKS.
CHAPTERS = (facts, telling, endings, choices, history, secrecy, typed, samples)
FUNCTIONS = ("start", "decide", "evolve", "prompts", "view", "default_move", "outcome", "resample", "move_classes")


def test_a_game_that_keeps_the_contract_passes_every_check() -> None:
    with assert_nothing_raised():
        check_contract(TOY, TERMS)


def test_two_hundred_states_are_reached_over_all_numbers_of_seats() -> None:
    evidence = gather(TOY, Terms())

    assert len(evidence.sample) >= 200
    assert {position.playout.seats for position in evidence.sample} == {2, 3}


def test_prompts_that_are_rare_are_looked_at_too() -> None:
    evidence = gather(TOY, Terms(seeds=40, states=20))
    kinds = Counter(prompt.kind for position in evidence.sample for prompt in position.prompts.values())

    assert min(kinds[kind] for kind in ("bid", "guess", "cheer")) >= 20


def test_the_same_matches_are_played_each_time() -> None:
    assert fingerprint(gather(TOY, TERMS)) == fingerprint(gather(TOY, TERMS))


def test_another_card_hidden_makes_another_fingerprint() -> None:
    def start(options: JSONObject, seats: int, chance: Chance) -> Sequence[Event]:
        return TOY.start(options, seats, Chance(b"another key"))

    assert fingerprint(gather(replace(TOY, start=start), TERMS)) != fingerprint(gather(TOY, TERMS))


@lru_cache(maxsize=1)
def evidence_of_the_good_game() -> Evidence:
    return gather(TOY, TERMS)


def evidence_of(game: GameDefinition) -> Evidence:
    """A definition that is only mislabelled is held against the matches of the good one."""
    if all(getattr(game, name) is getattr(TOY, name) for name in FUNCTIONS):
        return replace(evidence_of_the_good_game(), game=game)
    return gather(game, TERMS)


@pytest.mark.parametrize(("check", "message", "make"), BREAKS, ids=[make.__name__ for _, _, make in BREAKS])
def test_the_suite_says_what_is_wrong(check: str, message: str, make: Callable[[], GameDefinition]) -> None:
    evidence = evidence_of(make())

    with pytest.raises(AssertionError) as failure:
        BY_NAME[check](evidence)

    assert message in str(failure.value)


def test_every_check_has_a_game_that_fails_it() -> None:
    assert {check for check, _, _ in BREAKS} == BY_NAME.keys()


def test_what_somebody_wrote_needs_no_term() -> None:
    nameless = replace(evidence_of_the_good_game(), game=replace(TOY, terms={}))
    written = replace(TERMS, free_text=frozenset({"ended.reason"}))

    with assert_nothing_raised():
        BY_NAME["check_told_events"](replace(nameless, terms=written))
