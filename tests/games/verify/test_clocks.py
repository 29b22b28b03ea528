"""Whether time was up, who was late, and what was picked for whoever does not play: judged from the file alone."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from events.envelope import NewEvent
from games.core.chance import Chance
from games.core.codec import move_to_json
from games.core.moves import Resign
from games.matches.stream.drafts import of_kernel, with_move
from games.registry import GAMES
from games.table import clocks, stand_ins
from games.table.clocks import LONGEST_PAUSE, MOMENT
from games.table.stoppages import Quiet, Stops
from games.verify.report import CHECKS, OK, REPLAY
from games.verify.verifier import verify_bytes
from tests.games.verify.files import PER_MOVE, Scribe, mended, values

GAME = GAMES["rock-paper-wizard"]["1"]
BANK: dict[str, Any] = {"mode": "bank", "bank_seconds": 90, "increment_seconds": 5, "cap_seconds": 120}
MINUTE = timedelta(minutes=1)
Step = Callable[[Scribe], None]
CAST_NOTHING = {"type": "cast_nothing"}


def scribe(*, bots: Any = (), seats: int = 3, **clock: Any) -> Scribe:
    return Scribe(GAME, seats, clock={**PER_MOVE, "strikes": 1, "quiet_hours": True, **clock}, bots=bots)


def banked() -> Scribe:
    return Scribe(GAME, 3, clock=clocks.normal({**BANK, "strikes": 1}))


def event(type: str, seat: int | None = None, by: str = "player", *, move: int | None = None, **data: Any) -> NewEvent:
    return NewEvent(type=type, seat=seat, by=by, move=move, data=data)


def late(of: Scribe, seat: int, body: Any = CAST_NOTHING, by: str = "clock", *, strikes: int = 1) -> None:
    """Time is called for a seat, and this is played for it; at the last strike it goes on autopilot."""
    asked, move = GAME.prompts(of.state)[seat].id, of.moves + 1
    ahead = [event("timed_out", seat, "clock", move=move, prompt=asked)]
    if strikes == 1:
        ahead.append(event("autopilot_on", seat, "clock", move=move, reason="strikes", strikes=1))
    of.move(seat, body, by, ahead)


def due(of: Scribe, seat: int) -> Any:
    return next(one.due_at for one in of.deadlines if one.seat == seat)


def picked(of: Scribe, seat: int, bot: str) -> Any:
    prompt = GAME.prompts(of.state)[seat]
    chance = stand_ins.chance(of.seed, of.match, prompt)
    return move_to_json(stand_ins.pick(GAME, of.state, prompt, bot=bot, chance=chance))


def another(of: Scribe, seat: int, move: Any) -> Any:
    return next(one for one in of.legal(seat) if one != move)


def first_is_late(of: Scribe, early: timedelta = timedelta()) -> None:
    """All were asked at once: of those who are due together the lowest seat comes first."""
    of.wait_until(due(of, 0) - early)
    late(of, 0)


def second_is_late(of: Scribe) -> None:
    of.wait_until(due(of, 1))
    late(of, 1)


def asked_first(of: Scribe) -> None:
    """The clock of seat 0 stood still for a second, so that seat 1 is due before."""
    of.stop(0, Stops(vacation=(of.now, of.now + timedelta(seconds=1))))


def second_was_due_before(of: Scribe) -> None:
    asked_first(of)
    of.wait_until(due(of, 1))
    late(of, 1)


def lower_seat_was_not(of: Scribe) -> None:
    asked_first(of)
    of.wait_until(due(of, 0))
    late(of, 0)


def paused(of: Scribe) -> None:
    for seat in range(2):
        of.append([event("pause_agreed", seat)])
    of.append([event("pause_agreed", 2), event("paused", by="system", reason="agreed")])


def late_in_a_pause(of: Scribe) -> None:
    up = due(of, 0)
    paused(of)
    of.wait_until(up + MINUTE)
    late(of, 0)


def resumed_and_late(of: Scribe, early: timedelta = timedelta()) -> None:
    """What the pause has lasted is not counted."""
    before = due(of, 0)
    paused(of)
    since = of.now
    of.wait_until(of.now + LONGEST_PAUSE)
    of.append([event("resumed", by="clock", reason="pause_limit")])
    of.wait_until(before + (of.now - since) - early)
    late(of, 0)


def quiet(of: Scribe, seat: int) -> Any:
    """Seat's quiet hours begin half a minute from now and end an hour later."""
    begins = of.now.hour * 3600 + of.now.minute * 60 + 30
    of.stop(seat, Stops(quiet=(Quiet(since=None, from_seconds=begins, to_seconds=begins + 3600),)))


