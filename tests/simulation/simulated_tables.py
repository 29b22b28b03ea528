"""Matches under simulation: who sits there, what they send, what they are answered, and what readers are told."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games import registry
from games.core.bots import RANDOM
from games.core.codec import move_to_json
from games.core.json import JSONObject
from games.core.prompts import Prompt
from games.matches.stream.loading import Loaded
from games.table import stand_ins
from games.table.clocks import NONE
from games.table.state import ACTIVE

ACKNOWLEDGED, REFUSED, UNKNOWN = "acknowledged", "refused", "unknown"


@dataclass(eq=False)
class Attempt:
    """One delivery of a call to a web process."""

    began: int
    ended: int | None = None
    outcome: str = UNKNOWN
    first: int = 0
    last: int = 0
    replayed: bool = False
    code: str = ""


@dataclass(eq=False)
class SentCall:
    """A call of a player's under one key, however often it is sent."""

    key: str
    player: str
    seat: int
    kind: str
    body: JSONObject
    attempts: list[Attempt] = field(default_factory=list)
    # What its player was told in the end; later deliveries of the same call are not waited for.
    settled: Attempt | None = None


@dataclass(eq=False)
class SimulatedReader:
    """A stream's reader: what arrived, by version, and the server's place for it."""

    seat: int | None
    player: str | None
    version: int = 0
    place: Any = None
    events: list[tuple[int, bytes]] = field(default_factory=list)
    cuts: int = 0


@dataclass(eq=False)
class SimulatedTable:
    """A match, its players by seat (bots have none), and all that was sent."""

    match: str
    game: str
    players: dict[int, str]
    secrets: dict[int, str]
    calls: list[SentCall] = field(default_factory=list)
    readers: list[SimulatedReader] = field(default_factory=list)
    # Seat to the moment until which its player is away; and what each seat has under way.
    away: dict[int, int] = field(default_factory=dict)
    busy: dict[int, SentCall] = field(default_factory=dict)
    is_looked_for: bool = False
    is_read: bool = False
    is_over: bool = False
    over_at: int = 0
    head: int = 0
    # What the relay's probe has seen, as it was committed.
    probed: list[int] = field(default_factory=list)


def a_clock(chance: Random) -> JSONObject:
    """A clock as a match may have it; three in four matches have one."""
    if chance.random() < 0.25:
        return NONE
    absence: JSONObject = {
        "on_timeout": chance.choice(["default_move", "default_move", "bot", "resign"]),
        "strikes": chance.randint(1, 3),
    }
    if chance.random() < 0.5:
        return {"mode": "per_move", "seconds": chance.choice([4, 8, 20, 60]), **absence}
    bank = chance.choice([20, 60, 120])
    return {
        "mode": "bank",
        "bank_seconds": bank,
        "increment_seconds": chance.choice([0, 2, 5]),
        "cap_seconds": bank + chance.choice([0, 10]),
        **absence,
    }


def seats_of(game: str, chance: Random) -> int:
    definition = registry.newest(game)
    return chance.randint(definition.min_seats, min(definition.max_seats, 5))


def answer_of(loaded: Loaded, prompt: Prompt, chance: Random) -> JSONObject:
    """A listed move, or the game's own default where none is listed."""
    listed = [body for form in prompt.moves for body in form.legal]
    if listed:
        return {"prompt": prompt.id, **chance.choice(listed)}
    drawn = stand_ins.chance(loaded.match.seed, loaded.match.id, prompt)
    move = stand_ins.pick(loaded.match.game, loaded.match.state, prompt, bot=RANDOM, chance=drawn)
    return {"prompt": prompt.id, **move_to_json(move)}


Wish = tuple[int, str, JSONObject]


def wishes(table: SimulatedTable, loaded: Loaded, now: int, chance: Random) -> list[Wish]:
    """What its players send now that they have looked: seat, kind of call, body."""
    match = loaded.match
    if match.table.status != ACTIVE:
        return []
    found: list[Wish] = []
    for seat in table.players:
        if seat in table.busy or seat in match.gone:
            continue
        if table.away.get(seat, 0) > now:
            continue
        if chance.random() < 0.004:
            table.away[seat] = now + chance.randint(5, 200) * 1_000_000
            continue
        wish = _of_seat(loaded, seat, chance)
        if wish is not None:
            found.append((seat, *wish))
    return found


def _of_seat(loaded: Loaded, seat: int, chance: Random) -> tuple[str, JSONObject] | None:
    match, drawn = loaded.match, chance.random()
    if match.table.paused_at is not None:
        return ("resume", {}) if drawn < 0.5 and seat not in match.table.agreed else None
    if match.table.agreed and seat not in match.table.agreed:
        return ("pause", {}) if drawn < 0.6 else None
    wish = match.table.take_back_wish
    if wish is not None and seat not in wish.agreed and drawn < 0.8:
        return ("agree", {}) if drawn < 0.6 else ("refuse", {})
    if seat in match.table.autopilot:
        return ("autopilot", {"seat": seat}) if drawn < 0.1 else None
    if (side := _aside(loaded, seat, chance)) is not None:
        return side
    prompt = match.prompts.get(seat)
    if prompt is None or (prompt.optional and drawn < 0.7):
        return None
    return "move", answer_of(loaded, prompt, chance)


def _aside(loaded: Loaded, seat: int, chance: Random) -> tuple[str, JSONObject] | None:
    """Seldom something else than an answer, wrong calls with it."""
    match, drawn = loaded.match, chance.random()
    if drawn > 0.03:
        return None
    if drawn < 0.004:
        return "pause", {}
    if drawn < 0.012 and (number := match.retractable(seat)) is not None:
        return "take back", {"move": number}
    if drawn < 0.018:
        return "ask", {"knowing": chance.random() < 0.5}
    if drawn < 0.0183:
        return "resign", {}
    if drawn < 0.024 and match.prompts:
        other = chance.choice(sorted(match.prompts.items()))[1]
        return "move", answer_of(loaded, other, chance)
    return "move", {"prompt": f"p{chance.randint(1, 99)}.{seat}", "type": "nothing"}


Answer = Callable[[str, str, JSONObject, str, Any], Any]
