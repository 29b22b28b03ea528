"""Replacements: another player takes the seat of an absent player."""

from contextlib import suppress

from games.matches import errors
from games.matches.autoplay import timeouts
from games.matches.errors import (
    AlreadyAgreed,
    AlreadySeated,
    ConsentMissing,
    InvitationNotFound,
    NotOnAutopilot,
    NotSeated,
)
from games.matches.lobby import invitations, rated_terms
from games.matches.models.matches import Invitation
from games.matches.play import autopilot, time_off
from games.matches.quotas import admission
from games.matches.stream.commands import Appended, execute, request
from games.matches.stream.drafts import Plan, plan
from games.matches.stream.guards import check_exists, check_may_join, check_room, seat_of
from games.matches.stream.loading import Loaded, load
from games.table import state
from games.table.events import SeatTaken
from games.table.features.autopilot.events import AutopilotOff
from games.table.features.replacement.events import ReplacementAgreed


def invite(match_id: str, player: str, seat: int, *, seconds: int, key: str | None) -> tuple[Invitation, str]:
    """An invitation for the seat of a player who is away, and its secret, by a player who still plays there.

    An opponent who invites consents by that, for everybody to see; the invitation counts once the others have too.
    """
    rated_terms.check_unrated(match_id)
    own = _own(load(match_id), player, seat)
    if own != seat:
        with suppress(AlreadyAgreed):
            consent(match_id, player, seat, invited_by=own, key=key)
    return invitations.make(load(match_id), player, seat=seat, seconds=seconds, key=key, replaces=True)


def consent(match_id: str, player: str, seat: int, *, invited_by: int, key: str | None) -> Appended:
    """Agree that the absent player of `seat` is replaced by a player whom the seat `invited_by` invites.

    Raises `InvitationNotFound` where that seat has invited nobody, `AlreadyAgreed`, and what `invite` does.
    """

    def judge(loaded: Loaded) -> Plan:
        rated_terms.check_unrated(match_id)
        own = _own(loaded, player, seat)
        if own == seat:
            raise NotOnAutopilot(seat=seat)
        timeouts.play_first(loaded)
        consents = loaded.match.table.consents
        if own != invited_by and (seat, invited_by, invited_by) not in consents:
            raise InvitationNotFound
        if (seat, invited_by, own) in consents:
            raise AlreadyAgreed(seats=list(_undecided(loaded, seat, invited_by)))
        return plan(*autopilot.back(loaded, own), ReplacementAgreed(seat=own, replaces=seat, invited_by=invited_by))

    return execute(request(match_id, player, "consent", seat, invited_by, key=key), judge)


def _own(loaded: Loaded, player: str, seat: int) -> int:
    """The seat of a player who has a say in who takes an absent player's `seat`."""
    own = seat_of(loaded, player)
    autopilot.check_absent(loaded, seat)
    if own in loaded.match.gone:
        raise NotSeated
    return own


def _undecided(loaded: Loaded, seat: int, invited_by: int) -> tuple[int, ...]:
    return state.undecided(loaded.match.table, loaded.match.gone, seat=seat, invited_by=invited_by)


def seated(loaded: Loaded, player: str, invitation: Invitation) -> Plan:
    """The newcomer takes the seat with all that the seat knows, and plays it from now on.

    The match's chance stands since its start, so the newcomer gives nothing to it. Raises `AlreadySeated`, `SeatTaken`
    when the seat's player has come back, `ConsentMissing`, and what `autopilot.check_absent` does.
    """
    seat = invitation.seat
    assert seat is not None
    if loaded.seat_of(player) is not None:
        raise AlreadySeated
    if seat in loaded.match.attended:
        raise errors.SeatOccupied(seat=seat)
    autopilot.check_absent(loaded, seat)
    timeouts.play_first(loaded)
    invited_by = seat_of(loaded, invitation.maker)
    if missing := _undecided(loaded, seat, invited_by):
        raise ConsentMissing(seats=list(missing))
    check_exists(player)
    check_room(loaded)
    check_may_join(loaded.match.id, player)
    admission.admit_seat(player, loaded.match.id)
    invitations.claim(invitation, player, version=loaded.match.head.version + 1)
    back = AutopilotOff(seat=seat, reason="replaced")
    taken = SeatTaken(seat=seat, entropy=None, invited_by=invited_by)
    return plan(taken, back, *time_off.of_newcomer(loaded, seat, player))
