"""Ratings: those of a player and their history, the changes by a match, and the leaderboard of a game."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import requests, resources
from api.http import entity_tags
from api.views.base import known_match, page, shows_record, viewer
from games.matches.accounts.keeping_away import KEPT_AWAY
from games.matches.accounts.players import find as find_player
from games.matches.errors import GameNotFound
from games.matches.lists import queries
from games.matches.ratings import standings
from games.registry import GAMES


class PlayerRatingsView(APIView):
    """A player's ratings."""

    def get(self, request: Request, player: str) -> Response:
        requests.query(request)
        found = find_player(player)
        ratings = standings.of_player(found) if shows_record(request, found) else None
        return entity_tags.of_content(request, resources.player_ratings(found, ratings))


class RatingCourseView(APIView):
    """The history of a player's rating in one game."""

    def get(self, request: Request, player: str, game: str) -> Response:
        asked = requests.query(request, "before", "limit")
        limit, before = requests.limit(asked), requests.id_cursor(asked)
        found = find_player(player)
        _check_game(game)
        if not shows_record(request, found):
            return page(request, [], None)
        last = None if before is None else UUID(before)
        # One more than the page tells whether there is another.
        steps = standings.course(found, game, before=last, limit=limit + 1)
        cursor = {"before": steps[limit - 1].match_id} if len(steps) > limit else None
        return page(request, list(map(resources.rating_step, steps[:limit])), cursor)


class MatchRatingView(APIView):
    """The changes that a rated match made to its players' ratings."""

    def get(self, request: Request, match: str) -> Response:
        requests.query(request)
        judged = standings.of_match(known_match(request, match).id)
        people = queries.players({str(one.player_id) for one in judged.changes})
        shown = {one for one, player in people.items() if shows_record(request, player)}
        return entity_tags.of_content(request, resources.match_rating(judged, people, shown))


class LeaderboardView(APIView):
    """The players of a game with the highest ratings."""

    def get(self, request: Request, game: str) -> Response:
        ladder = requests.ladder(requests.query(request, "ladder"))
        _check_game(game)
        reader = viewer(request)
        away = set() if reader is None else {str(one.id) for one in KEPT_AWAY.players(reader)}
        best = [one for one in standings.best(game, ladder) if one.id not in away]
        return entity_tags.of_content(request, resources.leaderboard(game, ladder, best))


def _check_game(game: str) -> None:
    if game not in GAMES:
        raise GameNotFound(game=game)
