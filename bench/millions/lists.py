"""The rows of lists and clocks: for played matches by the service's own rebuild, for copies from those rows."""

from collections.abc import Callable

from django.db import connection

from games.matches.background import consumers
from games.matches.concurrency.processes import pool as pool_of

PIECE = 50

# Seats were taken in their order, so who first called for something in a match says who sits where.
COPIES = """
WITH copy AS MATERIALIZED (
SELECT lobby.match_id, lobby.name::uuid AS of, lobby.visibility, seated.players, head.version,
    head.at - other.at AS later
FROM matches_lobby AS lobby
JOIN match_head AS head USING (match_id) JOIN match_head AS other ON other.match_id = lobby.name::uuid
CROSS JOIN LATERAL (
    SELECT array_agg(actor::uuid ORDER BY first_version) AS players FROM (
        SELECT actor, min(first_version) AS first_version FROM command
        WHERE command.match_id = lobby.match_id GROUP BY actor) AS caller) AS seated
WHERE lobby.name <> '')
"""
LISTED = """
INSERT INTO matches_listing
    (match_id, version, game, status, visibility, player_ids, waiting_player_ids, holders, document)
SELECT copy.match_id, copy.version, game, status, copy.visibility, players,
    coalesce((SELECT array_agg(players[seat::integer + 1]) FROM jsonb_array_elements_text(document -> 'waiting_for')
        AS seat), '{}'),
    (SELECT jsonb_object_agg(seat - 1, players[seat]) FROM generate_subscripts(players, 1) AS seat),
    replace(document::text, of::text, copy.match_id::text)::jsonb
FROM copy JOIN matches_listing AS played ON played.match_id = copy.of
ON CONFLICT DO NOTHING
"""
DUE = """
INSERT INTO matches_deadline (match_id, version, due_at)
SELECT copy.match_id, copy.version, due_at + later
FROM copy JOIN matches_deadline AS played ON played.match_id = copy.of
ON CONFLICT DO NOTHING
"""


def project(processes: int, say: Callable[[str], None]) -> None:
    """Make the rows of all matches that have none."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT match_id::text FROM matches_lobby AS lobby WHERE name = '' AND NOT EXISTS"
            " (SELECT FROM matches_listing AS listing WHERE listing.match_id = lobby.match_id) ORDER BY match_id"
        )
        played = [match for (match,) in cursor.fetchall()]
    connection.close()
    pieces = [played[first : first + PIECE] for first in range(0, len(played), PIECE)]
    with pool_of(processes) as pool:
        for number, _ in enumerate(pool.map(consumers.rebuild, pieces), 1):
            say(f"{min(number * PIECE, len(played)):,} of {len(played):,} played matches listed")
    with connection.cursor() as cursor:
        for statement in (LISTED, DUE):
            cursor.execute(COPIES + statement)
