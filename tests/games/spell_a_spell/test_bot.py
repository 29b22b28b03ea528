"""What the graded bots of Spell-a-Spell prefer, and what `easy` does that the others do not."""

import pytest

from games.core.bots import EASY, HARD, MEDIUM
from games.spell_a_spell import bots_3
from games.spell_a_spell.bot import BOT, CHILDS_REACH, GRADES
from games.spell_a_spell.moves import CastWord
from tests.games.spell_a_spell.scene import SNOWBALL, scene

BABY = "בית"


def first(grade: str, *hands: str, **options: object) -> object:
    state = scene(*hands, **options)  # type: ignore[arg-type]
    return BOT.order(state, 0, GRADES[grade])[0]


@pytest.mark.parametrize("grade", [MEDIUM, HARD])
def test_medium_and_hard_lay_the_longest_word_that_they_know(grade: str) -> None:
    move = first(grade, "תפוחדג", "א")

    assert isinstance(move, CastWord)
    assert len(move.word) == 4


def test_easy_lays_a_word_of_a_child_from_the_middle_of_its_list() -> None:
    state = scene("תפוחדג", "א")
    words = [move for move in BOT.order(state, 0, GRADES[MEDIUM]) if isinstance(move, CastWord)]
    easy = BOT.order(state, 0, GRADES[EASY])
    known = [move for move in easy if isinstance(move, CastWord)]

    assert 0 < len(known) <= len(words)
    rest = sorted(len(move.word) for move in known[1:])
    assert rest[0] <= len(known[0].word)
    longest_first = sorted(known, key=lambda move: -len(move.word))
    assert len(known[0].word) == len(longest_first[len(known) * CHILDS_REACH // 1000].word)


def test_easy_throws_a_snowball_before_words_and_breaks_a_long_spell_by_a_special_word() -> None:
    assert first(EASY, "תפוח snowball", "א") == SNOWBALL
    assert first(EASY, "שלג", "א", spell="מלפפון") == CastWord(word="שלג")


def test_version_3_knows_its_words_by_chance_still() -> None:
    state = scene("תפוחדג", "א")

    assert [bots_3.knows(bots_3.GRADES[EASY], word) for word in (BABY, "כלב", "בונובו")] == [False, False, True]
    assert BOT.order(state, 0, GRADES[HARD]) == bots_3.BOT.order(state, 0, bots_3.GRADES[HARD])
