"""Whether a move could be made: as the table takes it from a player, a bot or the clock."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.chance import Chance
from games.core.codec import canon, move_from_json, move_to_json
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.moves import Move, Resign
from games.core.prompts import violations
from games.verify.report import Broken, need
from games.verify.tablerules import Standing

# What the clock answers with, by the match's `on_timeout`; the default move where it says nothing else.
RESIGN, BOT = "resign", "bot"
REFUSES = "the rules refuse the move"
# Whoever a fork's events up to its beginning are written by; in the parent it was anybody.
SYSTEM = "system"


def author(standing: Standing, first: Mapping[str, Any]) -> str:
    """Who the kernel's events of a move are by, when this is its first event."""
    if first["type"] != "timed_out":
        return str(first["by"])
    return "bot" if standing.table.clock.get("on_timeout") == BOT else "clock"


def checked(standing: Standing, by: str, seat: int, body: dict[str, Any], *, expired: bool) -> Move:
    """The move that was sent; `Broken` when the table would not have taken it to the rules. `expired`: out of time."""
    game, asked = standing.game, standing.prompts.get(seat)
    answers = asked is not None and body.get("prompt") == asked.id
    sent = {name: value for name, value in body.items() if name != "prompt"}
    if sent.get("type") == Resign.type:
        return _resignation(standing, by, body, answers=answers)
    need(answers, "the move answers a question that was not asked")
    need(standing.table.paused_at is None, "the match is paused")
    schema = game.move_schemas.get(str(sent.get("type")))
    need(schema is not None and not violations(schema, sent), "the move is not of the shape of its type")
    move = move_from_json(game.move_classes, sent)
    if by == "bot":
        away = standing.table.bots.keys() | standing.table.autopilot
        need(expired or seat in away, "no bot plays for this seat")
    if by == "clock" or (move.type in game.clock_only and by != "player"):
        default = move_to_json(game.default_move(standing.state, seat))
        need(canon(sent) == canon(default), "the clock plays the default move and no other")
        need(by != "clock" or standing.table.clock.get("on_timeout") != RESIGN, "by the clock's rule the seat resigns")
    else:
        need(move.type not in game.clock_only, "only the clock makes this move")
    return move


def judged(standing: Standing, seat: int, move: Move, chance: Chance) -> Sequence[Event]:
    """What the rules make of a move; `Broken` when they refuse it."""
    try:
        return standing.game.decide(standing.state, seat, move, chance)
    except RuleBroken as refused:
        raise Broken(f"{REFUSES}: {refused}") from None


def _resignation(standing: Standing, by: str, body: dict[str, Any], *, answers: bool) -> Move:
    """A player resigns at any time and answers nothing; the clock resigns for a seat where the match says so."""
    fields = {"type"} if by == "player" else {"type", "prompt"}
    need(body.keys() == fields or by == SYSTEM, "a resignation says nothing else")
    need("prompt" not in body or answers, "the move answers a question that was not asked")
    ruled = by in ("player", SYSTEM) or (by == "clock" and standing.table.clock.get("on_timeout") == RESIGN)
    need(ruled, "only a player resigns")
    return Resign()
