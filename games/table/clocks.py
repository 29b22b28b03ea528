"""Clock arithmetic. Pure: times in, times out; `now` is the database's time, and is passed in."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games.core.bots import BOTS, EASY, MEDIUM, RANDOM
from games.core.json import JSONObject
from games.core.prompts import Prompt, Violation, violations
from games.core.records import replace
from games.table import stoppages
from games.table.state import OPEN, Table
from games.table.stoppages import ZERO, Stops

NO_CLOCK, PER_MOVE, BANK = "none", "per_move", "bank"
DEFAULT_MOVE, BOT, RESIGN = "default_move", "bot", "resign"
NONE: JSONObject = {"mode": NO_CLOCK}
MAX_SECONDS = 366 * 24 * 3600
# A match whose players are all absent ends by timeouts; until then each timeout writes events that nobody asked for.
MAX_STRIKES = 20
# The longest pause of a bot before it answers.
MAX_PACE = 10
# For so many seconds a lobby waits before bots take its free seats.
MIN_FILL, MAX_FILL = 10, 30 * 24 * 3600
LONGEST_PAUSE = timedelta(days=30)
# No two appends of a match have the same time, because the clocks are computed from one append to the next.
MOMENT = timedelta(microseconds=1)
# What a clock says about absent players, whatever its mode, with the defaults.
DEFAULTS: JSONObject = {"on_timeout": DEFAULT_MOVE, "strikes": 3, "quiet_hours": False, "vacation": False}

MODES: Mapping[str, str] = {
    NO_CLOCK: "No time limit.",
    PER_MOVE: "Each question has a time of its own.",
    BANK: "Each seat has a bank of time for the match.",
}
_ABSENCE: JSONObject = {
    "on_timeout": {
        "description": "When time is up: the plainest move, a bot's move, or the seat resigns.",
        "enum": [DEFAULT_MOVE, BOT, RESIGN],
        "default": DEFAULTS["on_timeout"],
    },
    "bot": {
        "description": "With `on_timeout` `bot`: which, `random` unless told; `hard` would keep other clocks waiting.",
        "enum": [RANDOM, EASY, MEDIUM],
    },
    "autopilot": {
        "description": "Which bot plays for a seat on autopilot; unless told, as when time is up.",
        "enum": list(BOTS),
    },
    "strikes": {
        "description": "After so many timeouts in a row the seat goes on autopilot.",
        "type": "integer",
        "minimum": 1,
        "maximum": MAX_STRIKES,
        "default": DEFAULTS["strikes"],
    },
    "quiet_hours": {
        "description": "Clocks stand still in their player's quiet hours.",
        "type": "boolean",
        "default": DEFAULTS["quiet_hours"],
    },
    "vacation": {
        "description": "Clocks stand still while their player is on vacation.",
        "type": "boolean",
        "default": DEFAULTS["vacation"],
    },
}


def _mode(name: str, absence: JSONObject, **durations: JSONObject) -> JSONObject:
    return {
        "type": "object",
        "properties": {"mode": {"description": MODES[name], "const": name}, **durations, **absence},
        "required": ["mode", *durations],
        "additionalProperties": False,
    }


def _seconds(least: int, description: str) -> JSONObject:
    return {"description": description, "type": "integer", "minimum": least, "maximum": MAX_SECONDS}


CLOCK_SCHEMA: JSONObject = {
    "oneOf": [
        _mode(NO_CLOCK, {}),
        _mode(PER_MOVE, _ABSENCE, seconds=_seconds(1, "For each question.")),
        _mode(
            BANK,
            _ABSENCE,
            bank_seconds=_seconds(1, "What each seat has at the start."),
            increment_seconds=_seconds(0, "What an answer adds."),
            cap_seconds=_seconds(1, "The most that a seat can have, no less than at the start."),
        ),
    ]
}


@dataclass(frozen=True, kw_only=True)
class Due:
    """A prompt that the clock answers at `due_at`, unless the seat answers it before."""

    seat: int
    prompt: str
    due_at: datetime


@dataclass(frozen=True, kw_only=True)
class SeatClock:
    """One seat's clock.

    `prompt` is what the seat is asked. The clock runs since `since` (None: it stands still), except at the times in
    `stops`; before that it had run for `used`. `bank` is the seat's bank when it was asked; None where each prompt has
    a time of its own.
    """

    bank: timedelta | None
    prompt: str | None = None
    since: datetime | None = None
    used: timedelta = ZERO
    stops: Stops = stoppages.NONE


def faults(clock: Any) -> list[Violation]:
    """The violations of the clock's schema. Pointers begin with `/clock`."""
    return [replace(one, pointer=f"/clock{one.pointer}") for one in violations(CLOCK_SCHEMA, clock)]


