"""When the table's own events may stand where they stand, in true files and in files that nobody here would write."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from events.envelope import NewEvent, Part
from games.registry import GAMES
from games.table.clocks import LONGEST_PAUSE
from games.table.stoppages import Stops
from games.verify.report import CHECKS, OK
from games.verify.verifier import verify_bytes
from tests.games.verify.files import PER_MOVE, Scribe

GAME = GAMES["rock-paper-wizard"]["1"]
AWAY: dict[str, Any] = {"starts_at": "2026-12-01T00:00:00.000000Z", "ends_at": "2026-12-05T00:00:00.000000Z"}
NIGHT: dict[str, Any] = {"since": None, "from_seconds": 79_200, "to_seconds": 28_800}
STOPS: dict[str, Any] = {"reason": "vacation", "quiet_hours": [], "vacation": AWAY}
NIGHTS: dict[str, Any] = {"reason": "quiet_hours", "quiet_hours": [NIGHT], "vacation": None}
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


def paused(of: Scribe) -> None:
    agree(of, "pause_agreed", 0, 1, 2)
    of.append([event("paused", by="system", reason="agreed")])


def resumed(of: Scribe) -> None:
    paused(of)
    agree(of, "resume_agreed", 2, 1, 0)
    of.append([event("resumed", by="system", reason="agreed")])


def came_back(of: Scribe) -> None:
    struck_out(of)
    of.append([event("autopilot_off", 2, reason="taken_back")])


def played_again(of: Scribe) -> None:
    struck_out(of)
    of.move(2, of.legal(2)[0], ahead=[event("autopilot_off", 2, move=of.moves + 1, reason="played")])


def replaced(of: Scribe) -> None:
    struck_out(of)
    consent(of, 0, invited_by=0)
    consent(of, 1, invited_by=0)
    take_over(of, invited_by=0)


def consent(of: Scribe, *seats: int, invited_by: int, replaces: int = 2) -> None:
    for seat in seats:
        of.append([event("replacement_agreed", seat, replaces=replaces, invited_by=invited_by)])


def take_over(of: Scribe, **data: Any) -> None:
    taken = event("seat_taken", 2, entropy=None, **data)
    of.append([taken, event("autopilot_off", 2, reason="replaced")])


def take_back(of: Scribe, seat: int = 1, *, by: str = "player", as_seat: int | None = None, **data: Any) -> None:
    """A seat makes a choice and takes it back."""
    before = of.state
    of.move(seat, of.legal(seat)[0])
    said = {"taken_back": of.moves, **data}
    of.append([event("move_taken_back", seat if as_seat is None else as_seat, by, **said)])
    of.state = before


def taken_back_late(of: Scribe) -> None:
    """After the time of the question that it answered; the others are away meanwhile."""
    for other in (0, 2):
        of.stop(other, Stops(vacation=(of.now, of.now + timedelta(days=1))))
    up = next(due.due_at for due in of.deadlines if due.seat == 1)
    of.move(1, of.legal(1)[0])
    of.wait_until(up)
    of.append([event("move_taken_back", 1, taken_back=1)])


def taken_back_after_the_last(of: Scribe) -> None:
    for seat in (0, 1, 2):
        of.move(seat, of.legal(seat)[0])
    of.append([event("move_taken_back", 2, taken_back=3)])


def stop(of: Scribe, stops: dict[str, Any], seat: Any = 1, by: str = "player") -> None:
    of.append([event("clock_changed", seat, by, **stops)])


def take_over_first(of: Scribe, *then: NewEvent, **data: Any) -> None:
    """The consents are given, and a newcomer sits down; what else is written with that is `then`."""
    struck_out(of)
    consent(of, 0, invited_by=0)
    consent(of, 1, invited_by=0)
    of.append([event("seat_taken", 2, **{"entropy": None, "invited_by": 0, **data}), *then])


def with_seal(of: Scribe) -> None:
    """A part of nobody's is sealed in an event of the table's own."""
    secret = Part(audience=(0,), part={"note": "what no table seals"})
    of.append([replace(event("clock_changed", 1, **STOPS), parts=(secret,))])


def seated_with_seal(of: Scribe) -> None:
    taken = event("seat_taken", 2, entropy=None, invited_by=0)
    struck_out(of)
    consent(of, 0, invited_by=0)
    consent(of, 1, invited_by=0)
    secret = Part(audience=(2,), part={"note": "what no table seals"})
    of.append([replace(taken, parts=(secret,)), event("autopilot_off", 2, reason="replaced")])


def struck_by(**data: Any) -> Step:
    """A seat goes on autopilot by its second strike, and this is said of it."""

    def write(of: Scribe) -> None:
        expire(of, 1)
        next_round(of, 1)
        expire(
            of, 1, event("autopilot_on", 1, "clock", move=of.moves + 1, **{"reason": "strikes", "strikes": 2, **data})
        )

    return write


def back(reason: Any) -> Step:
    return then(struck_out, lambda of: of.append([event("autopilot_off", 2, reason=reason)]))


def sent_another(of: Scribe) -> None:
    struck_out(of)
    take_over(of, invited_by=2)


def consented(*seats: int, **data: Any) -> Step:
    """A seat is absent, some seats consent in their order (the first invites), and the seat is taken with `data`."""
    return then(
        struck_out,
        lambda of: consent(of, *seats, invited_by=seats[0]),
        *([lambda of: take_over(of, **data)] if data else []),
    )


TRUE: dict[str, Step] = {
    "a pause by consent": paused,
    "a pause that is over": resumed,
    "a pause that the clock ends": then(
        paused,
        lambda of: of.wait_until(of.now + LONGEST_PAUSE),
        lambda of: of.append([event("resumed", by="clock", reason="pause_limit")]),
    ),
    "strikes and autopilot": struck_out,
    "a bot for the absent": then(struck_out, lambda of: of.move(2, CAST_NOTHING, "bot")),
    "taken back": came_back,
    "a move taken back": then(take_back, take_back, lambda of: of.move(1, of.legal(1)[-1])),
    "back by a move": played_again,
    "somebody else's seat": replaced,
    "a seat to which its own player sends another": sent_another,
    "a clock that stops": lambda of: of.append([event("clock_changed", 1, **STOPS)]),
    "a clock that stops by night": lambda of: stop(of, NIGHTS),
    "a clock that stops as a newcomer wishes": lambda of: take_over_first(
        of,
        event("autopilot_off", 2, reason="replaced"),
        event("clock_changed", 2, **{**STOPS, "reason": "replaced"}),
    ),
    "back by consent": then(back("agreed"), lambda of: agree(of, "pause_agreed", 2)),
    "a resignation in a pause": then(paused, lambda of: of.move(0, RESIGN)),
    "a resignation from autopilot": then(struck_out, lambda of: of.move(2, RESIGN)),
    "a pause of those who are there": then(
        struck_out,
        lambda of: agree(of, "pause_agreed", 0, 1),
        lambda of: of.append([event("paused", by="system", reason="agreed")]),
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_the_table_writes_is_valid(name: str) -> None:
    of = scribe()
    TRUE[name](of)
    report = verify_bytes(of.file(whole=True))
    assert report.checks == dict.fromkeys(CHECKS, OK), report.flaw
    for seat in (None, 0, 2):
        assert verify_bytes(of.file(seat)).flaw is None


def test_the_clock_resigns_where_the_match_says_so() -> None:
    of = scribe(on_timeout="resign")
    of.run_out(1)
    timed_out = event("timed_out", 1, "clock", move=1, prompt=prompt(of, 1))
    of.move(1, RESIGN, "clock", [timed_out])
    found = verify_bytes(of.file(whole=True)).flaw
    assert found is not None
    assert found.reason == "a resignation says nothing else"
    of = scribe(on_timeout="resign")
    of.run_out(1)
    of.resign_by_clock(1)
    assert verify_bytes(of.file(whole=True)).flaw is None


def test_the_clock_resigns_nowhere_else() -> None:
    of = scribe()
    of.run_out(1)
    of.resign_by_clock(1)
    found = verify_bytes(of.file(whole=True)).flaw
    assert found is not None
    assert found.reason == "only a player resigns"


FALSE: dict[str, tuple[Step, str]] = {
    "a move taken back by another": (lambda of: take_back(of, as_seat=0), "cannot be taken back (not_yours)"),
    "a move taken back by the system": (lambda of: take_back(of, by="system"), "a player takes back a move"),
    "another move taken back": (lambda of: take_back(of, taken_back=7), "another move was the last"),
    "a move taken back twice": (
        then(take_back, lambda of: of.append([event("move_taken_back", 1, taken_back=1)])),
        "cannot be taken back (disclosed)",
    ),
    "a move taken back that opened the others'": (taken_back_after_the_last, "cannot be taken back (disclosed)"),
    "a move taken back when its time was up": (taken_back_late, "time was up before"),
    "a move taken back in a pause": (
        then(
            lambda of: of.move(1, of.legal(1)[0]),
            paused,
            lambda of: of.append([event("move_taken_back", 1, taken_back=1)]),
        ),
        "the match is paused",
    ),
    "paused": (lambda of: of.append([event("paused", by="system", reason="agreed")]), "not every seat has agreed"),
    "paused twice": (
        then(paused, lambda of: of.append([event("paused", by="system", reason="agreed")])),
        "is so already",
    ),
    "paused by a player": (
        then(
            lambda of: agree(of, "pause_agreed", 0, 1, 2), lambda of: of.append([event("paused", 0, reason="agreed")])
        ),
        "not how paused looks",
    ),
    "agreed twice": (lambda of: agree(of, "pause_agreed", 0, 0), "has no say, or has agreed"),
    "agreed by nobody": (lambda of: of.append([event("pause_agreed", 0, "system")]), "players agree"),
    "agreed from outside": (lambda of: agree(of, "pause_agreed", 7), "has no say"),
    "resumed": (lambda of: of.append([event("resumed", by="clock", reason="pause_limit")]), "is so already"),
    "moved in a pause": (then(paused, lambda of: of.move(0, of.legal(0)[0])), "the match is paused"),
    "stops of no shape": (lambda of: of.append([event("clock_changed", 1, **STOPS, more=1)]), "of their shape"),
    "stops of nobody": (lambda of: of.append([event("clock_changed", 5, **STOPS)]), "no player sits there"),
    "a seat taken from somebody": (lambda of: of.append([event("seat_taken", 7, entropy=None)]), "replaced there"),
    "a seat taken from a player who is there": (
        lambda of: of.append([event("seat_taken", 1, entropy=None, invited_by=0)]),
        "replaced there",
    ),
    "a replacement that nobody invited": (consented(0, 1, invited_by=None), "a player holds invites"),
    "a replacement invited from outside": (consented(0, 1, invited_by=7), "a player holds invites"),
    "a replacement without consent": (consented(0, invited_by=0), "not every seat has consented"),
    "a replacement invited by another": (consented(0, 1, invited_by=1), "not every seat has consented"),
    "consent to nobody's invitation": (
        then(struck_out, lambda of: consent(of, 1, invited_by=0)),
        "has invited nobody",
    ),
    "consent twice": (consented(0, 1, 1), "has no say, or has agreed"),
    "consent of the absent": (
        then(consented(0), lambda of: consent(of, 2, invited_by=0)),
        "has no say, or has agreed",
    ),
    "consent for a player who is there": (
        lambda of: consent(of, 0, invited_by=0, replaces=1),
        "replaced there",
    ),
    "consent by the system": (
        then(
            struck_out,
            lambda of: of.append([event("replacement_agreed", 0, "system", replaces=2, invited_by=0)]),
        ),
        "players agree",
    ),
    "stops by a bot": (lambda of: stop(of, STOPS, by="bot"), "a player's wishes stop their clock"),
    "stops by the clock": (lambda of: stop(of, STOPS, by="clock"), "a player's wishes stop their clock"),
    "stops by the system": (lambda of: stop(of, STOPS, by="system"), "a player's wishes stop their clock"),
    "stops for another reason": (lambda of: stop(of, {**STOPS, "reason": "x"}), "not why the clock's stops change"),
    "stops for no reason": (lambda of: stop(of, {**STOPS, "reason": {}}), "not why the clock's stops change"),
    "stops of the start after it": (
        lambda of: stop(of, {**STOPS, "reason": "started"}),
        "not why the clock's stops change",
    ),
    "stops of a newcomer who is none": (
        lambda of: stop(of, {**STOPS, "reason": "replaced"}),
        "not why the clock's stops change",
    ),
    "nights that are a vacation": (
        lambda of: stop(of, {**NIGHTS, "reason": "vacation"}),
        "not why the clock's stops change",
    ),
    "stops that change nothing": (
        then(lambda of: stop(of, STOPS), lambda of: stop(of, STOPS)),
        "not why the clock's stops change",
    ),
    "nights of more than twelve hours": (
        lambda of: stop(of, {**NIGHTS, "quiet_hours": [{**NIGHT, "to_seconds": 79_200 + 43_201 - 86_400}]}),
        "of their shape",
    ),
    "nights of no hours": (
        lambda of: stop(of, {**NIGHTS, "quiet_hours": [{**NIGHT, "to_seconds": 79_200}]}),
        "of their shape",
    ),
    "more nights than a zone has": (
        lambda of: stop(of, {**NIGHTS, "quiet_hours": [NIGHT, *(since(day) for day in range(1, 33))]}),
        "of their shape",
    ),
    "nights in no order": (
        lambda of: stop(of, {**NIGHTS, "quiet_hours": [NIGHT, since(2), since(1)]}),
        "of their shape",
    ),
    "nights that begin some day": (lambda of: stop(of, {**NIGHTS, "quiet_hours": [since(1)]}), "of their shape"),
    "a vacation that ends before it begins": (
        lambda of: stop(of, {**STOPS, "vacation": {"starts_at": AWAY["ends_at"], "ends_at": AWAY["starts_at"]}}),
        "of their shape",
    ),
    "stops with a sealed part": (with_seal, "the table seals nothing here"),
    "a seat taken with a sealed part": (seated_with_seal, "the table seals nothing here"),
    "a newcomer who gives to the chance": (
        lambda of: take_over_first(of, entropy="mine"),
        "gives nothing to the chance",
    ),
    "a newcomer who is a bot": (lambda of: take_over_first(of, bot="random"), "a newcomer is a player"),
    "autopilot for another reason": (struck_by(reason="asleep"), "autopilot comes by so many strikes"),
    "autopilot by other strikes": (struck_by(strikes=7), "autopilot comes by so many strikes"),
    "back for no reason": (back({}), "not how a player comes back"),
    "back by a move that is none": (back("played"), "not how a player comes back"),
    "replaced by nobody": (back("replaced"), "not how a player comes back"),
    "a newcomer who takes the seat back": (
        lambda of: take_over_first(of, event("autopilot_off", 2, reason="taken_back")),
        "not how a player comes back",
    ),
    "a seat left in play": (lambda of: of.append([event("seat_left", 1)]), "lobby is closed"),
    "a start in play": (lambda of: of.append([event("match_started", by="system", entropies=[])]), "lobby is closed"),
    "called off in play": (lambda of: of.append([event("match_cancelled", by="system")]), "lobby is closed"),
    "ended in play": (
        lambda of: of.append([event("match_ended", by="system", reason="goal", ranking=[], winners=[])]),
        "the match goes on",
    ),
    "back from nowhere": (lambda of: of.append([event("autopilot_off", 1, reason="taken_back")]), "not on autopilot"),
    "back by another's word": (
        then(struck_out, lambda of: of.append([event("autopilot_off", 2, "clock", reason="taken_back")])),
        "a player comes back",
    ),
    "played from autopilot without coming back": (
        then(struck_out, lambda of: of.move(2, of.legal(2)[0])),
        "a move ends autopilot",
    ),
    "a bot for somebody who is there": (lambda of: of.move(1, of.legal(1)[0], "bot"), "no bot plays for this seat"),
    "autopilot too early": (
        lambda of: expire(of, 1, event("autopilot_on", 1, "clock", move=1, reason="strikes", strikes=2)),
        "not so many strikes",
    ),
    "autopilot too late": (
        then(lambda of: expire(of, 1), lambda of: next_round(of, 1), lambda of: expire(of, 1)),
        "the last strike",
    ),
    "autopilot for another": (
        lambda of: expire(of, 1, event("autopilot_on", 0, "clock", move=1, reason="strikes", strikes=2)),
        "another seat's",
    ),
    "time called twice": (
        lambda of: expire(of, 1, event("timed_out", 1, "clock", move=1, prompt=prompt(of, 1))),
        "the table says nothing here",
    ),
    "time called and another move": (lambda of: expire(of, 1, body=of.legal(1)[0]), "the default move and no other"),
    "the clock's move without an expiry of its own": (
        lambda of: of.move(1, CAST_NOTHING, "clock", [event("autopilot_off", 1, move=1, reason="played")]),
        "only the clock makes this move",
    ),
    "the default where the seat resigns": (lambda of: expire(of, 1), "the seat resigns"),
    "nobody's move": (lambda of: of.move(1, of.legal(1)[0], "system"), "a player, a bot or the clock"),
    "a pause of everybody but one": (
        then(
            lambda of: agree(of, "pause_agreed", 0, 1),
            lambda of: of.append([event("paused", by="system", reason="agreed")]),
        ),
        "not every seat has agreed",
    ),
}


def since(day: int) -> dict[str, Any]:
    return {**NIGHT, "since": f"2027-{1 + day // 28:02}-{1 + day % 28:02}T00:00:00.000000Z"}


def next_round(of: Scribe, seat: int) -> None:
    while seat not in GAME.prompts(of.state):
        asked = min(GAME.prompts(of.state))
        of.move(asked, of.legal(asked)[0])


@pytest.mark.parametrize("name", FALSE)
def test_what_the_table_would_not_write_is_refuted(name: str) -> None:
    write, expected = FALSE[name]
    of = scribe(on_timeout="resign") if "resigns" in expected else scribe()
    write(of)
    found = verify_bytes(of.file(whole=True)).flaw
    assert found is not None
    assert expected in found.reason, found
