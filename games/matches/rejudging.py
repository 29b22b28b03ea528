"""Stored matches judged once more by the code as it is now."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from events.store import StoredEvent
from games import table
from games.core.chance import Chance
from games.core.codec import Fact, canon, encode, move_from_json
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.json import JSON
from games.matches import recording
from games.matches.match import Match, advance, fact, fold

SAME, DIFFERS, REJECTED, FAILS = "same", "differs", "rejected", "fails"


@dataclass(frozen=True, kw_only=True)
class Finding:
    """How a match is judged now: `SAME`, or what happens at which version first.

    `DIFFERS`: other events come of the same move; `REJECTED`: the move is refused; `FAILS`: the code raises.
    """

    verdict: str
    version: int | None = None

    def __str__(self) -> str:
        return self.verdict if self.version is None else f"{self.verdict} at {self.version}"


def rejudge(match_id: str, events: Sequence[StoredEvent]) -> Finding:
    """Decide everything in a match anew, with the draws that it had, and compare; nothing is recorded."""
    match: Match | None = None
    for decision in _decisions(events):
        try:
            differs = None if match is None else _difference(match, decision)
            match = fold(match_id, decision) if match is None else advance(match, decision)
        except RuleBroken:
            return Finding(verdict=REJECTED, version=decision[0].version)
        except Exception:
            # What it raised may quote a secret.
            return Finding(verdict=FAILS, version=decision[0].version)
        if differs is not None:
            return Finding(verdict=DIFFERS, version=differs)
    return Finding(verdict=SAME)


def _decisions(events: Sequence[StoredEvent]) -> list[list[StoredEvent]]:
    """The events cut where something was decided: the set-up, each move with all that came of it, the table's rest."""
    decisions: list[list[StoredEvent]] = []
    places: dict[int, int] = {}
    for event in events:
        number = _decision_of(event)
        if number in places:
            # What the table wrote in the midst of a move goes with it.
            decisions[places[number] :] = [[*chain(*decisions[places[number] :]), event]]
            continue
        if number is not None:
            places[number] = len(decisions)
        decisions.append([event])
    return decisions


def _decision_of(event: StoredEvent) -> int | None:
    """The number of the event's move, 0 for the set-up, None for what the table decides by itself."""
    if event.envelope["move"] is None and event.envelope["type"] in table.EVENT_TYPES:
        return None
    return event.envelope["move"] or 0


def _difference(match: Match, decision: Sequence[StoredEvent]) -> int | None:
    """The first version where the decision made now is another than the one that is stored."""
    if decision[0].envelope["type"] == table.ENDED:
        outcome = match.game.outcome(match.state)
        ended = outcome is not None and recording.match_ended(outcome).data == decision[0].envelope["data"]
        return None if ended else decision[0].version
    stored = [event for event in decision if event.envelope["type"] not in table.EVENT_TYPES]
    if not stored:
        return None
    made = _decided(match, decision)
    for event, again in zip(stored, made, strict=False):
        if _image(fact(event)) != _image(encode(again)):
            return event.version
    return None if len(made) == len(stored) else stored[min(len(made), len(stored) - 1)].version


def _decided(match: Match, decision: Sequence[StoredEvent]) -> Sequence[Event]:
    chance: Chance = match.chance()
    moves = [opening for opening in decision[0].openings if "move" in opening.part]
    if not moves:
        return match.game.start(match.table.options, match.table.seats, chance)
    body = {name: value for name, value in moves[0].part["move"].items() if name != "prompt"}
    return match.game.decide(match.state, moves[0].audience[0], move_from_json(match.game.move_classes, body), chance)


def _image(told: Fact) -> bytes:
    draws: JSON = None if told.draws is None else [told.draws.first, told.draws.count]
    parts: list[JSON] = [[audience, part] for audience, part in told.parts]
    return canon([told.type, told.schema, told.seat, draws, told.data, parts])
