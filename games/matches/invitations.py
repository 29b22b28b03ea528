"""Passes into a match: made by its host, used once, and gone after a while. One that names a seat keeps it free."""

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.db.models.functions import Now

from events.store import new_id
from games.matches.errors import AlreadyCreated, InvitationNotFound, InvitationRequired, SeatTaken, UnknownSeat
from games.matches.match import load
from games.matches.models import Invitation
from games.matches.rights import check_host, check_open

PREFIX = "inv_"
SECRET_BYTES = 32


def invite(match_id: str, host: str, *, seat: int | None, seconds: int, key: str | None) -> tuple[Invitation, str]:
    """An invitation that lasts so long, for `seat` if one is named, and its secret, which is shown this once only."""
    loaded = load(match_id)
    check_host(loaded, host)
    check_open(loaded)
    if seat is not None and not 0 <= seat < loaded.match.table.seats:
        raise UnknownSeat(seat=seat)
    if seat is not None and seat not in loaded.match.table.free:
        raise SeatTaken(seat=seat)
    secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    try:
        made = Invitation.objects.create(
            id=new_id(),
            match_id=match_id,
            creation_key=f"{host} {key if key is not None else new_id()}",
            digest=_digest(secret),
            seat=seat,
            expires_at=loaded.now + timedelta(seconds=seconds),
        )
    except IntegrityError:
        raise AlreadyCreated from None
    return made, secret


def revoke(match_id: str, host: str, invitation_id: str) -> None:
    """Take an unused invitation back, by the host; `InvitationNotFound` when there is none."""
    check_host(load(match_id), host)
    try:
        gone, _ = Invitation.objects.filter(match_id=match_id, id=invitation_id, used_by=None).delete()
    except ValidationError:
        # It is no id at all.
        raise InvitationNotFound from None
    if not gone:
        raise InvitationNotFound


def find(match_id: str, secret: str, player: str) -> Invitation | None:
    """The invitation that a secret stands for, if this player may use it, or has used it."""
    found = Invitation.objects.filter(match_id=match_id, digest=_digest(secret))
    mine = found.filter(used_by=player)
    return mine.first() or found.filter(used_by=None, expires_at__gt=Now()).first()


@contextmanager
def used(invitation: Invitation | None, player: str) -> Iterator[None]:
    """Use an invitation for what is done inside; when that fails it is as unused as before.

    It is claimed before the seat is taken, so that of two players with one secret only one gets through. A process
    that dies in between leaves it claimed for its player, who can try again.
    """
    fresh = invitation is not None and _claim(invitation, player)
    try:
        yield
    except Exception:
        if fresh and invitation is not None:
            Invitation.objects.filter(id=invitation.id, used_by=player).update(used_by=None)
        raise


def kept_seats(match_id: str, *, but: Invitation | None) -> set[int]:
    """The seats that open invitations keep free for others than the holder of `but`."""
    waiting = Invitation.objects.filter(match_id=match_id, used_by=None, expires_at__gt=Now(), seat__isnull=False)
    seats = waiting.exclude(id=but.id) if but is not None else waiting
    return {seat for seat in seats.values_list("seat", flat=True) if seat is not None}


def _claim(invitation: Invitation, player: str) -> bool:
    if Invitation.objects.filter(id=invitation.id, used_by=None).update(used_by=player):
        return True
    if not Invitation.objects.filter(id=invitation.id, used_by=player).exists():
        raise InvitationRequired
    return False


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
