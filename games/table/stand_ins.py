"""What is played for a seat whose player is not there: which bot plays, and what it picks. Pure.

The table plays it, and the verifier asks whether it was played.
"""

import hmac
from collections.abc import Collection, Mapping
from typing import Any

from events.format.canon import canon
from games.bots import picks
from games.core.bots import RANDOM, STEADY
from games.core.chance import Chance
from games.core.definition import GameDefinition, State
from games.core.moves import Move
from games.core.prompts import Prompt
from games.table import clocks
from games.table.state import Table, attended

DOMAIN = b"tabularium/bot/1"


def bot_of(table: Table, gone: Collection[int], seat: int) -> str:
    """The bot that plays for a bot's or an absent player's seat; the seats in `gone` take no further part.

    Where players are away and none is left, all of them stand idle, so that the game itself finds the match abandoned.
    """
    deserted = table.autopilot.difference(gone) and not attended(table, gone)
    return STEADY if deserted else table.bots.get(seat, absent(table.clock))


def late(clock: Mapping[str, Any]) -> str:
    """The bot that plays for a player whose time is up, where the seat does not resign."""
    return str(clock.get("bot", RANDOM)) if clock.get("on_timeout") == clocks.BOT else STEADY


def absent(clock: Mapping[str, Any]) -> str:
    """The bot that takes over for a player who is away: the one named for that, or the one that plays for the late."""
    return str(clock.get("autopilot", late(clock)))


def author(clock: Mapping[str, Any]) -> str:
    """The author of the move that is made when time is up."""
    return "bot" if clock.get("on_timeout") == clocks.BOT else "clock"


def pick(game: GameDefinition, state: State, prompt: Prompt, *, bot: str, chance: Chance) -> Move:
    """What a bot answers to a prompt; its order of legal moves counts, so it belongs to the version of the rules."""
    move = picks.pick(game, game.view(state, prompt.seat), prompt, bot=bot, chance=chance)
    return game.default_move(state, prompt.seat) if move is None else move


def chance(seed: bytes, match: str, prompt: Prompt) -> Chance:
    """A bot's own chance: the same for the same prompt, unknown before the end, and no draw of the match's."""
    return Chance(hmac.digest(seed, DOMAIN + canon([match, prompt.id]), "sha256"))
