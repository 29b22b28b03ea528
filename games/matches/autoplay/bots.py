"""Bots, in their own seats and on autopilot: which prompts they have to answer, and what an answer appends."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.core.codec import move_to_json
from games.core.errors import RuleBroken
from games.core.json import JSONObject
from games.core.moves import Move
from games.core.prompts import Prompt
from games.matches.errors import MatchQuarantined
from games.matches.stream import quarantine
from games.matches.stream.decisions import decide
from games.matches.stream.drafts import Plan
from games.matches.stream.loading import Loaded
from games.matches.stream.state import Match
from games.table import stand_ins
from games.table.events import TableEvent


def waiting(match: Match) -> tuple[Prompt, ...]:
    """The prompts that bots and autopilots have to answer now; they leave optional prompts alone."""
    table = match.table
    if table.paused_at is not None or not (table.bots or table.autopilot):
        return ()
    theirs = table.bots.keys() | table.autopilot
    return tuple(prompt for seat, prompt in sorted(match.prompts.items()) if seat in theirs and not prompt.optional)


def due_at(match: Match) -> datetime | None:
    """From when on the next of them may be answered; None where none waits.

    Those who answer at once share the pause, so that each of them comes a little later than the one before, and a
    person waits for all of them some two pauses long and not one for each.
    """
    asked = waiting(match)
    return match.at + timedelta(seconds=match.table.pace) / len(asked) if asked else None


def pick(match: Match, prompt: Prompt, *, bot: str) -> Move:
    """What a bot answers to a prompt."""

    def choose() -> Move:
        chance = stand_ins.chance(match.seed, match.id, prompt)
        return stand_ins.pick(match.game, match.state, prompt, bot=bot, chance=chance)

    return quarantine.judged(match.id, match.head.version, "pick", choose)


def body_of(prompt: Prompt, move: Move) -> JSONObject:
    """An answer to a prompt, as a client would send it."""
    return {"prompt": prompt.id, **move_to_json(move)}


def turn(loaded: Loaded, prompt: Prompt, move: Move, *, by: str, ahead: Sequence[TableEvent] = ()) -> Plan:
    """What a picked answer appends. Where the kernel refuses it the match is set aside, or it would hang for ever."""
    match = loaded.match
    try:
        return decide(loaded, prompt.seat, move, by=by, body=body_of(prompt, move), ahead=ahead)
    except RuleBroken as refused:
        error = f"refuses {refused.code} where it has listed it"
        quarantine.set_aside(match.id, match.head.version, error, at="decide")
        raise MatchQuarantined from None
