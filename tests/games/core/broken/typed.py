"""Games that show what is not of their own types."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.core.definition import GameDefinition, Outcome
from games.core.schemas import PromptShape
from tests.games.core.breaking import asking, breaks, ending
from tests.games.core.toy import SHAPES, TOY, Cheer, Guess, Table


def showing(**changes: Any) -> GameDefinition:
    def view(state: Table, seat: int | None) -> Mapping[str, Any]:
        return {**TOY.view(state, seat), **changes}

    return replace(TOY, view=view)


@breaks("check_shown", "the view of None is not of its schema: $ Additional properties are not allowed ('colour'")
def a_view_has_a_field_that_its_type_lacks() -> GameDefinition:
    return showing(colour="red")


@breaks("check_shown", "$.scores[0] 'many' is not of type 'integer'")
def a_view_has_a_field_of_another_type() -> GameDefinition:
    return showing(scores=("many",))


@breaks("check_shown", "the content is not of its schema")
def the_content_is_not_of_its_type() -> GameDefinition:
    return replace(TOY, content={"cards": [{"value": 1}]})


@breaks("check_shown_endings", "the outcome is not of its schema: $.reason 'boredom' is not one of")
def a_match_ends_for_no_published_reason() -> GameDefinition:
    return ending(lambda known: Outcome(reason="boredom", ranking=known.ranking, winners=known.winners))


@breaks("check_event_types", "the event cheered has no schema")
def an_event_has_no_schema() -> GameDefinition:
    classes = {type: made for type, made in TOY.event_classes.items() if type != "cheered"}
    return replace(TOY, event_classes=classes)


@breaks("check_prompt_types", "bid lists ['bid'], and its shape is None")
def a_kind_of_prompt_has_no_shape() -> GameDefinition:
    prompts = {"guess": PromptShape(moves=(Guess,)), "cheer": PromptShape(moves=(Cheer,))}
    return replace(TOY, shapes=replace(SHAPES, prompts=prompts))


@breaks(
    "check_prompt_types", "what bid is about is not of its schema: $ Additional properties are not allowed ('stake'"
)
def a_prompt_is_about_what_its_shape_lacks() -> GameDefinition:
    return asking(lambda state, prompt: replace(prompt, about={"stake": 3}))
