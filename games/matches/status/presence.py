"""Who is there: the players at their matches, and how many watch, as all live processes say together.

A live process says every few seconds whom it has; what it does not say again is forgotten after `STAYS_SECONDS`, so
whoever comes back meanwhile has not been away, and a process that is gone takes nobody's place for long.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.db import connection

# How long somebody counts as there after a live process has last said so.
STAYS_SECONDS = 20

# Of those who watch, whoever does not show it is counted nowhere either: where one is expected, a number is a name.
SAY = """
INSERT INTO matches_following (process, match_id, player_id, watchers, seen_at)
SELECT %(process)s::uuid, match, player, watchers + cardinality(watching::uuid[])
    - (SELECT count(*) FROM matches_player WHERE id = ANY(watching::uuid[]) AND NOT shows_presence),
    statement_timestamp()
FROM unnest(%(matches)s::uuid[], %(players)s::uuid[], %(watchers)s::integer[], %(watching)s::text[])
    AS here (match, player, watchers, watching)
ON CONFLICT (match_id, player_id, process)
DO UPDATE SET watchers = excluded.watchers, seen_at = excluded.seen_at
"""
FORGET = "DELETE FROM matches_following WHERE seen_at < statement_timestamp() - %s * interval '1 second'"
# A player who is told of all their matches is at each of them. Whoever does not show it is nowhere.
THERE = """
WITH here AS (
    SELECT match_id, player_id, watchers FROM matches_following
    WHERE match_id = ANY(%(matches)s::uuid[]) AND seen_at > statement_timestamp() - %(stays)s * interval '1 second'
    UNION ALL
    SELECT listing.match_id, following.player_id, 0 FROM matches_listing AS listing
    JOIN matches_following AS following ON following.match_id IS NULL AND following.player_id = ANY(listing.player_ids)
    WHERE listing.match_id = ANY(%(matches)s::uuid[])
        AND following.seen_at > statement_timestamp() - %(stays)s * interval '1 second'
)
SELECT here.match_id::text, array_remove(array_agg(player.id::text), NULL), sum(here.watchers)
FROM here LEFT JOIN matches_player AS player ON player.id = here.player_id AND player.shows_presence
GROUP BY here.match_id
"""


class Here(NamedTuple):
    """One of those whom a live process has: a player at a match or, without one, at all of theirs.

    Without a player it is all who watch a match and have no seat: the players, and the number of those without a token.
    """

    match: str | None
    player: str | None
    watchers: int = 0
    watching: frozenset[str] = frozenset()


class Presence(NamedTuple):
    """The players who are at a match and show it, whoever of them sits there, and how many watch it."""

    players: frozenset[str]
    watchers: int


NOBODY = Presence(frozenset(), 0)


def say(process: str, here: Collection[Here]) -> None:
    """Say whom a live process has now; forget what was said long ago."""
    given: Mapping[str, Any] = {
        "process": process,
        "matches": [one.match for one in here],
        "players": [one.player for one in here],
        "watchers": [one.watchers for one in here],
        # PostgreSQL has no lists of different lengths in a list.
        "watching": [f"{{{','.join(one.watching)}}}" for one in here],
    }
    with connection.cursor() as cursor:
        cursor.execute(SAY, given)
        cursor.execute(FORGET, [STAYS_SECONDS])


def at(matches: Collection[str]) -> Mapping[str, Presence]:
    """Who is at each of these matches; those at which nobody is are left out."""
    with connection.cursor() as cursor:
        cursor.execute(THERE, {"matches": list(matches), "stays": STAYS_SECONDS})
        return {match: Presence(frozenset(players), watchers) for match, players, watchers in cursor.fetchall()}


def renewed(process: str, here: Collection[Here], matches: Collection[str]) -> Mapping[str, Presence]:
    """Say whom a live process has now; who is at each of these matches."""
    say(process, here)
    return at(matches)
