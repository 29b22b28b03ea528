"""Twin matches that differ in one unrevealed secret answer everybody else alike, byte for byte but for the mask."""

from games.matches.stream.loading import load
from tests.behaviours.twins import SetKey, _every_match_that_was_played_holds, play, set_key, told
from tests.games.rock_paper_wizard.wild_scene import match_with_wild_cards_held, other_wild_cards
from tests.support.cast import STRANGER, match_of, person

__all__ = ["_every_match_that_was_played_holds", "set_key"]


def test_a_choice_before_the_reveal_is_nobody_elses(set_key: SetKey) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    one, other = match_of(*cast), match_of(*cast)
    listed = load(one).match.prompts[1].moves[0].legal
    for match_id, move in ((one, listed[0]), (other, listed[-1])):
        play(match_id, cast, [(1, dict(move))])
    assert load(one).match.state != load(other).match.state
    others = [cast[0], cast[2], STRANGER, person("Charlie")]
    assert told(one, others) == told(other, others)
    # The twins do differ for the one who chose, so the comparison can fail.
    assert told(one, [cast[1]]) != told(other, [cast[1]])


def test_a_choice_that_was_taken_back_is_nobody_elses_until_the_end(set_key: SetKey) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    one, other = match_of(*cast), match_of(*cast)
    listed = load(one).match.prompts[1].moves[0].legal
    for match_id, move in ((one, listed[0]), (other, listed[-1])):
        play(match_id, cast, [(1, dict(move))])
        assert cast[1].post(f"/matches/{match_id}/moves/1/take-back").status_code == 200
    others = [cast[0], cast[2], STRANGER, person("Charlie")]
    assert told(one, others) == told(other, others)
    assert told(one, [cast[1]]) != told(other, [cast[1]])


def test_a_wild_card_that_is_held_is_nobodys_not_even_its_holders(set_key: SetKey) -> None:
    key, opening, last = match_with_wild_cards_held()
    cast = [person(f"Seat{seat}") for seat in range(5)]
    twins = []
    for key_of_the_wild_cards in (key, other_wild_cards(key, opening, last)):
        set_key(key)
        match_id = match_of(*cast)
        play(match_id, cast, opening)
        set_key(key_of_the_wild_cards)
        play(match_id, cast, [last])
        twins.append(match_id)
    one, other = twins
    assert load(one).match.state != load(other).match.state
    everyone = [*cast, STRANGER]
    assert told(one, everyone) == told(other, everyone)


def test_a_dry_run_of_the_last_secret_choice_answers_alike_whatever_the_others_have_chosen(set_key: SetKey) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    one, other = match_of(*cast), match_of(*cast)
    listed = {seat: load(one).match.prompts[seat].moves[0].legal for seat in (0, 1)}
    play(one, cast, [(seat, dict(moves[0])) for seat, moves in listed.items()])
    play(other, cast, [(seat, dict(moves[-1])) for seat, moves in listed.items()])
    assert load(one).match.state != load(other).match.state
    before = load(one).events, load(other).events
    assert told(one, [cast[2], STRANGER]) == told(other, [cast[2], STRANGER])
    assert before == (load(one).events, load(other).events)


def test_a_dry_run_that_would_draw_answers_alike_whatever_would_be_drawn(set_key: SetKey) -> None:
    key, opening, last = match_with_wild_cards_held()
    cast = [person(f"Seat{seat}") for seat in range(5)]
    answers = []
    for key_of_the_draw in (key, other_wild_cards(key, opening, last)):
        set_key(key)
        match_id = match_of(*cast)
        play(match_id, cast, opening)
        set_key(key_of_the_draw)
        answers.append(told(match_id, [cast[last[0]]]))
    assert answers[0] == answers[1]
