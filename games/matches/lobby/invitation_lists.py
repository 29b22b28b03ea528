"""Lists of the invitations that are open: those a player has received by name, and those a player has made."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.db.models.functions import Now

from games.matches.accounts.keeping_away import KEPT_AWAY
from games.matches.errors import InvitationNotFound
from games.matches.lists import queries
from games.matches.models.ids import as_uuid
from games.matches.models.matches import Invitation
from games.matches.models.people import Player
from games.matches.models.service import Listing
from games.table.state import ACTIVE, OPEN

# What a player may ask for.
RECEIVED, SENT = ROLES = ("received", "sent")


@dataclass(frozen=True, kw_only=True)
class Listed:
    """An open invitation, its match's game, and the players it names: its maker, and whom it is for."""

    invitation: Invitation
    game: str
    maker: Player | None
    player: Player | None


def listed(player: str, role: str, *, before: str | None, limit: int) -> tuple[Sequence[Listed], str | None]:
    """Up to `limit` open invitations in this role, newest first, and where the next page begins (None: nowhere).

    The lists tell whether a match still waits for players, so an invitation may be listed a moment longer than its
    match does. A page may hold fewer than `limit` and not be the last.
    """
    rows = Invitation.objects.filter(_of(player, role), used_by=None, expires_at__gt=Now()).order_by("-id")
    page = list((rows if before is None else rows.filter(id__lt=before))[: limit + 1])
    cursor = str(page[limit - 1].id) if len(page) > limit else None
    away = {str(one.id) for one in KEPT_AWAY.players(player)} if role == RECEIVED else set()
    return _told([one for one in page[:limit] if one.maker not in away]), cursor


def withdraw(player: str, invitation_id: str) -> None:
    """Delete an unused invitation that this player has made or received; `InvitationNotFound` if there is none."""
    theirs = _of(player, RECEIVED) | _of(player, SENT)
    found = (
        None if as_uuid(invitation_id) is None else Invitation.objects.filter(theirs, id=invitation_id, used_by=None)
    )
    if found is None or not found.delete()[0]:
        raise InvitationNotFound


def _of(player: str, role: str) -> Q:
    return Q(player_id=player) if role == RECEIVED else Q(creation_key__startswith=f"{player} ")


def _told(page: Sequence[Invitation]) -> list[Listed]:
    matches = Listing.objects.filter(match_id__in=[one.match_id for one in page])
    known = {row[0]: row[1:] for row in matches.values_list("match_id", "game", "status")}
    people = queries.players({one.maker for one in page} | {str(one.player_id) for one in page if one.player_id})
    return [
        Listed(
            invitation=one,
            game=known[one.match_id][0],
            maker=people.get(one.maker),
            player=people.get(str(one.player_id)),
        )
        for one in page
        if one.match_id in known and _is_usable(one, known[one.match_id])
    ]


def _is_usable(invitation: Invitation, match: tuple[str, str]) -> bool:
    return match[1] == (ACTIVE if invitation.replaces else OPEN)
