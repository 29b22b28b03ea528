"""What a player has played in public, by game: how many matches, how they ended, and how many go on."""

from collections.abc import Sequence
from typing import NamedTuple

from events.statements import fetch

# Of so many public matches at most, the newest.
MOST = 1_000
# Of so many at least it is told how reliable a player is.
ENOUGH = 5
ENOUGH_MOVES = 20

# Ids first: of all that a player has played only the documents of those that count are read.
RECORD = """
WITH theirs AS MATERIALIZED (
    SELECT match_id FROM matches_listing
     WHERE player_ids @> ARRAY[%(player)s::uuid] AND visibility = 'public' AND status IN ('active', 'finished')
     ORDER BY uuid_send(match_id) DESC LIMIT %(most)s::integer
), seats AS (
    SELECT game, status, document, moves, late, (
        SELECT min(held.key::integer) FROM jsonb_each_text(holders) AS held WHERE held.value = %(player)s::text) AS seat
    FROM matches_listing AS listing LEFT JOIN matches_playedpace AS pace
        ON pace.match_id = listing.match_id AND pace.player_id = %(player)s::uuid
    WHERE listing.match_id IN (SELECT match_id FROM theirs)
)
SELECT game, count(*) FILTER (WHERE status = 'finished')::integer,
    count(*) FILTER (WHERE status = 'finished' AND document #> '{outcome,winners}' @> to_jsonb(seat))::integer,
    count(*) FILTER (WHERE status = 'finished'
        AND document #>> ARRAY['seats', seat::text, 'status'] = 'resigned')::integer,
    count(*) FILTER (WHERE status = 'active')::integer,
    count(*) FILTER (WHERE status = 'finished'
        AND document #>> ARRAY['seats', seat::text, 'status'] IN ('resigned', 'autopilot'))::integer,
    coalesce(sum(moves), 0)::integer, coalesce(sum(late), 0)::integer
FROM seats GROUP BY game ORDER BY game
"""


class GameRecord(NamedTuple):
    """A player's public matches of one game: those that ended, of these those won and resigned; those that go on.

    `left` are those that ended without the player: resigned, or on autopilot at the end. `moves` are those made in time
    in matches with a clock that have ended, `late` the questions that the clock has answered there.
    """

    game: str
    finished: int
    won: int
    resigned: int
    running: int
    left: int
    moves: int
    late: int


def reliability(games: Sequence[GameRecord]) -> int | None:
    """How many percent of their matches a player has played to the end; None while too few have ended."""
    finished = sum(one.finished for one in games)
    return None if finished < ENOUGH else 100 - 100 * sum(one.left for one in games) // finished


def in_time(games: Sequence[GameRecord]) -> int | None:
    """How many percent of the questions with a clock a player has answered in time; None while there were too few."""
    moves, late = sum(one.moves for one in games), sum(one.late for one in games)
    return None if moves + late < ENOUGH_MOVES else 100 * moves // (moves + late)


def of_player(player_id: str) -> Sequence[GameRecord]:
    """What the lists say of a player's newest public matches, `MOST` at most, by game."""
    return [GameRecord(*row) for row in fetch(RECORD, {"player": player_id, "most": MOST})]
