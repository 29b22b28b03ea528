from api.openapi.operation import DocumentedResponse, Operation, Operations, ok
from api.views.games import (
    ClausesView,
    ContentView,
    GamesView,
    GameView,
    LexiconView,
    MessagesView,
    RosterView,
    SchemasView,
    StatisticsView,
    WordView,
)
from api.views.limits import LimitsView
from api.views.openapi import OpenAPIView
from api.views.problems import ProblemsView

_TAG = "games"

OPERATIONS: Operations = {
    (GamesView, "GET"): Operation(
        id="listGames",
        tagged=True,
        tag=_TAG,
        summary="The games",
        description="Each with its options, moves and seats by its newest rules, and links to all that rests.",
        answers=ok("GamePage"),
    ),
    (RosterView, "GET"): Operation(
        id="listBots",
        tagged=True,
        tag=_TAG,
        summary="The bots that can be seated",
        description="The same in every game. A seat says by `bot` which of them sits there.",
        answers=ok("BotPage"),
    ),
    (GameView, "GET"): Operation(
        id="getGame",
        tagged=True,
        tag=_TAG,
        summary="One game",
        description="As in the list of games.",
        answers=ok("Game"),
    ),
    (ContentView, "GET"): Operation(
        id="getContent",
        tag=_TAG,
        summary="Cards, board, terms and names of a game",
        description="What a client draws with: every component by the id that states and events name it by.",
        query=("rules", "edition"),
        tagged=True,
        answers=ok("Content"),
    ),
    (StatisticsView, "GET"): Operation(
        id="getStatistics",
        tag=_TAG,
        summary="What all public matches of a game look like together",
        description="Wins by seat and from the one who began, lengths, and every draw: how often each value came up, "
        "and how likely chance alone is to be this far off. A match counts some minutes after its end. Whoever has the "
        "match files computes the same: `python -m games.luck FILE`.",
        tagged=True,
        answers=ok("GameStatistics"),
        refusals=("game_not_found",),
    ),
    (ClausesView, "GET"): Operation(
        id="getClauses",
        tag=_TAG,
        summary="The clauses of a game's rules",
        description="Every refusal by the rules and every event of the rules names such clauses.",
        query=("rules", "edition"),
        tagged=True,
        answers=ok("Clauses"),
    ),
    (MessagesView, "GET"): Operation(
        id="getMessages",
        tag=_TAG,
        summary="Everything that a game has to say in words",
        description="The messages that `text` and `label` are made of, in all languages or in those asked for; "
        "`/api/docs/words` says how a client puts them together that has no connection, or replays a match file.",
        query=("rules", "edition"),
        tagged=True,
        answers=ok("Messages"),
    ),
    (SchemasView, "GET"): Operation(
        id="getSchemas",
        tag=_TAG,
        summary="JSON Schemas of what a game shows and takes",
        description="Of its state, events, prompts, moves, options, content and outcome, by one version of its rules. "
        "This document has the same for the newest rules of all games.",
        query=("rules", "edition"),
        tagged=True,
        answers=ok("Schemas"),
    ),
    (LexiconView, "GET"): Operation(
        id="getLexicon",
        tag=_TAG,
        summary="Every word of a game that has words",
        description="For clients that play or replay without a connection; each word names its source, and the "
        "answer the licence of each source. A match pins a `version`.",
        query=("rules", "edition"),
        tagged=True,
        answers=ok("Lexicon"),
        refusals=("word_not_found",),
    ),
    (WordView, "GET"): Operation(
        id="getWord",
        tag=_TAG,
        summary="Whether a game's lexicon holds a word, and why",
        description="The answer is about the newest lexicon and the default options; a match pins both.",
        query=("rules",),
        refusals=("word_malformed",),
        answers=ok("Word"),
    ),
    (ProblemsView, "GET"): Operation(
        id="listProblems",
        tagged=True,
        tag="about",
        summary="Every code that a refusal can have",
        description="With title and detail in the caller's language; the codes stay the same for good.",
        answers={200: DocumentedResponse(shape="ProblemKindPage", headers=("Content-Language",))},
    ),
    (LimitsView, "GET"): Operation(
        id="getLimits",
        tagged=True,
        tag="about",
        summary="How much this service allows",
        description="Calls by the minute, what they may set going, and how large they may be. The caller's own "
        "standing is in the headers of each answer and at `GET /me/quotas`.",
        answers=ok("Limits"),
    ),
    (OpenAPIView, "GET"): Operation(
        id="getOpenAPI",
        tag="about",
        summary="This document",
        description="OpenAPI 3.1, made from the code that answers; it only ever grows. The whole has two megabytes; "
        "with `games=none` a quarter of that, with one game less than half.",
        query=("games", "openapi"),
        tagged=True,
        answers=ok("Document"),
    ),
}
