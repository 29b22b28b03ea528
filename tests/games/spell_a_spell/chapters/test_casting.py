import pytest

from games.spell_a_spell.components.cards import FACE
from games.spell_a_spell.components.spelling import normal
from games.spell_a_spell.state import Spell, Turn
from tests.games.spell_a_spell.scene import (
    END,
    FIREWALL,
    SANDSTORM,
    SNOWBALL,
    Played,
    assert_refused,
    cast,
    listed,
    play,
    scene,
)


def turn_of(played: Played) -> int:
    assert isinstance(played.state, Turn)
    return played.state.seat


def test_v1_sas_14_to_16_kof_scores_three_fills_up_and_is_the_spell_on_the_left_neighbour() -> None:
    played = play(scene("קופאבג", "אבגדהו", "א"), (0, cast("קוף", "L-ק-1", "L-ו-1", "L-פ-1")))

    assert played.types == ["word_cast", "cards_drawn", "spell_standing", "turn_started"]
    assert played.table.players[0].pile == ("L-ק-1", "L-ו-1", "L-פ-1")
    assert played.sizes()[0] == 6
    assert played.table.spell == Spell(caster=0, on=1, word="קוף", key="קופ")
    assert turn_of(played) == 1
    assert played.one("turn_started").least == 3


def test_sas_7_any_number_of_effects_come_before_the_attempt() -> None:
    played = play(scene("קופ sandstorm sandstorm", "קופ"), (0, SANDSTORM), (1 - 1, END))

    assert played.types[:3] == ["effect_played", "hand_passed", "hand_passed"]
    assert turn_of(played) == 1


def test_sas_8_after_an_effect_the_same_player_goes_on_under_a_new_question() -> None:
    before = scene("קופ sandstorm", "אבג", spell="מלך")
    played = play(before, (0, SANDSTORM))

    assert turn_of(played) == 0
    assert played.table.questions > before.table.questions


def test_v28_sas_7_an_effect_card_after_a_refused_word_of_the_turn_is_refused() -> None:
    for effect in (SANDSTORM, SNOWBALL, FIREWALL):
        state = scene("קופ sandstorm snowball firewall", "א", spell="אב", refused=1, adjudication="lexicon_vote")
        assert_refused(state, 0, effect, "effects_come_first", "SAS-7")


def test_v28_sas_7_an_effect_card_after_a_cast_word_is_the_next_players_business() -> None:
    played = play(scene("קופ sandstorm", "א"), (0, cast("קוף")))

    assert_refused(played.state, 0, SANDSTORM, "not_your_turn", "SAS-6")


def test_sas_9_a_turn_may_end_without_a_word_though_the_hand_has_one() -> None:
    assert {"type": "end_turn"} in listed(scene("קופ", "א"), 0)
    assert play(scene("קופ", "א"), (0, END)).types[0] == "free_pass"


def test_sas_10_cards_are_laid_from_ones_own_hand_each_once() -> None:
    state = scene("קופ", "רגל")

    assert_refused(state, 0, cast("רגל", "L-ר-1", "L-ג-1", "L-ל-1"), "card_not_in_hand", "SAS-10")
    assert_refused(state, 0, cast("קוקו", "L-ק-1", "L-ו-1", "L-ק-1", "L-ו-1"), "card_not_in_hand", "SAS-10")


def test_sas_10_an_effect_card_lays_no_letter() -> None:
    assert_refused(
        scene("קו snowball", "א"), 0, cast("קוף", "L-ק-1", "L-ו-1", "FX-SNOW-1"), "card_lays_no_letter", "SAS-10"
    )


def test_sas_10_a_word_that_the_hand_cannot_lay_is_refused() -> None:
    assert_refused(scene("קפ snowball", "א"), 0, cast("קוף"), "hand_cannot_lay", "SAS-10")


@pytest.mark.parametrize("typed", ["בית ספר", "בית־ספר", 'צה"ל', "צה״ל", "cat", "קוף1", ""])
def test_v24_sas_10_what_is_no_word_of_letters_is_refused(typed: str) -> None:
    assert_refused(scene("קופ", "א"), 0, cast(typed), "word_malformed", "SAS-10")


def test_sas_11_a_word_that_names_no_tangible_thing_is_refused_and_another_may_follow() -> None:
    state = scene("גלותחו", "א")

    assert_refused(state, 0, cast("גלות"), "word_not_in_lexicon", "SAS-11")
    assert play(state, (0, cast("חול"))).one("word_cast").word == "חול"


def test_v12_sas_11_the_english_hand_makes_cat_and_leg_but_neither_exile_nor_circle() -> None:
    state = scene("גוחלרת", "א")

    for word in ("חתול", "רגל"):
        assert play(state, (0, cast(word))).one("word_cast").word == word
    for word in ("גלות", "חוג"):
        assert_refused(state, 0, cast(word), "word_not_in_lexicon", "SAS-11")


def test_sas_11_creatures_of_fancy_count_unless_the_match_leaves_them_out() -> None:
    assert play(scene("דרקונ", "א"), (0, cast("דרקון"))).types[0] == "word_cast"
    assert_refused(scene("דרקונ", "א", allow_imaginary=False), 0, cast("דרקון"), "word_not_in_lexicon", "SAS-11")


def test_sas_11_where_nobody_judges_every_word_counts() -> None:
    played = play(scene("יזע", "א", adjudication="free", word_scope="any"), (0, cast("יזע")))

    assert played.types[0] == "word_cast"


