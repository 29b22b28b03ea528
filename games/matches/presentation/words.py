"""What answers say in words: the messages of a game and of the table, in the languages of one caller."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.definition import GameDefinition
from games.core.messages import Arguments, Book, Tables, of_event, of_moves
from games.core.prompts import Prompt
from games.table.events import MatchCreated, MatchEnded
from games.table.messages import TABLES
from games.table.state import ACTIVE, FINISHED

# A seat whose player is there, as `resources` tells it.
SEATED = "seated"
# By slug, rules and language, with the definition that they were made of.
_books: dict[tuple[str, str, str], tuple[GameDefinition, Book]] = {}
_CREATED = TABLES.messages["events"][MatchCreated.type]


def tables(game: GameDefinition) -> Tables:
    """What the table says and what the game says; a game may say of the table's words something else."""
    own = game.tables
    messages = {of: {**table, **own.messages.get(of, {})} for of, table in TABLES.messages.items()}
    # By its name and not as a term, because something in the game may have its slug for an id.
    created = {tongue: text.replace("{game}", game.names[tongue]) for tongue, text in _CREATED.items()}
    messages["events"] = {**messages["events"], MatchCreated.type: created}
    return Tables(messages=messages, terms={**TABLES.terms, **own.terms})


def book(game: GameDefinition, language: str) -> Book:
    """The messages of the game and of the table in this language."""
    key = (game.slug, game.rules, language)
    found = _books.get(key)
    if found is None or found[0] is not game:
        found = _books[key] = (game, Book(tables(game), language))
    return found[1]


@dataclass(frozen=True)
class Words:
    """The languages that a caller is answered in, the first of them in `text` and `label`."""

    languages: tuple[str, ...]

    def event(self, game: GameDefinition, shown: Mapping[str, Any]) -> dict[str, Any]:
        """The sentence of an event, made of what `shown` tells the caller of it and of nothing else."""
        if shown["type"] == MatchEnded.type:
            return self.outcome(game, shown["data"])
        return self._said("text", game, "events", shown["type"], of_event(shown))

    def outcome(self, game: GameDefinition, ended: Mapping[str, Any]) -> dict[str, Any]:
        """The sentence of an ending."""
        return self._said("text", game, "reasons", ended["reason"], ended)

    def question(self, game: GameDefinition, asked: Prompt) -> dict[str, Any]:
        """What a prompt asks."""
        return self._said("text", game, "questions", asked.kind, {"seat": asked.seat, **asked.about})

    def labels(
        self, game: GameDefinition, asked: Prompt, type: str, legal: Sequence[Arguments]
    ) -> list[dict[str, Any]]:
        """The legal moves of one type, each with its label, and with a sentence where that says more."""
        own = f"{asked.kind}.{type}"
        first = book(game, self.languages[0])
        label, text = (own if first.has(of, own) else type for of in ("labels", "sayings"))
        is_told = first.has("sayings", text)
        told = []
        for move, arguments in zip(legal, of_moves({"seat": asked.seat, **asked.about}, legal), strict=True):
            words = self._said("label", game, "labels", label, arguments)
            if is_told:
                words |= self._said("text", game, "sayings", text, arguments)
            told.append({**move, **words})
        return told

    def match(self, game: GameDefinition, told: Mapping[str, Any]) -> dict[str, Any]:
        """How a match stands.

        `told` has its `status`, `outcome` and `paused_at`, which seats it is `waiting_for`, are `free` or have `agreed`
        to a pause or its end, and all `seats`, of which nothing is asked where none has agreed.
        """
        status, outcome = told["status"], told["outcome"]
        if status == FINISHED and outcome is not None:
            return self.outcome(game, outcome)
        stands_still = status == ACTIVE and told["paused_at"] is not None
        arguments = {
            **{name: told[name] for name in ("waiting_for", "free", "agreed")},
            "undecided": _undecided(told["seats"], told["agreed"]),
        }
        return self._said("text", game, "statuses", "match.paused" if stands_still else f"match.{status}", arguments)

    def seat(self, game: GameDefinition, place: Mapping[str, Any]) -> dict[str, Any]:
        """How a seat stands, of its `status` and the `bot` that sits there."""
        arguments = {"seat": place["seat"], "bot": place["bot"]}
        return self._said("text", game, "statuses", f"seat.{place['status']}", arguments)

    def _said(self, name: str, game: GameDefinition, of: str, key: str, arguments: Arguments) -> dict[str, Any]:
        first = {name: book(game, self.languages[0]).say(of, key, arguments)}
        if len(self.languages) == 1:
            return first
        return {**first, f"{name}s": {each: book(game, each).say(of, key, arguments) for each in self.languages}}


def _undecided(seats: Sequence[Mapping[str, Any]], agreed: Sequence[int]) -> list[int]:
    """The seats whose consent a pause, or its end, still takes: those with a player who is there."""
    if not agreed:
        return []
    return [
        one["seat"] for one in seats if one["status"] == SEATED and one["bot"] is None and one["seat"] not in agreed
    ]


ENGLISH = Words(("en",))
# What a client that posts a listed move as it stands sends with it.
WORDS = frozenset({"label", "labels", "text", "texts"})
