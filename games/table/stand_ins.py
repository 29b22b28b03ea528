"""Chooses the bot that plays for an absent player, and computes its pick. Pure.

The service plays the pick, and the verifier checks it.
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
    """The bot that plays for the seat of a bot or an absent player; the seats in `gone` take no further part.

    Where players are away and none is left, all of their seats play idle moves, so that the game's own rule can end the
    match as abandoned.
    """
    deserted = table.autopilot.difference(gone) and not attended(table, gone)
    return STEADY if deserted else table.bots.get(seat, absent(table.clock))


def late(clock: Mapping[str, Any]) -> str:
    """The bot that plays for a player whose time is up, unless the seat resigns then."""
    return str(clock.get("bot", RANDOM)) if clock.get("on_timeout") == clocks.BOT else STEADY


def absent(clock: Mapping[str, Any]) -> str:
    """The bot that takes over for an absent player: the one that the clock names for that, else that of `late`."""
    return str(clock.get("autopilot", late(clock)))


def author(clock: Mapping[str, Any]) -> str:
    """The author of the move that is made when time is up."""
    return "bot" if clock.get("on_timeout") == clocks.BOT else "clock"


def pick(game: GameDefinition, state: State, prompt: Prompt, *, bot: str, chance: Chance) -> Move:
    """A bot's answer to a prompt. It depends on the order of legal moves, so the order belongs to the rules version."""
    move = picks.pick(game, game.view(state, prompt.seat), prompt, bot=bot, chance=chance)
    return game.default_move(state, prompt.seat) if move is None else move


def chance(seed: bytes, match: str, prompt: Prompt) -> Chance:
    """A bot's own chance: the same for the same prompt, unknown before the end, independent of the match's draws."""
    return Chance(hmac.digest(seed, DOMAIN + canon([match, prompt.id]), "sha256"))
