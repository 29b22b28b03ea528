"""The service's own bots as an engine for the gateway of the kit: `python -m clients.house_engine hard`.

It reads a line of JSON for each question (`clients/python/examples/gateway.py` says what stands in it) and writes a
line with the move. A bot sees what its seat sees, so the view of the API is all that it needs.
"""

import json
import sys
from dataclasses import fields
from typing import Any

from events.randomness import new_seed
from games import registry
from games.bots import picks
from games.core.chance import SEED_BYTES, Chance
from games.core.codec import move_to_json
from games.core.definition import GameDefinition
from games.core.json import JSONObject
from games.core.prompts import Prompt, PromptMove


def asked(game: GameDefinition, told: dict[str, Any]) -> Prompt:
    """The question as the rules ask it, from how the API tells it."""
    return Prompt(
        id=told["prompt"],
        seat=told["seat"],
        kind=told["kind"],
        moves=tuple(_form(game, one) for one in told["moves"]),
        optional=told["optional"],
        about=told["about"],
    )


def _form(game: GameDefinition, told: dict[str, Any]) -> PromptMove:
    # The API adds words and the name of the question.
    known = {"type", *(one.name for one in fields(game.move_classes[told["type"]]))}
    legal = tuple({name: value for name, value in move.items() if name in known} for move in told["legal"])
    return PromptMove(type=told["type"], schema=told["schema"], legal=legal, complete=told["complete"])


def answer(bot: str, line: dict[str, Any], chance: Chance) -> int | JSONObject:
    """The bot's move, or the number of the first one listed where the game's default move is meant."""
    game = registry.find(line["game"], line["rules"])
    move = picks.pick(game, line["view"], asked(game, line["prompt"]), bot=bot, chance=chance)
    return 0 if move is None else move_to_json(move)


def main(bot: str) -> None:
    for line in sys.stdin:
        print(json.dumps(answer(bot, json.loads(line), Chance(new_seed(SEED_BYTES)))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
