"""Events told in a sentence: each game brings a line for each type of event, and names for all that may stand in it."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.definition import GameDefinition
from games.core.json import JSON

HIDDEN, NOTHING = "?", "–"
YES, NO = "yes", "no"


def sentence(game: GameDefinition, event: Mapping[str, Any], language: str) -> str:
    """What happened, for a reader to whom `event` is shown, in `language` (en, he, pl).

    `event` has `type`, `seat`, `data` and `private` (the sealed parts open to the reader, each with its `part`), as the
    API tells it. A field that stays sealed is a question mark. A type that is not the game's is a KeyError.
    """
    told = {name: value for opening in event["private"] for name, value in opening["part"].items()}
    values = {"seat": event["seat"], **event["data"], **told}
    return _filled(game, event["type"], values, language)


def _filled(game: GameDefinition, line: str, values: Mapping[str, JSON], language: str) -> str:
    shown = {name: _shown(game, f"{line}.{name}", value, language) for name, value in values.items()}
    return game.lines[line][language].format_map(_Shown(shown))


class _Shown(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return HIDDEN


def _shown(game: GameDefinition, phrase: str, value: JSON, language: str) -> str:
    if isinstance(value, bool):
        value = YES if value else NO
    if isinstance(value, str):
        return game.terms[value][language] if value in game.terms else value
    if isinstance(value, Mapping):
        return _filled(game, phrase, value, language) if phrase in game.lines else NOTHING
    if isinstance(value, Sequence):
        return ", ".join(_shown(game, phrase, item, language) for item in value) or NOTHING
    return NOTHING if value is None else str(value)