def test_sas_12_a_single_letter_is_no_word() -> None:
    assert_refused(scene("אש", "א", adjudication="free"), 0, cast("א"), "word_too_short", "SAS-12")


def test_sas_12_one_card_is_laid_for_each_letter_fog_included() -> None:
    state = scene("קופ*", "א")

    refusal = assert_refused(state, 0, cast("קוף", "L-ק-1", "L-ו-1"), "wrong_number_of_cards", "SAS-12")
    assert refusal.params == {"letters": 3, "cards": 2}
    assert play(state, (0, cast("קוף", "L-ק-1", "FOG-1", "L-פ-1"))).table.spell is not None


@pytest.mark.parametrize("cards", [("L-פ-1", "L-ו-1", "L-ק-1"), ("L-ק-1", "L-ו-1", "L-א-1")])
def test_sas_3_the_cards_must_spell_the_word_in_reading_order(cards: tuple[str, ...]) -> None:
    assert_refused(scene("קופא", "א"), 0, cast("קוף", *cards), "card_is_another_letter", "SAS-3")


def test_sas_13_a_fog_card_stands_for_the_declared_letter_and_counts_one() -> None:
    played = play(scene("קו*", "א"), (0, cast("קוף", "L-ק-1", "L-ו-1", "FOG-1")))

    assert played.one("word_cast").fogs == (2,)
    assert played.scores()[0] == 3
    assert "SAS-13" in played.one("word_cast").rules


def test_v21_sas_13_a_word_may_be_all_fog() -> None:
    played = play(scene("***", "א"), (0, cast("קוף")))

    assert played.one("word_cast").fogs == (0, 1, 2)
    assert played.scores()[0] == 3


def test_v24_sas_10_every_form_of_a_word_is_the_same_word() -> None:
    for typed in ("קוף", "קופ", "קוּף", "קו\u05bcף"):
        played = play(scene("קופ", "א"), (0, cast(typed)))
        assert played.one("word_cast").key == "קופ"
        assert played.one("word_cast").word == normal(typed).shown


def test_v24_sas_10_a_geresh_has_no_card() -> None:
    played = play(scene("גירפה", "א"), (0, cast("ג׳ירפה")))

    assert played.one("word_cast").word == "ג׳ירפה"
    assert played.scores()[0] == 5


def test_sas_10_without_cards_named_the_server_lays_letters_before_fog() -> None:
    played = play(scene("קופ**", "א"), (0, cast("קוף")))

    assert [FACE[card] for card in played.one("word_cast").cards] == ["ק", "ו", "פ"]
    assert played.one("word_cast").fogs == ()


def test_sas_14_resisted_words_stay_scored_and_who_resists_scores_too() -> None:
    played = play(scene("קופ", "מלכ"), (0, cast("קוף")), (1, cast("מלך")))

    assert played.scores() == [3, 3]


def test_v15_sas_15_after_a_word_the_hand_is_filled_to_its_size() -> None:
    assert play(scene("קופאבגד", "א"), (0, cast("קוף"))).one("cards_drawn").count == 2


def test_v15_sas_15_by_word_length_as_many_cards_are_drawn_as_were_laid() -> None:
    played = play(scene("קופאבגד", "א", refill="by_word_length"), (0, cast("קוף")))

    assert played.one("cards_drawn").count == 3
    assert played.sizes()[0] == 7


def test_sas_15_a_hand_that_is_full_still_draws_nothing() -> None:
    assert play(scene("קופאבגדהוז", "א"), (0, cast("קוף"))).of("cards_drawn") == []


def test_sas_16_the_word_stands_on_the_left_neighbour_whose_turn_begins() -> None:
    played = play(scene("א", "א", "קופ", on=2), (2, cast("קוף")))

    assert (played.one("spell_standing").seat, played.one("spell_standing").on, turn_of(played)) == (2, 0, 0)


@pytest.mark.parametrize(("hand", "typed"), [("קופ", "קוף"), ("קופ", "קופ"), ("קו*", "קוף")])
def test_v29_sas_17_a_word_cannot_answer_itself_in_any_form(hand: str, typed: str) -> None:
    assert_refused(scene(hand, "א", spell="קוף"), 0, cast(typed), "word_is_standing", "SAS-17")


def test_v29_sas_17_later_in_the_game_the_word_may_come_again() -> None:
    opening = scene("קופקופ", "עצ", "א")
    played = play(opening, (0, cast("קוף")), (1, END), (2, END), (0, cast("קוף")))

    assert played.scores()[0] == 6


def test_sas_17_with_repeat_any_a_word_answers_itself() -> None:
    assert play(scene("קופ", "א", spell="קוף", repeat="any"), (0, cast("קוף"))).scores()[0] == 3


def test_sas_17_with_repeat_never_no_word_comes_twice_but_special_ones() -> None:
    played = play(scene("קופקופ", "א", repeat="never"), (0, cast("קוף")), (1, END))
    assert_refused(played.state, 0, cast("קוף"), "word_was_cast", "SAS-17")

    twice = play(scene("אשאש", "א", repeat="never"), (0, cast("אש")), (0, cast("אש")))
    assert twice.scores()[0] == 4


def test_sas_6_only_the_player_on_turn_casts_plays_and_ends() -> None:
    state = scene("קופ", "קופ snowball")

    for move in (cast("קוף"), SNOWBALL, END):
        assert_refused(state, 1, move, "not_your_turn", "SAS-6")