def contradictions(clock: Any) -> list[Violation]:
    """The contradictions that a schema cannot express."""
    if "bot" in clock and clock.get("on_timeout") != BOT:
        detail = "A bot is named that `on_timeout` does not call."
        return [Violation(pointer="/clock/bot", code="dependentRequired", detail=detail)]
    if "autopilot" in clock and clock.get("on_timeout") == RESIGN:
        detail = "A bot is named for autopilots, and there are none where the late resign."
        return [Violation(pointer="/clock/autopilot", code="dependentRequired", detail=detail)]
    if clock["mode"] != BANK or clock["cap_seconds"] >= clock["bank_seconds"]:
        return []
    detail = "A bank cannot be capped below what it holds at the start."
    return [Violation(pointer="/clock/cap_seconds", code="minimum", detail=detail)]


def normal(clock: JSONObject) -> JSONObject:
    """The clock with all defaults, as event 1 stores it."""
    return NONE if clock["mode"] == NO_CLOCK else {**DEFAULTS, **clock}


def fresh(clock: Mapping[str, Any]) -> SeatClock:
    """A seat's clock at the start of the match."""
    return SeatClock(bank=_duration(clock, "bank_seconds") if clock["mode"] == BANK else None)


def followed(
    table: Table,
    seats: Mapping[int, SeatClock],
    *,
    at: datetime,
    attended: Collection[int],
    prompts: Callable[[], Mapping[int, Prompt]],
) -> Mapping[int, SeatClock]:
    """The clocks of a match after an append at `at`; none runs for an optional prompt, or during a pause.

    `attended` are the seats whose players are there. `prompts` returns the open questions; it is called only if some
    clock runs, because listing all legal moves takes time.
    """
    if table.clock["mode"] == NO_CLOCK or table.status == OPEN:
        return seats
    asked = {seat: prompt.id for seat, prompt in prompts().items() if not prompt.optional}
    ticking = attended if table.paused_at is None else ()
    return {
        seat: follow(
            table.clock,
            seats.get(seat) or fresh(table.clock),
            at=at,
            prompt=asked.get(seat),
            ticks=seat in ticking,
            stops=table.stops.get(seat, stoppages.NONE),
        )
        for seat in sorted({*seats, *asked})
    }


def follow(
    clock: Mapping[str, Any], before: SeatClock, *, at: datetime, prompt: str | None, ticks: bool, stops: Stops
) -> SeatClock:
    """A seat's clock after `at`: from then on the seat is asked `prompt`, and its clock `ticks` or stands still.

    When a prompt closes, the bank loses the time that was used and gets its increment, up to its cap.
    """
    ticks = ticks and prompt is not None
    if (before.prompt, before.since is not None, before.stops) == (prompt, ticks, stops):
        return before
    used, bank = _used(before, at), before.bank
    if before.prompt is not None and prompt != before.prompt:
        bank, used = _paid(clock, bank, used, answered=before.since is not None), ZERO
    return SeatClock(bank=bank, prompt=prompt, since=at if ticks else None, used=used, stops=stops)


def left(clock: Mapping[str, Any], seat: SeatClock) -> timedelta:
    """The time that a seat had left when its clock last started."""
    return max((_duration(clock, "seconds") if seat.bank is None else seat.bank) - seat.used, ZERO)


def deadlines(clock: Mapping[str, Any], seats: Mapping[int, SeatClock]) -> tuple[Due, ...]:
    """The deadline of each prompt with a running clock, in the order of the seats."""
    return tuple(
        Due(seat=seat, prompt=one.prompt, due_at=one.stops.after(one.since, left(clock, one)))
        for seat, one in sorted(seats.items())
        if one.prompt is not None and one.since is not None
    )


def first(due: Iterable[Due]) -> Due | None:
    """The earliest deadline; of several, that of the lowest seat."""
    return min(due, key=lambda one: (one.due_at, one.seat), default=None)


def passed(due: Iterable[Due], now: datetime) -> tuple[Due, ...]:
    """The deadlines that have passed at `now`, both for a player's move and for the sweep."""
    return tuple(item for item in due if is_past(item.due_at, now))


def is_past(moment: datetime, now: datetime) -> bool:
    """Whether a deadline has passed; at its own instant it has."""
    return now >= moment


def _paid(clock: Mapping[str, Any], bank: timedelta | None, used: timedelta, *, answered: bool) -> timedelta | None:
    if bank is None:
        return None
    bank = max(bank - used, ZERO)
    # A prompt that closes while the clock stands still (on autopilot, say) brings no increment.
    return min(bank + _duration(clock, "increment_seconds"), _duration(clock, "cap_seconds")) if answered else bank


def _used(clock: SeatClock, at: datetime) -> timedelta:
    return clock.used if clock.since is None else clock.used + clock.stops.running(clock.since, at)


def _duration(clock: Mapping[str, Any], name: str) -> timedelta:
    return timedelta(seconds=clock[name])
