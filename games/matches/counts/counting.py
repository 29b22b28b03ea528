"""Counts public matches that have ended, each once, after the lists have come to know of the end."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection, transaction

from events import outages
from events.statements import fetch, write
from games.luck.retelling import MatchFacts, of_match
from games.luck.tallies import Totals
from games.matches.errors import RulesUnknown, Unavailable
from games.matches.models.counted import CountedMatch
from games.matches.presentation import export
from games.matches.stream.loading import Loaded, load
from games.table.state import FINISHED
from games.verify.match_file import read

log = logging.getLogger(__name__)

# So many matches share a transaction; each is followed by the rules once more, which takes as long as an audit.
AT_ONCE = 10

# Lengths are told of so many.
NEWEST = 1_000

NOTE = """
INSERT INTO matches_countedmatch (match_id, game, state)
SELECT match_id, game, 'waiting' FROM unnest(%s::uuid[], %s::text[]) AS new (match_id, game)
WHERE match_id IN (SELECT match_id FROM matches_lobby WHERE visibility = 'public')
ORDER BY match_id ON CONFLICT (match_id) DO NOTHING
"""
NOTE_ALL = """
INSERT INTO matches_countedmatch (match_id, game, state)
SELECT match_id, game, 'waiting' FROM matches_listing WHERE status = 'finished' AND visibility = 'public'
ORDER BY match_id ON CONFLICT (match_id) DO UPDATE SET state = 'waiting'
"""
CLAIM = """
SELECT match_id::text FROM matches_countedmatch WHERE state = 'waiting' ORDER BY match_id LIMIT %s
FOR UPDATE SKIP LOCKED
"""
ADD = """
INSERT INTO matches_gamecount AS known (game, what, cells, counts) VALUES (%s, %s, %s, %s)
ON CONFLICT (game, what, cells) DO UPDATE SET counts = ARRAY(
    SELECT mine + more FROM unnest(known.counts, EXCLUDED.counts) WITH ORDINALITY AS each (mine, more, place)
    ORDER BY place)
"""

SIZES = "SELECT seats, count(*)::int FROM matches_countedmatch WHERE game = %s AND state = 'counted' GROUP BY seats"
LENGTHS = """
SELECT size.seats, lengths.*
FROM generate_series(1, 10) AS size (seats), LATERAL (
    SELECT percentile_disc(ARRAY[0.1, 0.5, 0.9]) WITHIN GROUP (ORDER BY moves),
        percentile_disc(ARRAY[0.1, 0.5, 0.9]) WITHIN GROUP (ORDER BY seconds)
    FROM (SELECT moves, seconds FROM matches_countedmatch
        WHERE game = %(game)s AND seats = size.seats AND state = 'counted'
        ORDER BY match_id DESC LIMIT %(newest)s) AS new
    HAVING count(*) > 0) AS lengths
"""


class Lengths(NamedTuple):
    """How long matches took: what a tenth, half and nine tenths of them do not exceed; moves of all, and seconds."""

    moves: Sequence[int]
    seconds: Sequence[int]


def note(matches: Iterable[Loaded]) -> None:
    """Note those of these matches that are public and have ended; one that was noted before stays as it is."""
    write(NOTE, [(one.match.id, one.match.game.slug) for one in matches if _ended(one)])


def _ended(loaded: Loaded) -> bool:
    return loaded.match.table.status == FINISHED and not loaded.is_imported


@transaction.atomic
def count(*, limit: int = AT_ONCE) -> int:
    """Count matches that wait; how many there were, with those of which nothing can be told."""
    claimed = [match_id for (match_id,) in fetch(CLAIM, (limit,))]
    found = [(match_id, _facts(match_id)) for match_id in claimed]
    _add([facts for _, facts in found if facts is not None])
    for match_id, facts in found:
        row: dict[str, Any] = {"state": CountedMatch.LEFT}
        if facts is not None:
            row = {
                "state": CountedMatch.COUNTED,
                "seats": facts.seats,
                "moves": facts.moves,
                "seconds": facts.seconds,
            }
        CountedMatch.objects.filter(match_id=match_id).update(**row)
    return len(claimed)


def facts_of(loaded: Loaded) -> MatchFacts:
    """The facts of a match that has ended; `NotCounted`."""
    text = b"".join(export.lines(loaded.match, loaded.events, None))
    return of_match(loaded.match.id, read(text).entries, outside=(SoftTimeLimitExceeded,))


def _facts(match_id: str) -> MatchFacts | None:
    try:
        return facts_of(load(match_id))
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        # That says nothing of the match.
        if outages.is_passing(error) or (isinstance(error, Unavailable) and not isinstance(error, RulesUnknown)):
            raise
        # No match that cannot be read keeps the others from being counted. The message may quote what was sealed.
        log.info("match %s is not counted: %s", match_id, type(error).__name__, extra={"match": match_id})
        return None


def _add(found: Sequence[MatchFacts]) -> None:
    by_game: dict[str, Totals] = {}
    for facts in found:
        by_game.setdefault(facts.game, Totals()).add(facts)
    with connection.cursor() as cursor:
        # In one order everywhere, or two who count could wait for each other.
        for game, totals in sorted(by_game.items()):
            for (what, cells), counts in sorted(totals.counts.items()):
                cursor.execute(ADD, (game, what, cells, counts))


def rebuild() -> int:
    """Count all matches anew, from the beginning, with those that ended before anything was counted; how many."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE matches_countedmatch IN SHARE ROW EXCLUSIVE MODE")
        cursor.execute("DELETE FROM matches_gamecount")
        cursor.execute("UPDATE matches_countedmatch SET state = 'waiting'")
        cursor.execute(NOTE_ALL)
    total = 0
    while done := count(limit=AT_ONCE):
        total += done
    return total


def totals_of(game: str) -> Totals:
    """All that is counted of a game."""
    rows = fetch("SELECT what, cells, counts FROM matches_gamecount WHERE game = %s", (game,))
    sizes = fetch(SIZES, (game,))
    return Totals(counts={(what, cells): counts for what, cells, counts in rows}, matches=dict(sizes))


def lengths_of(game: str) -> Mapping[int, Lengths]:
    """How long the newest matches of a game took, by how many played."""
    return {seats: Lengths(*row) for seats, *row in fetch(LENGTHS, {"game": game, "newest": NEWEST})}
