"""Another player for the seat of a player who is away."""

from games.matches import errors
from games.matches.autoplay import timeouts
from games.matches.errors import AlreadySeated
from games.matches.lobby import invitations
from games.matches.models.matches import Invitation
from games.matches.play import autopilot, time_off
from games.matches.stream.drafts import Plan, plan
from games.matches.stream.guards import check_exists
from games.matches.stream.loading import Loaded
from games.table.events import AutopilotOff, SeatTaken


def seated(loaded: Loaded, player: str, invitation: Invitation) -> Plan:
    """The newcomer takes the seat with all that the seat knows, and plays it from now on.

    The match's chance stands since its start, so the newcomer gives nothing to it. Raises `AlreadySeated`, `SeatTaken`
    when the seat's player has come back, and what `autopilot.check_absent` does.
    """
    seat = invitation.seat
    assert seat is not None
    if loaded.seat_of(player) is not None:
        raise AlreadySeated
    if seat in loaded.match.attended:
        raise errors.SeatTaken(seat=seat)
    autopilot.check_absent(loaded, seat)
    timeouts.play_first(loaded)
    check_exists(player)
    invitations.claim(invitation, player, version=loaded.match.head.version + 1)
    back = AutopilotOff(seat=seat, reason="replaced")
    return plan(SeatTaken(seat=seat, entropy=None), back, *time_off.of_newcomer(loaded, seat, player))
