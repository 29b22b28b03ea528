"""Reading: which matches there are, who may know of them, and who sits there."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from events import store
from games import table
from games.matches import invitations, projections
from games.matches.errors import MatchNotFound
from games.matches.ids import as_uuid
from games.matches.match import Loaded, load
from games.matches.models import Listing, Lobby, Player

PRIVATE = "private"


@dataclass(frozen=True, kw_only=True)
class Filter:
    """Which matches to list. `mine` and `waiting_for` are player ids; `before` is the last id of the page before."""

    game: str | None = None
    status: str | None = None
    mine: str | None = None
    waiting_for: str | None = None
    before: str | None = None


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A match that the caller may know of, with its lobby data."""

    loaded: Loaded
    lobby: Lobby


def match_for(match_id: str, viewer: str | None, *, left: bool = False) -> Seen:
    """The match and its lobby data; `MatchNotFound` where there is none that the viewer may know of.

    With `left` the viewer may know because he has just sat there, though he may have left.
    """
    lobby = _lobby(match_id)
    known = str(lobby.match_id)
    # Before it is loaded: the answer that it cannot be folded would tell a stranger that there is such a match.
    if lobby.visibility == PRIVATE and not (left or viewer in lobby.held.values() or _sits_there(known, viewer)):
        raise MatchNotFound
    return Seen(loaded=load(known), lobby=lobby)


def known_id(match_id: str, viewer: str, *, invitation: str | None = None, key: str | None = None) -> str:
    """The id as streams are kept under it; `MatchNotFound` when the viewer may not know of the match.

    A private match is known to those who sit there, to whoever holds an invitation or has a seat kept for him, and to
    whoever sends again a call that came through under its key.
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

    Only a private match is folded for it, so that of all others can be spoken when they cannot be folded any more.
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


def held_seats(match_id: str) -> dict[int, str]:
    """The seats that are kept for players of the match that this one is a rematch of: seat to player id."""
    held: Mapping[str, str] = Lobby.objects.values_list("held", flat=True).get(match_id=match_id)
    return {int(seat): player for seat, player in held.items()}


def rematches_of(match_ids: Collection[str]) -> dict[str, str]:
    """The rematches of those of these matches that have one: id to id."""
    found = Lobby.objects.filter(rematch_of__in=match_ids).values_list("rematch_of", "match_id")
    return {str(old): str(new) for old, new in found}


def list_matches(wanted: Filter, *, limit: int) -> list[Listing]:
    """Up to `limit` matches, newest first: public ones, and with `mine` or `waiting_for` the player's own."""
    rows = Listing.objects.order_by("-match_id")
    if wanted.game is not None:
        rows = rows.filter(game=wanted.game)
    if wanted.status is not None:
        rows = rows.filter(status=wanted.status)
    if wanted.mine is not None:
        rows = rows.filter(player_ids__contains=[wanted.mine])
    if wanted.waiting_for is not None:
        rows = rows.filter(waiting_player_ids__contains=[wanted.waiting_for])
    if wanted.mine is None and wanted.waiting_for is None:
        rows = rows.filter(visibility="public")
    if wanted.before is not None:
        rows = rows.filter(match_id__lt=wanted.before)
    return list(rows[:limit])


def listings_as_of() -> datetime:
    """The lists hold every event stored before this time."""
    with connection.cursor() as cursor:
        cursor.execute(PENDING, [projections.LISTINGS])
        (as_of,) = cursor.fetchone()
    return as_of  # type: ignore[no-any-return]


# The oldest event not yet in the lists, or the present when there is none. What is parked waits for an operator.
PENDING = """
SELECT coalesce(min(event.at), clock_timestamp())
  FROM (SELECT match_id, version FROM outbox
        UNION ALL
        SELECT match_id, version FROM delivery WHERE consumer = %s AND parked_at IS NULL) AS pending
  JOIN event USING (match_id, version)
"""


# Matches with news of the player's that the lists do not hold yet.
UNLISTED = """
SELECT DISTINCT match_id
  FROM (SELECT match_id FROM outbox
        UNION ALL
        SELECT match_id FROM delivery WHERE consumer = %s) AS pending
  JOIN command USING (match_id)
 WHERE command.actor = %s
"""


def unfinished_matches_of(player_id: str) -> Sequence[str]:
    """Matches, open or running, in which the player sits as far as the lists know, and all that may be missing there.

    What is not in the lists is asked for first: it may come there meanwhile, and is then found twice.
    """
    with connection.cursor() as cursor:
        cursor.execute(UNLISTED, [projections.LISTINGS, player_id])
        unlisted = {str(match_id) for (match_id,) in cursor.fetchall()}
    rows = Listing.objects.filter(player_ids__contains=[player_id], status__in=(table.OPEN, table.ACTIVE))
    return sorted(unlisted | {str(match_id) for match_id in rows.values_list("match_id", flat=True)})


def players(player_ids: Collection[str]) -> dict[str, Player]:
    """Players by id."""
    return {str(player.id): player for player in Player.objects.filter(id__in=player_ids)}
