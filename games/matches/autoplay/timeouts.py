"""What happens by itself: time that is up, bots, autopilots and standing orders, a pause that has lasted too long."""

from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial

from events.errors import Conflict
from games.core.bots import STEADY
from games.core.moves import Resign
from games.core.prompts import Prompt
from games.matches.autoplay import awaited_rounds, bots, declines
from games.matches.errors import TooBusy
from games.matches.stream import commands
from games.matches.stream.commands import Appended, append, request
from games.matches.stream.drafts import Plan, plan
from games.matches.stream.guards import check_not_quarantined
from games.matches.stream.loading import Loaded, load
from games.table import clocks, stand_ins
from games.table.clocks import Due
from games.table.events import BOT, CLOCK, PLAYER, TableEvent, TimedOut
from games.table.features.autopilot.events import AutopilotOn
from games.table.features.pause.events import PAUSE_LIMIT
from games.table.state import ACTIVE

# A match of bots alone takes its turns with all others.
MOVES_AT_ONCE = 50

# Does the next thing that is due; None when nothing is.
Step = Callable[[Loaded], Loaded | None]


def wakes_at(loaded: Loaded) -> datetime | None:
    """When something next happens by itself, if no player does anything before; None when nothing does."""
    return min((at for at in (turn_at(loaded), clock_at(loaded)) if at is not None), default=None)


def clock_at(loaded: Loaded) -> datetime | None:
    """When the next clock runs out, the pause has lasted too long or the lobby has waited for long enough.

    Or when a full match goes on that waited for a beacon.

    If no player does anything before.
    """
    match = loaded.match
    if match.table.status != ACTIVE:
        return match.table.fills_at or awaited_rounds.begins_at(loaded)
    if match.table.paused_at is not None:
        return match.table.paused_at + clocks.LONGEST_PAUSE
    return min((due.due_at for due in match.deadlines), default=None)


def turn_at(loaded: Loaded) -> datetime | None:
    """Since when, or from when on, a bot, an autopilot or a standing order has to answer; None when none has to."""
    match = loaded.match
    if match.table.status != ACTIVE or match.table.paused_at is not None:
        return None
    at = bots.due_at(match)
    # Bots that do not pause go first, and no order has to be looked up.
    if at is not None and not match.table.pace:
        return at
    return min((*(one.at for one in declines.ordered(loaded)), *([] if at is None else [at])), default=None)


def expire(match_id: str, *, ahead: Collection[str] = ()) -> Loaded:
    """Play all that is due in a match, at most `MOVES_AT_ONCE` moves; the match after it.

    Any number of callers may try at once: each append names the head that it follows, so one of them plays. An order
    does not wait for its moment with the prompts in `ahead` (ids).
    """
    return play(match_id, wakes_at, partial(_step, ahead=ahead), most=MOVES_AT_ONCE)


def run_out(match_id: str) -> Loaded:
    """`expire`, but for the turns of bots, autopilots and standing orders: those wait for a worker of their own."""
    return play(match_id, clock_at, _clock_step, most=MOVES_AT_ONCE)


def play_turn(match_id: str) -> Loaded:
    """`expire`, but one move at most, so that a bot with many turns in a row lets the others have theirs."""
    return play(match_id, wakes_at, _step, most=1)


def play(match_id: str, at: Callable[[Loaded], datetime | None], step: Step, *, most: int) -> Loaded:
    """Take so many steps at most, none where `at` says that nothing happens by itself; the match after them."""
    for _ in range(commands.RACES):
        loaded = load(match_id)
        if at(loaded) is None:
            return loaded
        check_not_quarantined(loaded)
        try:
            for _ in range(most):
                if (after := step(loaded)) is None:
                    break
                loaded = after
        except Conflict:
            continue
        return loaded
    raise TooBusy


def catch_up(loaded: Loaded) -> tuple[Due, ...]:
    """Let the clock play for every seat whose time is up; which prompts those were.

    If there were any, what is loaded has moved on.
    """
    due = clocks.passed(loaded.match.deadlines, loaded.now)
    if due:
        run_out(loaded.match.id)
    return due


