"""When a verifier accepts a change of the times at which a seat's clock stops."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.table import stoppages
from games.table.claims import Envelope, is_count, is_no_move, is_running, need
from games.table.events import PLAYER
from games.table.standing import Standing, time_of
from games.table.stoppages import DAY, FORESIGHT, HORIZON, Stops

DAY_SECONDS = 86_400


def changed(standing: Standing, envelope: Envelope) -> None:
    """Stops that a player can set, in a match that respects them, for a fitting reason."""
    is_running(standing)
    is_no_move(envelope)
    table, seat, data = standing.table, envelope["seat"], envelope["data"]
    need(envelope["by"] == PLAYER, "a player's wishes stop their clock")
    need(seat in table.seated.keys() - table.bots.keys() - standing.resigned, "no player sits there")
    try:
        stops = stoppages.from_json(data)
        same = {"reason": data["reason"], **stops.to_json()} == data
    except (KeyError, TypeError, ValueError):
        same = False
    need(same and _are_stops(data), "the clock's stops are not of their shape")
    for name in ("quiet_hours", "vacation"):
        need(not data[name] or table.clock.get(name), f"no {name} stop the clocks of this match")
    need(_are_in_sight(stops, time_of(envelope)), "no player can wish this for so long, or so far ahead")
    need(data["reason"] in _reasons(standing, envelope, stops), "this is not why the clock's stops change")


def _are_stops(data: Mapping[str, Any]) -> bool:
    """Whether a player can wish them: a verifier follows no others, so that none takes long to follow."""
    quiet, away = data["quiet_hours"], data["vacation"]
    since = [one["since"] for one in quiet]
    # Texts of one form are in the order of their times.
    in_order: bool = since[:1] in ([], [None]) and None not in since[1:] and since[1:] == sorted(set(since[1:]))
    goes_first = away is None or away["starts_at"] < away["ends_at"]
    return in_order and bool(goes_first) and len(quiet) <= stoppages.MOST_QUIET and all(map(_is_daily, quiet))


def _are_in_sight(stops: Stops, at: datetime) -> bool:
    """Whether they could be wished by then. A day more is allowed: clocks differ, and a zone is asked day by day.

    What is over by then is no matter: it stops nothing, and a match may be ahead of the time at which somebody wished.
    """
    if stops.vacation is not None:
        starts_at, ends_at = stops.vacation
        if ends_at - starts_at > FORESIGHT or ends_at - at > FORESIGHT + DAY:
            return False
    return all(one.since is None or one.since - at < HORIZON + 2 * DAY for one in stops.quiet)


def _is_daily(quiet: Mapping[str, Any]) -> bool:
    times = quiet["from_seconds"], quiet["to_seconds"]
    if not all(is_count(at) and at < DAY_SECONDS for at in times):
        return False
    length: int = (times[1] - times[0]) % DAY_SECONDS
    return 0 < length <= stoppages.LONGEST_QUIET.total_seconds()


def _reasons(standing: Standing, envelope: Envelope, stops: Stops) -> tuple[str, ...]:
    """Why these stops can come after those before: at the start, with a new player, or because a wish has changed."""
    table, seat = standing.table, envelope["seat"]
    before = table.stops.get(seat, stoppages.NONE)
    if stops == before:
        return ()
    if time_of(envelope) != standing.at:
        return ("vacation" if stops.quiet == before.quiet else "quiet_hours",)
    begins = time_of(envelope) == table.started_at and seat not in table.stops
    # The seat was taken and is off autopilot, by the two events before in the same append.
    comes = envelope["version"] == table.seated[seat] + 2
    return (*["started"] * begins, *["replaced"] * comes)
