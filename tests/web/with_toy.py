"""`python -m tests.web.with_toy FD`: the service's template with one more game, the toy of the contract suite.

The page has no picture of it, and nothing else that was made for it. Its bids are not all listed here, so that a form is needed.
"""

import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from config.local_stack import template
from games import registry
from games.core.json import JSONObject
from games.core.moves import shape
from games.core.prompts import Prompt, PromptMove
from tests.games.core import toy


def asked(state: toy.Table) -> Mapping[int, Prompt]:
    """What the toy asks; of the bids one is listed, and any number may be filled in."""
    return {
        seat: replace(prompt, moves=tuple(map(_unlisted, prompt.moves))) for seat, prompt in toy.prompts(state).items()
    }


def _unlisted(move: PromptMove) -> PromptMove:
    if move.type != "bid":
        return move
    amount: JSONObject = {"type": "integer", "minimum": min(toy.BIDS), "maximum": max(toy.BIDS)}
    return replace(move, schema=shape("bid", amount=amount), legal=move.legal[:1], complete=False)


def main() -> None:
    game = replace(toy.TOY, prompts=asked)
    cast(Any, registry.GAMES)[game.slug] = {game.rules: game}
    template.main(int(sys.argv[1]))


if __name__ == "__main__":
    main()
