"""Checks whether a move was possible: whether the table would accept it from a player, a bot or the clock."""

from collections.abc import Callable, Container, Mapping
from datetime import datetime, timedelta
from typing import Any

from events.format.canon import canon
from games.core.bots import STEADY
from games.core.chance import Chance
from games.core.codec import move_from_json, move_to_json
from games.core.definition import Decision
from games.core.errors import RuleBroken
from games.core.moves import Move, Resign
from games.core.prompts import Prompt
from games.table import clocks, stand_ins
from games.table.claims import Broken, need
from games.table.events import SYSTEM, TimedOut
from games.table.standing import Standing

REFUSES = "the rules refuse the move"
NO_SUCH_BOTS = "there is no such version of the bots"
# Why a move is refused that is not the one picked, by the author that it names.
OTHERS = {"clock": "the clock plays the default move and no other", "bot": "the bot picks another move"}


def author(standing: Standing, first: Mapping[str, Any]) -> str:
    """The author of the kernel's events of a move that begins with this event."""
    if first["type"] != TimedOut.type:
        return str(first["by"])
    return stand_ins.author(standing.table.clock)


def checked(
    standing: Standing,
    by: str,
    seat: int,
    body: dict[str, Any],
    *,
    expired: bool,
    chance: Callable[[Prompt], Chance],
    judged: Container[str],
    bots: str | None,
) -> tuple[Move, bool]:
    """The move that was sent; `Broken` if the table would not have passed it to the rules, or would have picked
    another.

    `expired`: the time was up. `chance` is the bot's own chance for a prompt. The picks of bots in `judged` are
    computed again, if the game still has the version `bots` that picked; for other moves the second value is False. A
    version that never existed is refused, because a move with it would escape the check. The picks of `steady` belong
    to the version of the rules.
    """
    game, asked = standing.game, standing.prompts.get(seat)
    need(bots is None or by == "bot", "a version of the bots stands beside moves of bots alone")
    need(bots is None or bots in game.known_bots, NO_SUCH_BOTS)
    # What a bot picks is judged again, so nobody may say that a player picked it.
    need(by != "player" or seat not in standing.table.bots, "no player sits there")
    answers = asked is not None and body.get("prompt") == asked.id
    sent = {name: value for name, value in body.items() if name != "prompt"}
    if sent.get("type") == Resign.type:
        return _resignation(standing, by, body, answers=answers, expired=expired), True
    need(answers, "the move answers a question that was not asked")
    assert asked is not None
    need(standing.table.paused_at is None, "the match is paused")
    schema = game.compiled_moves.get(str(sent.get("type")))
    need(schema is not None and not schema.violations(sent), "the move is not of the shape of its type")
    move = move_from_json(game.move_classes, sent)
    if by == SYSTEM:
        # A fork does not say who made the moves that it carries; what only the clock makes is the default move.
        default = move.type not in game.clock_only or _is(sent, game.default_move(standing.state, seat))
        need(default, OTHERS["clock"])
        return move, True
    bot = None if by == "player" else _bot(standing, by, seat, expired=expired)
    is_judged = bot in judged and (bot == STEADY or bots in game.kits)
    if is_judged:
        picker = game if bot == STEADY else game.with_bots(str(bots))
        picked = stand_ins.pick(picker, standing.state, asked, bot=str(bot), chance=chance(asked))
        need(_is(sent, picked), OTHERS[by])
    else:
        need(move.type not in game.clock_only, "only the clock makes this move")
    return move, bot is None or is_judged


def _bot(standing: Standing, by: str, seat: int, *, expired: bool) -> str:
    """The bot that picks a move that no player made."""
    table = standing.table
    if expired:
        need(table.clock.get("on_timeout") != clocks.RESIGN, "by the clock's rule the seat resigns")
        return stand_ins.late(table.clock)
    need(by == "bot", "the clock plays when time is up")
    need(seat in table.bots.keys() | table.autopilot, "no bot plays for this seat")
    return stand_ins.bot_of(table, standing.gone, seat)


def check_turn(standing: Standing, seat: int, at: datetime) -> None:
    """Bots and autopilots answer one after the other, in the order of their seats, after the pause of the match.

    They ignore optional prompts. All bots that are asked share one pause.
    """
    table = standing.table
    asked = [one for one in standing.waiting_for if one in table.bots.keys() | table.autopilot]
    need(asked[:1] == [seat], "the bot of another seat answers first, or no bot answers this")
    paused = at - standing.at
    need(paused >= timedelta(seconds=table.pace) / len(asked), "bots pause for longer in this match")


def _is(sent: dict[str, Any], move: Move) -> bool:
    return canon(sent) == canon(move_to_json(move))


def judged(standing: Standing, seat: int, move: Move, chance: Chance) -> Decision:
    """The result of a move by the rules; `Broken` if they refuse it."""
    try:
        return standing.game.decide(standing.state, seat, move, chance)
    except RuleBroken as refused:
        raise Broken(f"{REFUSES}: {refused}") from None


def _resignation(standing: Standing, by: str, body: dict[str, Any], *, answers: bool, expired: bool) -> Move:
    """A player resigns at any time and answers nothing; the clock resigns for a seat where the match says so."""
    fields = {"type"} if by == "player" else {"type", "prompt"}
    need(body.keys() == fields or by == SYSTEM, "a resignation says nothing else")
    need("prompt" not in body or answers, "the move answers a question that was not asked")
    by_rule = expired and standing.table.clock.get("on_timeout") == clocks.RESIGN
    need(by in ("player", SYSTEM) or by_rule, "only a player resigns")
    return Resign()
