"""Disposable rows computed from streams: the lists, and when the next clock runs out."""

from collections.abc import Callable, Mapping
from typing import Any

from events import outbox, store
from games.matches import quarantine, seeing, timeouts
from games.matches.errors import MatchNotFound, MatchQuarantined
from games.matches.match import Loaded, Match, load
from games.matches.models import Deadline, Listing, Lobby

LISTINGS, DEADLINES = "listings", "deadlines"


def project_listing(match_id: str, _version: int) -> None:
    """Bring the match's row of the lists up to its stream."""
    loaded = _load(match_id)
    lobby = Lobby.objects.filter(match_id=match_id).first()
    if loaded is None or lobby is None:
        return
    document = seeing.resource(loaded.match, quarantined=quarantine.is_quarantined(match_id))
    row = {
        "version": loaded.match.head.version,
        "game": loaded.match.game.slug,
        "status": document["status"],
        "visibility": lobby.visibility,
        "player_ids": list(loaded.holders.values()),
        "waiting_player_ids": [loaded.holders[seat] for seat in loaded.match.waiting_for if seat in loaded.holders],
        "holders": {str(seat): holder for seat, holder in loaded.holders.items()},
        "document": document,
    }
    _put(Listing, match_id, row)


def project_deadline(match_id: str, _version: int) -> None:
    """Bring the match's row for the sweep up to its stream: none when nothing happens in it by itself."""
    loaded = _load(match_id)
    if loaded is not None:
        put_deadline(loaded.match)


def put_deadline(match: Match) -> None:
    """The row for the sweep of a match that is at hand; it is free for any worker's next sweep."""
    wakes_at = None if quarantine.is_quarantined(match.id) else timeouts.wakes_at(match)
    if wakes_at is None:
        Deadline.objects.filter(match_id=match.id, version__lte=match.head.version).delete()
    else:
        _put(Deadline, match.id, {"version": match.head.version, "due_at": wakes_at, "claimed_until": None})


CONSUMERS: Mapping[str, Callable[[str, int], None]] = {LISTINGS: project_listing, DEADLINES: project_deadline}


def catch_up(consumer: str) -> int:
    """Work off what has been delivered to a projection; how many matches that were."""
    return outbox.deliver(consumer, CONSUMERS[consumer])


def rebuild() -> int:
    """Compute every row of every projection anew from the streams; how many matches there are."""
    count = 0
    for match_id in store.matches():
        for project in CONSUMERS.values():
            project(match_id, 0)
        count += 1
    return count


def _load(match_id: str) -> Loaded | None:
    try:
        return load(match_id)
    except (MatchNotFound, MatchQuarantined):
        return None


def _put(model: type[Listing] | type[Deadline], match_id: str, row: Mapping[str, Any]) -> None:
    # Deliveries of one match may cross: a row never goes back to an older version.
    _, created = model.objects.get_or_create(match_id=match_id, defaults=dict(row))
    if not created:
        model.objects.filter(match_id=match_id, version__lte=row["version"]).update(**row)
