"""A word that cannot be laid cannot be sent: what the page itself says of words in Spell-a-Spell."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's modules")

DECK = [{"id": f"L-{face}-1", "kind": "letter", "face": face} for face in "\u05d0\u05d1\u05de\u05dc\u05e9"]
DECK += [{"id": "FOG-1", "kind": "fog", "face": "fog"}, {"id": "FX-SNOW-1", "kind": "effect", "face": "snowball"}]
ALEF, BET, MEM, LAMED, SHIN, FOG, SNOW = (card["id"] for card in DECK)


def faults(*moves: dict[str, Any], spell: dict[str, Any] | None = None, language: str = "en") -> list[Any]:
    told = {
        "me": 0,
        "language": language,
        "legal": [],
        "content": {
            "decks": {"toy": DECK},
            "numbers": {"shortest_word": 2},
            "special_words": [{"word": "\u05d0\u05e9", "id": "fire"}],
        },
        "view": {"state": {"spell": spell, "players": [{"seat": 0, "hand": [ALEF, BET, MEM, LAMED, SHIN, FOG, SNOW]}]}},
    }
    asked = {"told": told, "moves": [{"type": "cast_word", **move} for move in moves]}
    command = ["node", str(Path(__file__).parent / "laying.mjs")]
    ran = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    found: list[Any] = json.loads(ran.stdout)
    return found


def test_a_word_of_ones_letters_may_be_sent_and_takes_letters_before_fog() -> None:
    (found,) = faults({"word": "\u05d0\u05dd"})
    assert found == {"fault": None, "cards": [ALEF, MEM]}


def test_a_letter_that_is_not_held_is_the_fogs_and_a_second_one_is_lacking() -> None:
    one, two = faults({"word": "\u05d0\u05d3"}, {"word": "\u05d3\u05d3"})
    assert one == {"fault": None, "cards": [ALEF, FOG]}
    assert two["fault"] == "Not in your hand: \u05d3"


def test_a_word_that_is_too_short_says_how_long_it_has_to_be() -> None:
    (found,) = faults({"word": "\u05d0"})
    assert found["fault"] == "It needs 2 letters at least."
    under = {"on": 0, "length": 3, "word": "\u05e9\u05dc\u05d5", "caster": 1}
    short, special, other = faults(
        {"word": "\u05d0\u05d1"}, {"word": "\u05d0\u05e9"}, {"word": "\u05d0\u05d1\u05dc"}, spell=under
    )
    assert short["fault"] == "It needs 3 letters at least."
    # A special word answers a spell of any length.
    assert special["fault"] is None
    assert other["fault"] is None


def test_the_word_that_stands_is_no_answer() -> None:
    under = {"on": 0, "length": 2, "word": "\u05d0\u05dd", "caster": 1}
    (found,) = faults({"word": "\u05d0\u05de"}, spell=under)
    assert found["fault"] == "It is the word that stands: another one is needed."


def test_a_fog_card_without_its_letter_and_signs_that_are_none_are_told() -> None:
    fog, sign = faults({"word": "\u05d0", "card_ids": [ALEF, FOG]}, {"word": "ab"})
    assert fog["fault"] == "Choose the letter that the fog card stands for."
    assert sign["fault"] == "Only Hebrew letters, without spaces."


def test_points_and_strokes_take_no_card() -> None:
    (found,) = faults({"word": "\u05d0\u05b8\u05dd\u05f3"})
    assert found["fault"] is None


@pytest.mark.parametrize("language", ["he", "pl"])
def test_other_languages_say_it_too(language: str) -> None:
    (found,) = faults({"word": "\u05d0"}, language=language)
    assert "2" in found["fault"]
