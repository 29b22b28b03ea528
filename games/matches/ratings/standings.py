"""Ratings as they are read: a player's by game and their course, those of a match, and the best of a game."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from events.statements import fetch
from games.matches.errors import RatedMatchNotFound
from games.matches.models.people import Player
from games.matches.models.rated import RatedMatch, Rating, RatingChange
from games.matches.ratings.strengths import SCALE, Strength

# Who stands on a leaderboard: with so many rated matches, the last not longer ago, and known so well.
MATCHES, RECENT, DEVIATION = 10, timedelta(days=90), 280
PLACES = 100
# People and bots play no rated match together, so their ratings say nothing of each other.
PEOPLE, BOTS = LADDERS = ("people", "bots")
BEST = """
SELECT player.id::text, handle, kind, mu, sigma, matches, rated_at
FROM matches_rating AS rating JOIN matches_player AS player ON player.id = rating.player_id
WHERE game = %(game)s::text AND matches >= %(matches)s::integer AND sigma <= %(sigma)s::float
    AND rated_at > statement_timestamp() - %(recent)s::interval AND handle IS NOT NULL AND shows_record
    AND (kind = 'bot') = %(bots)s
ORDER BY mu DESC, rating.player_id LIMIT %(places)s::integer
"""


class Ranked(NamedTuple):
    """A place on a leaderboard, from 1; players with the same rating share one."""

    rank: int
    id: str
    handle: str
    kind: str
    strength: Strength
    matches: int
    rated_at: datetime


def best(game: str, ladder: str = PEOPLE) -> Sequence[Ranked]:
    """The leaderboard of a game, of people or of bots, best first. Who hides their record stands on none."""
    asked = {"game": game, "matches": MATCHES, "sigma": (DEVIATION + 0.5) / SCALE, "recent": RECENT, "places": PLACES}
    asked["bots"] = ladder == BOTS
    found: list[Ranked] = []
    for number, (player, handle, kind, mu, sigma, matches, rated_at) in enumerate(fetch(BEST, asked), 1):
        now = Strength(mu, sigma)
        is_level = bool(found) and found[-1].strength.rating == now.rating
        rank = found[-1].rank if is_level else number
        found.append(Ranked(rank, player, handle, kind, now, matches, rated_at))
    return found


def of_player(player: Player) -> Sequence[Rating]:
    """A player's ratings, by game."""
    return list(Rating.objects.filter(player_id=player.id).order_by("game"))


def ratings_in(game: str, players: Collection[UUID]) -> Mapping[UUID, int]:
    """The ratings in a game of those of these players who have one, as they are shown."""
    return {one.player_id: strength(one).rating for one in Rating.objects.filter(game=game, player_id__in=players)}


def strength(row: Rating | RatingChange) -> Strength:
    """What is known of the player's strength: now, or after the match."""
    return Strength(row.mu, row.sigma)


def before(change: RatingChange) -> Strength:
    """What was known of the player's strength before the match."""
    return Strength(change.mu_before, change.sigma_before)


def is_provisional(rating: Rating) -> bool:
    """Whether too little is known of a player for the leaderboard."""
    return rating.matches < MATCHES or strength(rating).deviation > DEVIATION


def course(player: Player, game: str, *, before: UUID | None, limit: int) -> Sequence[RatingChange]:
    """What matches did to a player's rating in a game, newest first; `before` is the last match of the page before."""
    rows: QuerySet[RatingChange] = RatingChange.objects.filter(player_id=player.id, game=game)
    if before is not None:
        last = rows.filter(match_id=before).first()
        if last is None:
            return []
        rows = rows.filter(Q(finished_at__lt=last.finished_at) | Q(finished_at=last.finished_at, match_id__lt=before))
    return list(rows.order_by("-finished_at", "-match_id")[:limit])


class Judged(NamedTuple):
    """A rated match that has ended, and what it did to its players' ratings; nothing while it waits or is annulled."""

    match: RatedMatch
    changes: Sequence[RatingChange]


def of_match(match_id: str) -> Judged:
    """What became of a rated match; `RatedMatchNotFound` for one that is not rated or has not ended."""
    match = RatedMatch.objects.filter(match_id=match_id).first()
    if match is None:
        raise RatedMatchNotFound
    return Judged(match, list(RatingChange.objects.filter(match_id=match_id).order_by("place", "player_id")))