def play_first(loaded: Loaded) -> None:
    """`catch_up` before anything else is judged: `Conflict` when something was due, so that it is judged anew."""
    if catch_up(loaded):
        raise Conflict(loaded.match.id, loaded.match.head.version)


def _step(loaded: Loaded, *, ahead: Collection[str] = ()) -> Loaded | None:
    """What is due: clocks go first."""
    return _clock_step(loaded) or _turn_step(loaded, ahead)


def _clock_step(loaded: Loaded) -> Loaded | None:
    match = loaded.match
    if match.table.status != ACTIVE:
        return None
    if match.table.paused_at is not None:
        lasts = not clocks.is_past(match.table.paused_at + clocks.LONGEST_PAUSE, loaded.now)
        return None if lasts else appended(loaded, CLOCK, f"pause {match.head.version}", plan(PAUSE_LIMIT)).after
    if first := clocks.first(clocks.passed(match.deadlines, loaded.now)):
        return appended(loaded, CLOCK, _key(loaded, first.prompt), _time_out(loaded, first)).after
    return None


def _turn_step(loaded: Loaded, ahead: Collection[str]) -> Loaded | None:
    match = loaded.match
    if match.table.status != ACTIVE or match.table.paused_at is not None:
        return None
    # What has just been appended was loaded before.
    now = max(loaded.now, match.at)
    if (at := bots.due_at(match)) is not None and at <= now:
        return _bot_plays(loaded, bots.waiting(match)[0])
    due = (one.prompt for one in declines.ordered(loaded) if one.at <= now or one.prompt.id in ahead)
    prompt = next(due, None)
    return None if prompt is None else _order_answers(loaded, prompt)


def _bot_plays(loaded: Loaded, prompt: Prompt) -> Loaded:
    bot = stand_ins.bot_of(loaded.match.table, loaded.match.gone, prompt.seat)
    turn = bots.turn(loaded, prompt, bots.pick(loaded.match, prompt, bot=bot), by=BOT)
    return appended(loaded, f"bot:{prompt.seat}", _key(loaded, prompt.id), turn).after


def _order_answers(loaded: Loaded, prompt: Prompt) -> Loaded:
    """The default move as the player would send it without a key: history tells no order from a move by hand."""
    move = bots.pick(loaded.match, prompt, bot=STEADY)
    sent = request(loaded.match.id, loaded.holders[prompt.seat], "move", bots.body_of(prompt, move), key=None)
    return append(sent, loaded, bots.turn(loaded, prompt, move, by=PLAYER)).after


def _time_out(loaded: Loaded, due: Due) -> Plan:
    """The clock's answer to a prompt: `TimedOut`, at the last strike `AutopilotOn`, and what is played instead."""
    match, prompt = loaded.match, loaded.match.prompts[due.seat]
    number = match.moves + 1
    ahead: list[TableEvent] = [TimedOut(seat=due.seat, prompt=due.prompt, move=number)]
    if match.table.clock["on_timeout"] == clocks.RESIGN:
        return bots.turn(loaded, prompt, Resign(), by=CLOCK, ahead=ahead)
    strikes = match.table.strikes.get(due.seat, 0) + 1
    # Matches from before there were strikes have no limit.
    if strikes == match.table.clock.get("strikes"):
        ahead.append(AutopilotOn(seat=due.seat, strikes=strikes, move=number))
    move = bots.pick(match, prompt, bot=stand_ins.late(match.table.clock))
    return bots.turn(loaded, prompt, move, by=stand_ins.author(match.table.clock), ahead=ahead)


def _key(loaded: Loaded, prompt: str) -> str:
    """The key of the answer to a prompt: another one each time that the prompt is asked.

    After a take-back by consent the same prompt is asked once more, and its first answer has used the key before.
    """
    rewinds = loaded.match.table.rewinds
    return f"{prompt} again {rewinds}" if rewinds else prompt


def appended(loaded: Loaded, actor: str, key: str, planned: Plan) -> Appended:
    """What happens by itself, once for each actor and key."""
    return append(request(loaded.match.id, actor, "automatic", key, key=key), loaded, planned)
