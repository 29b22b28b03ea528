"""The service's own bots behind the gateway of the kit."""

import json
from typing import Any

import pytest

from clients import house_engine
from games.bots import picks
from games.core.chance import Chance
from games.core.codec import move_to_json
from games.matches.stream.loading import load
from games.registry import GAMES
from tests.support.cast import Person, match_of, person


def asked(who: Person, match_id: str) -> dict[str, Any] | None:
    """What the gateway tells an engine; None where nothing has to be answered."""
    view = who.get(f"/matches/{match_id}/view").json()
    found = next((one for one in view["prompts"] if not one["optional"]), None)
    if found is None:
        return None
    # As a process reads it.
    return dict(
        json.loads(json.dumps({"game": view["game"], "rules": view["rules"], "view": view["state"], "prompt": found}))
    )


@pytest.mark.parametrize("bot", ["easy", "random"])
@pytest.mark.parametrize("slug", sorted(GAMES))
def test_from_the_answers_of_the_api_a_bot_picks_what_it_would_pick_at_the_service(slug: str, bot: str) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    match_id, told = match_of(*cast, game=slug), 0
    while told < 12:
        for seat, who in enumerate(cast):
            line = asked(who, match_id)
            if line is None:
                continue
            match = load(match_id).match
            prompt = match.prompts[seat]
            view = match.view(seat)
            assert view is not None
            expected = picks.pick(match.game, view, prompt, bot=bot, chance=Chance(bytes([told]) * 32))
            move = house_engine.answer(bot, line, Chance(bytes([told]) * 32))
            assert expected is not None
            assert json.dumps(move) == json.dumps(move_to_json(expected))
            assert isinstance(move, dict)
            assert who.post(f"/matches/{match_id}/moves", {"prompt": prompt.id, **move}).status_code == 201
            told += 1


def test_where_the_default_move_is_meant_the_first_listed_one_is_played() -> None:
    cast = person("Alice"), person("Bob")
    match_id = match_of(*cast, game="cave")
    line = next(line for line in (asked(who, match_id) for who in cast) if line is not None)
    assert house_engine.answer("steady", line, Chance(bytes(32))) == 0
