"""When a verifier accepts the events of a pause."""

from games.table import clocks
from games.table.claims import Envelope, is_no_move, is_running, need
from games.table.events import CLOCK, PLAYER, SYSTEM
from games.table.features.pause.events import PAUSE_LIMIT, ResumeAgreed, Resumed
from games.table.standing import Standing, time_of


def agreed(standing: Standing, envelope: Envelope) -> None:
    """A seat whose player is there agrees for the first time: to a pause in play, to its end in a pause."""
    _stands_so(standing, envelope, paused=envelope["type"] == ResumeAgreed.type)
    need(envelope["by"] == PLAYER, "players agree")
    need(envelope["seat"] in set(standing.attended) - standing.table.agreed, "the seat has no say, or has agreed")


def paused(standing: Standing, envelope: Envelope) -> None:
    """All agreed, and the system says so."""
    _stands_so(standing, envelope, paused=False)
    _all_agreed(standing, envelope)


def resumed(standing: Standing, envelope: Envelope) -> None:
    """All agreed, and the system says so; or the clock says that the pause has lasted as long as it may."""
    _stands_so(standing, envelope, paused=True)
    if envelope["by"] == CLOCK:
        _has_lasted(standing, envelope)
    else:
        _all_agreed(standing, envelope)


def _all_agreed(standing: Standing, envelope: Envelope) -> None:
    looks = (envelope["seat"], envelope["by"], envelope["data"].get("reason")) == (None, SYSTEM, "agreed")
    need(looks, f"this is not how {envelope['type']} looks")
    attended = set(standing.attended)
    need(attended, "nobody is there who could agree")
    need(attended <= standing.table.agreed, "not every seat has agreed")


def _has_lasted(standing: Standing, envelope: Envelope) -> None:
    since = standing.table.paused_at
    assert since is not None
    looks = (envelope["seat"], envelope["data"].get("reason")) == (None, PAUSE_LIMIT.reason)
    need(looks, f"this is not how {Resumed.type} looks")
    need(clocks.is_past(since + clocks.LONGEST_PAUSE, time_of(envelope)), "the pause was not that long")


def _stands_so(standing: Standing, envelope: Envelope, *, paused: bool) -> None:
    is_running(standing)
    is_no_move(envelope)
    need((standing.table.paused_at is not None) == paused, "the match is not paused, or is so already")