def late_in_quiet_hours(of: Scribe) -> None:
    up = due(of, 0)
    for seat in range(3):
        quiet(of, seat)
    of.wait_until(up)
    late(of, 0)


def late_after_quiet_hours(of: Scribe) -> None:
    up = due(of, 0)
    for seat in range(3):
        quiet(of, seat)
    of.wait_until(up + timedelta(hours=1))
    late(of, 0)


def late_on_vacation(of: Scribe) -> None:
    up = due(of, 0)
    for seat in range(3):
        of.stop(seat, Stops(vacation=(of.now, of.now + timedelta(days=1))))
    of.wait_until(up)
    late(of, 0)


def late_on_autopilot(of: Scribe) -> None:
    """Seat 0 is away since the last round, and whatever it is asked has no time that could be up."""
    gone(of)
    of.wait_until(of.now + MINUTE)
    late(of, 0, strikes=2)


def gone(of: Scribe, seat: int = 0) -> None:
    """The seat goes on autopilot, and is asked something again."""
    of.run_out(seat)
    late(of, seat)
    while seat not in GAME.prompts(of.state):
        other = min(GAME.prompts(of.state))
        of.move(other, of.legal(other)[0])


def on_time(of: Scribe) -> None:
    of.wait_until(due(of, 1) - MOMENT)
    of.move(1, of.legal(1)[0])


def too_late(of: Scribe) -> None:
    of.wait_until(due(of, 1))
    of.move(1, of.legal(1)[0])


def while_another_is_late(of: Scribe, *drafts: NewEvent) -> None:
    """Seat 1 has time to spare, seat 0 has none."""
    of.stop(1, Stops(vacation=(of.now, of.now + MINUTE)))
    of.wait_until(due(of, 0))
    if drafts:
        of.append(drafts)
    else:
        of.move(1, of.legal(1)[0])


def resigned_late(of: Scribe) -> None:
    of.wait_until(due(of, 0))
    of.move(1, {"type": "resign"})


def at_the_next_moment(of: Scribe) -> None:
    """A move judged by a time that was read before the last append is written a microsecond after it."""
    of.wait_until(due(of, 0) - MOMENT)
    of.append([event("pause_agreed", 2)])
    of.wait_until(due(of, 0))
    of.move(1, of.legal(1)[0])


def a_bank_runs_out(of: Scribe, early: timedelta = timedelta()) -> None:
    """All answer after half a minute: of 90 seconds a minute is left, and five seconds more for each answer."""
    of.wait_until(of.now + MINUTE / 2)
    for seat in sorted(GAME.prompts(of.state)):
        of.move(seat, of.legal(seat)[0])
    while len(GAME.prompts(of.state)) < of.seats:
        other = min(GAME.prompts(of.state))
        of.move(other, of.legal(other)[0])
    first = clocks.first(of.deadlines)
    assert first is not None
    assert timedelta(seconds=60) < first.due_at - of.now < timedelta(seconds=75)
    of.wait_until(first.due_at - early)
    late(of, first.seat)


def bot_s(bot: str, *, other: bool = False) -> Step:
    """A move of the bot's that sits at seat 2: its own, or another."""

    def play(of: Scribe) -> None:
        move = picked(of, 2, bot)
        of.move(2, another(of, 2, move) if other else move, "bot")

    return play


def late_bot_s(*, other: bool = False) -> Step:
    def play(of: Scribe) -> None:
        of.wait_until(due(of, 0))
        move = picked(of, 0, "random")
        late(of, 0, another(of, 0, move) if other else move, "bot")

    return play


def another_for_the_default(of: Scribe) -> None:
    of.run_out(0)
    late(of, 0, of.legal(0)[0])


