"""Cells of a terminal: the order of Hebrew for both kinds of terminals, breaking, cutting."""

import pytest
from tabularium_client.terminal.lettering import (
    LEFT_TO_RIGHT_MARK,
    Glyph,
    columns,
    cut,
    field,
    for_terminal,
    glyphs,
    padded,
    rich_text,
    turns_text,
    visual,
    wrapped,
)
from tabularium_client.terminal.pictures.tiles import letters_of, row_of, word_of


def told(line: list) -> str:  # type: ignore[type-arg]
    return "".join(one.text for one in line)


# What is read, and what stands in the cells from left to right.
SEEN = {
    "Ada": "Ada",
    "שלום": "םולש",
    "Ada casts “דבק”.": "Ada casts “קבד”.",
    "טבע ו-Ada": "Ada-ו עבט",
    "הטלת קובייה: 12, Ada (אב)": "(בא) Ada ,12 :הייבוק תלטה",
    "3% מהזמן": "ןמזהמ 3%",
    "Resist “דבק”: 3 letters or more": "Resist “קבד”: 3 letters or more",
    "מ-1 עד 2": "2 דע 1-מ",
    "א < ב": "ב > א",
}


@pytest.mark.parametrize("text", SEEN, ids=lambda text: f"{len(text)}-{text[:3]}")
def test_a_line_stands_in_its_cells_as_it_is_read(text: str) -> None:
    assert told(visual(glyphs(text))) == SEEN[text]


@pytest.mark.parametrize("text", SEEN, ids=lambda text: f"{len(text)}-{text[:3]}")
def test_a_terminal_that_turns_text_shows_the_same_as_one_that_does_not(text: str) -> None:
    seen = visual(glyphs(text))
    given = for_terminal(seen, turns=True)
    shown = told(visual(given, right_to_left=False)).replace(LEFT_TO_RIGHT_MARK, "")
    assert shown == told(seen)
    assert for_terminal(seen, turns=False) == seen
    assert columns(given) == columns(seen)


def test_each_letter_has_a_cell_and_the_first_one_is_on_the_right_in_both_kinds_of_terminals() -> None:
    top, middle, bottom = row_of(letters_of("שלום"))
    assert told(top) == "┌───┬───┬───┬───┐"
    assert told(middle) == "│ ם │ ו │ ל │ ש │"
    assert told(bottom) == "└───┴───┴───┴───┘"
    # Such a terminal turns all between the first and the last letter of the row.
    assert told(for_terminal(middle, turns=True)) == "│ ש │ ל │ ו │ ם │" + LEFT_TO_RIGHT_MARK
    assert told(for_terminal(top, turns=True)) == told(top)


def test_a_label_and_cards_that_are_no_letters_stay_where_they_are_beside_hebrew() -> None:
    _, middle, _ = row_of([("א", ""), ("?", ""), ("ב", ""), ("@", "")])
    line = field("Your hand", 12) + middle
    assert told(line) == "Your hand   │ @ │ ב │ ? │ א │"
    shown = told(visual(for_terminal(line, turns=True), right_to_left=False))
    assert shown.replace(LEFT_TO_RIGHT_MARK, "") == told(line)


def test_what_stands_beside_a_line_in_the_same_row_is_not_turned_together_with_it() -> None:
    (left, right) = (visual(glyphs("│ אב │")), visual(glyphs("“דבק” now stands")))
    row = "".join(told(for_terminal(one, turns=True)) for one in (left, right))
    # A mark is a sign of its own to a terminal.
    shown = told(visual([Glyph(sign) for sign in row], right_to_left=False)).replace(LEFT_TO_RIGHT_MARK, "")
    assert shown == told(left) + told(right)


def test_a_letter_keeps_its_points_and_its_style_wherever_it_is_turned_to() -> None:
    line = glyphs("שָׁ", "bold") + glyphs("ל")
    turned = visual(line)
    assert [(one.text, one.style) for one in turned] == [("ל", ""), ("שָׁ", "bold")]
    assert columns(turned) == 2


def test_no_sign_of_direction_goes_through() -> None:
    assert told(glyphs("a\u2067ב\u2069\u200fc\td\n")) == "aבc d "


def test_lines_break_at_spaces_and_long_words_where_they_must() -> None:
    lines = wrapped(glyphs("one two three12345678 four"), 8)
    assert [told(line) for line in lines] == ["one two", "three123", "45678", "four"]
    assert all(columns(line) <= 8 for line in lines)
    assert wrapped([], 5) == [[]]


def test_what_is_cut_says_so_and_what_is_short_is_filled() -> None:
    assert told(cut(glyphs("Sprout"), 4)) == "Spr…"
    assert told(cut(glyphs("Sprout"), 6)) == "Sprout"
    assert cut(glyphs("Sprout"), 0) == []
    assert told(padded(glyphs("ab"), 4, right=True)) == "  ab"
    # Cut at its end, which is on the left.
    assert told(field("שלום", 3)) == "…לש"


def test_what_is_drawn_has_its_style_and_what_a_click_means() -> None:
    text = rich_text([glyphs("S4", "bold", {"part": {"to": "S4"}}) + glyphs("──"), glyphs("E")])
    assert text.plain == "S4──\nE"
    (first,) = (span.style for span in text.spans if span.start == 0)
    assert first.bold  # type: ignore[union-attr]
    assert first.meta == {"part": {"to": "S4"}}  # type: ignore[union-attr]


def test_a_word_is_written_with_its_last_letter_in_final_form() -> None:
    assert (word_of(list("שלומ")), word_of(["כ"]), word_of([])) == ("שלום", "כ", "")


@pytest.mark.parametrize(
    ("environment", "turns"),
    [
        ({"VTE_VERSION": "7600"}, True),
        ({"VTE_VERSION": "5202"}, False),
        ({"VTE_VERSION": "x"}, False),
        ({"KONSOLE_VERSION": "230800"}, True),
        ({"TERM_PROGRAM": "Apple_Terminal"}, True),
        ({"TERM": "mlterm-256color"}, True),
        ({"TERM": "xterm-kitty"}, False),
        ({}, False),
    ],
)
def test_terminals_that_turn_text_are_known(environment: dict[str, str], turns: bool) -> None:
    assert turns_text(environment) is turns
