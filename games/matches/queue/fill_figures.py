"""How long players have waited for a table of a set of late, and how the matches of these tables have gone."""

from collections.abc import Mapping
from dataclasses import dataclass

from events.statements import fetch

# Of so many tables, the newest.
TABLES = 200

# An end is good where nobody has resigned; who stays away is resigned or played for by the clock.
FIGURES = """
WITH RECURSIVE pools AS (
    (SELECT game, set_name FROM matches_calledtable WHERE made_at IS NOT NULL ORDER BY game, set_name LIMIT 1)
    UNION ALL
    SELECT following.* FROM pools, LATERAL (
        SELECT game, set_name FROM matches_calledtable AS called
         WHERE made_at IS NOT NULL AND (called.game, called.set_name) > (pools.game, pools.set_name)
         ORDER BY game, set_name LIMIT 1) AS following
)
SELECT pools.game, pools.set_name, lately.* FROM pools, LATERAL (
    SELECT count(*)::integer, (percentile_cont(0.5) WITHIN GROUP (ORDER BY waited))::float,
        count(*) FILTER (WHERE is_over)::integer, count(*) FILTER (WHERE is_over AND was_left)::integer
    FROM (
        SELECT (SELECT max(wait) FROM unnest(waits) AS wait) AS waited,
            listing.status IN ('finished', 'cancelled') AS is_over,
            listing.status = 'cancelled' OR listing.document @> '{"seats": [{"status": "resigned"}]}' AS was_left
          FROM matches_calledtable AS called LEFT JOIN matches_listing AS listing USING (match_id)
         WHERE called.game = pools.game AND called.set_name = pools.set_name AND made_at IS NOT NULL
         ORDER BY made_at DESC LIMIT %s) AS newest) AS lately
"""


@dataclass(frozen=True, kw_only=True)
class Lately:
    """Of the newest tables of a set, `TABLES` at most: how many, and the median of the longest wait at each, in
    seconds; how many of their matches are over, and how many of these were left by somebody."""

    tables: int
    wait_seconds: float
    ended: int
    abandoned: int


def lately() -> Mapping[tuple[str, str], Lately]:
    """The figures of each game and set that any table was made for."""
    return {
        (game, set_name): Lately(tables=tables, wait_seconds=wait, ended=ended, abandoned=abandoned)
        for game, set_name, tables, wait, ended, abandoned in fetch(FIGURES, (TABLES,))
    }
