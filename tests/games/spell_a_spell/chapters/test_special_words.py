import pytest

from games.spell_a_spell.lexicon.entries import SPECIAL
from games.spell_a_spell.state import Turn
from tests.games.spell_a_spell.scene import END, SANDSTORM, Played, assert_refused, cast, play, scene

WORDS = [("שלג", "snow"), ("ערפל", "fog"), ("אש", "fire"), ("חול", "sand")]


def turn_of(played: Played) -> int:
    assert isinstance(played.state, Turn)
    return played.state.seat


@pytest.mark.parametrize(("word", "name"), WORDS)
def test_sas_26_snow_fog_fire_and_sand_are_the_special_words_and_all_do_the_same(word: str, name: str) -> None:
    played = play(scene(word, "א"), (0, cast(word)))

    assert len(SPECIAL) == 4
    assert played.one("word_cast").special == name
    assert played.types == ["word_cast", "cards_drawn", "extra_turn"]
    assert turn_of(played) == 0


def test_v3_sas_27_fire_removes_a_spell_of_five_letters_and_takes_another_turn() -> None:
    played = play(scene("אשבגדה", "א", spell="שולחן"), (0, cast("אש")))

    assert played.types == ["word_cast", "spell_ended", "cards_drawn", "extra_turn"]
    assert played.one("spell_ended").reason == "special"
    assert played.table.spell is None
    assert (played.scores()[0], played.sizes()[0], turn_of(played)) == (2, 6, 0)


def test_v4_sas_28_fog_may_lie_in_a_special_word_and_scores() -> None:
    played = play(scene("א*בגדה", "א", spell="שולחן"), (0, cast("אש")))

    assert played.one("word_cast").fogs == (1,)
    assert "FOG-1" in played.table.players[0].pile
    assert (played.scores()[0], turn_of(played)) == (2, 0)


def test_v21_sas_28_two_fogs_declared_as_fire_are_the_special_word() -> None:
    assert play(scene("**", "א"), (0, cast("אש"))).one("word_cast").special == "fire"


def test_sas_27_letters_plus_one_draws_one_more_than_was_laid() -> None:
    played = play(scene("אשבגדה", "א", special_refill="letters_plus_one"), (0, cast("אש")))

    assert played.one("cards_drawn").count == 3
    assert played.sizes()[0] == 7


def test_v20_sas_29_a_special_word_needs_no_spell_and_becomes_none() -> None:
    played = play(scene("אש", "א"), (0, cast("אש")), (0, END))

    assert played.of("spell_standing") == played.of("spell_ended") == []
    assert played.one("free_pass").seat == 0
    assert not played.table.players[0].bewitched


@pytest.mark.parametrize("mode", ["lexicon", "lexicon_vote", "free"])
def test_sas_29_special_words_are_always_valid(mode: str) -> None:
    assert play(scene("אש", "א", adjudication=mode), (0, cast("אש"))).types[0] == "word_cast"


def test_sas_29_the_word_is_special_however_it_is_typed() -> None:
    assert play(scene("אש", "א"), (0, cast("אֵשׁ"))).one("word_cast").special == "fire"


def test_sas_30_the_extra_turn_is_whole_with_effects_and_another_special_word() -> None:
    state = scene("אשחול sandstorm", "קופ", spell="מלך")
    played = play(state, (0, cast("אש")), (0, SANDSTORM), (0, cast("קוף")))

    assert [event.word for event in played.of("word_cast")] == ["אש", "קוף"]
    assert len(play(state, (0, cast("אש")), (0, cast("חול"))).of("extra_turn")) == 2


def test_sas_30_refused_words_are_counted_anew_in_the_extra_turn() -> None:
    played = play(scene("אש", "א", refused=1, adjudication="lexicon_vote"), (0, cast("אש")))

    assert isinstance(played.state, Turn)
    assert played.state.refused == 0


def test_sas_19_a_special_word_resists_whatever_its_length_and_an_ordinary_short_one_does_not() -> None:
    state = scene("אשעצ", "א", spell="מלך")

    assert play(state, (0, cast("אש"))).types[0] == "word_cast"
    assert_refused(state, 0, cast("עץ"), "shorter_than_the_spell", "SAS-18")
