"""For whom a lobby keeps seats: players of the match before (a rematch), and players who were invited."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from games.matches.lobby import invitations
from games.matches.stream.loading import Loaded
from games.table.state import OPEN

REMATCH, INVITATION = REASONS = ("rematch", "invitation")


@dataclass(frozen=True, kw_only=True)
class KeptSeat:
    """A seat that waits for somebody. No `seat` means any free one; no `player` means that the caller may not know.

    `until` is when the invitation expires; a seat in a rematch is kept until the match starts.
    """

    seat: int | None
    player: str | None
    reason: str
    until: datetime | None


def kept_for(
    loaded: Loaded, held: Mapping[str, str], viewer: str | None, *, invitation: str | None = None
) -> list[KeptSeat]:
    """The seats that are kept in an open match, by number. Of a match that is not open, none.

    Players at the table, players a seat is kept for, and holders of an invitation learn for whom. All others learn
    which seats are kept. `held` is the lobby's (`Lobby.held`).
    """
    if loaded.match.table.status != OPEN:
        return []
    kept = _kept(loaded, held)
    if _may_know_for_whom(loaded, kept, viewer, invitation):
        return kept
    return [replace(one, player=None) for one in kept if one.seat is not None]


def _kept(loaded: Loaded, rematch: Mapping[str, str]) -> list[KeptSeat]:
    here, free = set(loaded.holders.values()), set(loaded.match.table.free)
    held = {int(seat): player for seat, player in rematch.items() if int(seat) in free and player not in here}
    found = [KeptSeat(seat=seat, player=player, reason=REMATCH, until=None) for seat, player in held.items()]
    for one in invitations.unused_of(loaded):
        player = None if one.player_id is None else str(one.player_id)
        # A link for any seat keeps none and names nobody. A player may hold several invitations.
        is_told = player is not None and (player in here or any(player == other.player for other in found))
        if not is_told and (one.seat in free if one.seat is not None else player is not None):
            found.append(KeptSeat(seat=one.seat, player=player, reason=INVITATION, until=one.expires_at))
    return sorted(found, key=lambda one: (one.seat is None, one.seat or 0, one.until or loaded.now))


def _may_know_for_whom(loaded: Loaded, kept: list[KeptSeat], viewer: str | None, invitation: str | None) -> bool:
    if viewer is not None and (loaded.seat_of(viewer) is not None or any(one.player == viewer for one in kept)):
        return True
    return invitation is not None and invitations.find(loaded.match.id, invitation, viewer) is not None
