from importlib.resources import files

import pytest

from games.core.errors import RuleBroken
from games.core.languages import LANGUAGES
from games.spell_a_spell.components.spelling import normal
from games.spell_a_spell.lexicon.entries import lexicon, newest
from games.spell_a_spell.lexicon.lookup import look_up
from games.spell_a_spell.texts import TEXTS
from tests.support.three import in_three

LEFT_OUT = files("games.spell_a_spell.lexicon").joinpath("data", "left-out-1.tsv").read_text("utf-8").splitlines()[1:]

WHY = TEXTS.table("why")


@pytest.mark.parametrize(
    ("typed", "is_in", "reason"),
    [
        *[("קוף", True, "listed"), ("קוּפ", True, "listed"), ("אש", True, "special"), ("דרקון", True, "imaginary")],
        *[("א", False, "too_short"), ("יצא", False, "not_tangible"), ("אאא", False, "not_listed")],
    ],
)
def test_sas_11_a_word_is_in_or_out_for_a_reason(typed: str, is_in: bool, reason: str) -> None:
    found = look_up(typed)
    assert (found["in"], found["reason"], found["why"]) == (is_in, reason, WHY[reason])
    assert (found["entry"] is not None) == is_in


def test_sas_11_what_is_found_says_what_it_names_and_in_which_lexicon() -> None:
    assert in_three(look_up("כלבּ")) == {
        "word": "כלבּ",
        "key": "כלב",
        "length": 3,
        "lexicon": newest(),
        "in": True,
        "reason": "listed",
        "why": in_three(WHY["listed"]),
        "entry": {
            "word": "כלב",
            "category": "animal",
            "emoji": "🐕",
            "gloss": {"en": "dog", "he": "כלב", "pl": "pies"},
            "flags": (),
        },
    }


def test_sas_10_what_is_no_word_is_refused() -> None:
    with pytest.raises(RuleBroken, match="word_malformed"):
        look_up("בית ספר")


@pytest.mark.parametrize("row", LEFT_OUT, ids=ascii)
def test_sas_11_what_was_left_out_is_not_in_the_lexicon_and_says_why(row: str) -> None:
    word, reason, note = row.split("\t")
    assert not lexicon(newest()).accepts(normal(word).key)
    assert look_up(word)["reason"] == reason
    assert reason in WHY
    assert note


def test_every_reason_is_said_in_three_languages() -> None:
    assert all(list(said) == list(LANGUAGES) and all(said.values()) for said in WHY.values())
