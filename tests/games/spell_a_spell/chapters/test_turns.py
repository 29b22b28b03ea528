import pytest

from games.spell_a_spell.state import Turn
from tests.games.spell_a_spell.scene import (
    ACCEPT,
    DECLINE,
    END,
    FIREWALL,
    SNOWBALL,
    Played,
    assert_refused,
    cast,
    play,
    scene,
)


def bewitched(played: Played) -> list[bool]:
    return [player.bewitched for player in played.table.players]


@pytest.mark.parametrize("word", ["מלך", "מלכה"])
def test_sas_18_a_word_as_long_or_longer_resists_and_stands_on_the_next(word: str) -> None:
    played = play(scene("מלכה", "א", "א", spell="קוף"), (0, cast(word)))

    assert played.types[:2] == ["word_cast", "spell_ended"]
    assert (played.one("spell_ended").seat, played.one("spell_ended").reason) == (0, "resisted")
    assert played.table.spell is not None
    assert (played.table.spell.word, played.table.spell.on) == (word, 1)


@pytest.mark.parametrize("word", ["עץ", "אי", "עז", "צי"])
def test_v2_sas_18_words_that_are_too_short_do_not_resist(word: str) -> None:
    state = scene("אזיעצד", "א", spell="קוף")

    refusal = assert_refused(state, 0, cast(word), "shorter_than_the_spell", "SAS-18")
    assert refusal.params == {"letters": 2, "least": 3}
    assert play(scene("אזיעצד", "א"), (0, cast(word))).types[0] == "word_cast"


@pytest.mark.parametrize("word", ["יצא", "יזע"])
def test_v2_sas_11_words_that_name_no_thing_do_not_resist(word: str) -> None:
    assert_refused(scene("אזיעצד", "א", spell="קוף"), 0, cast(word), "word_not_in_lexicon", "SAS-11")


def test_v2_and_v13_sas_20_who_cannot_resist_is_bewitched_and_takes_one_more() -> None:
    played = play(scene("אזיעצד", "עצ", spell="קוף"), (0, END))

    assert played.types == ["seat_bewitched", "spell_ended", "cards_drawn", "turn_started"]
    assert played.one("cards_drawn").count == 1
    assert played.sizes()[0] == 7
    assert bewitched(played) == [True, False]
    assert played.table.spell is None
    assert play(played.state, (1, cast("עץ"))).types[0] == "word_cast"


def test_v13_sas_20_who_has_fewer_than_six_fills_up_first() -> None:
    assert play(scene("אב", "א", spell="קוף"), (0, END)).one("cards_drawn").count == 5


def test_sas_21_the_player_after_a_bewitched_one_is_free() -> None:
    played = play(scene("א", "עצ", spell="מלך"), (0, END))

    assert (played.one("turn_started").word, played.one("turn_started").least) == (None, 2)


def test_sas_22_bewitched_is_a_label_until_the_seats_next_turn() -> None:
    played = play(scene("א", "א", "א", spell="מלך"), (0, END), (1, END))
    assert bewitched(played) == [True, False, False]

    again = play(played.state, (2, END))
    assert bewitched(again) == [False, False, False]


def test_sas_22_a_bewitched_player_still_answers_in_a_snowball_round() -> None:
    opened = play(scene("אב firewall", "גד snowball", spell="מלך"), (0, END), (1, SNOWBALL))

    assert bewitched(opened) == [True, False]
    assert play(opened.state, (0, FIREWALL)).one("snowball_round_ended").reason == "firewall"


def test_v16_sas_23_a_holder_of_seven_bewitched_again_holds_eight() -> None:
    assert play(scene("אבגדהוז", "א", spell="מלך"), (0, END)).sizes()[0] == 8


def test_v16_sas_23_with_the_cap_a_bewitched_hand_stays_at_seven() -> None:
    capped = scene("אבגדהוז", "א", spell="מלך", bewitched_hand_cap=True)
    assert play(capped, (0, END)).sizes()[0] == 7

    fewer = scene("אבג", "א", spell="מלך", bewitched_hand_cap=True)
    assert play(fewer, (0, END)).sizes()[0] == 7


def test_sas_23_the_cap_touches_no_free_pass() -> None:
    assert play(scene("אבגדהוז", "א", bewitched_hand_cap=True), (0, END)).sizes()[0] == 8


def test_v17_sas_24_a_free_pass_with_six_makes_seven_and_frees_the_next() -> None:
    played = play(scene("אבגדהו", "א"), (0, END))

    assert played.types == ["free_pass", "cards_drawn", "turn_started"]
    assert played.sizes()[0] == 7
    assert bewitched(played) == [False, False]


@pytest.mark.parametrize(("option", "size"), [("fill_plus_one", 7), ("one_card", 6)])
def test_v17_sas_24_after_a_spent_firewall_a_free_pass_fills_up_or_takes_one(option: str, size: int) -> None:
    state = scene("אבגדה firewall", "א", spell="מלך", free_pass_draw=option)
    played = play(state, (0, FIREWALL), (0, END))

    assert "free_pass" in played.types
    assert played.sizes()[0] == size


def test_v22_sas_25_who_is_due_more_than_the_deck_has_takes_what_is_there() -> None:
    played = play(scene("אבגד", "א", spell="מלך", deck="ה"), (0, END))

    assert played.sizes()[0] == 5
    assert played.table.deck == ()
    assert "SAS-25" in played.one("cards_drawn").rules


def test_sas_25_an_empty_deck_gives_nothing_and_nothing_comes_back() -> None:
    played = play(scene("קופ snowball", "אב", deck=""), (0, SNOWBALL), (1, DECLINE), (1, DECLINE), (0, cast("קוף")))

    assert played.of("cards_drawn") == []
    assert (len(played.table.discard), played.scores()[0]) == (1, 3)


def test_sas_22_a_bewitched_player_judges_words_like_any_other() -> None:
    state = scene("א", "יצא", "א", spell="מלך", adjudication="lexicon_vote")
    proposed = play(state, (0, END), (1, cast("יצא")))

    assert play(proposed.state, (0, ACCEPT)).types == ["vote_cast"]
    assert isinstance(play(proposed.state, (0, ACCEPT), (2, ACCEPT)).state, Turn)
