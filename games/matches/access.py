"""Who may know of a match."""

from dataclasses import dataclass

from events import store
from games.matches.errors import MatchNotFound
from games.matches.lobby import invitations
from games.matches.models.ids import as_uuid
from games.matches.models.matches import PRIVATE, Lobby
from games.matches.models.service import Listing
from games.matches.stream.loading import Loaded, load


@dataclass(frozen=True, kw_only=True)
class Known:
    """A match that a caller may know of, with its lobby data; only `known` makes one.

    It stays theirs to the end of their request, also where they leave the match in it.
    """

    id: str
    lobby: Lobby

    def load(self) -> Loaded:
        """The match as its stream stands now."""
        return load(self.id)


def known(match_id: str, viewer: str | None, *, invitation: str | None = None, key: str | None = None) -> Known:
    """The match with this id, however it is written; `MatchNotFound` where there is none that the viewer may know of.

    A private match is known to those who sit there or have a seat kept for them, to the holder of an invitation, and to
    a caller who repeats a call that came through under its key.
    """
    lobby = _lobby(match_id)
    found = str(lobby.match_id)
    # Before it is loaded: the answer that it cannot be folded would tell a stranger that there is such a match.
    if lobby.visibility == PRIVATE and not (
        viewer is not None
        and (
            viewer in lobby.held.values()
            or _sits_there(found, viewer)
            or (invitation is not None and invitations.find(found, invitation, viewer) is not None)
            or (key is not None and store.find_command(found, viewer, key) is not None)
        )
    ):
        raise MatchNotFound
    return Known(id=found, lobby=lobby)


def _lobby(match_id: str) -> Lobby:
    found = as_uuid(match_id)
    lobby = None if found is None else Lobby.objects.filter(match_id=found).first()
    if lobby is None:
        raise MatchNotFound
    return lobby


def _sits_there(match_id: str, viewer: str) -> bool:
    """Whether the viewer sits there; as far as the lists know where the match cannot be folded any more."""
    try:
        return load(match_id).seat_of(viewer) is not None
    except Exception:
        # Whatever is wrong with a private match is not for strangers to know.
        return Listing.objects.filter(match_id=match_id, player_ids__contains=[viewer]).exists()
