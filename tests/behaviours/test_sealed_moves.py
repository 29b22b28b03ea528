"""The moves that are sealed in the table's own events are shown to their seats, as the document says."""

from collections.abc import Sequence

from games.matches.autoplay import timeouts
from games.matches.play.submission import Sent, play
from games.matches.stream.loading import load
from tests.support.cast import Person, match_of, person
from tests.support.table_fixtures import Later


def test_a_move_that_a_timeout_or_the_end_of_an_autopilot_stands_before_is_shown_to_its_seat(later: Later) -> None:
    people = [person(name) for name in ("Alice", "Bob", "Carol")]
    match_id = match_of(*people, clock={"mode": "per_move", "seconds": 10, "strikes": 1})
    play_first(match_id, people, 0, 2)
    later(20)
    timeouts.expire(match_id)
    while 1 not in load(match_id).match.prompts:
        play_first(match_id, people, *load(match_id).match.prompts)
    play_first(match_id, people, 1)
    # The answer is held against the document.
    told = people[1].get(f"/matches/{match_id}/events?limit=500").json()["items"]
    sealed = {event["type"] for event in told if any("move" in opening["part"] for opening in event["private"])}
    assert {"timed_out", "autopilot_off"} <= sealed


def play_first(match_id: str, people: Sequence[Person], *seats: int) -> None:
    for seat in seats:
        asked = load(match_id).match.prompts[seat]
        sent = Sent(body={"prompt": asked.id, **asked.moves[0].legal[0]})
        play(match_id, people[seat].id, sent, key=None)
