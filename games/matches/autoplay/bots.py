"""Seats that nobody sits at, or nobody attends: whom bots have to answer for, and what that appends."""

from collections.abc import Sequence

from events.store import Draft
from games.core.codec import move_to_json
from games.core.errors import RuleBroken
from games.core.prompts import Prompt
from games.matches.stream import quarantine
from games.matches.stream.decisions import decided
from games.matches.stream.state import Match
from games.table import stand_ins


def waiting(match: Match) -> tuple[Prompt, ...]:
    """The prompts that bots and autopilots have to answer now; who is not waited for is left alone by them."""
    lobby = match.table
    if lobby.paused_at is not None or not (lobby.bots or lobby.autopilot):
        return ()
    theirs = lobby.bots.keys() | lobby.autopilot
    return tuple(prompt for seat, prompt in sorted(match.prompts.items()) if seat in theirs and not prompt.optional)


def turn(match: Match, prompt: Prompt, *, bot: str, by: str, ahead: Sequence[Draft] = ()) -> list[Draft]:
    """What a bot's answer to a prompt appends. A kernel that refuses it fails its match, or it would hang for ever."""
    with quarantine.guard(match.id, match.head.version):
        chance = stand_ins.chance(match.seed, match.id, prompt)
        move = stand_ins.pick(match.game, match.state, prompt, bot=bot, chance=chance)
    body = {"prompt": prompt.id, **move_to_json(move)}
    try:
        return decided(match, prompt.seat, move, by=by, body=body, ahead=ahead)
    except RuleBroken as refused:
        with quarantine.guard(match.id, match.head.version):
            raise AssertionError(refused.code) from None
