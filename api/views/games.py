from collections.abc import Callable, Mapping
from functools import cache

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import requests, resources
from api.answers import Game
from api.http import entity_tags
from api.http.entity_tags import PUBLIC, Document
from games.core import description
from games.core.definition import GameDefinition
from games.matches.errors import GameNotFound, WordNotFound
from games.registry import GAMES


class GamesView(APIView):
    """The games that can be played here."""

    def get(self, request: Request) -> Response:
        requests.query(request)
        return Response({"items": [_game(slug) for slug in GAMES], "next": None}, headers=PUBLIC)


class GameView(APIView):
    """One game."""

    def get(self, request: Request, game: str) -> Response:
        requests.query(request)
        return Response(_game(game), headers=PUBLIC)


class ContentView(APIView):
    """A game's cards, board and terms in en, he and pl, by rules version."""

    def get(self, request: Request, game: str) -> HttpResponse:
        return _document(request, game, content)


class ClausesView(APIView):
    """A game's clauses of the rules of record: id to one-line paraphrase."""

    def get(self, request: Request, game: str) -> HttpResponse:
        return _document(request, game, clauses)


class SchemasView(APIView):
    """JSON Schemas of all that a game shows and takes, by rules version."""

    def get(self, request: Request, game: str) -> HttpResponse:
        return _document(request, game, schemas)


class LexiconView(APIView):
    """Every word of a game that has words, with the licences they come under."""

    def get(self, request: Request, game: str) -> HttpResponse:
        return _document(request, game, lexicon)


class WordView(APIView):
    """What the rules of a game that has words say of one."""

    def get(self, request: Request, game: str, word: str) -> Response:
        if (look_up := _version(game, requests.query(request, "rules")).look_up) is None:
            raise WordNotFound(game=game)
        return Response(look_up(word), headers=PUBLIC)


def _versions(game: str) -> Mapping[str, GameDefinition]:
    if game not in GAMES:
        raise GameNotFound(game=game)
    return GAMES[game]


@cache
def content(game: str, rules: str) -> Document:
    """The content of a game under these rules."""
    return Document.of({"game": game, "rules": rules, **GAMES[game][rules].content})


@cache
def clauses(game: str, rules: str) -> Document:
    """The clauses of these rules."""
    return Document.of(GAMES[game][rules].clauses)


@cache
def schemas(game: str, rules: str) -> Document:
    """The shapes of what a game shows and takes under these rules."""
    return Document.of(description.document(GAMES[game][rules]))


@cache
def lexicon(game: str, rules: str) -> Document:
    """The lexicon of these rules; `WordNotFound` of a game without one."""
    if (download := GAMES[game][rules].lexicon) is None:
        raise WordNotFound(game=game)
    return Document.of(download())


def _document(request: Request, game: str, of: Callable[[str, str], Document]) -> HttpResponse:
    asked = requests.query(request, "rules", "edition")
    return entity_tags.document(request, of(game, _version(game, asked).rules), edition=asked.get("edition"))


def _game(game: str) -> Game:
    newest = _version(game, {})
    documents = {"content": content, "clauses": clauses, "schemas": schemas}
    documents |= {"lexicon": lexicon} if newest.lexicon else {}
    editions = {name: of(game, newest.rules).edition for name, of in documents.items()}
    return resources.game(_versions(game), editions)


def _version(game: str, asked: Mapping[str, str]) -> GameDefinition:
    versions = _versions(game)
    rules = asked.get("rules", list(versions)[-1])
    if rules not in versions:
        raise GameNotFound(game=game, rules=rules)
    return versions[rules]
