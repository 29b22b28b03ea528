"""What a game hands to the registry: its facts and its seven functions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict, cast

from games.core.chance import Chance
from games.core.errors import Refusal
from games.core.events import Event
from games.core.json import JSON, JSONObject
from games.core.moves import Move
from games.core.prompts import Prompt
from games.core.schemas import Shapes

# A kernel's state is its own union of frozen dataclasses; outside the kernel no code looks into it.
State = Any


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a match ended: `ranking` lists the places, best first, seats level in one place together."""

    reason: str
    ranking: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]


class ShownOutcome(TypedDict):
    """How the match ended: `ranking` lists the places, best first, seats level in one place together."""

    reason: str
    ranking: Sequence[Sequence[int]]
    winners: Sequence[int]


def shown_outcome(outcome: Outcome | None) -> ShownOutcome | None:
    """An outcome as views tell it; None while the match goes on."""
    if outcome is None:
        return None
    return {"reason": outcome.reason, "ranking": outcome.ranking, "winners": outcome.winners}


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What a kernel makes of a move: its `events`, and the `state` that `evolve` has made of them one by one."""

    events: Sequence[Event]
    state: State


@dataclass(frozen=True, kw_only=True)
class GameDefinition:
    """One version of one game's rules.

    Facts: `slug`, `rules` (the version a match pins), `names` and `content` in en, he, pl, `min_seats` and
    `max_seats`, `options_schema` (every property has a default), `move_classes` and `move_schemas` by move type,
    `event_classes` by event type, `clauses` (id to one-line paraphrase), `clock_only` (move types that no client may
    send, with the clause that forbids it), `refusals` (every code that `start` and `decide` refuse with),
    `reasons` (the ways a match can end), `declinable` (kinds of prompts whose `default_move` declines and is listed, so
    that a standing order may answer them).

    `lines` tell each type of event in a sentence in en, he and pl, the same `{field}` placeholders in all three;
    `{seat}` is the seat that acts. Where a field holds objects, the line `<type>.<field>` tells one of them. `terms`
    has names in en, he and pl for each id that may stand in a placeholder; a truth value stands there as `yes` or `no`.
    `games.core.lines` puts them together.

    `shapes` are the types of what the game shows: JSON Schemas are made of them (`games.core.schemas`).

    Functions:
    - `start(options, seats, chance)`: the events that set a match up.
    - `decide(state, seat, move, chance)`: judges a move; a `Decision`, or `RuleBroken`.
    - `evolve(state, event)`: books one event; None stands for no state before the first. Never refuses, never draws.
    - `prompts(state)`: the open questions by seat.
    - `view(state, seat)`: all that a seat may know now; None is a spectator.
    - `default_move(state, seat)`: what the clock plays for a seat that has a prompt.
    - `outcome(state)`: None while the match goes on.
    - `look_up(word)`: only of games that have words: what the rules say of one, or `RuleBroken` for anything else.
    """

    slug: str
    rules: str
    names: Mapping[str, str]
    min_seats: int
    max_seats: int
    duration_hint: str
    options_schema: JSONObject
    move_classes: Mapping[str, type[Move]]
    move_schemas: Mapping[str, JSONObject]
    event_classes: Mapping[str, type[Event]]
    clauses: Mapping[str, str]
    clock_only: Mapping[str, str]
    refusals: Mapping[str, Refusal]
    reasons: frozenset[str]
    declinable: frozenset[str] = frozenset()
    lines: Mapping[str, Mapping[str, str]]
    terms: Mapping[str, Mapping[str, str]]
    content: Mapping[str, Any]
    shapes: Shapes

    start: Callable[[JSONObject, int, Chance], Sequence[Event]]
    decide: Callable[[State, int, Move, Chance], Decision]
    evolve: Callable[[State | None, Event], State]
    prompts: Callable[[State], Mapping[int, Prompt]]
    view: Callable[[State, int | None], Mapping[str, Any]]
    default_move: Callable[[State, int], Move]
    outcome: Callable[[State], Outcome | None]
    look_up: Callable[[str], JSONObject] | None = None

    def options(self, given: JSONObject) -> dict[str, JSON]:
        """`given` with the defaults of `options_schema` filled in, so that a match pins them in its first event."""
        properties = cast(Mapping[str, JSONObject], self.options_schema.get("properties", {}))
        return {name: given.get(name, schema["default"]) for name, schema in properties.items()}
