from typing import Any

import pytest

from games.core.messages import Arguments, Book, Tables, of_event, of_moves, plain
from tests.games.core.toy import TOY

NAMES = {"axe": {"en": "axe", "he": "גרזן", "pl": "topór"}}


def say(message: str, *, language: str = "en", **arguments: Any) -> str:
    return plain(pieces(message, arguments, language))


def pieces(message: str, arguments: Arguments, language: str = "en", **more: str) -> list[Any]:
    table = {"it": {language: message}, **{f"it.{name}": {language: text} for name, text in more.items()}}
    return [*Book(Tables(messages={"events": table}, terms=NAMES), language).say("events", "it", arguments)]


def event(type: str, *, language: str = "en", private: list[dict[str, Any]] | None = None, **data: Any) -> str:
    parts = [{"index": index, "part": part} for index, part in enumerate(private or [])]
    shown = {"type": type, "seat": data.pop("seat", None), "data": {"rules": ["TOY-1"], **data}, "private": parts}
    return plain(Book(TOY.tables, language).say("events", type, of_event(shown)))


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Seat 2 resigns."), ("he", "פרישה: מושב 2."), ("pl", "Miejsce 2 rezygnuje.")]
)
def test_an_event_is_told_in_the_language_that_is_asked_for(language: str, said: str) -> None:
    assert event("resigned", seat=2, language=language) == said


def test_what_was_said_of_the_same_arguments_is_at_hand() -> None:
    book = Book(Tables(messages={"events": {"it": {"en": "{n} for {item}"}}}, terms=NAMES), "en")
    once = book.say("events", "it", {"n": 1, "item": "axe", "more": [1, 2]})
    assert book.say("events", "it", {"item": "axe", "n": 1}) is once
    # Equal, and not the same.
    assert plain(book.say("events", "it", {"n": True, "item": "axe"})) == "yes for axe"
    # Sealed, and nothing.
    assert plain(book.say("events", "it", {"n": 1})) == "1 for ?"
    assert plain(book.say("events", "it", {"n": 1, "item": None})) == "1 for –"


def test_a_sealed_field_is_told_to_whom_it_is_open() -> None:
    assert event("card_dealt", seat=1, private=[{"card": 7}]) == "Seat 1 is dealt 7."


def test_whoever_may_not_open_it_reads_a_sentence_that_says_nothing_of_it() -> None:
    assert event("card_dealt", seat=1) == "Seat 1 is dealt a card."


def test_moves_that_differ_in_their_lists_alone_are_alike() -> None:
    moves = [{"to": "A", "over": []}, {"to": "B", "over": ["C"]}, {"to": "B", "over": ["D"]}]
    told = of_moves({"seat": 1}, moves)
    assert [one["alike"] for one in told] == [1, 2, 2]
    assert told[1] == {"seat": 1, "to": "B", "over": ["C"], "alike": 2}


def test_an_id_is_told_by_its_name_and_other_text_as_it_is() -> None:
    assert say("{what}", language="pl", what="axe") == "topór"
    assert say("{what}", what="Ala ma kota") == "Ala ma kota"


def test_seats_and_named_ids_are_pieces_of_their_own_and_other_words_are_one_piece() -> None:
    assert pieces("{seat, seat} takes {count} {what}: {count}.", {"seat": 1, "count": 2, "what": "axe"}) == [
        {"text": "Seat 1", "seat": 1},
        {"text": " takes 2 "},
        {"text": "axe", "term": "axe"},
        {"text": ": 2."},
    ]


@pytest.mark.parametrize(
    ("language", "items", "said"),
    [
        ("en", [4], "4"),
        ("en", [4, 5], "4 and 5"),
        ("pl", [4, 5, 6], "4, 5 i 6"),
        ("he", [4, 5], "4 ו-5"),
        ("he", ["axe", "axe"], "גרזן וגרזן"),
    ],
)
def test_a_list_is_joined_as_the_language_joins(language: str, items: list[Any], said: str) -> None:
    assert say("{items}", language=language, items=items) == said


def test_a_list_of_seats_is_a_piece_for_each() -> None:
    assert pieces("{all, seat}", {"all": [0, 2]}) == [
        {"text": "Seat 0", "seat": 0},
        {"text": " and "},
        {"text": "Seat 2", "seat": 2},
    ]


def test_objects_are_told_by_a_message_of_their_own_which_knows_their_place_in_a_list() -> None:
    told = pieces(
        "{hits}.",
        {"hits": [{"by": 3}, None]},
        hits="{index, seat} {by, select, known {by {by}} other {not at all}}",
    )
    assert plain(told) == "Seat 0 by 3; Seat 1 not at all."


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [
        ("en", 0, "no axes"), ("en", 1, "1 axe"), ("en", 2, "2 axes"),
        ("he", 1, "גרזן"), ("he", 2, "שני גרזנים"), ("he", 12, "12 גרזנים"),
        ("pl", 1, "1 topór"), ("pl", 3, "3 topory"), ("pl", 5, "5 toporów"), ("pl", 13, "13 toporów"),
        ("pl", 22, "22 topory"), ("pl", 112, "112 toporów"), ("pl", 101, "101 toporów"),
    ],
)  # fmt: skip
def test_a_plural_follows_the_language(language: str, number: int, said: str) -> None:
    message = {
        "en": "{n, plural, =0 {no axes} one {# axe} other {# axes}}",
        "he": "{n, plural, one {גרזן} two {שני גרזנים} other {# גרזנים}}",
        "pl": "{n, plural, one {# topór} few {# topory} other {# toporów}}",
    }[language]
    assert say(message, language=language, n=number) == said


def test_a_plural_counts_a_list() -> None:
    assert say("{winners, plural, one {# wins} other {# win}}", winners=[2, 4]) == "2 win"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [({"it": True}, "yes"), ({"it": "axe"}, "an axe"), ({"it": 7}, "7"), ({"it": None}, "nothing"),
     ({"it": []}, "nothing"), ({}, "who knows"), ({"it": False}, "False?")],
)  # fmt: skip
def test_a_select_goes_by_the_value_or_by_whether_there_is_one(arguments: dict[str, Any], said: str) -> None:
    message = "{it, select, true {yes} false {False?} axe {an axe} known {{it}} none {nothing} other {who knows}}"
    assert say(message, **arguments) == said


def test_an_apostrophe_is_one_and_quotes_a_brace() -> None:
    assert say("seat's '{brace}' ''") == "seat's {brace} '"


def test_an_event_of_no_game_is_an_error() -> None:
    with pytest.raises(KeyError):
        event("toppled")
