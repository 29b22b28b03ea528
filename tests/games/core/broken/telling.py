"""Games that cannot say what happens or what they ask, or not in all languages."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from games.core.definition import GameDefinition
from games.core.languages import LANGUAGES
from games.core.moves import Move
from tests.games.core.breaking import breaks
from tests.games.core.toy import TOY


@dataclass(frozen=True, kw_only=True)
class Labelled(Move):
    type: ClassVar[str] = "guess"
    odd: bool
    label: str = ""


def retelling(name: str, texts: Mapping[str, str]) -> GameDefinition:
    return replace(TOY, lines={**TOY.lines, name: texts})


def without(name: str) -> GameDefinition:
    return replace(TOY, lines={key: value for key, value in TOY.lines.items() if key != name})


@breaks("check_lines", "the events ['bid_made'] have no line")
def an_event_has_no_line() -> GameDefinition:
    return without("bid_made")


@breaks("check_messages", "the message resigned of events has no text in he, pl")
def a_line_speaks_english_only() -> GameDefinition:
    return retelling("resigned", {"en": "{seat, seat} resigns."})


@breaks("check_messages", "has different arguments")
def a_translated_line_lacks_an_argument() -> GameDefinition:
    return retelling("resigned", {**TOY.lines["resigned"], "pl": "Ktoś rezygnuje."})


@breaks("check_messages", "has different variants")
def a_translated_line_lacks_a_variant() -> GameDefinition:
    texts = dict.fromkeys(LANGUAGES, "{odd, select, true {a} false {b} other {c}}")
    return retelling("guessed", {**texts, "he": "{odd, select, true {א} other {ב}}"})


@breaks("check_messages", "counts points in pl without few")
def a_translated_line_does_not_count_as_its_language_does() -> GameDefinition:
    return retelling("guessed", dict.fromkeys(LANGUAGES, "{points, plural, one {a} other {b}}"))


@breaks("check_messages", "has no placeholder at")
def a_line_is_no_message() -> GameDefinition:
    return retelling("resigned", dict.fromkeys(LANGUAGES, "{seat, date}"))


@breaks("check_lines", "names ['points'], which resigned does not have")
def a_line_names_a_field_of_another_event() -> GameDefinition:
    return retelling("resigned", dict.fromkeys(LANGUAGES, "{points}"))


@breaks("check_lines", "names ['draws'], which guessed does not have")
def a_line_shows_the_draws() -> GameDefinition:
    return retelling("guessed", dict.fromkeys(LANGUAGES, "{draws}"))


@breaks("check_lines", "names ['price'], which guessed does not have")
def a_line_tells_an_object_that_is_not_there() -> GameDefinition:
    return retelling("guessed.price", TOY.lines["resigned"])


@breaks("check_lines", "the line of toppled is of no event")
def a_line_tells_what_cannot_happen() -> GameDefinition:
    return retelling("toppled", TOY.lines["resigned"])


@breaks("check_answers", "the moves ['cheer'] have no label")
def a_move_has_no_label() -> GameDefinition:
    return replace(TOY, labels={key: texts for key, texts in TOY.labels.items() if key != "cheer.cheer"})


@breaks("check_answers", "the labels of ['shout'] are of no move")
def a_label_is_of_no_move() -> GameDefinition:
    return replace(TOY, sayings={"shout": TOY.labels["bid"]})


@breaks("check_answers", "a move has a field label")
def a_move_has_a_field_that_is_a_word() -> GameDefinition:
    return replace(TOY, move_classes={**TOY.move_classes, "guess": Labelled})


@breaks("check_answers", "the message of the reason rounds names ['leader']")
def a_reason_names_what_an_ending_lacks() -> GameDefinition:
    return replace(TOY, reasons={**TOY.reasons, "rounds": dict.fromkeys(LANGUAGES, "{leader}")})


@breaks("check_terms", "the term rounds has no name in he, pl")
def a_term_has_an_english_name_only() -> GameDefinition:
    return replace(TOY, terms={**TOY.terms, "rounds": {"en": "all rounds are over"}})


@breaks("check_told_events", "ended.reason shows 'rounds', which is not in game.terms")
def a_reason_has_no_name() -> GameDefinition:
    return replace(TOY, terms={key: names for key, names in TOY.terms.items() if key != "rounds"})


@breaks("check_told_events", "guessed.odd shows 'no', which is not in game.terms")
def a_truth_value_has_no_name() -> GameDefinition:
    return retelling("guessed", dict.fromkeys(LANGUAGES, "{odd}"))


@breaks("check_told_events", "bids_shown.raises shows {")
def an_object_has_no_line() -> GameDefinition:
    return without("bids_shown.raises")


@breaks("check_told_events", "bids_shown.raises shows {")
def the_line_of_an_object_shows_what_it_lacks() -> GameDefinition:
    return retelling("bids_shown.raises", dict.fromkeys(LANGUAGES, "{price}"))


@breaks("check_told_events", "card_dealt of events has a gap")
def a_line_has_nothing_to_say_to_those_who_do_not_know() -> GameDefinition:
    return retelling("card_dealt", dict.fromkeys(LANGUAGES, "{seat, seat}: {card}"))


@breaks("check_told_prompts", "cheer is not in questions")
def a_prompt_asks_nothing() -> GameDefinition:
    return replace(TOY, questions={key: texts for key, texts in TOY.questions.items() if key != "cheer"})


@breaks("check_told_prompts", "the message guess of questions names ['price'], which it is not told")
def a_question_names_what_it_is_not_about() -> GameDefinition:
    return replace(TOY, questions={**TOY.questions, "guess": dict.fromkeys(LANGUAGES, "{price}?")})


@breaks("check_told_prompts", "the message bid of labels names ['price'], which it is not told")
def a_label_names_what_its_move_lacks() -> GameDefinition:
    return replace(TOY, labels={**TOY.labels, "bid": dict.fromkeys(LANGUAGES, "{price}")})
