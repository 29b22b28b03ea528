"""When an event of the table is allowed: lobby, start, timeout, end; the same for every game."""

from collections.abc import Callable, Mapping
from typing import Any

from events.format.canon import canon
from games.core.bots import BOTS
from games.core.definition import GameDefinition
from games.core.prompts import violations
from games.registry import GAMES
from games.table import clocks, registry
from games.table.claims import Envelope, is_audience, is_count, is_no_move, is_running, is_written, need
from games.table.events import (
    CLOCK,
    MatchCancelled,
    MatchCreated,
    MatchEnded,
    MatchStarted,
    SeatLeft,
    SeatTaken,
    TableEvent,
    TimedOut,
)
from games.table.features.beacon import rule as beacon
from games.table.features.beacon.events import OTHERWISE
from games.table.features.replacement import rule as replacement
from games.table.standing import Standing, time_of
from games.table.state import ACTIVE, CANCELLED, FINISHED, OPEN, OUT, abandoned
from games.verify.chain import DIGEST, MATCH_ID
from games.verify.match_file import OPEN_DRAWS
from games.verify.report import CHANCE
from games.verify.seeds import is_signature

MAX_ENTROPY = 64


def check(standing: Standing, envelope: Envelope) -> None:
    """`Broken` unless the table's own rules allow this event now."""
    need(standing.table.status not in (FINISHED, CANCELLED), "an event comes after the end")
    rule = RULES.get(envelope["type"])
    need(rule is not None, "a match is created once")
    assert rule is not None
    need(envelope["draws"] is None, "the table draws nothing")
    rule(standing, envelope)
    _is_sealed(standing, envelope)
    # After the rule, which has a better reason where a field is missing that matters.
    need(_is_the_table_s(envelope), f"{envelope['type']} says other things than the table's")
    need(envelope["schema"] == 1, f"the table knows one schema of {envelope['type']}")


def _is_the_table_s(envelope: Envelope) -> bool:
    """Whether the table's constructor of this event makes exactly this public part."""
    try:
        return canon(registry.read(envelope).data) == canon(envelope["data"])
    except (KeyError, TypeError, ValueError):
        return False


def _is_sealed(standing: Standing, envelope: Envelope) -> None:
    """Check that the table has sealed only a move, in the first event of that move, for its seat alone."""
    begins = envelope["move"] is not None and envelope["move"] == standing.moves + 1
    audiences = [seal["audience"] for seal in envelope["seals"]]
    need(audiences == ([[envelope["seat"]]] if begins else []), "the table seals nothing here")


def check_founded(envelope: Envelope) -> None:
    """`Broken` unless this event names a game that exists, and commits to a seed."""
    _is_the_system_s(envelope, MatchCreated)
    data = envelope["data"]
    game = _game(data)
    need(is_count(data.get("seats")) and game.min_seats <= data["seats"] <= game.max_seats, "not a number of seats")
    need(is_written(DIGEST, data.get("commitment")), "nothing is committed to", check=CHANCE)
    # A fork also seals the keys that the draws before it were made with.
    sealed: list[list[int]] = [[]] if data.get("forked_from") is None else [[], []]
    audiences = [seal["audience"] for seal in envelope["seals"]]
    need(audiences == sealed, "the seed is not sealed for the server alone", check=CHANCE)


def check_created(envelope: Envelope) -> None:
    """`Broken` unless a founded match can begin like this."""
    data = envelope["data"]
    game, options = _game(data), data.get("options")
    need(isinstance(options, dict) and not violations(game.options_schema, options), "the game has no such options")
    need(canon(game.options(options)) == canon(options), "options are not written out in full")
    _check_clock(data.get("clock"))
    need(_is_the_table_s(envelope), "match_created says other things than the table's")
    if "fill" in data:
        _check_fill(data["fill"])
    pace = data.get("pace", 0)
    need(is_count(pace) and pace <= clocks.MAX_PACE, f"bots pause for {clocks.MAX_PACE} seconds at most")
    if "beacon" in data:
        _check_beacon(data["beacon"])
        need("forked_from" not in data, "a fork has no beacon")
    if OPEN_DRAWS in data:
        need(is_written(DIGEST, data[OPEN_DRAWS]), "the tree of the draws' secrets has no root", check=CHANCE)
        need("forked_from" not in data, "a fork has no open draws")
    if "forked_from" in data:
        _check_parent(data["forked_from"], data["seats"])
        need(data["forked_from"]["match"] != envelope["match"], "no match is a fork of itself")


