from typing import Any

from games.matches.autoplay import timeouts
from games.matches.play import submission
from games.matches.play.submission import Sent
from games.matches.stream.loading import load
from tests.support.cast import Person, match_of
from tests.support.table_fixtures import Later
from tests.support.timing import timed_out

TEN_SECONDS: dict[str, Any] = {"mode": "per_move", "seconds": 10, "on_timeout": "default_move"}


def listed(match_id: str, seat: int) -> Any:
    prompt = load(match_id).match.prompts[seat]
    return {"prompt": prompt.id, **prompt.moves[0].legal[0]}


def test_without_a_clock_nothing_falls_due(cast: tuple[Person, ...]) -> None:
    loaded = load(match_of(*cast))
    assert (loaded.match.deadlines, timeouts.wakes_at(loaded)) == ((), None)


def test_expiry_plays_the_default_move_for_every_seat_whose_time_is_up(cast: tuple[Person, ...], later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    submission.play(match_id, cast[1].id, Sent(body=listed(match_id, 1)), key=None)
    later(10)
    timeouts.expire(match_id)
    events = [event.envelope for event in load(match_id).events]
    timed_out = [event for event in events if event["type"] == "timed_out"]
    assert [(event["seat"], event["by"]) for event in timed_out] == [(0, "clock"), (2, "clock")]
    defaulted = [event for event in events if event["type"] == "choice_defaulted"]
    assert [(event["seat"], event["by"]) for event in defaulted] == [(0, "clock"), (2, "clock")]


def test_no_two_appends_of_a_match_share_their_time_also_when_one_call_makes_them(
    cast: tuple[Person, ...], later: Later
) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    later(10)
    timeouts.expire(match_id)
    envelopes = [event.envelope for event in load(match_id).events]
    assert len({event["at"] for event in envelopes if event["type"] == "timed_out"}) == 3


def test_before_the_deadline_the_clock_plays_nothing(cast: tuple[Person, ...], later: Later) -> None:
    match_id = match_of(*cast, clock={**TEN_SECONDS, "seconds": 600})
    later(570)
    before = load(match_id).events
    timeouts.expire(match_id)
    assert load(match_id).events == before


def test_a_second_sweep_of_the_same_deadline_plays_nothing(cast: tuple[Person, ...], later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    later(10)
    timeouts.expire(match_id)
    before = load(match_id).events
    timeouts.expire(match_id)
    assert load(match_id).events == before
    assert timed_out(match_id) == ["p1.0", "p1.1", "p1.2"]


def test_rpw_67_a_match_that_nobody_plays_ends_as_abandoned(cast: tuple[Person, ...], later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    for number in range(1, 4):
        later(10)
        timeouts.expire(match_id)
        assert len(timed_out(match_id)) == 3 * number
    outcome = load(match_id).match.table.outcome
    assert outcome is not None
    assert (outcome["reason"], outcome["winners"]) == ("abandoned", [])
    before = load(match_id).events
    timeouts.expire(match_id)
    assert load(match_id).events == before
