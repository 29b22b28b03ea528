"""Agents of OpenSpiel behind the gateway of the kit. Without the package, which the service does not need, nothing is run."""

import time

import pytest

from games.core.chance import Chance
from games.matches.stream.loading import load
from games.registry import GAMES
from tests.clients.test_house_engine import asked
from tests.support.cast import match_of, person

pytest.importorskip("pyspiel", reason="pip install open_spiel")
engine = pytest.importorskip("clients.open_spiel_engine")


@pytest.mark.parametrize("agent", ["mcts", "random"])
@pytest.mark.parametrize("slug", sorted(GAMES))
def test_an_agent_answers_every_question_by_a_listed_move_that_the_service_takes(slug: str, agent: str) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    match_id, told, spent = match_of(*cast, game=slug), 0, 0.0
    while told < (6 if agent == "mcts" else 20):
        for who in cast:
            line = asked(who, match_id)
            if line is None:
                continue
            begun = time.process_time()
            number = engine.answer(agent, line, Chance(bytes([told]) * 32))
            spent += time.process_time() - begun
            moves = [one for form in line["prompt"]["moves"] for one in form["legal"]]
            body = {"prompt": line["prompt"]["prompt"], **moves[number]}
            assert who.post(f"/matches/{match_id}/moves", body).status_code == 201
            told += 1
        if load(match_id).match.table.outcome is not None:
            break
    print(f"{slug} {agent}: {1000 * spent / told:.0f} ms of processor time a move")


def test_the_search_sees_what_a_move_comes_to() -> None:
    """Of two states that differ in the mover's place alone the better one returns more."""
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    match_id = match_of(*cast, game="rock-paper-wizard")
    line = next(line for line in (asked(who, match_id) for who in cast) if line is not None)
    game = GAMES["rock-paper-wizard"][line["rules"]]
    prompt = engine.asked(game, line["prompt"])
    course = engine._dealt(game, line["view"], prompt, [object()], Chance(bytes(32)))
    assert len(course.returns()) == 3
    assert all(-1 <= value <= 1 for value in course.returns())
    assert not course.is_terminal()
    assert course.current_player() == prompt.seat
    assert course.clone().legal_actions() == course.legal_actions() == [0]
