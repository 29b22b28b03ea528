"""Files in which the table says something, by hand: what its tests of true and of forged files share."""

from collections.abc import Callable
from typing import Any

from events.envelope import NewEvent
from games.registry import GAMES
from games.verify.report import CHECKS, OK
from games.verify.verifier import verify_bytes
from tests.games.verify.files import PER_MOVE, Scribe

GAME = GAMES["rock-paper-wizard"]["1"]


Step = Callable[[Scribe], None]


CAST_NOTHING = {"type": "cast_nothing"}


RESIGN = {"type": "resign"}


def then(*steps: Step) -> Step:
    def take(of: Scribe) -> None:
        for step in steps:
            step(of)

    return take


def scribe(**clock: Any) -> Scribe:
    return Scribe(GAME, 3, clock={**PER_MOVE, "strikes": 2, "quiet_hours": True, **clock})


def event(type: str, seat: int | None = None, by: str = "player", *, move: int | None = None, **data: Any) -> NewEvent:
    return NewEvent(type=type, seat=seat, by=by, move=move, data=data)


PAUSED = event("paused", by="system", reason="agreed")
RESUMED = event("resumed", by="system", reason="agreed")


def prompt(of: Scribe, seat: int) -> str:
    return str(GAME.prompts(of.state)[seat].id)


def expire(of: Scribe, seat: int, *more: NewEvent, body: Any = CAST_NOTHING, by: str = "clock") -> None:
    """A seat's time is up, and this is played for it."""
    of.run_out(seat)
    timed_out = event("timed_out", seat, "clock", move=of.moves + 1, prompt=prompt(of, seat))
    of.move(seat, body, by, [timed_out, *more])


def struck_out(of: Scribe, seat: int = 2) -> None:
    """The seat misses a round and then, by its second strike, goes on autopilot."""
    for _ in range(2):
        strikes = 1 + sum(e.envelope["type"] == "timed_out" and e.envelope["seat"] == seat for e in of.events)
        on = event("autopilot_on", seat, "clock", move=of.moves + 1, reason="strikes", strikes=strikes)
        expire(of, seat, *([on] if strikes == 2 else []))
        while GAME.prompts(of.state) and seat not in GAME.prompts(of.state):
            asked = min(GAME.prompts(of.state))
            of.move(asked, of.legal(asked)[0])


def agree(of: Scribe, what: str, *seats: int) -> None:
    for seat in seats:
        of.append([event(what, seat)])


def paused(of: Scribe, *seats: int) -> None:
    """These seats agree to a pause, all of them unless told, and with the last consent it begins."""
    *others, last = seats or (0, 1, 2)
    agree(of, "pause_agreed", *others)
    of.append([event("pause_agreed", last), PAUSED])


def resumed(of: Scribe) -> None:
    """All agree to go on after a pause, and with the last consent it is over."""
    paused(of)
    agree(of, "resume_agreed", 2, 1)
    of.append([event("resume_agreed", 0), RESUMED])


def consent(of: Scribe, *seats: int, invited_by: int, replaces: int = 2) -> None:
    for seat in seats:
        of.append([event("replacement_agreed", seat, replaces=replaces, invited_by=invited_by)])


def take_over_first(of: Scribe, *then: NewEvent, **data: Any) -> None:
    """The consents are given, and a newcomer sits down; what else is written with that is `then`."""
    struck_out(of)
    consent(of, 0, invited_by=0)
    consent(of, 1, invited_by=0)
    of.append([event("seat_taken", 2, **{"entropy": None, "invited_by": 0, **data}), *then])


def back(reason: Any) -> Step:
    return then(struck_out, lambda of: of.append([event("autopilot_off", 2, reason=reason)]))


def written(step: Step) -> Scribe:
    """A match in play to which the step has added."""
    of = scribe()
    step(of)
    return of


def assert_valid(of: Scribe) -> None:
    """The whole file is valid, and what spectators and seats have of it."""
    report = verify_bytes(of.file(whole=True))
    assert report.checks == dict.fromkeys(CHECKS, OK), report.flaw
    for seat in (None, 0, 2):
        assert verify_bytes(of.file(seat)).flaw is None


def assert_refuted(of: Scribe, expected: str) -> None:
    """The whole file is not valid, for this reason."""
    found = verify_bytes(of.file(whole=True)).flaw
    assert found is not None
    assert expected in found.reason, found
