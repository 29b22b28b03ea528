from typing import Any

import pytest

from games.core.lines import sentence
from tests.games.core.toy import TOY


def event(type: str, *, seat: int | None = None, private: list[dict[str, Any]] | None = None, **data: Any) -> Any:
    parts = [{"index": index, "part": part} for index, part in enumerate(private or [])]
    return {"type": type, "seat": seat, "data": {"rules": ["TOY-1"], **data}, "private": parts}


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Seat 2 resigns."), ("he", "מושב 2 פורש."), ("pl", "Miejsce 2 rezygnuje.")],
)
def test_an_event_is_told_in_the_language_that_is_asked_for(language: str, said: str) -> None:
    assert sentence(TOY, event("resigned", seat=2), language) == said


def test_a_sealed_field_is_told_to_whom_it_is_open() -> None:
    assert sentence(TOY, event("card_dealt", seat=1, private=[{"card": 7}]), "en") == "Seat 1 is dealt 7."


def test_a_sealed_field_is_a_question_mark_to_all_others() -> None:
    assert sentence(TOY, event("card_dealt", seat=1), "en") == "Seat 1 is dealt ?."


def test_an_id_is_told_by_its_name() -> None:
    assert sentence(TOY, event("ended", reason="left_alone"), "pl") == "Koniec gry: zostało jedno miejsce."


def test_a_text_without_a_name_is_told_as_it_is() -> None:
    assert sentence(TOY, event("ended", reason="Ala ma kota"), "pl") == "Koniec gry: Ala ma kota."


def test_a_truth_value_is_told_as_yes_or_no() -> None:
    said = sentence(TOY, event("guessed", seat=0, odd=True, card=3, points=2), "en")

    assert said == "Seat 0 guesses (odd: yes), the card is 3: 2 points."


def test_lists_are_joined_and_objects_in_them_told_by_their_own_line_and_nothing_is_a_dash() -> None:
    bids = event("bids_shown", bids=[3, None, 2], leader=0, raises=[{"seat": 0, "by": 2}, {"seat": 2, "by": 1}])

    assert sentence(TOY, bids, "en") == "The bids: 3, –, 2; raised: seat 0 by 2, seat 2 by 1. Seat 0 leads."


def test_an_empty_list_is_a_dash() -> None:
    bids = event("bids_shown", bids=[None, 1], leader=1, raises=[])

    assert sentence(TOY, bids, "en") == "The bids: –, 1; raised: –. Seat 1 leads."


def test_an_event_of_no_game_is_an_error() -> None:
    with pytest.raises(KeyError):
        sentence(TOY, event("toppled"), "en")
