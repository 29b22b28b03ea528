"""Definitions that say something wrong."""

from dataclasses import replace
from typing import Any

from games.core.definition import GameDefinition
from games.core.errors import Refusal
from games.core.json import JSONObject
from games.core.languages import LANGUAGES
from tests.games.core.breaking import breaks
from tests.games.core.toy import (
    TOY,
    BidMade,
)


@breaks("check_names", "names has no name in pl")
def the_game_has_no_polish_name() -> GameDefinition:
    return replace(TOY, names={"en": "Toy", "he": "צעצוע"})


@breaks("check_names", "content.cards[0].names has no name in he")
def a_card_has_no_hebrew_name() -> GameDefinition:
    return replace(TOY, content={"cards": [{"names": {"en": "card", "pl": "karta"}}]})


@breaks("check_options", "the option 'rounds' has no default")
def an_option_has_no_default() -> GameDefinition:
    return replace(TOY, options_schema={"type": "object", "properties": {"rounds": {"type": "integer"}}})


@breaks("check_options", "/rounds 0 is less than the minimum")
def a_default_is_out_of_range() -> GameDefinition:
    rounds: JSONObject = {"type": "integer", "minimum": 1, "default": 0}
    return replace(TOY, options_schema={"type": "object", "properties": {"rounds": rounds}})


@breaks("check_options", "the option 'rounds' has no words")
def an_option_has_no_words() -> GameDefinition:
    return replace(TOY, option_texts={})


@breaks("check_options", "the option 'rounds' has words for ['often'], which it cannot be")
def an_option_has_words_for_a_value_that_it_cannot_have() -> GameDefinition:
    often = dict.fromkeys(LANGUAGES, "Often")
    return replace(TOY, option_texts={"rounds": replace(TOY.option_texts["rounds"], values={"often": often})})


@breaks("check_options", "the option 'rounds' has not all its words in en, he, pl")
def an_option_has_no_polish_title() -> GameDefinition:
    return replace(
        TOY, option_texts={"rounds": replace(TOY.option_texts["rounds"], title={"en": "Rounds", "he": "סיבובים"})}
    )


@breaks("check_tables", "calls itself 'bid_made'")
def an_event_stands_under_another_name() -> GameDefinition:
    return replace(TOY, event_classes={**TOY.event_classes, "bid_done": BidMade})


@breaks("check_tables", "['bid'] have no schema")
def a_move_has_no_schema() -> GameDefinition:
    return replace(TOY, move_schemas={key: value for key, value in TOY.move_schemas.items() if key != "bid"})


@breaks("check_tables", "is no JSON Schema")
def a_schema_is_malformed() -> GameDefinition:
    return replace(TOY, move_schemas={**TOY.move_schemas, "bid": {"type": "whole number"}})


@breaks("check_tables", "lacks resign")
def there_is_no_resigning() -> GameDefinition:
    return replace(TOY, move_classes={key: value for key, value in TOY.move_classes.items() if key != "resign"})


@breaks("check_tables", "['TOY-99']")
def a_clause_of_a_clock_only_move_is_unpublished() -> GameDefinition:
    return replace(TOY, clock_only={"bid_nothing": "TOY-99"})


@breaks("check_tables", "the clause TOY-1 has no paraphrase in he, pl")
def a_clause_is_paraphrased_in_english_only() -> GameDefinition:
    return replace(TOY, clauses={**TOY.clauses, "TOY-1": {"en": "Each seat is dealt a card."}})


@breaks("check_refusals", "which is not in game.clauses")
def a_refusal_stands_on_an_unpublished_clause() -> GameDefinition:
    return republishing(clause="TOY-99")


@breaks("check_refusals", "has no text in he, pl")
def a_refusal_speaks_english_only() -> GameDefinition:
    return republishing(texts={"en": "No."})


@breaks("check_refusals", "have different parameters")
def a_translation_lacks_a_parameter() -> GameDefinition:
    texts = TOY.refusals["no_such_bid"].texts
    return republishing(texts={**texts, "pl": "Nie."})


def republishing(**changes: Any) -> GameDefinition:
    changed: Refusal = replace(TOY.refusals["no_such_bid"], **changes)
    return replace(TOY, refusals={**TOY.refusals, "no_such_bid": changed})
