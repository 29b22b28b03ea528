from collections.abc import Mapping

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import requests, resources
from api.http.entity_tags import PUBLIC
from games.core.definition import GameDefinition
from games.matches.errors import GameNotFound, WordNotFound
from games.registry import GAMES


class GamesView(APIView):
    """The games that can be played here."""

    def get(self, request: Request) -> Response:
        requests.query(request)
        return Response(
            {"items": [resources.game(versions) for versions in GAMES.values()], "next": None}, headers=PUBLIC
        )


class GameView(APIView):
    """One game."""

    def get(self, request: Request, game: str) -> Response:
        requests.query(request)
        return Response(resources.game(_versions(game)), headers=PUBLIC)


class ContentView(APIView):
    """A game's cards, board and terms in en, he and pl, by rules version."""

    def get(self, request: Request, game: str) -> Response:
        return Response(_version(request, game).content, headers=PUBLIC)


class ClausesView(APIView):
    """A game's clauses of the rules of record: id to one-line paraphrase."""

    def get(self, request: Request, game: str) -> Response:
        return Response(_version(request, game).clauses, headers=PUBLIC)


class WordView(APIView):
    """What the rules of a game that has words say of one."""

    def get(self, request: Request, game: str, word: str) -> Response:
        if (look_up := _version(request, game).look_up) is None:
            raise WordNotFound(game=game)
        return Response(look_up(word), headers=PUBLIC)


def _versions(game: str) -> Mapping[str, GameDefinition]:
    if game not in GAMES:
        raise GameNotFound(game=game)
    return GAMES[game]


def _version(request: Request, game: str) -> GameDefinition:
    versions = _versions(game)
    rules = requests.query(request, "rules").get("rules", list(versions)[-1])
    if rules not in versions:
        raise GameNotFound(game=game, rules=rules)
    return versions[rules]