def autopilot_s(bot: str) -> Step:
    def play(of: Scribe) -> None:
        gone(of)
        of.move(0, picked(of, 0, bot), "bot")

    return play


def gone_by_bot(bot: str) -> Step:
    def play(of: Scribe) -> None:
        of.run_out(0)
        late(of, 0, picked(of, 0, "random"), "bot")
        while 0 not in GAME.prompts(of.state):
            other = min(GAME.prompts(of.state))
            of.move(other, of.legal(other)[0])
        of.move(0, picked(of, 0, bot), "bot")

    return play


def resume(of: Scribe, after: timedelta, reason: str = "pause_limit", by: str = "clock") -> None:
    paused(of)
    of.wait_until(of.now + after)
    of.append([event("resumed", by=by, reason=reason)])


TRUE: dict[str, tuple[Scribe, Step]] = {
    "at the very instant": (scribe(), first_is_late),
    "long after": (scribe(), lambda of: first_is_late(of, -timedelta(days=1))),
    "a higher seat that was due before": (scribe(), second_was_due_before),
    "after a pause": (scribe(), resumed_and_late),
    "after quiet hours": (scribe(), late_after_quiet_hours),
    "a bank that has run out": (banked(), a_bank_runs_out),
    "a move at the last moment": (scribe(), on_time),
    "a move by a time read before": (scribe(), at_the_next_moment),
    "a random bot's move": (scribe(bots=[2]), bot_s("random")),
    "the bot's move for who is late": (scribe(on_timeout="bot"), late_bot_s()),
    "the default from autopilot": (scribe(), autopilot_s("steady")),
    "any move from autopilot where bots play for the late": (scribe(on_timeout="bot"), gone_by_bot("random")),
    "a pause of thirty days": (scribe(), lambda of: resume(of, LONGEST_PAUSE)),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_was_played_in_time_and_picked_by_the_rule_is_valid(name: str) -> None:
    of, write = TRUE[name]
    write(of)
    report = verify_bytes(of.file(whole=True))
    assert report.checks == dict.fromkeys(CHECKS, OK), report.flaw
    assert verify_bytes(of.file()).flaw is None


NOT_UP, STILL, OTHER, LATE = (
    "the time of this question was not up",
    "the clock of this question stood still",
    "the time of another question was up before",
    "a question's time was up before",
)
PICKS_OTHER = "the bot picks another move"
FALSE: dict[str, tuple[Scribe, Step, str]] = {
    "a microsecond early": (scribe(), lambda of: first_is_late(of, MOMENT), NOT_UP),
    "a bank that would have run out": (banked(), lambda of: a_bank_runs_out(of, MOMENT), NOT_UP),
    "a higher seat of those who are due": (scribe(), second_is_late, OTHER),
    "a lower seat that was due later": (scribe(), lower_seat_was_not, OTHER),
    "in quiet hours": (scribe(), late_in_quiet_hours, NOT_UP),
    "on vacation": (scribe(), late_on_vacation, NOT_UP),
    "on autopilot": (scribe(strikes=1), late_on_autopilot, STILL),
    "in a pause": (scribe(), late_in_a_pause, "the match is paused"),
    "as if there had been no pause": (scribe(), lambda of: resumed_and_late(of, MOMENT), NOT_UP),
    "a player who was late himself": (scribe(), too_late, LATE),
    "a player while another was late": (scribe(), while_another_is_late, LATE),
    "who resigned while another was late": (scribe(), resigned_late, LATE),
    "who wanted a pause while another was late": (
        scribe(),
        lambda of: while_another_is_late(of, event("pause_agreed", 1)),
        LATE,
    ),
    "another move of a random bot's": (scribe(bots=[2]), bot_s("random", other=True), PICKS_OTHER),
    "the default move of a random bot's": (scribe(bots=[2]), bot_s("steady"), PICKS_OTHER),
    "another move of the bot's for who is late": (scribe(on_timeout="bot"), late_bot_s(other=True), PICKS_OTHER),
    "a move that was picked at random from autopilot": (scribe(), autopilot_s("random"), PICKS_OTHER),
    "the default from autopilot where bots play for the late": (
        scribe(on_timeout="bot"),
        gone_by_bot("steady"),
        PICKS_OTHER,
    ),
    "another move for the default": (
        scribe(),
        another_for_the_default,
        "the default move and no other",
    ),
    "the default move before time is called": (
        scribe(),
        lambda of: of.move(0, CAST_NOTHING, "clock", [event("autopilot_off", 0, "clock", move=1, reason="played")]),
        "the clock plays when time is up",
    ),
    "a pause that was too short": (scribe(), lambda of: resume(of, LONGEST_PAUSE - MOMENT), "not that long"),
    "a pause that ended for another reason": (
        scribe(),
        lambda of: resume(of, LONGEST_PAUSE, "agreed"),
        "not how resumed looks",
    ),
    "a pause that somebody ended for the clock's reason": (
        scribe(),
        lambda of: resume(of, LONGEST_PAUSE, by="system"),
        "not how resumed looks",
    ),
    "a vacation that the match does not heed": (scribe(vacation=False), asked_first, "no vacation"),
    "quiet hours that the match does not heed": (scribe(quiet_hours=False), lambda of: quiet(of, 0), "no quiet_hours"),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_was_played_out_of_time_or_picked_otherwise_is_refuted(name: str) -> None:
    of, write, expected = FALSE[name]
    write(of)
    found = verify_bytes(of.file(whole=True)).flaw
    assert found is not None
    assert (found.check, found.version, expected in found.reason) == (REPLAY, last_append(of), True), found


def last_append(of: Scribe) -> int:
    """The version that the last append begins with."""
    last = of.events[-1].envelope["at"]
    return next(event.version for event in of.events if event.envelope["at"] == last)


def test_the_clock_resigns_for_nobody_before_time_is_called() -> None:
    of = scribe(on_timeout="resign")
    asked = GAME.prompts(of.state)[0].id
    drafts = of_kernel(GAME.decide(of.state, 0, Resign(), Chance(b"")).events, by="clock", move=1)
    of.append(with_move(drafts, seat=0, move={"prompt": asked, "type": "resign"}))
    found = verify_bytes(of.file(whole=True)).flaw
    assert found is not None
    assert found.reason == "only a player resigns"


CLOCKS: dict[str, Any] = {
    "none": clocks.NONE,
    "per move": clocks.normal({"mode": "per_move", "seconds": 60}),
    "a bank": clocks.normal(BANK),
    "from before there were strikes": {"mode": "per_move", "seconds": 60, "on_timeout": "default_move"},
    "a bank with nothing on the absent": BANK,
}
NO_CLOCKS: dict[str, Any] = {
    "no clock": None,
    "no duration": {"mode": "per_move"},
    "no bank": {**BANK, "bank_seconds": 0},
    "a negative duration": {**PER_MOVE, "seconds": -1},
    "a negative increment": {**BANK, "increment_seconds": -5},
    "a duration that is no number": {**PER_MOVE, "seconds": "60"},
    "a truth value for a duration": {**PER_MOVE, "seconds": True},
    "an endless duration": {**PER_MOVE, "seconds": clocks.MAX_SECONDS + 1},
    "a cap below its bank": {**BANK, "cap_seconds": 89},
    "an unknown mode": {"mode": "hourglass", "seconds": 60},
    "a mode and more": {"mode": "none", "seconds": 60},
    "an unknown answer": {**PER_MOVE, "on_timeout": "win"},
    "no strikes at all": {**PER_MOVE, "strikes": 0},
    "an unknown field": {**PER_MOVE, "delay": 5},
}


def with_clock(clock: Any) -> bytes:
    lines = values(Scribe(GAME, 3, clock=clocks.NONE).file(whole=True))
    lines[1]["envelope"]["data"]["clock"] = clock
    return mended(lines)


@pytest.mark.parametrize("name", CLOCKS)
def test_a_clock_that_there_is_or_was_is_valid(name: str) -> None:
    assert verify_bytes(with_clock(CLOCKS[name])).flaw is None


@pytest.mark.parametrize("name", NO_CLOCKS)
def test_a_clock_that_nobody_could_ask_for_is_refuted(name: str) -> None:
    found = verify_bytes(with_clock(NO_CLOCKS[name])).flaw
    assert found is not None
    assert (found.version, found.reason) == (1, "there is no such clock")
