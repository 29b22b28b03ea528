import pytest

from games.core.moves import Resign
from games.spell_a_spell import GAME
from games.spell_a_spell.state import Turn, Voting
from tests.games.spell_a_spell.scene import (
    ACCEPT,
    CHALLENGE,
    DECLINE,
    END,
    SANDSTORM,
    SNOWBALL,
    Played,
    assert_refused,
    cast,
    play,
    scene,
    stacked,
)

GO = Resign()


def turn_of(played: Played) -> int:
    assert isinstance(played.state, Turn)
    return played.state.seat


def test_sas_49_who_resigns_on_turn_draws_nothing_and_frees_the_next_of_his_spell() -> None:
    played = play(scene("א", "א", "א", spell="מלך"), (0, GO))

    assert played.types == ["seat_resigned", "spell_ended", "turn_started"]
    assert played.one("spell_ended").reason == "resigned"
    assert turn_of(played) == 1
    assert played.table.spell is None


def test_sas_49_who_resigns_out_of_turn_leaves_the_turn_and_its_question_as_they_are() -> None:
    before = scene("קופ", "א", "א", spell="מלך")
    played = play(before, (1, GO))

    assert played.types == ["seat_resigned"]
    assert GAME.prompts(played.state)[0] == GAME.prompts(before)[0]


def test_sas_49_left_neighbour_is_the_next_seat_still_in() -> None:
    played = play(scene("קופ", "א", "א"), (1, GO), (0, cast("קוף")))

    assert (played.one("spell_standing").on, turn_of(played)) == (2, 2)


def test_sas_49_a_sandstorm_passes_a_resigned_seat_by() -> None:
    played = play(scene("אא sandstorm", "בבב", "ננננ", resigned=[1]), (0, SANDSTORM))

    assert [played.faces(seat) for seat in range(3)] == ["ננננ", "בבב", "אא"]


def test_sas_49_a_snowball_flies_over_a_resigned_seat() -> None:
    assert play(scene("אב snowball", "גד", "הו", resigned=[1]), (0, SNOWBALL)).one("snowball_thrown").target == 2


def test_sas_49_passes_of_the_resigned_no_longer_count() -> None:
    played = play(scene("א", "א", "א", "א", deck=""), (0, END), (1, END), (0, GO))

    assert played.table.passes == (1,)


def test_sas_49_the_end_is_checked_again_when_the_number_of_seats_falls() -> None:
    played = play(scene("א", "א", "א", deck=""), (0, END), (1, END), (2, GO))

    assert played.types[-1] == "run_ended"
    assert GAME.outcome(played.state) is not None


def test_sas_49_an_open_vote_of_the_resigned_counts_as_accept() -> None:
    proposed = play(scene("יצא", "א", "א", adjudication="lexicon_vote"), (0, cast("יצא")), (1, CHALLENGE))
    played = play(proposed.state, (2, GO))

    assert played.one("vote_closed").votes == ("challenge", "accept")
    assert played.one("vote_closed").accepted


def test_sas_49_a_vote_already_given_stands() -> None:
    opening = scene("יצא", "א", "א", "א", adjudication="lexicon_vote")
    played = play(opening, (0, cast("יצא")), (1, CHALLENGE), (1, GO), (2, CHALLENGE), (3, ACCEPT))

    assert (played.one("vote_closed").accepts, played.one("vote_closed").challenges) == (1, 2)


def test_sas_49_a_proposed_word_of_the_resigned_is_taken_back() -> None:
    played = play(scene("יצאב", "א", "א", adjudication="lexicon_vote"), (0, cast("יצא")), (0, GO))

    assert played.faces(0) == "אביצ"
    assert played.scores()[0] == 0
    assert turn_of(played) == 1


def test_sas_49_a_word_that_lies_open_when_the_last_opponent_goes_is_taken_back() -> None:
    played = play(scene("יצאב", "א", adjudication="lexicon_vote"), (0, cast("יצא")), (1, GO))

    assert played.types == ["word_proposed", "seat_resigned", "last_seat_remained"]
    assert played.faces(0) == "אביצ"


def test_sas_49_a_voter_who_resigned_earlier_is_not_asked() -> None:
    played = play(scene("יצא", "א", "א", resigned=[1], adjudication="lexicon_vote"), (0, cast("יצא")))

    assert isinstance(played.state, Voting)
    assert played.state.voters == (2,)


def test_sas_49_the_thief_of_a_pending_theft_ends_the_round_by_leaving() -> None:
    state = scene("אב snowball", "גד snowball", "הו")
    pending = play(state, (0, SNOWBALL), (1, DECLINE), (1, SNOWBALL), chance=stacked("L-ג-1"))
    played = play(pending.state, (1, GO))

    assert played.one("snowball_round_ended").reason == "resigned"
    assert played.of("cards_stolen") == []
    assert turn_of(played) == 0


def test_sas_49_a_thief_whose_theft_is_made_leaves_the_reply_open() -> None:
    state = scene("אב snowball", "גד snowball", "הוז")
    replying = play(state, (0, SNOWBALL), (1, DECLINE), (1, SNOWBALL), (2, DECLINE), chance=stacked("L-ג-1"))
    played = play(replying.state, (1, GO))

    assert played.types == ["seat_resigned"]
    assert list(GAME.prompts(played.state)) == [2]


def test_sas_49_if_the_initiator_leaves_the_round_ends_and_the_turn_passes_on() -> None:
    played = play(scene("אב snowball", "גד", "הו", spell="מלך"), (0, SNOWBALL), (0, GO))

    assert played.types[-4:] == ["seat_resigned", "snowball_round_ended", "spell_ended", "turn_started"]
    assert turn_of(played) == 1


def test_sas_49_the_hand_stays_out_of_the_game_and_gets_no_cards_in_later_runs() -> None:
    played = play(scene("אב", "ג", "ד", deck="", runs=2), (0, GO), (1, END), (2, END))

    assert played.table.run == 2
    assert played.sizes() == [0, 6, 6]
    assert len(played.table.deck) == 78


def test_sas_49_a_resigned_seat_comes_last_whatever_it_scored_and_cannot_win() -> None:
    state = scene("קופ", "א", "א", deck="")
    played = play(state, (0, cast("קוף")), (0, GO), (1, END), (2, END), (1, END))
    outcome = GAME.outcome(played.state)

    assert outcome is not None
    assert (outcome.ranking, outcome.winners) == (((1, 2), (0,)), (1, 2))


@pytest.mark.parametrize("seats", [2, 5])
def test_sas_49_the_last_seat_wins_at_once(seats: int) -> None:
    played = play(scene(*"אבגדה"[:seats]), *[(seat, GO) for seat in range(seats - 1)])
    outcome = GAME.outcome(played.state)

    assert played.types[-1] == "last_seat_remained"
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("last_seat", (seats - 1,))


def test_sas_49_who_has_resigned_takes_no_further_part() -> None:
    state = play(scene("א", "א", "א"), (0, GO)).state

    for move in (GO, END):
        assert_refused(state, 0, move, "seat_resigned", "SAS-49")


def test_sas_41_after_the_end_nobody_moves() -> None:
    assert_refused(play(scene("א", "א"), (0, GO)).state, 1, END, "match_is_over", "SAS-41")


def test_sas_22_the_label_of_the_bewitched_goes_with_the_resignation() -> None:
    played = play(scene("א", "א", "א", spell="מלך"), (0, END), (0, GO))

    assert not played.table.players[0].bewitched
