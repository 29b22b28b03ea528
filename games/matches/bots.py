"""Seats that nobody sits at, or nobody attends: who plays for them, and what."""

import hmac
from collections.abc import Sequence

from events.store import Draft
from games.core.bots import BOTS, RANDOM, STEADY
from games.core.chance import Chance
from games.core.codec import canon, move_from_json, move_to_json
from games.core.errors import RuleBroken
from games.core.json import JSONObject
from games.core.moves import Move
from games.core.prompts import Prompt
from games.matches import clocks, quarantine
from games.matches.deciding import decided
from games.matches.match import Match

DOMAIN = b"tabularium/bot/1"


def waiting(match: Match) -> tuple[Prompt, ...]:
    """The prompts that bots and autopilots have to answer now; who is not waited for is left alone by them."""
    lobby = match.table
    if lobby.paused_at is not None or not (lobby.bots or lobby.autopilot):
        return ()
    theirs = lobby.bots.keys() | lobby.autopilot
    return tuple(prompt for seat, prompt in sorted(match.prompts.items()) if seat in theirs and not prompt.optional)


def name_for(match: Match, seat: int) -> str:
    """The bot that plays for a bot's or an absent player's seat.

    Where players are away and none is left, all of them stand idle, so that the game itself finds the match abandoned.
    """
    deserted = match.table.autopilot - match.resigned and not match.attended
    if deserted:
        return STEADY
    absent = RANDOM if match.table.clock.get("on_timeout") == clocks.BOT else STEADY
    return match.table.bots.get(seat, absent)


def turn(match: Match, prompt: Prompt, *, bot: str, by: str, ahead: Sequence[Draft] = ()) -> list[Draft]:
    """What a bot's answer to a prompt appends. A kernel that refuses it fails its match, or it would hang for ever."""
    with quarantine.guard(match.id, match.head.version):
        move = _move(match, prompt, bot)
    body = {"prompt": prompt.id, **move_to_json(move)}
    try:
        return decided(match, prompt.seat, move, by=by, body=body, ahead=ahead)
    except RuleBroken as refused:
        with quarantine.guard(match.id, match.head.version):
            raise AssertionError(refused.code) from None


def _move(match: Match, prompt: Prompt, bot: str) -> Move:
    legal = [body for asked in prompt.moves for body in asked.legal]
    view: JSONObject = match.game.view(match.state, prompt.seat)
    body = BOTS[bot](view, legal, _chance(match, prompt))
    if body is None:
        return match.game.default_move(match.state, prompt.seat)
    return move_from_json(match.game.move_classes, body)


def _chance(match: Match, prompt: Prompt) -> Chance:
    """A bot's own chance: the same for the same prompt, unknown before the end, and no draw of the match's."""
    return Chance(hmac.digest(match.seed, DOMAIN + canon([match.id, prompt.id]), "sha256"))
