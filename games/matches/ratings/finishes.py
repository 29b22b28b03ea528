"""What of a rated match counts for its players' ratings: who came in where."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import orjson

from events.statements import write
from games.matches.models.rated import RatedMatch
from games.matches.stream.loading import Loaded
from games.matches.stream.state import Match
from games.table.state import ABANDONED, FINISHED

NOTE = """
INSERT INTO matches_ratedmatch (match_id, game, finished_at, places, state, reason, annulled_by)
SELECT match_id, game, finished_at, places, state, '', ''
FROM unnest(%s::uuid[], %s::text[], %s::timestamptz[], %s::jsonb[], %s::text[])
    AS new (match_id, game, finished_at, places, state)
WHERE match_id IN (SELECT match_id FROM matches_lobby WHERE rated)
ORDER BY match_id
ON CONFLICT (match_id) DO NOTHING
"""


def note(matches: Iterable[Loaded]) -> None:
    """Note those of these matches that are rated and have ended; a match that was noted before stays as it is."""
    write(NOTE, [_row(one) for one in matches if one.match.table.status == FINISHED and not one.is_imported])


def places(ranking: Sequence[Sequence[int]], left: frozenset[int]) -> Mapping[int, int]:
    """The place of each seat, from 1: the order of the outcome, but those who have left come in after all who stayed.

    Of seats level in one place each has the best place of them, and the next place is further by their number.
    """
    ahead = 0
    found: dict[int, int] = {}
    for seats in in_order(ranking, left):
        found |= dict.fromkeys(seats, ahead + 1)
        ahead += len(seats)
    return found


def in_order(ranking: Sequence[Sequence[int]], left: frozenset[int]) -> Iterator[list[int]]:
    """The seats by places, best first; those who have left come in after all who stayed."""
    for has_left in (False, True):
        for level in ranking:
            if seats := [seat for seat in level if (seat in left) is has_left]:
                yield seats


def left_early(match: Match) -> frozenset[int]:
    """The seats of those who did not play to the end: they have resigned, or are away."""
    return frozenset(match.resigned) | match.table.autopilot


def _row(loaded: Loaded) -> tuple[object, ...]:
    match, outcome = loaded.match, loaded.match.table.outcome
    assert outcome is not None
    came_in = places(outcome["ranking"], left_early(match))
    seats = sorted((place, seat) for seat, place in came_in.items() if seat in loaded.holders)
    # Nobody has played it to an end, and nobody has left it before another.
    told_nothing = outcome["reason"] == ABANDONED and len({*came_in.values()}) == 1
    return (
        match.id,
        match.game.slug,
        match.table.finished_at,
        orjson.dumps([[loaded.holders[seat], place] for place, seat in seats]).decode(),
        RatedMatch.TAKEN_BACK if "knowing" in outcome else RatedMatch.ABANDONED if told_nothing else RatedMatch.WAITING,
    )
