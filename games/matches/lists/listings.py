"""The lists: a disposable row for each match, computed from its stream."""

from collections.abc import Collection, Iterable
from uuid import UUID

import orjson
from django.db import connection

from games.matches.errors import MatchQuarantined
from games.matches.models.matches import Lobby
from games.matches.presentation import resources
from games.matches.presentation.shapes import MatchDocument
from games.matches.stream.loading import Loaded, load_each

LISTINGS = "listings"


PUT = """
INSERT INTO matches_listing AS row
    (match_id, version, game, status, visibility, player_ids, waiting_player_ids, holders, document)
SELECT match_id, version, game, status, visibility, player_ids::uuid[], waiting_player_ids::uuid[], holders, document
FROM unnest(%s::uuid[], %s::integer[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[], %s::jsonb[],
    %s::jsonb[]) AS new (match_id, version, game, status, visibility, player_ids, waiting_player_ids, holders, document)
ORDER BY match_id
ON CONFLICT (match_id) DO UPDATE SET version = EXCLUDED.version, game = EXCLUDED.game, status = EXCLUDED.status,
    visibility = EXCLUDED.visibility, player_ids = EXCLUDED.player_ids,
    waiting_player_ids = EXCLUDED.waiting_player_ids, holders = EXCLUDED.holders, document = EXCLUDED.document
WHERE row.version <= EXCLUDED.version
"""


def project_listings(match_ids: Collection[str]) -> list[Loaded]:
    """Bring the matches' rows of the lists up to their streams; the matches that have rows.

    Deliveries of one match may cross: a row never goes back to an older version.
    """
    found = load_each(match_ids)
    visible = dict(Lobby.objects.filter(match_id__in=list(found)).values_list("match_id", "visibility"))
    listed = {UUID(match_id): loaded for match_id, loaded in found.items() if UUID(match_id) in visible}
    rows = [_row(loaded, visible[match_id]) for match_id, loaded in listed.items()]
    if rows:
        with connection.cursor() as cursor:
            cursor.execute(PUT, list(map(list, zip(*rows, strict=True))))
    return list(listed.values())


def _row(loaded: Loaded, visibility: str) -> tuple[str | int, ...]:
    document, holders = _document(loaded), loaded.holders
    waiting = [holders[seat] for seat in document["waiting_for"] if seat in holders]
    return (
        loaded.match.id,
        loaded.match.head.version,
        loaded.match.game.slug,
        document["status"],
        visibility,
        _array(holders.values()),
        _array(waiting),
        orjson.dumps({str(seat): holder for seat, holder in holders.items()}).decode(),
        orjson.dumps(document).decode(),
    )


def _array(ids: Iterable[str]) -> str:
    """Ids as the server writes an array: arrays of arrays would have to be of one length."""
    return f"{{{','.join(ids)}}}"


def _document(loaded: Loaded) -> MatchDocument:
    match, imported = loaded.match, loaded.is_imported
    try:
        return resources.resource(match, quarantined=loaded.is_set_aside, imported=imported)
    except MatchQuarantined:
        # Its rules engine has failed just now, at the question whom the match waits for.
        return resources.resource(match, quarantined=True, imported=imported)
