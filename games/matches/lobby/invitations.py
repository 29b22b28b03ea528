"""Invitations to a match. The host makes them, each works once and expires. One with a seat reserves that seat."""

import hashlib
import uuid
from collections.abc import Mapping
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Now

from events import store
from events.errors import Conflict
from events.randomness import new_id, new_token
from events.store import LOWER_CASE_UUID
from games.matches.accounts import silences
from games.matches.errors import (
    AlreadyCreated,
    InvitationNotFound,
    InvitationRequired,
    KeyReused,
    PlayerNotFound,
    SeatOccupied,
    TooManyOpenInvitations,
    UnknownSeat,
)
from games.matches.models.matches import Invitation, Lobby
from games.matches.models.people import DELETED, Player
from games.matches.notices import writer
from games.matches.quotas import storage
from games.matches.stream.commands import fingerprint
from games.matches.stream.guards import check_host, check_open
from games.matches.stream.loading import Loaded, load
from games.table.state import OPEN

PREFIX = "inv_"
SECRET_BYTES = 32
UNUSED = Q(used_by=None)
# Of one player to one match, whose every join reads them.
MOST_OPEN = 20
# So long after its end an invitation is still known, so that a repeat of its creation is told what it is.
KEPT = timedelta(days=1)


def invite(
    match_id: str, host: str, *, seat: int | None, seconds: int, key: str | None, player: str | None = None
) -> tuple[Invitation, str]:
    """An invitation that lasts so long, for `seat` if one is named, and its secret, which is shown this once only.

    With `player`, that player is told of it, and may use the invitation's id in place of the secret;
    `PlayerNotFound`, `TooManyInvitations`, `TooManyOpenInvitations`.
    """
    loaded = load(match_id)
    check_host(loaded, host)
    check_open(loaded)
    if seat is not None and not 0 <= seat < loaded.match.table.seats:
        raise UnknownSeat(seat=seat)
    if seat is not None and seat not in loaded.match.table.free:
        raise SeatOccupied(seat=seat)
    return make(loaded, host, seat=seat, seconds=seconds, key=key, player=player)


def make(
    loaded: Loaded,
    maker: str,
    *,
    seat: int | None,
    seconds: int,
    key: str | None,
    player: str | None = None,
    replaces: bool = False,
) -> tuple[Invitation, str]:
    """An invitation and its secret by a player who may make one.

    `AlreadyCreated`, `KeyReused`, `TooManyOpenInvitations`, `QuotaExceeded`; with a player also `Silenced`.
    """
    match_id = loaded.match.id
    secret = PREFIX + new_token(SECRET_BYTES)
    creation_key = f"{maker} {key if key is not None else new_id()}"
    invited = None if player is None else _invited(player)
    # Without a player as it was before there could be one, so that an old key still fits.
    named = [] if invited is None else [str(invited.id)]
    request = fingerprint("replace" if replaces else "invite", seat, seconds, *named)
    try:
        with transaction.atomic():
            is_repeat = _check_room(match_id, maker, creation_key)
            if invited is not None and not is_repeat:
                silences.refuse_silenced(maker)
            made = Invitation.objects.create(
                id=new_id(),
                match_id=match_id,
                creation_key=creation_key,
                request_hash=request,
                digest=_digest(secret),
                seat=seat,
                player_id=None if invited is None else invited.id,
                expires_at=loaded.now + timedelta(seconds=seconds),
                replaces=replaces,
            )
            if invited is not None:
                writer.tell_invited(loaded, invited, made, sender=maker)
    except IntegrityError:
        before = Invitation.objects.filter(match_id=match_id, creation_key=creation_key).first()
        raise AlreadyCreated() if before and bytes(before.request_hash) == request else KeyReused() from None
    return made, secret


def _check_room(match_id: str, maker: str, creation_key: str) -> bool:
    """Refuse one invitation too many, and say whether it is there already."""
    # Under a lock, so that calls at once find no room twice.
    Lobby.objects.select_for_update(no_key=True).get(match_id=match_id)
    mine = Invitation.objects.filter(match_id=match_id, creation_key__startswith=f"{maker} ")
    is_repeat = mine.filter(creation_key=creation_key).exists()
    if not is_repeat and mine.filter(UNUSED, expires_at__gt=Now()).count() >= MOST_OPEN:
        raise TooManyOpenInvitations(most=MOST_OPEN)
    if not is_repeat:
        storage.admit_stored("invitation", player=maker)
    return is_repeat


