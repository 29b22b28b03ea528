"""When an event of the table may stand where it stands: lobby, start, expiry, end; the same for every game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.core.codec import canon
from games.core.definition import GameDefinition, State
from games.core.prompts import Prompt, violations
from games.registry import GAMES
from games.table import ACTIVE, CANCELLED, FINISHED, OPEN, Table
from games.verify.matchfile import is_count
from games.verify.report import CHANCE, need

Envelope = Mapping[str, Any]
MAX_ENTROPY = 64


@dataclass(kw_only=True)
class Standing:
    """Where the match stands while its events are gone through.

    `state` is the kernel's; None before the start, and for good (`blind`) where what it needs is still sealed.
    `moves` and `draws` count what was made so far.
    """

    game: GameDefinition
    table: Table
    state: State | None = field(default=None, repr=False)
    blind: bool = False
    moves: int = 0
    draws: int = 0

    @property
    def prompts(self) -> Mapping[int, Prompt]:
        """The open questions by seat."""
        return self.game.prompts(self.state) if self.table.status == ACTIVE and self.state is not None else {}


def check(standing: Standing, envelope: Envelope) -> None:
    """`Broken` unless the table's own rules allow this event now."""
    need(standing.table.status not in (FINISHED, CANCELLED), "an event comes after the end")
    rule = RULES.get(envelope["type"])
    need(rule is not None, "a match is created once")
    assert rule is not None
    rule(standing, envelope)


def check_created(envelope: Envelope) -> None:
    """`Broken` unless this event can begin a match of a game that there is."""
    _is_the_system_s(envelope, "match_created")
    data = envelope["data"]
    game = _game(data)
    need(is_count(data.get("seats")) and game.min_seats <= data["seats"] <= game.max_seats, "not a number of seats")
    options, clock = data.get("options"), data.get("clock")
    need(isinstance(options, dict) and not violations(game.options_schema, options), "the game has no such options")
    need(canon(game.options(options)) == canon(options), "options are not written out in full")
    need(isinstance(clock, dict) and isinstance(clock.get("mode"), str), "the clock has no mode")
    need(isinstance(data.get("commitment"), str), "nothing is committed to", check=CHANCE)
    audiences = [seal["audience"] for seal in envelope["seals"]]
    need(audiences == [[]], "the seed is not sealed for the server alone", check=CHANCE)


def _game(data: Mapping[str, Any]) -> GameDefinition:
    known = GAMES.get(str(data.get("game")), {}).get(str(data.get("rules")))
    need(known is not None, "there is no such game, or no such version of its rules")
    assert known is not None
    return known


def _seat_taken(standing: Standing, envelope: Envelope) -> None:
    _is_open(standing, envelope)
    need(envelope["by"] in ("player", "bot"), "a seat is taken by a player")
    need(envelope["seat"] in standing.table.free, "the seat is not free")
    entropy = envelope["data"].get("entropy")
    need("entropy" in envelope["data"], "a seat says what it gives to the chance, or null")
    fits = entropy is None or (isinstance(entropy, str) and len(entropy) <= MAX_ENTROPY)
    need(fits, f"what a seat gives to the chance is a text of at most {MAX_ENTROPY} characters")


def _seat_left(standing: Standing, envelope: Envelope) -> None:
    _is_open(standing, envelope)
    need(envelope["by"] in ("player", "bot"), "a seat is left by its player")
    need(envelope["seat"] in standing.table.seated, "nobody sits there")


def _match_started(standing: Standing, envelope: Envelope) -> None:
    _is_open(standing, envelope)
    _is_the_system_s(envelope, "match_started")
    lobby = standing.table
    need(not lobby.free, "a match starts when every seat is taken")
    given = [lobby.entropies[seat] for seat in range(lobby.seats)]
    need(envelope["data"].get("entropies") == given, "the entropies are not those the seats gave", check=CHANCE)
    need(not envelope["seals"], "the table seals nothing here")


def _match_cancelled(standing: Standing, envelope: Envelope) -> None:
    _is_open(standing, envelope)
    _is_the_system_s(envelope, "match_cancelled")


def _timed_out(standing: Standing, envelope: Envelope) -> None:
    """The move that follows is held against the default elsewhere; here the question that ran out is looked at."""
    need(standing.table.status == ACTIVE, "the match is not running")
    need(standing.table.clock["mode"] != "none", "the match has no clock")
    need(envelope["by"] == "clock" and envelope["draws"] is None, "time is called by the clock")
    need(envelope["move"] == standing.moves + 1, "an expiry is the beginning of a move")
    asked = standing.prompts.get(envelope["seat"])
    found = standing.blind or (asked is not None and asked.id == envelope["data"].get("prompt"))
    need(found, "the seat was not asked this")


def _match_ended(standing: Standing, envelope: Envelope) -> None:
    need(standing.table.status == ACTIVE, "the match is not running")
    _is_the_system_s(envelope, "match_ended")
    need(not envelope["seals"], "the table seals nothing here")
    if standing.blind:
        return
    outcome = standing.game.outcome(standing.state)
    need(outcome is not None, "by the rules the match goes on")
    assert outcome is not None
    expected = {"reason": outcome.reason, "ranking": outcome.ranking, "winners": outcome.winners}
    need(canon(envelope["data"]) == canon(expected), "by the rules the match ends otherwise")


def _is_open(standing: Standing, envelope: Envelope) -> None:
    need(standing.table.status == OPEN, "the lobby is closed")
    need(envelope["move"] is None and envelope["draws"] is None, "before the start nobody moves")


def _is_the_system_s(envelope: Envelope, type: str) -> None:
    expected = {"type": type, "seat": None, "by": "system", "move": None, "draws": None, "schema": 1}
    need({name: envelope[name] for name in expected} == expected, f"this is not how {type} looks")


# One for each event that the table books, but the first.
RULES: Mapping[str, Callable[[Standing, Envelope], None]] = {
    "seat_taken": _seat_taken,
    "seat_left": _seat_left,
    "match_started": _match_started,
    "timed_out": _timed_out,
    "match_cancelled": _match_cancelled,
    "match_ended": _match_ended,
}
