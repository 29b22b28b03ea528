"""Checks the events of a cup: their chain, and once the seed is open all that was drawn, paired and counted."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from events.format.canon import canon
from events.format.chain import GENESIS, event_hash
from games.cups import cup_events, running
from games.cups.running import Cup

# Raises `CupBroken` unless the event may stand where the cup stands.
_Rule: TypeAlias = Callable[[Cup, int, Mapping[str, Any], bytes | None], None]


class CupBroken(Exception):
    """The events cannot be those of an honest cup; says where and why."""


def body(cup: str, version: int, at: str, type: str, data: Mapping[str, Any]) -> bytes:
    """The bytes of an event that its hash covers."""
    return canon({"cup": cup, "version": version, "at": at, "type": type, "data": data})


def check(cup_id: str, told: Sequence[Mapping[str, Any]]) -> Cup:
    """The cup that these events make; `CupBroken` where they are not whole, or chance was not what the seed says.

    Before the end the seed is sealed: then the chain is checked, and the form of rounds and results.
    """
    try:
        return _checked(cup_id, told)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as wrong:
        # They come from anybody: whatever a value does to the code below, no cup has it there.
        raise CupBroken("some event has not the form of its type") from wrong


def _checked(cup_id: str, told: Sequence[Mapping[str, Any]]) -> Cup:
    _chained(cup_id, told)
    seed = next((bytes.fromhex(one["data"]["seed"]) for one in told if "seed" in one["data"]), None)
    _need(bool(told) and told[0]["type"] == cup_events.CREATED, 1, "a cup begins with its creation")
    if seed is not None:
        _need(hashlib.sha256(seed).hexdigest() == told[0]["data"]["commitment"], 1, "another seed was promised")
    cup: Cup | None = None
    for one in told:
        if cup is not None:
            _judge(cup, one, seed)
        try:
            cup = running.after(cup, cup_id, one["type"], one["data"])
        except (KeyError, TypeError, IndexError) as wrong:
            raise CupBroken(f"event {one['version']}: it has not the form of its type") from wrong
    assert cup is not None
    return cup


def _chained(cup_id: str, told: Sequence[Mapping[str, Any]]) -> None:
    head = GENESIS
    for version, one in enumerate(told, 1):
        _need(one["version"] == version, version, "a version is missing")
        head = event_hash(head, body(cup_id, version, one["at"], one["type"], one["data"]))
        _need(head.hex() == one["hash"], version, "its hash does not follow from what it says")


def _judge(cup: Cup, one: Mapping[str, Any], seed: bytes | None) -> None:
    """An event, where the cup stands so far."""
    version, data = one["version"], one["data"]
    try:
        rule = _RULES[one["type"]]
    except KeyError:
        raise CupBroken(f"event {version}: no cup has a {one['type']} there") from None
    status, judge = rule
    _need(cup.status == status, version, f"it comes in a cup that is {status}")
    try:
        judge(cup, version, data, seed)
    except (KeyError, TypeError, IndexError) as wrong:
        raise CupBroken(f"event {version}: it has not the form of its type") from wrong


def _entered(cup: Cup, version: int, data: Mapping[str, Any], _: bytes | None) -> None:
    _need(data["player"] not in cup.players, version, "the player has entered before")
    _need(len(cup.players) < cup.created["places"], version, "the cup is full")


def _left(cup: Cup, version: int, data: Mapping[str, Any], _: bytes | None) -> None:
    _need(data["player"] in cup.players, version, "the player has not entered")


def _started(cup: Cup, version: int, data: Mapping[str, Any], seed: bytes | None) -> None:
    people = [one["player"] for one in data["entrants"] if one["player"] is not None]
    _need(sorted(people) == sorted(cup.players), version, "others play than have entered")
    if seed is not None:
        _need(list(data["entrants"]) == list(running.drawn(cup, seed)), version, "the seed draws another order")


def _paired(cup: Cup, version: int, data: Mapping[str, Any], seed: bytes | None) -> None:
    _need(data["round"] == len(cup.rounds) + 1, version, "a round is missing")
    _need(all(one.is_over for one in cup.rounds), version, "the round before it is not over")
    _need(not running.is_last(cup), version, "the cup has no more rounds")
    sitting = [one for table in data["tables"] for one in table["entrants"]]
    _need(len(set(sitting)) == len(sitting), version, "an entrant sits twice")
    _need(all(0 <= one < len(cup.entrants) for one in sitting), version, "no such entrant")
    if seed is not None:
        told = tuple(tuple(table["entrants"]) for table in data["tables"])
        due = running.next_round(cup, seed)
        _need(told == due.tables and tuple(data["skipped"]) == due.skipped, version, "the seed pairs others")


def _scored(cup: Cup, version: int, data: Mapping[str, Any], seed: bytes | None) -> None:
    _need(data["round"] == len(cup.rounds) and data["table"] >= 0, version, "no such round is played")
    table = cup.rounds[-1].tables[data["table"]]
    _need(table.result is None, version, "the table has its result")
    placed = [one for level in data["ranking"] for one in level]
    _need(sorted(placed) == sorted(table.entrants), version, "others are placed than have played")
    is_lot = data["by"] == cup_events.BY_LOT
    _need(data["by"] in cup_events.WAYS and is_lot == (table.match is None), version, "this is not how it was played")
    is_played = data["by"] != cup_events.BY_NOBODY or len(data["ranking"]) == 1
    _need(is_played, version, "nobody has played, and yet one is before another")
    if seed is not None and is_lot:
        due = running.lot(cup, seed, data["round"], data["table"], table.entrants)
        _need(tuple(map(tuple, data["ranking"])) == due, version, "the seed draws another result")


def _withdrawn(cup: Cup, version: int, data: Mapping[str, Any], _: bytes | None) -> None:
    number = cup.number_of(data["player"])
    _need(number is not None and number not in cup.withdrawn, version, "the player is not in the cup")


def _ended(cup: Cup, version: int, data: Mapping[str, Any], _: bytes | None) -> None:
    _need(bool(cup.rounds) and cup.rounds[-1].is_over and running.is_last(cup), version, "the cup is not over")
    due = [{"entrant": one.entrant, "place": one.place} for one in running.standings(cup)]
    _need(list(data["places"]) == due, version, "the places do not follow from the results")


def _cancelled(*_: object) -> None:
    """A cup may be called off until it starts."""


_RULES: Mapping[str, tuple[str, _Rule]] = {
    cup_events.ENTERED: (running.OPEN, _entered),
    cup_events.LEFT: (running.OPEN, _left),
    cup_events.STARTED: (running.OPEN, _started),
    cup_events.CANCELLED: (running.OPEN, _cancelled),
    cup_events.PAIRED: (running.RUNNING, _paired),
    cup_events.SCORED: (running.RUNNING, _scored),
    cup_events.WITHDRAWN: (running.RUNNING, _withdrawn),
    cup_events.ENDED: (running.RUNNING, _ended),
}


def _need(holds: bool, version: int, why: str) -> None:
    if not holds:
        raise CupBroken(f"event {version}: {why}")
