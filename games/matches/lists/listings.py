"""The lists: a disposable row for each match, computed from its stream."""

from collections.abc import Mapping
from typing import Any

from games.matches.errors import MatchNotFound, MatchQuarantined
from games.matches.models.matches import Lobby
from games.matches.models.service import Listing
from games.matches.presentation import resources
from games.matches.presentation.shapes import MatchDocument
from games.matches.stream import quarantine
from games.matches.stream.loading import Loaded, load

LISTINGS = "listings"


def project_listing(match_id: str, _version: int) -> Loaded | None:
    """Bring the match's row of the lists up to its stream; the match, where it has a row."""
    loaded = _load(match_id)
    lobby = Lobby.objects.filter(match_id=match_id).first()
    if loaded is None or lobby is None:
        return None
    document = _document(loaded)
    row = {
        "version": loaded.match.head.version,
        "game": loaded.match.game.slug,
        "status": document["status"],
        "visibility": lobby.visibility,
        "player_ids": list(loaded.holders.values()),
        "waiting_player_ids": [loaded.holders[seat] for seat in document["waiting_for"] if seat in loaded.holders],
        "holders": {str(seat): holder for seat, holder in loaded.holders.items()},
        "document": document,
    }
    _put(match_id, row)
    return loaded


def _document(loaded: Loaded) -> MatchDocument:
    match, imported = loaded.match, loaded.is_imported
    try:
        return resources.resource(match, quarantined=quarantine.is_quarantined(match.id), imported=imported)
    except MatchQuarantined:
        # Its rules engine has failed just now, at the question whom the match waits for.
        return resources.resource(match, quarantined=True, imported=imported)


def _load(match_id: str) -> Loaded | None:
    try:
        return load(match_id)
    except (MatchNotFound, MatchQuarantined):
        return None


def _put(match_id: str, row: Mapping[str, Any]) -> None:
    # Deliveries of one match may cross: a row never goes back to an older version.
    older = Listing.objects.filter(match_id=match_id, version__lte=row["version"])
    if older.update(**row):
        return
    _, created = Listing.objects.get_or_create(match_id=match_id, defaults=dict(row))
    if not created:
        older.update(**row)
