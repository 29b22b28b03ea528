"""Decides which notices a match causes, by kind. Pure: takes events and times, returns `Wanted`."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games.matches.stream.state import Match
from games.table import clocks, events
from games.table.events import MatchCancelled, MatchEnded, MatchStarted, TimedOut
from games.table.features.autopilot.events import AutopilotOn
from games.table.state import OPEN
from games.table.stoppages import ZERO

YOUR_TURN, DEADLINE_NEAR, TIMED_OUT = "your_turn", "deadline_near", "timed_out"
MATCH_STARTED, MATCH_ENDED = "match_started", "match_ended"
INVITED, SEAT_TAKEN_OVER, OUT, REMATCH = "invited", "seat_taken_over", "eliminated", "rematch"
# A table waits for the player to say that they are there; its match is not made yet.
CALLED = "called"
# An invitation by somebody whom its player keeps away: it counts as any other for its sender, and nobody reads it.
WITHHELD = "withheld"
KINDS = (
    YOUR_TURN,
    DEADLINE_NEAR,
    TIMED_OUT,
    MATCH_STARTED,
    MATCH_ENDED,
    INVITED,
    SEAT_TAKEN_OVER,
    OUT,
    REMATCH,
    CALLED,
)
# To one person by each way out of the inbox, whoever invites.
MOST_INVITATIONS_OUT_A_DAY = 5
# Worth telling only while the prompt is open.
OF_OPEN_PROMPTS = frozenset({YOUR_TURN, DEADLINE_NEAR})
# The same, and of a seat that is kept: worth telling only while it is free.
WHILE_OPEN = OF_OPEN_PROMPTS | {REMATCH}

# A quarter of the time before the end, but a day at most; with less than an hour in all a player watches the clock.
NEAR_PART = 4
NEAREST = timedelta(days=1)
LEAST = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """A notice for the player of `seat`; `about` distinguishes it from others of its kind in this match.

    `player` is whom to notify if nobody holds the seat yet.
    """

    kind: str
    seat: int
    about: str = ""
    due_at: datetime | None = None
    player: str | None = None


def of_events(envelopes: Iterable[Mapping[str, Any]], seats: Mapping[int, int]) -> Iterator[Wanted]:
    """What new events call for; `seats` are those that are held, each with the version that its player took it at.

    What happened on a seat before is no notice for them: it was another player's.
    """
    for envelope in envelopes:
        wanted = _of_event(envelope, sorted(seats))
        yield from (one for one in wanted if seats.get(one.seat, 0) <= envelope["version"])


def _of_event(envelope: Mapping[str, Any], seats: Iterable[int]) -> Iterator[Wanted]:
    match envelope["type"]:
        case MatchStarted.type:
            yield from (Wanted(kind=MATCH_STARTED, seat=seat) for seat in seats)
        case MatchEnded.type | MatchCancelled.type:
            yield from (Wanted(kind=MATCH_ENDED, seat=seat) for seat in seats)
        case TimedOut.type:
            yield Wanted(kind=TIMED_OUT, seat=envelope["seat"], about=envelope["data"]["prompt"])
        case events.SEAT_ELIMINATED:
            yield Wanted(kind=OUT, seat=envelope["seat"])
        case AutopilotOn.type:
            yield Wanted(kind=SEAT_TAKEN_OVER, seat=envelope["seat"], about=f"v{envelope['version']}")


def of_prompts(match: Match, now: datetime, *, ordered: Collection[str]) -> Iterator[Wanted]:
    """What the open prompts call for: one notice when a seat's turn comes, another when its time runs short.

    The prompts in `ordered` (ids) are answered by standing orders and call for none.
    """
    due = {item.prompt: item.due_at for item in match.deadlines}
    near = warnings(match)
    for seat in _asked(match):
        prompt = match.prompts[seat].id
        if prompt in ordered:
            continue
        yield Wanted(kind=YOUR_TURN, seat=seat, about=_of_prompt(match, prompt), due_at=due.get(prompt))
        if prompt in near and near[prompt] <= now:
            yield Wanted(kind=DEADLINE_NEAR, seat=seat, about=_of_prompt(match, prompt), due_at=due[prompt])


def of_rematch(match: Match, held: Mapping[int, str]) -> Iterator[Wanted]:
    """The notices of a new rematch: one to each player for whom a free seat is kept; `held` is seat to player id."""
    for seat in _free(match):
        if seat in held:
            yield Wanted(kind=REMATCH, seat=seat, about=_of_seat(seat), player=held[seat])


def still_open(match: Match) -> list[str]:
    """What notices of `WHILE_OPEN` may be about now: the open prompts, and before the start the free seats."""
    return [*(_of_prompt(match, prompt.id) for prompt in match.prompts.values()), *map(_of_seat, _free(match))]


def _free(match: Match) -> list[int]:
    return list(match.table.free) if match.table.status == OPEN else []


def _of_prompt(match: Match, prompt: str) -> str:
    """The prompt, and how often moves were taken back by then: it is told once more when it is asked once more."""
    return f"{prompt} again {match.table.rewinds}" if match.table.rewinds else prompt


def _of_seat(seat: int) -> str:
    return f"seat {seat}"


def warnings(match: Match) -> dict[str, datetime]:
    """For each open prompt, the time of the notice `deadline_near`."""
    waiting = _asked(match)
    whole = {due.prompt: _whole(match, due) for due in match.deadlines if due.seat in waiting}
    return {
        due.prompt: near_at(due, whole[due.prompt]) for due in match.deadlines if whole.get(due.prompt, ZERO) >= LEAST
    }


def near_at(due: clocks.Due, whole: timedelta) -> datetime:
    """The time of `deadline_near` for a prompt; `whole` is all the time that the prompt had."""
    return due.due_at - min(whole / NEAR_PART, NEAREST)


def next_warning(match: Match, now: datetime) -> datetime | None:
    """The first time after `now` at which a `deadline_near` is due."""
    return min((at for at in warnings(match).values() if at > now), default=None)


def _asked(match: Match) -> list[int]:
    """Seats that are asked something and attended: for the others the service plays."""
    return [seat for seat in match.waiting_for if seat in match.attended]


def _whole(match: Match, due: clocks.Due) -> timedelta:
    seat = match.clocks[due.seat]
    return clocks.left(match.table.clock, seat) + seat.used
