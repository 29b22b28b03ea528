from typing import Any

import pytest

from games.core.events import Event
from games.spell_a_spell import GAME
from games.spell_a_spell.components.cards import FACE
from games.spell_a_spell.content import TERMS
from games.spell_a_spell.events.course import CardsDrawn, HandPassed, SnowballRoundEnded, WordCast
from tests.games.told import sentence

DRAWN = {"count": 3, "reason": "word", "open_cards": None}
SECRET = [{"cards": ["L-ק-1", "FOG-1", "FX-SNOW-2"]}]


@pytest.mark.parametrize(
    ("language", "private", "said"),
    [
        ("en", [], "Seat 0 draws 3 cards."),
        ("en", SECRET, "Seat 0 draws 3 cards: ק, fog, snowball."),
        ("he", SECRET, "מושב 0: משיכה של 3 קלפים: ק, ערפל, כדור שלג."),
        ("pl", SECRET, "Miejsce 0 dobiera 3 karty: ק, mgła, śnieżka."),
    ],
)
def test_sas_5_drawn_cards_are_told_to_their_owner_alone(language: str, private: list[Any], said: str) -> None:
    assert told(CardsDrawn, DRAWN, private=private, language=language) == said


def test_sas_47_with_open_hands_drawn_cards_are_told_to_all() -> None:
    assert told(CardsDrawn, {**DRAWN, "open_cards": ["L-ק-1"], "count": 1}) == "Seat 0 draws 1 card: ק."


def test_sas_26_a_special_word_is_named() -> None:
    data = {"word": "אש", "key": "אש", "fogs": [1], "special": "fire"}

    assert told(WordCast, data) == "Seat 0 casts “אש” with a fog card, the special word for fire."


def test_sas_40_the_end_of_a_round_is_told_with_its_reason() -> None:
    assert told(SnowballRoundEnded, {"reason": "firewall"}, language="pl") == (
        "Koniec śnieżek: zatrzymuje je ściana ognia. Swoją turę kontynuuje Miejsce 0."
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Seat 0 has no cards for Seat 1."),
        ("he", "מושב 0: אין קלפים למסור אל מושב 1."),
        ("pl", "Miejsce 0 nie ma kart do oddania (komu: Miejsce 1)."),
    ],
)
def test_sas_33_an_empty_hand_that_changes_places_is_no_hand_of_zero_cards(language: str, said: str) -> None:
    assert told(HandPassed, {"receiver": 1, "count": 0}, private=[{"cards": []}], language=language) == said


def test_every_id_that_a_line_can_show_has_a_name() -> None:
    others = {"snow", "fog", "fire", "sand", "accept", "challenge"}

    assert {*FACE, "sandstorm", "snowball", "firewall", *others} == TERMS.keys()


def told(
    kind: type[Event], data: dict[str, Any], *, private: list[dict[str, Any]] | None = None, language: str = "en"
) -> str:
    openings = [{"index": index, "part": part} for index, part in enumerate(private or [])]
    return sentence(GAME, {"type": kind.type, "seat": 0, "data": data, "private": openings}, language)
