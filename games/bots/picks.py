"""What each bot picks, from what its seat sees and from its chance alone."""

from collections.abc import Mapping
from typing import Any

from games.bots import search
from games.core.bots import RANDOM, STEADY
from games.core.chance import Chance
from games.core.codec import move_from_json
from games.core.definition import GameDefinition
from games.core.moves import Move
from games.core.prompts import Prompt


def pick(game: GameDefinition, view: Mapping[str, Any], prompt: Prompt, *, bot: str, chance: Chance) -> Move | None:
    """A bot's move; None for the game's default move. The order of listed moves belongs to the version of the rules.

    A KeyError for a bot that there is not. Of a game without grades every graded bot is `random`.
    """
    if bot == STEADY:
        return None
    if bot == RANDOM or game.bot is None:
        return _at_random(game, view, prompt, chance)
    grade = game.bot.grades[bot]
    if grade.slips and chance.below(1000) < grade.slips:
        return _at_random(game, view, prompt, chance)
    return search.pick(game, view, prompt, grade, chance)


def _at_random(game: GameDefinition, view: Mapping[str, Any], prompt: Prompt, chance: Chance) -> Move | None:
    """Any legal move, all alike, those that no list has included where they can be told."""
    listed = [body for asked in prompt.moves for body in asked.legal]
    unlisted = _unlisted(game, view, prompt, chance)
    if not listed and not unlisted:
        return None
    number = chance.below(len(listed) + len(unlisted))
    if number < len(listed):
        return move_from_json(game.move_classes, listed[number])
    return unlisted[number - len(listed)]


def _unlisted(game: GameDefinition, view: Mapping[str, Any], prompt: Prompt, chance: Chance) -> list[Move]:
    if game.bot is None or all(asked.complete for asked in prompt.moves):
        return []
    # What this seat holds is in the view, so that any sample tells what it can lay; it takes no draw of the pick's.
    imagined = game.resample(view, prompt.seat, Chance(b"imagined"))
    return list(game.bot.unlisted(imagined, prompt.seat))
