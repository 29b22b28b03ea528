"""Events in a sentence, for tests of a game's messages."""

from collections.abc import Mapping
from typing import Any

from games.core.definition import GameDefinition
from games.core.messages import Book, of_event, plain


def sentence(game: GameDefinition, event: Mapping[str, Any], language: str) -> str:
    """What a reader to whom `event` is shown reads of it."""
    return plain(Book(game.tables, language).say("events", event["type"], of_event(event)))
