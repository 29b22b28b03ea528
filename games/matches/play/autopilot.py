"""Seats whose players are away: played for until somebody comes back."""

from events.store import Draft
from games.matches.autoplay import timeouts
from games.matches.errors import MatchNotActive, NotOnAutopilot, NotYourSeat, UnknownSeat
from games.matches.stream.commands import Actor, Appended, Request, execute, fingerprint
from games.matches.stream.guards import check_not_quarantined, seat_of
from games.matches.stream.loading import Loaded
from games.table.state import ACTIVE


def off(seat: int, reason: str, *, move: int | None = None) -> Draft:
    """The seat is played by its player again: he has `taken_back`, `played`, `agreed`, or was `replaced`."""
    return Draft(type="autopilot_off", data={"reason": reason}, seat=seat, by="player", move=move)


def take_back(match_id: str, player: str, seat: int, *, key: str | None) -> Appended:
    """Leave autopilot, by the seat's own player; what it is asked now is asked anew by the clock."""

    def judge(loaded: Loaded) -> list[Draft]:
        own = seat_of(loaded, player)
        if 0 <= seat < loaded.match.table.seats and seat != own:
            raise NotYourSeat(seat=seat)
        check_absent(loaded, seat)
        timeouts.play_first(loaded)
        return [off(seat, "taken_back")]

    actor = Actor(by="player", name=player)
    return execute(Request(match=match_id, actor=actor, key=key, hash=fingerprint("take back", seat)), judge)


def check_absent(loaded: Loaded, seat: int) -> None:
    """Refuse unless the match runs and the seat is on autopilot.

    Raises `UnknownSeat`, `MatchNotActive`, `MatchQuarantined`, `NotOnAutopilot`.
    """
    if not 0 <= seat < loaded.match.table.seats:
        raise UnknownSeat(seat=seat)
    if loaded.match.table.status != ACTIVE:
        raise MatchNotActive(status=loaded.match.table.status)
    check_not_quarantined(loaded.match.id)
    if seat not in loaded.match.table.autopilot - loaded.match.resigned:
        raise NotOnAutopilot(seat=seat)
