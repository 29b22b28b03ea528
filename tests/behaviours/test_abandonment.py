from typing import Any

import pytest

from games.matches.autoplay import timeouts
from games.matches.lobby import lobby
from games.matches.play import pauses, submission
from games.matches.play.submission import Sent
from games.matches.presentation import export, transcript
from games.matches.stream.loading import load
from games.registry import GAMES, newest
from games.verify.report import CHECKS, OK
from games.verify.verifier import verify_bytes
from tests.support.cast import Person, match_of, new_match, person
from tests.support.table_fixtures import Later

# A player who is there answers in time however busy the machine is.
CLOCK: dict[str, Any] = {"mode": "per_move", "seconds": 60}


def people(count: int) -> list[Person]:
    return [person(f"Player{number}") for number in range(count)]


def left_alone(match_id: str, later: Later) -> None:
    """Nobody comes; the clock plays until the match is over."""
    for _ in range(1000):
        if timeouts.expire(match_id).match.is_over:
            return
        later(60)
    raise AssertionError("the match does not end")


def ended(match_id: str) -> dict[str, Any]:
    """How the match has ended, by its last event, which came in one append with the one before."""
    *_, before, last = (event.envelope for event in load(match_id).events)
    assert (last["type"], last["by"], last["seat"], last["move"]) == ("match_ended", "system", None, None)
    assert before["at"] == last["at"]
    return dict(last["data"])


def abandoned(seats: int) -> dict[str, Any]:
    return {"reason": "abandoned", "ranking": [[*range(seats)]], "winners": []}


def away(match_id: str, later: Later, *, there: dict[int, Person]) -> None:
    """Some seats stay there and answer; time passes until all others are on autopilot."""
    while load(match_id).match.attended != tuple(sorted(there)):
        while asked := there.keys() & load(match_id).match.prompts.keys():
            prompt = load(match_id).match.prompts[min(asked)]
            listed = next(body for move in prompt.moves for body in move.legal)
            submission.play(match_id, there[prompt.seat].id, Sent(body={"prompt": prompt.id, **listed}), key=None)
        later(60)
        timeouts.expire(match_id)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("on_timeout", ["default_move", "bot"])
def test_a_deserted_match_of_every_game_ends_as_abandoned_without_winners(
    slug: str, on_timeout: str, later: Later
) -> None:
    seats = newest(slug).min_seats
    match_id = match_of(*people(seats), game=slug, clock={**CLOCK, "on_timeout": on_timeout})
    left_alone(match_id, later)
    assert ended(match_id) == abandoned(seats)
    loaded = load(match_id)
    report = verify_bytes(b"".join(export.lines(loaded.match, loaded.events, None)))
    assert (report.checks, report.complete) == (dict.fromkeys(CHECKS, OK), True)


@pytest.mark.parametrize(("language", "reason"), [("en", "nobody"), ("he", "לא נותר מי"), ("pl", "nikt")])
@pytest.mark.parametrize("slug", GAMES)
def test_abandoned_is_told_in_three_languages(slug: str, language: str, reason: str, later: Later) -> None:
    match_id = match_of(*people(newest(slug).min_seats), game=slug, clock={**CLOCK, "strikes": 1})
    left_alone(match_id, later)
    told = [*transcript.history(load(match_id), seat=None, whole=False, language=language)]
    last = told[told.index("") - 1]
    assert reason in last
    assert "abandoned" not in last


def test_the_last_strike_of_the_last_seat_ends_the_match_in_its_append(later: Later) -> None:
    match_id = match_of(*people(3), clock={**CLOCK, "strikes": 1})
    later(60)
    timeouts.expire(match_id)
    envelopes = [event.envelope for event in load(match_id).events]
    kinds = [envelope["type"] for envelope in envelopes if envelope["at"] == envelopes[-1]["at"]]
    assert (kinds[:3], kinds[-1]) == (["timed_out", "autopilot_on", "choice_defaulted"], "match_ended")
    assert [envelope["seat"] for envelope in envelopes if envelope["type"] == "timed_out"] == [0, 1, 2]


def test_a_match_goes_on_while_one_seat_is_attended(later: Later) -> None:
    alice, *others = people(3)
    match_id = match_of(alice, *others, clock={**CLOCK, "strikes": 1})
    away(match_id, later, there={0: alice})
    assert not load(match_id).match.is_over


def test_the_resignation_of_the_last_who_is_there_abandons_a_match_of_the_absent(later: Later) -> None:
    alice, *others = people(3)
    match_id = match_of(alice, *others, clock={**CLOCK, "strikes": 1})
    away(match_id, later, there={0: alice})
    submission.resign(match_id, alice.id, key=None)
    assert ended(match_id) == abandoned(3)


def test_so_it_does_in_a_pause(later: Later) -> None:
    alice, *others = people(3)
    match_id = match_of(alice, *others, clock={**CLOCK, "strikes": 1})
    away(match_id, later, there={0: alice})
    pauses.pause(match_id, alice.id, key=None)
    assert load(match_id).match.table.paused_at is not None
    submission.resign(match_id, alice.id, key=None)
    assert ended(match_id) == abandoned(3)


def test_the_game_s_own_end_goes_before(later: Later) -> None:
    alice, bob = people(2)
    match_id = match_of(alice, bob, game="spell-a-spell", clock={**CLOCK, "strikes": 1})
    away(match_id, later, there={0: alice})
    submission.resign(match_id, alice.id, key=None)
    assert (ended(match_id)["reason"], ended(match_id)["winners"]) == ("last_seat", [1])


@pytest.mark.parametrize("slug", GAMES)
def test_where_the_clock_resigns_for_the_absent_the_game_finds_its_own_end(slug: str, later: Later) -> None:
    match_id = match_of(*people(newest(slug).min_seats), game=slug, clock={**CLOCK, "on_timeout": "resign"})
    left_alone(match_id, later)
    assert ended(match_id)["reason"] in newest(slug).reasons.keys() - {"abandoned"}


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_with_bots_of_the_host_s_goes_on_to_the_game_s_own_end(slug: str, later: Later) -> None:
    seats = newest(slug).min_seats
    (alice,) = people(1)
    match_id, _ = lobby.create(
        alice.id, new_match(game=slug, seats=seats, clock={**CLOCK, "strikes": 1}, start="manual"), key=None
    )
    for _ in range(seats - 1):
        lobby.seat_bot(match_id, alice.id, seat=None, bot="steady", key=None)
    lobby.start(match_id, alice.id, key=None)
    left_alone(match_id, later)
    assert ended(match_id)["reason"] in newest(slug).reasons
    envelopes = [event.envelope for event in load(match_id).events]
    gone = next(envelope for envelope in envelopes if envelope["type"] == "autopilot_on")
    assert gone["move"] < envelopes[-2]["move"]
