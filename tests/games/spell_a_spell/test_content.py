import json
import unicodedata
from pathlib import Path
from typing import Any

from events.format.canon import canon
from games import spell_a_spell
from games.spell_a_spell import GAME
from games.spell_a_spell.lexicon.entries import lexicon, newest
from games.spell_a_spell.refusals import REFUSALS
from tests.support.three import in_three

CONTENT: Any = GAME.content
TEXTS = [
    path for path in sorted(Path(spell_a_spell.__file__).parent.rglob("*")) if path.suffix in {".py", ".md", ".tsv"}
]
BIDI = {"\u061c", "\u200e", "\u200f", *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))}


def test_sas_1_the_content_lists_the_cards_of_each_deck_with_their_faces() -> None:
    cards = {card["id"]: card for card in CONTENT["decks"]["sas76.v1"]}

    assert len(cards) == 90
    assert cards["L-ק-2"] == {"id": "L-ק-2", "kind": "letter", "face": "ק"}
    assert cards["FOG-1"] == {"id": "FOG-1", "kind": "fog", "face": "fog"}
    assert cards["FX-SNOW-3"] == {"id": "FX-SNOW-3", "kind": "effect", "face": "snowball"}


def test_the_content_names_every_term_of_the_rules_page_in_three_languages() -> None:
    terms = CONTENT["terms"]

    assert len(terms) >= 31
    assert in_three(terms["spell"]) == {"en": "standing spell", "he": "כישוף", "pl": "czar"}
    assert {"letter_card", "fog_card", "effect_card", "snowball_round", "extra_turn", "score_pile"} <= terms.keys()


def test_the_content_tells_of_the_lexicon_its_version_size_and_licence() -> None:
    assert CONTENT["lexicon"]["version"] == newest()
    assert CONTENT["lexicon"]["words"] == len(lexicon(newest()).entries)
    assert "Unicode-3.0" in CONTENT["lexicon"]["licence"]


def test_the_numbers_are_those_of_the_box() -> None:
    assert CONTENT["numbers"] == {
        "cards": 90,
        "letter_cards": 76,
        "fog_cards": 3,
        "effect_cards": {"sandstorm": 3, "firewall": 3, "snowball": 5},
        "hand_size": 6,
        "hand_size_for_young_players": 7,
        "shortest_word": 2,
    }


def test_no_text_holds_a_character_that_turns_the_direction_of_writing() -> None:
    texts = canon(CONTENT).decode() + json.dumps([GAME.names, dict(GAME.lines), dict(GAME.terms)], ensure_ascii=False)
    texts += "".join(text for refusal in REFUSALS.values() for text in refusal.texts.values())

    assert not BIDI & set(texts)
    assert all(unicodedata.category(character) != "Cf" for character in texts)


def test_no_file_of_the_game_holds_one_either() -> None:
    assert TEXTS
    assert [path.name for path in TEXTS if BIDI & set(path.read_text(encoding="utf-8"))] == []


def test_hebrew_is_written_in_logical_order() -> None:
    assert [unicodedata.name(letter) for letter in CONTENT["terms"]["fire"]["he"]] == [
        "HEBREW LETTER ALEF",
        "HEBREW LETTER SHIN",
    ]
