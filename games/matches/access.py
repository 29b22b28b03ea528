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
class Seen:
    """A match that the caller may know of, with its lobby data."""

    loaded: Loaded
    lobby: Lobby


def match_for(match_id: str, viewer: str | None, *, left: bool = False) -> Seen:
    """The match and its lobby data; `MatchNotFound` where there is none that the viewer may know of.

    With `left` the viewer may know of it because they have just sat there, though they may have left.
    """
    lobby = _lobby(match_id)
    known = str(lobby.match_id)
    # Before it is loaded: the answer that it cannot be folded would tell a stranger that there is such a match.
    if lobby.visibility == PRIVATE and not (left or viewer in lobby.held.values() or _sits_there(known, viewer)):
        raise MatchNotFound
    return Seen(loaded=load(known), lobby=lobby)


def known_id(match_id: str, viewer: str, *, invitation: str | None = None, key: str | None = None) -> str:
    """The id as streams are kept under it; `MatchNotFound` when the viewer may not know of the match.

    A private match is known to the players who sit there, hold an invitation or have a seat kept for them, and to a
    player who sends again a call that came through under its key.
    """
    lobby = _lobby(match_id, "visibility", "held")
    known = str(lobby.match_id)
    invited = invitation is not None and invitations.find(known, invitation, viewer) is not None
    repeated = key is not None and store.find_command(known, viewer, key) is not None
    asked = viewer in lobby.held.values()
    if lobby.visibility == PRIVATE and not (invited or repeated or asked or _sits_there(known, viewer)):
        raise MatchNotFound
    return known


def visible_id(match_id: str, viewer: str | None) -> str:
    """The id as streams are kept under it; `MatchNotFound` when the viewer may not know of the match.

    Only a private match is folded for it, so that all others can be named when they cannot be folded any more.
    """
    lobby = _lobby(match_id, "visibility")
    known = str(lobby.match_id)
    if lobby.visibility == PRIVATE and not _sits_there(known, viewer):
        raise MatchNotFound
    return known


def _lobby(match_id: str, *fields: str) -> Lobby:
    """The row of a match with these fields, or with all; `MatchNotFound`, also for what is no id."""
    known = as_uuid(match_id)
    lobby = None if known is None else Lobby.objects.filter(match_id=known).only(*fields).first()
    if lobby is None:
        raise MatchNotFound
    return lobby


def _sits_there(match_id: str, viewer: str | None) -> bool:
    """Whether the viewer sits there; as far as the lists know where the match cannot be folded any more."""
    try:
        return load(match_id).seat_of(viewer) is not None
    except Exception:
        # Whatever is wrong with a private match is not for strangers to know.
        return viewer is not None and Listing.objects.filter(match_id=match_id, player_ids__contains=[viewer]).exists()
