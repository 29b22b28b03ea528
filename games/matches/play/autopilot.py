"""Autopilot: bots play the seats of absent players until a player returns."""

from games.matches.autoplay import timeouts
from games.matches.errors import MatchNotActive, NotOnAutopilot, NotYourSeat, UnknownSeat
from games.matches.stream.commands import Appended, execute, request
from games.matches.stream.drafts import Plan, plan
from games.matches.stream.guards import check_not_quarantined, seat_of
from games.matches.stream.loading import Loaded
from games.table.events import TableEvent
from games.table.features.autopilot.events import AutopilotOff
from games.table.state import ACTIVE


def end_autopilot(match_id: str, player: str, seat: int, *, key: str | None) -> Appended:
    """End autopilot, as the seat's own player. From now on the seat's clock runs."""

    def judge(loaded: Loaded) -> Plan:
        own = seat_of(loaded, player)
        if 0 <= seat < loaded.match.table.seats and seat != own:
            raise NotYourSeat(seat=seat)
        check_absent(loaded, seat)
        timeouts.play_first(loaded)
        return plan(AutopilotOff(seat=seat, reason="taken_back"))

    return execute(request(match_id, player, "take back", seat, key=key), judge)


def back(loaded: Loaded, seat: int | None) -> list[TableEvent]:
    """The event that ends autopilot when a player agrees to something and so is back."""
    return [AutopilotOff(seat=seat, reason="agreed")] if seat in loaded.match.table.autopilot else []


def check_absent(loaded: Loaded, seat: int) -> None:
    """Refuse unless the match runs and the seat is on autopilot.

    Raises `UnknownSeat`, `MatchNotActive`, `MatchQuarantined`, `NotOnAutopilot`.
    """
    if not 0 <= seat < loaded.match.table.seats:
        raise UnknownSeat(seat=seat)
    if loaded.match.table.status != ACTIVE:
        raise MatchNotActive(status=loaded.match.table.status)
    check_not_quarantined(loaded)
    if seat not in loaded.match.table.autopilot - loaded.match.gone:
        raise NotOnAutopilot(seat=seat)
