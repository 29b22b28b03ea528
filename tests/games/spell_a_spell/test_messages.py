from typing import Any

import pytest

from games.core.events import Event
from games.spell_a_spell import GAME
from games.spell_a_spell.cards import FACE
from games.spell_a_spell.events import CardsDrawn, SnowballRoundEnded, WordCast
from games.spell_a_spell.messages import LINES, TERMS
from tests.games.told import sentence

DRAWN = {"count": 3, "reason": "word", "open_cards": None}
SECRET = [{"cards": ["L-ק-1", "FOG-1", "FX-SNOW-2"]}]


@pytest.mark.parametrize(
    ("language", "private", "said"),
    [
        ("en", [], "Seat 0 draws 3 (after a word): ?."),
        ("en", SECRET, "Seat 0 draws 3 (after a word): ק, fog and snowball."),
        ("he", SECRET, "מושב 0 מושך 3 (אחרי מילה): ק, ערפל וכדור שלג."),
        ("pl", SECRET, "Miejsce 0 dobiera 3 (po słowie): ק, mgła i śnieżka."),
    ],
)
def test_sas_5_drawn_cards_are_told_to_their_owner_alone(language: str, private: list[Any], said: str) -> None:
    assert told(CardsDrawn, DRAWN, private=private, language=language) == said


def test_sas_26_a_special_word_is_named() -> None:
    data = {"word": "אש", "key": "אש", "fogs": [1], "special": "fire"}

    assert told(WordCast, data) == "Seat 0 casts אש and scores its cards (?); special word: fire."


def test_sas_40_the_end_of_a_round_is_told_with_its_reason() -> None:
    assert told(SnowballRoundEnded, {"reason": "firewall"}, language="pl") == (
        "Runda śnieżek skończona (ściana ognia); tura wraca do miejsca 0."
    )


def test_every_id_that_a_line_can_show_has_a_name() -> None:
    reasons = {
        "word",
        "special",
        "bewitched",
        "free_pass",
        "resisted",
        "firewall",
        "resigned",
        "declined",
        "empty_hand",
    }
    others = {"snow", "fog", "fire", "sand", "accept", "challenge", "yes", "no", "defence", "reply"}
    directions = {"receive_from_left", "pass_to_left"}

    assert {*FACE, "sandstorm", "snowball", *reasons, *others, *directions, *GAME.reasons} == TERMS.keys()
    assert LINES.keys() == GAME.event_classes.keys()


def told(
    kind: type[Event], data: dict[str, Any], *, private: list[dict[str, Any]] | None = None, language: str = "en"
) -> str:
    openings = [{"index": index, "part": part} for index, part in enumerate(private or [])]
    return sentence(GAME, {"type": kind.type, "seat": 0, "data": data, "private": openings}, language)