def _check_clock(clock: Any) -> None:
    """Check a clock's shape. Defaults may be missing, because they were added over time and older matches lack them."""
    need(not clocks.faults(clock) and not clocks.contradictions(clock), "there is no such clock")


def _check_fill(fill: Any) -> None:
    shaped = isinstance(fill, dict) and fill.keys() == {"after", "bot"}
    need(shaped and is_count(fill["after"]) and fill["bot"] in BOTS, "the lobby is filled by no such bot")
    need(clocks.MIN_FILL <= fill["after"] <= clocks.MAX_FILL, "a lobby is not filled after such a time")


def _check_beacon(named: Any) -> None:
    shaped = isinstance(named, dict) and named.keys() == {"chain", "round", "otherwise"}
    shaped = shaped and is_written(DIGEST, named["chain"]) and is_count(named["round"]) and named["round"] >= 1
    need(shaped and named["otherwise"] in OTHERWISE, "a beacon is a chain, a round, and what happens otherwise")


def _check_parent(parent: Any, seats: int) -> None:
    shaped = isinstance(parent, dict) and parent.keys() == {"match", "version", "head", *OUT}
    shaped = shaped and all(is_audience(parent[way]) for way in OUT)
    shaped = shaped and is_written(MATCH_ID, parent["match"]) and is_written(DIGEST, parent["head"])
    shaped = shaped and is_count(parent["version"]) and parent["version"] >= 1
    need(shaped, "a fork names match, version, head, who had resigned and who was eliminated")
    need(all(seat < seats for way in OUT for seat in parent[way]), "a seat was out that there is not")


def _game(data: Mapping[str, Any]) -> GameDefinition:
    known = GAMES.get(str(data.get("game")), {}).get(str(data.get("rules")))
    need(known is not None, "there is no such game, or no such version of its rules")
    assert known is not None
    return known


def _seat_taken(standing: Standing, envelope: Envelope) -> None:
    is_no_move(envelope)
    data, table = envelope["data"], standing.table
    if envelope["by"] == CLOCK:
        _is_filled(standing, envelope)
    else:
        need(envelope["by"] == "player", "a seat is taken by a player")
    if table.status == ACTIVE:
        replacement.taken_over(standing, envelope)
        return
    _is_open(standing)
    need(envelope["seat"] in table.free, "the seat is not free")
    need("entropy" in data, "a seat says what it gives to the chance, or null")
    need("invited_by" not in data, "in a lobby nobody is replaced")
    need("bot" not in data or data["bot"] in BOTS, "there is no such bot")
    entropy = data["entropy"]
    need("bot" not in data or entropy is None, "a bot gives nothing to the chance")
    fits = entropy is None or (isinstance(entropy, str) and len(entropy) <= MAX_ENTROPY)
    need(fits, f"what a seat gives to the chance is a text of at most {MAX_ENTROPY} characters")
    need("bot" not in data or table.seated.keys() - table.bots.keys(), "a player sits down before any bot")
    comes_along = table.seated and time_of(envelope) == standing.at
    need("bot" in data or not comes_along, "one player sits down at a time")


def _is_filled(standing: Standing, envelope: Envelope) -> None:
    due, fill = standing.table.fills_at, standing.table.fill
    need(due is not None and clocks.is_past(due, time_of(envelope)), "no bot may sit down there by itself yet")
    need(fill is not None and envelope["data"].get("bot") == fill["bot"], "the lobby is filled by another bot")


