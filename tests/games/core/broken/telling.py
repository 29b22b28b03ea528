"""Games whose history cannot be told, or not in all languages."""

from collections.abc import Mapping
from dataclasses import replace

from games.core.definition import GameDefinition
from tests.games.core.breaking import breaks
from tests.games.core.toy import TOY


def retelling(name: str, texts: Mapping[str, str]) -> GameDefinition:
    return replace(TOY, lines={**TOY.lines, name: texts})


def without(name: str) -> GameDefinition:
    return replace(TOY, lines={key: value for key, value in TOY.lines.items() if key != name})


@breaks("check_lines", "the events ['bid_made'] have no line")
def an_event_has_no_line() -> GameDefinition:
    return without("bid_made")


@breaks("check_lines", "the line of resigned has no text in he, pl")
def a_line_speaks_english_only() -> GameDefinition:
    return retelling("resigned", {"en": "Seat {seat} resigns."})


@breaks("check_lines", "have different placeholders")
def a_translated_line_lacks_a_placeholder() -> GameDefinition:
    return retelling("resigned", {**TOY.lines["resigned"], "pl": "Ktoś rezygnuje."})


@breaks("check_lines", "names ['points'], which resigned does not have")
def a_line_names_a_field_of_another_event() -> GameDefinition:
    return retelling("resigned", dict.fromkeys(("en", "he", "pl"), "{points}"))


@breaks("check_lines", "names ['draws'], which guessed does not have")
def a_line_shows_the_draws() -> GameDefinition:
    return retelling("guessed", dict.fromkeys(("en", "he", "pl"), "{draws}"))


@breaks("check_lines", "names ['price'], which guessed does not have")
def a_line_tells_an_object_that_is_not_there() -> GameDefinition:
    return retelling("guessed.price", TOY.lines["resigned"])


@breaks("check_lines", "the line of toppled is of no event")
def a_line_tells_what_cannot_happen() -> GameDefinition:
    return retelling("toppled", TOY.lines["resigned"])


@breaks("check_terms", "the term rounds has no name in he, pl")
def a_term_has_an_english_name_only() -> GameDefinition:
    return replace(TOY, terms={**TOY.terms, "rounds": {"en": "all rounds are over"}})


@breaks("check_told_events", "ended.reason shows 'rounds', which is not in game.terms")
def a_reason_has_no_name() -> GameDefinition:
    return replace(TOY, terms={key: names for key, names in TOY.terms.items() if key != "rounds"})


@breaks("check_told_events", "guessed.odd shows 'yes', which is not in game.terms")
def a_truth_value_has_no_name() -> GameDefinition:
    return replace(TOY, terms={key: names for key, names in TOY.terms.items() if key != "yes"})


@breaks("check_told_events", "bids_shown.raises shows {")
def an_object_has_no_line() -> GameDefinition:
    return without("bids_shown.raises")


@breaks("check_told_events", "bids_shown.raises shows {")
def the_line_of_an_object_shows_what_it_lacks() -> GameDefinition:
    return retelling("bids_shown.raises", dict.fromkeys(("en", "he", "pl"), "{price}"))
