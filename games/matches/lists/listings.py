"""The lists: a disposable row for each match, computed from its stream."""

from collections.abc import Collection, Iterable

import orjson

from events.statements import write
from games.matches.errors import MatchQuarantined
from games.matches.presentation import resources
from games.matches.presentation.shapes import MatchDocument
from games.matches.stream.loading import Loaded, load_each
from games.table.state import FINISHED, OPEN

LISTINGS = "listings"


PUT = """
INSERT INTO matches_listing AS row
    (match_id, version, game, status, visibility, has_bots, open_seats, length, player_ids, waiting_player_ids, holders,
     document)
SELECT new.match_id, version, game, status, lobby.visibility,
    has_bots OR EXISTS (SELECT FROM matches_player WHERE id = ANY(player_ids::uuid[]) AND kind = 'bot'),
    open_seats, length, player_ids::uuid[], waiting_player_ids::uuid[], holders, document
FROM unnest(%s::uuid[], %s::integer[], %s::text[], %s::text[], %s::boolean[], %s::smallint[], %s::integer[], %s::text[],
    %s::text[], %s::jsonb[], %s::jsonb[])
    AS new (match_id, version, game, status, has_bots, open_seats, length, player_ids, waiting_player_ids, holders,
        document)
JOIN matches_lobby AS lobby ON lobby.match_id = new.match_id
ORDER BY new.match_id
ON CONFLICT (match_id) DO UPDATE SET version = EXCLUDED.version, game = EXCLUDED.game, status = EXCLUDED.status,
    visibility = EXCLUDED.visibility, has_bots = EXCLUDED.has_bots, open_seats = EXCLUDED.open_seats,
    length = EXCLUDED.length, player_ids = EXCLUDED.player_ids,
    waiting_player_ids = EXCLUDED.waiting_player_ids, holders = EXCLUDED.holders, document = EXCLUDED.document
WHERE row.version <= EXCLUDED.version
"""


def project_listings(match_ids: Collection[str]) -> list[Loaded]:
    """Bring the matches' rows of the lists up to their streams; the matches. One without a lobby has no row.

    Deliveries of one match may cross: a row never goes back to an older version.
    """
    listed = list(load_each(match_ids).values())
    write(PUT, [_row(loaded) for loaded in listed])
    return listed


def _row(loaded: Loaded) -> tuple[str | int | None, ...]:
    document, holders, table = _document(loaded), loaded.holders, loaded.match.table
    waiting = [holders[seat] for seat in document["waiting_for"] if seat in holders]
    return (
        loaded.match.id,
        loaded.match.head.version,
        loaded.match.game.slug,
        document["status"],
        bool(table.bots),
        len(table.free) if document["status"] == OPEN else 0,
        loaded.match.head.version if table.status == FINISHED else None,
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