def _seat_left(standing: Standing, envelope: Envelope) -> None:
    _is_open(standing)
    is_no_move(envelope)
    need(envelope["by"] == "player", "a seat is left by its player")
    need(envelope["seat"] in standing.table.seated, "nobody sits there")
    need(envelope["seat"] not in standing.table.bots, "no bot leaves a seat")


def _match_started(standing: Standing, envelope: Envelope) -> None:
    _is_open(standing)
    _is_the_system_s(envelope, MatchStarted)
    table = standing.table
    need(not table.free, "a match starts when every seat is taken")
    given = [table.entropies.get(seat) for seat in range(table.seats)]
    need(envelope["data"].get("entropies") == given, "the entropies are not those the seats gave", check=CHANCE)
    signature = envelope["data"].get("beacon")
    need(signature is None or is_signature(signature), "the beacon's signature is not written in hex", check=CHANCE)
    need((signature is None) == beacon.goes_without(table), beacon.MIXED, check=CHANCE)


def _match_cancelled(standing: Standing, envelope: Envelope) -> None:
    _is_open(standing)
    _is_the_system_s(envelope, MatchCancelled)


def _timed_out(standing: Standing, envelope: Envelope) -> None:
    """Check the prompt whose time ran out; the default move that follows is checked elsewhere."""
    is_running(standing)
    need(standing.table.clock["mode"] != "none", "the match has no clock")
    need(envelope["by"] == CLOCK and envelope["draws"] is None, "time is called by the clock")
    need(envelope["seat"] in standing.table.seated, "nobody sits there")
    need(envelope["move"] == standing.moves + 1, "an expiry is the beginning of a move")
    asked = standing.prompts.get(envelope["seat"])
    found = standing.is_blind or (asked is not None and asked.id == envelope["data"].get("prompt"))
    need(found and isinstance(envelope["data"].get("prompt"), str), "the seat was not asked this")
    if not standing.is_blind:
        _is_up(standing, envelope)


def _is_up(standing: Standing, envelope: Envelope) -> None:
    """Check the deadline. The table judges by a time that it has read, and writes that time or a later one."""
    seat, prompt = envelope["seat"], envelope["data"]["prompt"]
    due = next((one for one in standing.deadlines if (one.seat, one.prompt) == (seat, prompt)), None)
    need(due is not None, "the clock of this question stood still")
    assert due is not None
    need(clocks.is_past(due.due_at, time_of(envelope)), "the time of this question was not up")
    need(due == clocks.first(standing.deadlines), "the time of another question was up before")


def _match_ended(standing: Standing, envelope: Envelope) -> None:
    is_running(standing)
    _is_the_system_s(envelope, MatchEnded)
    if standing.is_blind:
        return
    outcome = standing.game.outcome(standing.state) or abandoned(standing.table, standing.gone)
    need(outcome is not None, "by the rules the match goes on")
    assert outcome is not None
    need(
        canon(envelope["data"]) == canon(MatchEnded.of(outcome, knowing=standing.table.knowing).data),
        "by the rules the match ends otherwise",
    )


def _is_open(standing: Standing) -> None:
    need(standing.table.status == OPEN, "the lobby is closed")


def _is_the_system_s(envelope: Envelope, made: type[TableEvent]) -> None:
    expected = {"type": made.type, "seat": None, "by": "system", "move": None, "draws": None, "schema": 1}
    need({name: envelope[name] for name in expected} == expected, f"this is not how {made.type} looks")


# One for each event that the table books, but the first.
RULES: Mapping[str, Callable[[Standing, Envelope], None]] = {
    SeatTaken.type: _seat_taken,
    SeatLeft.type: _seat_left,
    MatchStarted.type: _match_started,
    TimedOut.type: _timed_out,
    MatchCancelled.type: _match_cancelled,
    MatchEnded.type: _match_ended,
    **registry.RULES,
}
