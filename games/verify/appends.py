"""Which events of the table belong together: what must come next in an event's append, or that the append may end.

The events of an append have the same time, and no two appends do. A rule of the table looks at one event; this module
says which events its append still needs. Most events are alone in their append.
"""

from collections.abc import Callable, Collection, Mapping, Set
from typing import TypeAlias

from games.table.claims import Envelope
from games.table.events import CLOCK, MatchCancelled, MatchStarted, SeatLeft, SeatTaken
from games.table.features.agreed_take_back.events import MovesTakenBack, TakeBackAgreed, TakeBackAsked
from games.table.features.autopilot.events import AutopilotOff
from games.table.features.beacon.events import GO_ON, BeaconMissed
from games.table.features.pause.events import PauseAgreed, Paused, ResumeAgreed, Resumed
from games.table.features.quiet_hours.events import ClockChanged
from games.table.features.replacement.events import ReplacementAgreed
from games.table.standing import Standing, time_of
from games.table.state import ACTIVE, Table

# An event that may come next: its type and its seat.
Next: TypeAlias = tuple[str, int | None]
# The append may be over.
END: Next = ("", None)
ALONE: Collection[Next] = (END,)


def after_creation(table: Table) -> Collection[Next]:
    """A player creates a match and sits down at once."""
    return _one_of(SeatTaken.type, table.free)


def after_start(table: Table) -> Collection[Next]:
    """The changes of clocks by the players' settings. In a fork they come later."""
    return ALONE if table.forked_from is not None else (END, *_one_of(ClockChanged.type, _people(table)))


def after(standing: Standing, envelope: Envelope) -> Collection[Next]:
    """What may come next in the append of an event that does not belong to a move.

    `standing` is the match before the event. Whether the event itself, and the next one, are allowed, their own rules
    say.
    """
    found = AFTER.get(envelope["type"])
    return ALONE if found is None else found(standing, envelope)


def _seat_taken(standing: Standing, envelope: Envelope) -> Collection[Next]:
    table, seat = standing.table, envelope["seat"]
    if table.status == ACTIVE:
        # Whoever is replaced was away, and a newcomer is there.
        return ((AutopilotOff.type, seat),)
    free = [one for one in table.free if one != seat]
    if not free:
        # Its beacon may have been missed by now.
        return END, (MatchStarted.type, None), (BeaconMissed.type, None)
    if envelope["by"] == CLOCK:
        # A lobby is filled at once.
        return ((SeatTaken.type, free[0]),)
    if time_of(envelope) == table.created_at:
        # Bots sit down with the creator, in the order of their seats.
        return END, *_one_of(SeatTaken.type, [one for one in free if one > seat or not table.seated])
    return ALONE


def _seat_left(standing: Standing, envelope: Envelope) -> Collection[Next]:
    """When the last player leaves, the match is cancelled: bots alone keep no lobby."""
    alone = not _people(standing.table) - {envelope["seat"]}
    return ((MatchCancelled.type, None),) if alone else ALONE


def _agreed(done: str) -> Callable[[Standing, Envelope], Collection[Next]]:
    """The event that all agreed to comes with the last consent, and not before."""

    def owed(standing: Standing, envelope: Envelope) -> Collection[Next]:
        all_agree = {*standing.attended} <= standing.table.agreed | {envelope["seat"]}
        return ((done, None),) if all_agree else ALONE

    return owed


def _take_back_agreed(standing: Standing, envelope: Envelope) -> Collection[Next]:
    """With the last consent the moves are taken back, and not before."""
    wish = standing.table.take_back_wish
    agreed = frozenset[int]() if wish is None else wish.agreed
    all_agree = {*standing.attended} <= agreed | {envelope["seat"]}
    return ((MovesTakenBack.type, None),) if all_agree else ALONE


def _autopilot_off(_: Standing, envelope: Envelope) -> Collection[Next]:
    seat, reason = envelope["seat"], envelope["data"].get("reason")
    if reason == "replaced":
        return END, (ClockChanged.type, seat)
    if reason == "agreed":
        # Without a consent of their own where they had agreed before they were away.
        own = ((made.type, seat) for made in (PauseAgreed, ResumeAgreed, ReplacementAgreed))
        return (*own, (Paused.type, None), (Resumed.type, None))
    return ALONE


def _clock_changed(standing: Standing, envelope: Envelope) -> Collection[Next]:
    if envelope["data"].get("reason") != "started":
        return ALONE
    return END, *_one_of(ClockChanged.type, [one for one in _people(standing.table) if one > envelope["seat"]])


def _beacon_missed(standing: Standing, _: Envelope) -> Collection[Next]:
    """A match that continues without the beacon begins by this event, or its host starts it; one that must have the
    beacon waits on.
    """
    beacon = standing.table.beacon
    goes_on = beacon is not None and beacon["otherwise"] == GO_ON
    return (END, (MatchStarted.type, None)) if goes_on else ALONE


def _people(table: Table) -> Set[int]:
    return table.seated.keys() - table.bots.keys()


def _one_of(type: str, seats: Collection[int]) -> Collection[Next]:
    return [(type, seat) for seat in sorted(seats)]


AFTER: Mapping[str, Callable[[Standing, Envelope], Collection[Next]]] = {
    SeatTaken.type: _seat_taken,
    SeatLeft.type: _seat_left,
    PauseAgreed.type: _agreed(Paused.type),
    ResumeAgreed.type: _agreed(Resumed.type),
    TakeBackAsked.type: _take_back_agreed,
    TakeBackAgreed.type: _take_back_agreed,
    AutopilotOff.type: _autopilot_off,
    BeaconMissed.type: _beacon_missed,
    ClockChanged.type: _clock_changed,
}
