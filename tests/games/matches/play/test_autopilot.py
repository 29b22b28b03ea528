from typing import Any

import pytest

from games.core.codec import move_to_json
from games.matches.autoplay import bots, timeouts
from games.matches.errors import MatchNotActive, NotOnAutopilot, NotSeated, NotYourSeat, UnknownSeat
from games.matches.play import autopilot, submission
from games.matches.presentation import resources
from games.matches.stream.loading import load
from games.matches.stream.state import fold
from tests.support.cast import answer_first_prompt, match_of, person
from tests.support.table_fixtures import Cast, Later

CLOCK: dict[str, Any] = {"mode": "per_move", "seconds": 10, "strikes": 2}


@pytest.fixture(autouse=True)
def _step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "MOVES_AT_ONCE", 1)


def one_round(match_id: str, cast: Cast, later: Later, *, present: tuple[int, ...]) -> None:
    """The present answer whatever they are asked, the others time out, until a round of the game is over."""
    before = round_of(match_id)
    while not load(match_id).match.is_over and round_of(match_id) == before:
        while asked := set(present) & set(load(match_id).match.prompts):
            answer_first_prompt(match_id, cast[min(asked)], min(asked))
            if round_of(match_id) != before:
                return
        later(10)
        timeouts.expire(match_id)


def round_of(match_id: str) -> int:
    loaded = load(match_id)
    return int(str(loaded.match.game.view(loaded.match.state, None)["round"]))


def events(match_id: str, *types: str) -> list[tuple[Any, ...]]:
    found = [event.envelope for event in load(match_id).events]
    return [(event["type"], event["seat"], event["data"]) for event in found if event["type"] in types]


def status(match_id: str, seat: int) -> Any:
    seats: Any = resources.resource(load(match_id).match, quarantined=False)["seats"]
    return seats[seat]["status"]


def on_autopilot(cast: Cast, later: Later, **clock: Any) -> str:
    """A match in which seat 2 is on autopilot after two strikes and the others are there."""
    match_id = match_of(*cast, clock={**CLOCK, **clock})
    for _ in range(2):
        one_round(match_id, cast, later, present=(0, 1))
    assert status(match_id, 2) == "autopilot"
    return match_id


def test_the_last_strike_puts_a_seat_on_autopilot_in_the_append_of_its_timeout(cast: Cast, later: Later) -> None:
    match_id = on_autopilot(cast, later)
    kinds = [event.envelope["type"] for event in load(match_id).events]
    place = kinds.index("autopilot_on")
    assert kinds[place - 1 : place + 2] == ["timed_out", "autopilot_on", "choice_defaulted"]
    assert events(match_id, "autopilot_on") == [("autopilot_on", 2, {"reason": "strikes", "strikes": 2})]


def test_a_seat_on_autopilot_is_played_for_at_once_and_has_no_deadline(cast: Cast, later: Later) -> None:
    match_id = on_autopilot(cast, later)
    loaded = load(match_id)
    match = loaded.match
    assert 2 in match.prompts
    assert 2 not in {due.seat for due in match.deadlines}
    assert timeouts.wakes_at(loaded) == match.at
    timeouts.expire(match_id)
    loaded = load(match_id)
    assert 2 not in loaded.match.prompts
    last = loaded.events[-1].envelope
    assert (last["type"], last["seat"], last["by"]) == ("choice_defaulted", 2, "bot")
    assert len(events(match_id, "timed_out")) == 2


def test_a_move_of_its_own_forgives_a_seat_its_strikes(cast: Cast, later: Later) -> None:
    # A round may ask a seat more than once, so more strikes than one.
    match_id = match_of(*cast, clock={**CLOCK, "strikes": 10})
    one_round(match_id, cast, later, present=(0, 1))
    assert set(load(match_id).match.table.strikes) == {2}
    one_round(match_id, cast, later, present=(0, 1, 2))
    assert load(match_id).match.table.strikes == {}


def test_its_player_takes_the_seat_back_and_has_all_his_time(cast: Cast, later: Later) -> None:
    match_id = on_autopilot(cast, later)
    later(500)
    taken = autopilot.end_autopilot(match_id, cast[2].id, 2, key="back")
    assert autopilot.end_autopilot(match_id, cast[2].id, 2, key="back").replayed
    assert (taken.first, taken.last) == (taken.last, taken.last)
    match = load(match_id).match
    assert status(match_id, 2) == "seated"
    assert {due.seat: (due.due_at - match.at).total_seconds() for due in match.deadlines}[2] == 10
    assert events(match_id, "autopilot_off") == [("autopilot_off", 2, {"reason": "taken_back"})]


