"""How many moves of a match that has ended its players made in time, and how often the clock answered for them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta

from events.cold import register
from events.statements import write
from games.matches.stream.loading import Loaded
from games.table import clocks
from games.table.events import PLAYER, TimedOut
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

# The same of matches whose events lie in files, counted here.
NOTE_COUNTED = """
INSERT INTO matches_playedpace (match_id, player_id, moves, late)
SELECT * FROM unnest(%s::uuid[], %s::uuid[], %s::integer[], %s::integer[])
ON CONFLICT (match_id, player_id) DO NOTHING
"""
# No match is cold so soon after its end.
STILL_WARM = timedelta(days=1)


def note(matches: Iterable[Loaded]) -> None:
    """Note it of those of these matches that have ended and had a clock; one that was noted before stays as it is."""
    ended = [
        one
        for one in matches
        if one.match.table.status == FINISHED and one.match.table.clock["mode"] != clocks.NO_CLOCK
    ]
    cold = _cold([one.match.id for one in ended if one.match.at < one.now - STILL_WARM])
    warm = [one for one in ended if one.match.id not in cold]
    write(NOTE, [(one.match.id, *held) for one in warm for held in sorted(one.holders.items())])
    write(NOTE_COUNTED, [row for one in ended if one.match.id in cold for row in _counted(one)])


def _cold(match_ids: Sequence[str]) -> set[str]:
    return set(register.find(match_ids)) if match_ids else set()


def _counted(one: Loaded) -> list[tuple[str, str, int, int]]:
    """What `NOTE` counts of each player of a match."""
    moves: dict[str, set[int | None]] = {}
    late: Counter[str] = Counter()
    for event in one.events:
        envelope = event.envelope
        player = one.holders.get(envelope["seat"])
        if player is None:
            continue
        made = moves.setdefault(player, set())
        if envelope["by"] == PLAYER and envelope["move"] is not None:
            made.add(envelope["move"])
        late[player] += envelope["type"] == TimedOut.type
    return [(one.match.id, player, len(made), late[player]) for player, made in sorted(moves.items())]
