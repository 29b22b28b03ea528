from games.core.messages import Book, plain
from games.spell_a_spell import GAME
from games.spell_a_spell.state import State, Turn, Voting
from tests.games.spell_a_spell.scene import (
    ACCEPT,
    CHALLENGE,
    END,
    SNOWBALL,
    Played,
    assert_refused,
    cast,
    listed,
    play,
    scene,
    types_asked,
)

VOTE = "lexicon_vote"


def proposed(*more: str, **options: object) -> Played:
    """Seat 0 has proposed a word that the lexicon does not list."""
    return play(scene("יצאבגד", *(more or ("א", "א", "א")), adjudication=VOTE, **options), (0, cast("יצא")))  # type: ignore[arg-type]


def test_sas_11_a_listed_word_needs_no_vote() -> None:
    assert play(scene("קופ", "א", adjudication=VOTE), (0, cast("קוף"))).types[0] == "word_cast"


def test_sas_11_an_unlisted_word_lies_open_and_every_opponent_is_asked() -> None:
    played = proposed()

    assert isinstance(played.state, Voting)
    assert played.state.voters == played.state.missing == (1, 2, 3)
    assert played.types == ["word_proposed"]
    assert played.faces(0) == "בגד"
    assert listed(played.state, 1) == [{"type": "vote", "vote": "accept"}, {"type": "vote", "vote": "challenge"}]


def test_sas_11_a_creature_of_fancy_goes_to_the_vote_where_the_match_leaves_them_out() -> None:
    state = scene("דרקונ", "א", adjudication=VOTE, allow_imaginary=False)

    assert play(state, (0, cast("דרקון"))).types == ["word_proposed"]


def test_v25_sas_11_one_against_one_of_two_opponents_accepts() -> None:
    played = play(proposed("א", "א").state, (1, ACCEPT), (2, CHALLENGE))

    assert played.types[2:5] == ["vote_closed", "word_cast", "cards_drawn"]
    assert played.one("vote_closed").accepted
    assert played.scores()[0] == 3


def test_v25_sas_11_of_two_players_the_one_opponent_decides_and_a_refused_word_costs_nothing() -> None:
    played = play(proposed("א", spell="מלך").state, (1, CHALLENGE))

    assert played.types[1:] == ["vote_closed", "word_refused"]
    assert played.faces(0) == "אבגדיצ"
    assert isinstance(played.state, Turn)
    assert (played.state.seat, played.state.refused, played.scores()[0]) == (0, 1, 0)
    assert played.table.spell is not None


def test_sas_11_challenges_must_outnumber_accepts() -> None:
    assert not play(proposed().state, (1, CHALLENGE), (2, CHALLENGE), (3, ACCEPT)).one("vote_closed").accepted
    assert play(proposed().state, (1, CHALLENGE), (2, ACCEPT), (3, ACCEPT)).one("vote_closed").accepted


def test_sas_11_the_vote_closes_with_the_last_answer_and_shows_all() -> None:
    played = play(proposed().state, (3, ACCEPT), (1, CHALLENGE))
    assert played.types == ["vote_cast", "vote_cast"]

    closed = play(played.state, (2, ACCEPT)).one("vote_closed")
    assert (closed.voters, closed.votes) == ((1, 2, 3), ("challenge", "accept", "accept"))


def test_sas_11_a_vote_is_given_once() -> None:
    assert_refused(play(proposed().state, (1, ACCEPT)).state, 1, CHALLENGE, "already_voted", "SAS-11")


def test_sas_11_only_opponents_vote_and_only_on_an_open_word() -> None:
    assert_refused(proposed().state, 0, ACCEPT, "no_vote_wanted", "SAS-11")
    assert_refused(scene("א", "א"), 0, ACCEPT, "no_vote_wanted", "SAS-11")


def test_sas_7_while_the_table_votes_the_proposer_waits() -> None:
    for move in (END, cast("אב"), SNOWBALL):
        assert_refused(proposed().state, 0, move, "not_your_turn", "SAS-6")


def test_sas_11_after_the_last_allowed_refusal_only_the_end_of_the_turn_is_left() -> None:
    once = play(proposed("א").state, (1, CHALLENGE))
    assert types_asked(once.state, 0) == ["cast_word", "end_turn"]

    twice = play(once.state, (0, cast("יצא")), (1, CHALLENGE))
    assert types_asked(twice.state, 0) == ["end_turn"]
    assert_refused(twice.state, 0, cast("גד"), "no_more_words", "SAS-11")


def question(state: State) -> str:
    asked = GAME.prompts(state)[0]
    return plain(Book(GAME.tables, "en").say("questions", asked.kind, {"seat": asked.seat, **asked.about}))


def test_sas_7_after_a_refused_word_the_question_offers_no_firewall() -> None:
    first, second = (scene("יצא firewall", "א", adjudication=VOTE, spell="אב", refused=count) for count in (0, 1))

    assert (types_asked(first, 0), types_asked(second, 0)) == (
        ["cast_word", "play_effect", "end_turn"],
        ["cast_word", "end_turn"],
    )
    assert question(first) == "Resist “אב”: 2 letters or more, a special word or a firewall."
    assert question(second) == "Resist “אב”: 2 letters or more, or a special word."


def test_sas_11_an_accepted_word_needs_no_second_vote_in_the_match() -> None:
    state = scene("יצאיצא", "א", adjudication=VOTE)
    played = play(state, (0, cast("יצא")), (1, ACCEPT), (1, END), (0, cast("יצא")))

    assert played.types.count("word_proposed") == 1
    assert played.scores()[0] == 6


def test_sas_11_a_refused_word_may_be_proposed_again_in_a_later_turn() -> None:
    played = play(proposed("א").state, (1, CHALLENGE), (0, END), (1, END), (0, cast("יצא")))

    assert played.types[-1] == "word_proposed"


def test_sas_18_a_word_is_held_against_the_spell_before_the_table_is_asked() -> None:
    assert_refused(
        scene("יצא", "א", spell="מלכה", adjudication=VOTE), 0, cast("יצא"), "shorter_than_the_spell", "SAS-18"
    )