def forget() -> None:
    """Delete used and expired invitations."""
    Invitation.objects.filter(expires_at__lt=Now() - KEPT).delete()


def revoke(match_id: str, player: str, invitation_id: str) -> None:
    """Withdraw an unused invitation, as the host or as the player who made it; else `InvitationNotFound`."""
    loaded = load(match_id)
    try:
        found = Invitation.objects.filter(match_id=match_id, id=invitation_id, used_by=None)
        if not found.filter(creation_key__startswith=f"{player} ", replaces=True).exists():
            check_host(loaded, player)
        gone, _ = found.delete()
    except ValidationError:
        # It is no id at all.
        raise InvitationNotFound from None
    if not gone:
        raise InvitationNotFound


def find(match_id: str, secret: str, player: str | None) -> Invitation | None:
    """The invitation that a secret stands for, if this player may use it now; the one they have used is spent.

    The player it was made for may name it by its id instead. Without a player: if a new player may use it.
    """
    known = Q(digest=_digest(secret))
    if player is not None and LOWER_CASE_UUID.fullmatch(secret):
        known |= Q(id=secret, player_id=player)
    theirs = UNUSED if player is None else UNUSED | Q(used_by=player)
    found = Invitation.objects.filter(known, theirs, match_id=match_id).first()
    if found is None or _is_spent(found):
        return None
    return found if found in unused_of(load(match_id), theirs) else None


def claim(invitation: Invitation | None, player: str, *, version: int) -> None:
    """Use an invitation up for a seat that is taken at `version`, as the last thing before; `InvitationRequired`.

    The append that follows may lose a race or be cut off. So a claim spends nothing until the player's own append
    stands at that version: until then they, and nobody else, may claim again.
    """
    if invitation is None:
        return
    with transaction.atomic():
        row = Invitation.objects.select_for_update().filter(id=invitation.id).first()
        if row is None or (row.used_by is not None and str(row.used_by) != player) or _is_spent(row):
            raise InvitationRequired
        if row.used_at_version is not None and row.used_at_version > version:
            # The match was loaded before another call of theirs saw more of it.
            raise Conflict(str(row.match_id), version)
        row.used_by, row.used_at_version = uuid.UUID(player), version
        row.save(update_fields=["used_by", "used_at_version"])


def _is_spent(invitation: Invitation) -> bool:
    """Whether the append for which it was last claimed is stored."""
    if invitation.used_by is None or invitation.used_at_version is None:
        return False
    return store.is_recorded(
        str(invitation.match_id), actor=str(invitation.used_by), first_version=invitation.used_at_version
    )


def kept_seats(loaded: Loaded, *, but: Invitation | None) -> set[int]:
    """The seats that open invitations reserve, except the seat of the invitation `but`."""
    return {one.seat for one in unused_of(loaded) if one.seat is not None and (but is None or one.id != but.id)}


def _invited(player_id: str) -> Player:
    # A deleted player gets no refusal of its own: a player who cannot come cannot be invited.
    try:
        return Player.objects.exclude(kind=DELETED).get(id=player_id)
    except (Player.DoesNotExist, ValidationError):
        raise PlayerNotFound from None


def unused_of(loaded: Loaded, unused: Q = UNUSED) -> list[Invitation]:
    """Unused, in time, and made by a player who may invite now: in the lobby the host, later any who has a seat."""
    table = loaded.match.table
    if not loaded.holders:
        return []
    in_lobby = table.status == OPEN
    makers = {loaded.holders[table.host]} if in_lobby else set(loaded.holders.values())
    waiting = Invitation.objects.filter(unused, match_id=loaded.match.id, expires_at__gt=Now())
    return [one for one in waiting.filter(replaces=not in_lobby) if one.maker in makers]


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def held_seats(match_id: str) -> dict[int, str]:
    """In a rematch, the seats that are reserved for the earlier players: seat to player id."""
    held: Mapping[str, str] = Lobby.objects.values_list("held", flat=True).get(match_id=match_id)
    return {int(seat): player for seat, player in held.items()}
