"""Who may know of a match."""

from dataclasses import dataclass, replace

from events import store
from games.matches.errors import MatchNotFound
from games.matches.lobby import invitations
from games.matches.models.ids import as_uuid
from games.matches.models.matches import PRIVATE, Lobby
from games.matches.models.service import Listing
from games.matches.stream.loading import Loaded, load, load_at


@dataclass(frozen=True, kw_only=True)
class Known:
    """A match that a caller may know of, with its lobby data; only this module makes one.

    `until` is the version that the caller may know it up to, None to its end: a player who repeats a call of theirs
    to a private match, and may not know that match any more, is told what they could be told then.
    """

    id: str
    lobby: Lobby
    until: int | None = None

    def load(self) -> Loaded:
        """The match as its stream stands now, or as it stood at `until`."""
        return load(self.id) if self.until is None else load_at(self.id, self.until)


def known(match_id: str, viewer: str | None, *, invitation: str | None = None, key: str | None = None) -> Known:
    """The match with this id, however it is written; `MatchNotFound` where there is none that the viewer may know of.

    A private match is known to those who sit there or have a seat kept for them, to the holder of an invitation, and up
    to their own call to a caller who repeats one that came through under its key.
    """
    lobby = _lobby(match_id)
    found = Known(id=str(lobby.match_id), lobby=lobby)
    if _may_know(found, viewer) or _is_invited(found.id, viewer, invitation):
        return found
    called = None if viewer is None or key is None else store.find_command(found.id, viewer, key)
    if called is None:
        raise MatchNotFound
    return replace(found, until=called.last_version)


def after(before: Known, viewer: str, version: int) -> Known:
    """What a viewer may know of a match once a call of theirs that ends at `version` is in it.

    By the call they may have left a private match, at once or long ago: then nothing later is for them.
    """
    return replace(before, until=None if _may_know(before, viewer) else version)


def _may_know(match: Known, viewer: str | None) -> bool:
    # Before it is loaded: the answer that it cannot be folded would tell a stranger that there is such a match.
    if match.lobby.visibility != PRIVATE:
        return True
    return viewer is not None and (viewer in match.lobby.held.values() or _sits_there(match.id, viewer))


def _is_invited(match_id: str, viewer: str | None, invitation: str | None) -> bool:
    return viewer is not None and invitation is not None and invitations.find(match_id, invitation, viewer) is not None


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