def test_whoever_plays_from_autopilot_is_there_again(cast: Cast, later: Later) -> None:
    match_id = on_autopilot(cast, later)
    answer_first_prompt(match_id, cast[2], 2)
    assert events(match_id, "autopilot_off") == [("autopilot_off", 2, {"reason": "played"})]
    match = load(match_id).match
    assert (status(match_id, 2), match.table.strikes) == ("seated", {})


def test_only_the_seats_own_player_takes_it_back_and_only_from_autopilot(cast: Cast, later: Later) -> None:
    match_id = on_autopilot(cast, later)
    with pytest.raises(NotYourSeat):
        autopilot.end_autopilot(match_id, cast[0].id, 2, key=None)
    with pytest.raises(NotSeated):
        autopilot.end_autopilot(match_id, person("Charlie").id, 2, key=None)
    with pytest.raises(UnknownSeat):
        autopilot.end_autopilot(match_id, cast[2].id, 3, key=None)
    with pytest.raises(NotOnAutopilot):
        autopilot.end_autopilot(match_id, cast[0].id, 0, key=None)
    for one in cast[:2]:
        submission.resign(match_id, one.id, key=None)
    with pytest.raises(MatchNotActive):
        autopilot.end_autopilot(match_id, cast[2].id, 2, key=None)


def test_on_timeout_resign_the_clock_resigns_for_the_seat(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock={**CLOCK, "on_timeout": "resign"})
    for seat in (0, 1):
        answer_first_prompt(match_id, cast[seat], seat)
    later(10)
    timeouts.expire(match_id)
    assert load(match_id).match.resigned == {2}
    assert [kind for kind, *_ in events(match_id, "timed_out", "seat_resigned")] == ["timed_out", "seat_resigned"]


def test_the_bot_that_the_clock_names_for_autopilots_takes_over_and_is_judged_by_its_own_pick(
    cast: Cast, later: Later
) -> None:
    match_id = on_autopilot(cast, later, autopilot="easy")
    match = load(match_id).match
    prompt = match.prompts[2]
    expected = move_to_json(bots.pick(match, prompt, bot="easy"))
    timeouts.expire(match_id)
    loaded = load(match_id)
    sent = [opening.part for event in loaded.events for opening in event.openings if "move" in opening.part][-1]
    assert sent == {"move": {"prompt": prompt.id, **expected}, "bots": loaded.match.game.bots}


def test_on_timeout_bot_a_legal_move_is_played_for_the_seat(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock={**CLOCK, "on_timeout": "bot"})
    later(10)
    asked = load(match_id).match.prompts[0]
    timeouts.expire(match_id)
    loaded = load(match_id)
    first = next(event for event in loaded.events if event.envelope["type"] == "timed_out")
    assert first.openings[0].audience == (0,)
    move = dict(first.openings[0].part["move"])
    assert move.pop("prompt") == asked.id
    assert move in [dict(one) for one in asked.moves[0].legal]


def test_rpw_67_a_match_whose_players_are_all_away_ends_at_once_as_abandoned_even_when_bots_played_for_them(
    cast: Cast, later: Later
) -> None:
    match_id = match_of(*cast, clock={**CLOCK, "on_timeout": "bot", "strikes": 1})
    later(10)
    for _ in range(20):
        timeouts.expire(match_id)
    outcome = load(match_id).match.table.outcome
    assert outcome is not None
    assert (outcome["reason"], outcome["winners"]) == ("abandoned", [])


def test_a_match_folded_from_its_stream_is_the_one_that_was_played(cast: Cast, later: Later) -> None:
    match_id = on_autopilot(cast, later)
    autopilot.end_autopilot(match_id, cast[2].id, 2, key=None)
    loaded = timeouts.expire(match_id)
    again = load(match_id)
    assert fold(match_id, again.events) == loaded.match == again.match


def test_a_match_from_before_there_were_strikes_has_no_autopilot(
    cast: Cast, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = {"mode": "per_move", "seconds": 10, "on_timeout": "default_move"}
    monkeypatch.setattr("games.table.clocks.normal", lambda clock: old)
    match_id = match_of(*cast, clock=CLOCK)
    assert load(match_id).match.table.clock == old
    for _ in range(4):
        one_round(match_id, cast, later, present=(0, 1))
    assert events(match_id, "autopilot_on") == []
