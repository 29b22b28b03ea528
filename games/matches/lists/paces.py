"""How many moves of a match that has ended its players made in time, and how often the clock answered for them."""

from collections.abc import Iterable

from events.statements import write
from games.matches.stream.loading import Loaded
from games.table import clocks
from games.table.state import FINISHED

# A move is one, however many events it has. What bots and autopilots play counts nowhere.
NOTE = """
INSERT INTO matches_playedpace (match_id, player_id, moves, late)
SELECT held.match_id, held.player_id, count(DISTINCT told.body ->> 'move') FILTER (WHERE told.body ->> 'by' = 'player'),
    count(*) FILTER (WHERE event.type = 'timed_out')
FROM unnest(%s::uuid[], %s::smallint[], %s::uuid[]) AS held (match_id, seat, player_id)
JOIN event ON event.match_id = held.match_id AND event.seat = held.seat
CROSS JOIN LATERAL (SELECT convert_from(event.body, 'UTF8')::jsonb AS body OFFSET 0) AS told
GROUP BY held.match_id, held.player_id
ON CONFLICT (match_id, player_id) DO NOTHING
"""


def note(matches: Iterable[Loaded]) -> None:
    """Note it of those of these matches that have ended and had a clock; one that was noted before stays as it is."""
    held = [
        (one.match.id, seat, player)
        for one in matches
        if one.match.table.status == FINISHED and one.match.table.clock["mode"] != clocks.NO_CLOCK
        for seat, player in sorted(one.holders.items())
    ]
    write(NOTE, held)
