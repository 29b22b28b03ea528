"""A match that nobody is left to play ends as abandoned, in the append of what took the last one away, and no other does."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from events.envelope import NewEvent
from games.core.json import JSONObject
from games.registry import GAMES
from games.verify.report import CHECKS, OK
from games.verify.verifier import verify_bytes
from tests.games.verify.files import PER_MOVE, Scribe

GAME = GAMES["rock-paper-wizard"]["1"]
Step = Callable[[Scribe], None]
RESIGN, CAST_NOTHING = {"type": "resign"}, {"type": "cast_nothing"}


def scribe(seats: int = 3, bots: Sequence[int] = ()) -> Scribe:
    return Scribe(GAME, seats, clock={**PER_MOVE, "strikes": 1}, bots=bots)


def ended(**data: Any) -> NewEvent:
    plain: JSONObject = {"reason": "abandoned", "ranking": [[0, 1, 2]], "winners": []}
    return NewEvent(type="match_ended", by="system", data={**plain, **data})


def gone(of: Scribe, *seats: int, end: Sequence[NewEvent] = ()) -> None:
    """These seats go on autopilot, one after the other; `end` is said in the last one's append."""
    for seat in seats:
        of.run_out(seat)
        asked, move = GAME.prompts(of.state)[seat].id, of.moves + 1
        ahead = [
            NewEvent(type="timed_out", data={"prompt": asked}, seat=seat, by="clock", move=move),
            NewEvent(type="autopilot_on", data={"reason": "strikes", "strikes": 1}, seat=seat, by="clock", move=move),
        ]
        of.move(seat, CAST_NOTHING, "clock", ahead, end if seat == seats[-1] else ())


def gone_and_played_for(of: Scribe, end: Sequence[NewEvent] = ()) -> None:
    gone(of, 0, 1, 2)
    seat = min(GAME.prompts(of.state))
    of.move(seat, CAST_NOTHING, "bot", end=end)


def gone_and_more(of: Scribe) -> None:
    gone(of, 0, 1, 2)
    stops: JSONObject = {"reason": "vacation", "quiet_hours": [], "vacation": None}
    of.append([NewEvent(type="clock_changed", data=stops, seat=1, by="player")])
    of.append([ended()])


def gone_and_ended(of: Scribe) -> None:
    gone(of, 0, 1, 2)
    of.append([ended()])


def of_four(of: Scribe) -> None:
    gone(of, 1, 2)
    of.move(3, RESIGN)
    of.move(0, RESIGN, end=[ended(ranking=[[0, 1, 2, 3]])])


TRUE: dict[str, tuple[Scribe, Step]] = {
    "all on autopilot": (scribe(), lambda of: gone(of, 0, 1, 2, end=[ended()])),
    "the last resigns from those on autopilot": (scribe(4), of_four),
    # Older matches went on where nobody was left.
    "it went on": (scribe(), gone_and_played_for),
    "it went on and ended when there was a rule": (scribe(), lambda of: gone_and_played_for(of, [ended()])),
    "bots play on": (scribe(bots=[2]), lambda of: gone(of, 0, 1)),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_the_table_writes_when_nobody_is_left_is_valid(name: str) -> None:
    of, write = TRUE[name]
    write(of)
    report = verify_bytes(of.file(whole=True))
    assert report.checks == dict.fromkeys(CHECKS, OK), report.flaw


FALSE: dict[str, tuple[Scribe, Step, str]] = {
    "somebody is there": (scribe(), lambda of: gone(of, 0, 1, end=[ended()]), "the match goes on"),
    "somebody has just played": (
        scribe(),
        lambda of: of.move(0, of.legal(0)[0], end=[ended()]),
        "the match goes on",
    ),
    "others are there when one resigns": (scribe(), lambda of: of.move(0, RESIGN, end=[ended()]), "the match goes on"),
    "a bot plays on": (scribe(bots=[2]), lambda of: gone(of, 0, 1, end=[ended()]), "the match goes on"),
    "somebody wins": (scribe(), lambda of: gone(of, 0, 1, 2, end=[ended(winners=[0])]), "ends otherwise"),
    "somebody is better": (
        scribe(),
        lambda of: gone(of, 0, 1, 2, end=[ended(ranking=[[0], [1, 2]])]),
        "ends otherwise",
    ),
    "for another reason": (scribe(), lambda of: gone(of, 0, 1, 2, end=[ended(reason="goal")]), "ends otherwise"),
    "in another append": (scribe(), gone_and_ended, "at the same time"),
    "after something that is no move": (scribe(), gone_and_more, "no move has ended it"),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_match_forged_as_abandoned_is_refuted(name: str) -> None:
    of, write, expected = FALSE[name]
    write(of)
    found = verify_bytes(of.file(whole=True)).flaw
    assert found is not None
    assert expected in found.reason, found
    assert found.version == len(of.events)
