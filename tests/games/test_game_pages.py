"""The games' pages for programmers are made of what the code and whole matches say; what they show is of the schemas."""

import json
import re
from typing import Any

import pytest

from games.core import description
from games.core.definition import GameDefinition
from games.core.prompts import violations
from games.registry import GAMES, newest
from tests.games.game_pages import PARTS, examined, page_of, written

pytestmark = pytest.mark.parametrize("game", list(map(newest, GAMES)), ids=list(GAMES))
EXAMPLE = re.compile(r"^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def text_of(game: GameDefinition) -> str:
    return page_of(game.slug).read_text(encoding="utf-8")


def test_the_page_is_the_one_that_the_code_makes(game: GameDefinition) -> None:
    """`make docs-examples` writes it anew."""
    assert written(game.slug, text_of(game)).splitlines() == text_of(game).splitlines()


def test_every_prompt_move_event_and_ending_of_the_game_is_on_its_page(game: GameDefinition) -> None:
    found, text = examined(game.slug), text_of(game)
    assert [kind for kind in game.shapes.prompts if f"### `{kind}`" not in text] == []
    named = [*game.move_classes.keys() - {"resign"}, *game.event_classes, *game.reasons]
    assert [name for name in named if f"| `{name}` |" not in text] == []
    assert found.events.keys() == game.event_classes.keys()
    assert found.outcomes.keys() == game.reasons.keys()
    # No match came to the first; the newest rules of Cave never ask the others (CAVE-R22.10, CAVE-R23.1a).
    without_example = {"discard_cards", "branch", "second_wind"} if game.slug == "cave" else set()
    assert game.shapes.prompts.keys() - found.prompts.keys() == without_example


def test_every_example_on_the_page_is_what_the_schemas_of_the_game_say(game: GameDefinition) -> None:
    schema = description.document(game)
    examples = [json.loads(text) for text in EXAMPLE.findall(text_of(game))]
    prompts = [one for one in examples if "prompt" in one]
    (state,) = (one for one in examples if "prompt" not in one)

    def wrong(reference: Any, value: Any) -> Any:
        return violations({**reference, "$defs": schema["$defs"]}, value)

    assert wrong(schema["state"], state) == ()
    assert len(prompts) == len(examined(game.slug).prompts)
    for prompt in prompts:
        assert wrong(schema["prompts"][prompt["kind"]]["about"], prompt["about"]) == ()
        for form in prompt["moves"]:
            for move in form["legal"]:
                told = {name: value for name, value in move.items() if name != "prompt"}
                assert wrong(schema["moves"][form["type"]], told) == ()


def test_a_page_without_one_of_its_made_parts_is_refused(game: GameDefinition) -> None:
    name = next(iter(PARTS))
    with pytest.raises(KeyError, match=name):
        written(game.slug, text_of(game).replace(f"## {name}\n", "## Another\n"))
