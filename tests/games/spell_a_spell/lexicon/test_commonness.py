from collections import Counter
from hashlib import sha256
from importlib.resources import files

import pytest

from games.core.bots import EASY, HARD, MEDIUM
from games.spell_a_spell.bot import GRADES, knows
from games.spell_a_spell.components.spelling import normal
from games.spell_a_spell.lexicon.commonness import CHILD, EVERYBODY, RARE, commonness
from games.spell_a_spell.lexicon.entries import SPECIAL, lexicon, versions

DATA = files("games.spell_a_spell.lexicon").joinpath("data", "use-1.tsv").read_bytes()
# The file that bots of version 4 pick by: with another file they pick otherwise, and are another version.
OF_BOTS_4 = "4ac44f3df0241cdd6549dccb639c879efc46a74d8b1d5b6be9c2b6211dcb1fb0"


def test_a_file_that_bots_have_picked_by_never_changes() -> None:
    assert sha256(DATA).hexdigest() == OF_BOTS_4


def test_every_word_of_every_lexicon_is_known_to_a_child_to_everybody_or_to_few() -> None:
    assert {*commonness().values()} == {CHILD, EVERYBODY, RARE}
    for version in versions():
        assert commonness().keys() >= lexicon(version).entries.keys()


def test_no_word_stands_in_the_file_twice() -> None:
    keys = [line.split("\t")[0] for line in DATA.decode().splitlines()[1:]]
    assert [key for key, count in Counter(keys).items() if count > 1] == []


@pytest.mark.parametrize(
    "words",
    ["בית כלב יד אש שלג אבא אמא ים עץ לחם", "חתול סוס כדור ספר שולחן כיסא חלון דלת אוטו ילד", "תפוח בננה מים חלב שמש"],
)
def test_easy_knows_the_first_words_that_a_child_says(words: str) -> None:
    assert [word for word in words.split() if not knows(GRADES[EASY], word)] == []


@pytest.mark.parametrize(
    ("word", "grades"),
    [("כלב", [EASY, MEDIUM, HARD]), ("מזכירה", [MEDIUM, HARD]), ("בונובו", [HARD]), ("אפיריון", [HARD])],
)
def test_each_grade_knows_more_than_the_one_below(word: str, grades: list[str]) -> None:
    assert [grade for grade in GRADES if knows(GRADES[grade], word)] == grades


def test_every_grade_knows_the_special_words() -> None:
    assert all(knows(GRADES[grade], word) for grade in GRADES for word in SPECIAL)


def test_spellings_of_one_word_that_share_a_gloss_are_equally_common() -> None:
    entries = lexicon(versions()[-1]).entries.values()
    found: dict[tuple[str, str], set[str]] = {}
    for entry in entries:
        if "variant" in entry.flags:
            found.setdefault((entry.gloss, entry.category), set()).add(commonness()[entry.key])
    assert [pair for pair, uses in found.items() if len(uses) > 1] == []


def test_a_word_that_the_file_lacks_is_rare() -> None:
    assert normal("זזזז").key not in commonness()
    assert not knows(GRADES[MEDIUM], "זזזז")
    assert knows(GRADES[HARD], "זזזז")
