from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api import requests, resources
from api.answers.games import Game, MessageTables
from api.http import entity_tags, languages
from api.http.entity_tags import PUBLIC, Document
from api.views.base import ForEverybody
from games.bots.roster import ROSTER
from games.core import description
from games.core.definition import GameDefinition
from games.core.languages import BY_CODE, LANGUAGES
from games.matches.counts import counting
from games.matches.errors import GameNotFound, WordNotFound
from games.matches.presentation.words import tables
from games.matches.stream import rules as known_rules
from games.registry import GAMES, find


class GamesView(ForEverybody):
    """The games that can be played here."""

    def get(self, request: Request) -> Response:
        requests.query(request)
        items = [_game(slug) for slug in known_rules.offered()]
        return entity_tags.of_content(request, {"items": items, "next": None}, PUBLIC)


class StatisticsView(ForEverybody):
    """Statistics of all public matches of a game that have ended."""

    def get(self, request: Request, game: str) -> Response:
        requests.query(request)
        if game not in GAMES:
            raise GameNotFound(game=game)
        told = resources.game_statistics(game, counting.totals_of(game), counting.lengths_of(game))
        return entity_tags.of_content(request, told)


class RosterView(ForEverybody):
    """The bots that can be seated here."""

    def get(self, request: Request) -> Response:
        requests.query(request)
        items = [resources.bot(name, shown) for name, shown in ROSTER.items()]
        return entity_tags.of_content(request, {"items": items, "next": None}, PUBLIC)


class GameView(ForEverybody):
    """One game."""

    def get(self, request: Request, game: str) -> Response:
        requests.query(request)
        return entity_tags.of_content(request, _game(game), PUBLIC)


class ContentView(ForEverybody):
    """A game's cards, board and terms in each language, by rules version."""

    def get(self, request: Request, game: str) -> HttpResponse:
        return _document(request, game, content)


class ClausesView(ForEverybody):
    """A game's clauses of the rules of record: id to one-line paraphrases."""

    def get(self, request: Request, game: str) -> HttpResponse:
        return _document(request, game, clauses)


class MessagesView(ForEverybody):
    """All messages of a game and the table, for clients that make sentences themselves."""

    def get(self, request: Request, game: str) -> HttpResponse:
        asked = requests.query(request, "rules", "edition")
        wanted = languages.asked(request.query_params) or LANGUAGES
        return _answer(request, messages(game, _version(game, asked).rules, wanted), asked)


class SchemasView(ForEverybody):
    """JSON Schemas of a game's output and input, by rules version."""

    def get(self, request: Request, game: str) -> HttpResponse:
        return _document(request, game, schemas)


class LexiconView(ForEverybody):
    """Every word of a game that has words, with the licences they come under."""

    def get(self, request: Request, game: str) -> HttpResponse:
        return _document(request, game, lexicon)


class WordView(ForEverybody):
    """What a game's rules say about a word; only for games with words."""

    def get(self, request: Request, game: str, word: str) -> Response:
        if (look_up := _version(game, requests.query(request, "rules")).look_up) is None:
            raise WordNotFound(game=game)
        return Response(look_up(word), headers=PUBLIC)


def _offered(game: str) -> GameDefinition:
    if (found := known_rules.offered().get(game)) is None:
        raise GameNotFound(game=game)
    return found


@cache
def content(game: str, rules: str) -> Document:
    """The content of a game under these rules."""
    return Document.of({"game": game, "rules": rules, **GAMES[game][rules].content})


@cache
def clauses(game: str, rules: str) -> Document:
    """The clauses of these rules."""
    return Document.of(GAMES[game][rules].clauses)


@lru_cache(maxsize=64)
def messages(game: str, rules: str, languages: tuple[str, ...] = LANGUAGES) -> Document:
    """The messages of a game under these rules, and of the table, in these languages."""
    definition = GAMES[game][rules]
    return Document.of(
        {"game": game, "rules": rules, "languages": {each: _said(definition, each) for each in languages}}
    )


def _said(game: GameDefinition, language: str) -> MessageTables:
    said = tables(game)
    texts = {of: {key: texts[language] for key, texts in table.items()} for of, table in said.messages.items()}
    return {
        "messages": texts,
        "terms": {term: names[language] for term, names in said.terms.items()},
        "refusals": {code: refusal.texts[language] for code, refusal in game.refusals.items()},
        "seat": f"{BY_CODE[language].seat} {{seat}}",
        "and": BY_CODE[language].conjunction,
    }


@cache
def schemas(game: str, rules: str) -> Document:
    """The schemas of a game's output and input under these rules."""
    return Document.of(description.document(GAMES[game][rules]))


@cache
def lexicon(game: str, rules: str) -> Document:
    """The lexicon of these rules; `WordNotFound` for a game without one."""
    if (download := GAMES[game][rules].lexicon) is None:
        raise WordNotFound(game=game)
    return Document.of(download())


def _document(request: Request, game: str, of: Callable[[str, str], Document]) -> HttpResponse:
    asked = requests.query(request, "rules", "edition")
    return _answer(request, of(game, _version(game, asked).rules), asked)


def _answer(request: Request, found: Document, asked: Mapping[str, str]) -> HttpResponse:
    return entity_tags.document(request, found, edition=asked.get("edition"))


def _game(game: str) -> Game:
    newest = _offered(game)
    documents = {"content": content, "clauses": clauses, "messages": messages, "schemas": schemas}
    documents |= {"lexicon": lexicon} if newest.lexicon else {}
    editions = {name: of(game, newest.rules).edition for name, of in documents.items()}
    return resources.game(newest, list(GAMES[game]), editions)


def _version(game: str, asked: Mapping[str, str]) -> GameDefinition:
    if "rules" not in asked:
        return _offered(game)
    try:
        return find(game, asked["rules"])
    except KeyError:
        raise GameNotFound(game=game, rules=asked["rules"]) from None
