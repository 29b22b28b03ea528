"""The course of the ratings: rated matches in the order of their ends, one after the other, each judged once.

The order is by when a match ended, then by its id, whichever comes to be known first. All that is kept follows from it:
where a match comes late, or is annulled, the course goes back to it and on from there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from events.statements import fetch
from games.matches.errors import RatedMatchNotFound
from games.matches.lists import queries
from games.matches.models.rated import RatedMatch, Rating, RatingChange
from games.matches.ratings import strengths
from games.matches.ratings.strengths import NEWCOMER, Strength
from games.registry import GAMES

# All that changes ratings waits for this lock first.
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('ratings', 0))"
# So many matches share a transaction.
AT_ONCE = 200

# Of each game the first match that has not had its turn yet, where a later one has. One entry of an index each.
LATE = """
SELECT named.game, first.finished_at, first.match_id
FROM unnest(%(games)s::text[]) AS named (game), LATERAL (
    SELECT finished_at, match_id FROM matches_ratedmatch WHERE game = named.game AND state = 'waiting'
    ORDER BY finished_at, match_id LIMIT 1
) AS first, LATERAL (
    SELECT finished_at, match_id FROM matches_ratedmatch WHERE game = named.game AND state = 'counted'
    ORDER BY finished_at DESC, match_id DESC LIMIT 1
) AS last
WHERE first.finished_at < %(before)s AND (last.finished_at, last.match_id) > (first.finished_at, first.match_id)
"""
BACK = """
WITH gone AS (
    DELETE FROM matches_ratingchange
    WHERE game = %(game)s AND (finished_at, match_id) >= (%(at)s, %(match)s::uuid) RETURNING player_id
), waiting AS (
    UPDATE matches_ratedmatch SET state = 'waiting'
    WHERE game = %(game)s AND state = 'counted' AND (finished_at, match_id) >= (%(at)s, %(match)s::uuid)
)
SELECT DISTINCT player_id FROM gone
"""
# The rating of each of these players is that after the last change that is left of theirs.
LAST_LEFT = """
WITH left_over AS (
    SELECT player_id, game, mu, sigma, matches, finished_at FROM unnest(%(players)s::uuid[]) AS named (id), LATERAL (
        SELECT * FROM matches_ratingchange WHERE player_id = named.id AND game = %(game)s
        ORDER BY finished_at DESC, match_id DESC LIMIT 1
    ) AS last
), newcomers AS (
    DELETE FROM matches_rating WHERE game = %(game)s AND player_id = ANY(%(players)s::uuid[])
        AND player_id NOT IN (SELECT player_id FROM left_over)
)
UPDATE matches_rating AS rating
SET mu = left_over.mu, sigma = left_over.sigma, matches = left_over.matches, rated_at = left_over.finished_at
FROM left_over WHERE rating.player_id = left_over.player_id AND rating.game = left_over.game
"""


class _Before(NamedTuple):
    """How a player stood before a match."""

    strength: Strength
    matches: int


_NEW = _Before(NEWCOMER, 0)
# By player and game.
Standing = dict[tuple[UUID, str], _Before]


def rate(*, limit: int = AT_ONCE) -> int:
    """Judge rated matches that have ended, in their order, so many at most; how many there were.

    Only those before which no other can come any more: the lists hold every event stored until then.
    """
    with transaction.atomic():
        _lock()
        settled = queries.listings_as_of()
        _back_to_the_late(settled)
        matches = list(_waiting(settled)[:limit])
        if matches:
            _keep(_judged(matches, _standing(matches)))
            RatedMatch.objects.filter(match_id__in=[one.match_id for one in matches]).update(state=RatedMatch.COUNTED)
    return len(matches)


def _waiting(settled: datetime) -> QuerySet[RatedMatch]:
    """What is to be judged, in order; matches of different games do not concern each other."""
    waiting = RatedMatch.objects.filter(state=RatedMatch.WAITING, finished_at__lt=settled)
    return waiting.order_by("game", "finished_at", "match_id")


def annul(match_id: UUID, *, reason: str, by: str) -> None:
    """Take a rated match out of the ratings: it stays to be seen, with the reason; `RatedMatchNotFound`.

    What came after it is judged anew, as if its players had not met. Again with another reason changes the reason.
    """
    with transaction.atomic():
        _lock()
        match = _rated(match_id)
        if match.state == RatedMatch.COUNTED:
            _back(match.game, match.finished_at, match.match_id)
        RatedMatch.objects.filter(pk=match.pk).update(
            state=RatedMatch.ANNULLED, reason=reason, annulled_at=Now(), annulled_by=by
        )


def restore(match_id: UUID) -> None:
    """Take an annulled match back into the ratings, at its place; `RatedMatchNotFound` where it was not annulled."""
    with transaction.atomic():
        _lock()
        match = _rated(match_id)
        if match.state != RatedMatch.ANNULLED:
            raise RatedMatchNotFound
        RatedMatch.objects.filter(pk=match.pk).update(
            state=RatedMatch.WAITING, reason="", annulled_at=None, annulled_by=""
        )


class Rebuilt(NamedTuple):
    """How many matches were judged anew, and how many ratings are not what they were."""

    matches: int
    differ: int


def rebuild() -> Rebuilt:
    """Judge every rated match anew, from the first; until that is done everybody sees the ratings as they were."""
    with transaction.atomic():
        _lock()
        before = _all_ratings()
        RatingChange.objects.all().delete()
        Rating.objects.all().delete()
        RatedMatch.objects.filter(state=RatedMatch.COUNTED).update(state=RatedMatch.WAITING)
        # One walk, and every rating is written once: what a transaction leaves behind is cleaned only after it.
        waiting, matches = _waiting(queries.listings_as_of()), 0
        known: Standing = {}
        newest: dict[tuple[UUID, str], RatingChange] = {}
        for some in _batched(waiting.iterator(chunk_size=AT_ONCE), AT_ONCE):
            newest |= _judged(some, known)
            matches += len(some)
        # Not all that waits: some may have come meanwhile.
        judged = RatingChange.objects.values("match_id")
        waiting.filter(match_id__in=judged).update(state=RatedMatch.COUNTED)
        _keep(newest)
        # One that is another now is in both, with the old numbers and with the new.
        return Rebuilt(matches, len({one[:2] for one in before ^ _all_ratings()}))


def _batched(rows: Iterator[RatedMatch], most: int) -> Iterator[list[RatedMatch]]:
    """Rows by so many at a time (`itertools.batched` from Python 3.12 on)."""
    while some := list(islice(rows, most)):
        yield some


def _all_ratings() -> frozenset[tuple[UUID, str, float, float, int]]:
    return frozenset(Rating.objects.values_list("player_id", "game", "mu", "sigma", "matches"))


def _lock() -> None:
    with connection.cursor() as cursor:
        cursor.execute(LOCK)


def _rated(match_id: UUID) -> RatedMatch:
    match = RatedMatch.objects.filter(match_id=match_id).first()
    if match is None:
        raise RatedMatchNotFound
    return match


def _back_to_the_late(settled: datetime) -> None:
    """Go back to the first match of each game that comes late."""
    for late in fetch(LATE, {"games": list(GAMES), "before": settled}):
        _back(*late)


def _back(game: str, at: datetime, match_id: UUID) -> None:
    """Take back what this match and all after it did to the ratings of a game."""
    with connection.cursor() as cursor:
        cursor.execute(BACK, {"game": game, "at": at, "match": match_id})
        players = [player for (player,) in cursor.fetchall()]
        cursor.execute(LAST_LEFT, {"game": game, "players": players})


def _judged(matches: Sequence[RatedMatch], known: Standing) -> dict[tuple[UUID, str], RatingChange]:
    """Write what the matches do to ratings, and give the newest change of each player; `known` then holds them."""
    changes = [change for match in matches for change in _changes(match, known)]
    RatingChange.objects.bulk_create(changes)
    return {(one.player_id, one.game): one for one in changes}


def _keep(newest: Mapping[tuple[UUID, str], RatingChange]) -> None:
    """Write the ratings after these changes."""
    Rating.objects.bulk_create(
        [_rating(newest[who]) for who in sorted(newest, key=str)],
        update_conflicts=True,
        unique_fields=["player_id", "game"],
        update_fields=["mu", "sigma", "matches", "rated_at"],
        batch_size=1_000,
    )


def _standing(matches: Iterable[RatedMatch]) -> Standing:
    players = {UUID(player) for match in matches for player, _ in match.places}
    return {
        (one.player_id, one.game): _Before(Strength(one.mu, one.sigma), one.matches)
        for one in Rating.objects.filter(player_id__in=players)
    }


def _changes(match: RatedMatch, known: Standing) -> list[RatingChange]:
    """What a match does to its players; `known` then holds how they stand after it."""
    who = [(UUID(player), match.game) for player, _ in match.places]
    before = [known.get(one, _NEW) for one in who]
    after = strengths.after([one.strength for one in before], [place for _, place in match.places])
    known |= {one: _Before(new, was.matches + 1) for one, was, new in zip(who, before, after, strict=True)}
    return [
        RatingChange(
            match_id=match.match_id,
            player_id=player,
            game=match.game,
            finished_at=match.finished_at,
            place=place,
            players=len(who),
            mu_before=was.strength.mu,
            sigma_before=was.strength.sigma,
            mu=new.mu,
            sigma=new.sigma,
            matches=was.matches + 1,
        )
        for (player, _), (_, place), was, new in zip(who, match.places, before, after, strict=True)
    ]


def _rating(newest: RatingChange) -> Rating:
    return Rating(
        player_id=newest.player_id,
        game=newest.game,
        mu=newest.mu,
        sigma=newest.sigma,
        matches=newest.matches,
        rated_at=newest.finished_at,
    )
