"""Claims about events: that they survive storage, that folding them again gives the state, that chance is recorded."""

from dataclasses import dataclass
from typing import ClassVar

import orjson

from games.core.codec import Fact, decode, encode, move_from_json, move_to_json
from games.core.definition import GameDefinition, State
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.json import JSONObject
from games.core.testing.choices import probes
from games.core.testing.claims import ContractBroken, difference, image, stored, text
from games.core.testing.playing import Evidence, Playout, Position, judge, legal_moves
from games.core.testing.stacked import no_draws


def check_refolding(evidence: Evidence) -> None:
    """Events read back from storage give the same state at every version, and draw nothing.

    And the same views: everybody's after each decision, and at the versions between of one after the other.
    """
    with no_draws():
        for playout in evidence.playouts:
            _check_refold(evidence.game, playout)


def check_events(evidence: Evidence) -> None:
    """Every event is of a published type, survives storage, names published clauses and audiences of the match."""
    for playout in evidence.playouts:
        for index, step in enumerate(playout.steps):
            for event in step.events:
                _check_event(evidence.game, event, playout.seats, f"{playout}, move {index}: {event.type}")


def check_moves(evidence: Evidence) -> None:
    """Every move that was played survives storage."""
    for playout in evidence.playouts:
        for index, step in enumerate(playout.steps[1:], start=1):
            assert step.move is not None
            body = orjson.loads(stored(move_to_json(step.move), f"{playout}, move {index}"))
            if (again := move_from_json(evidence.game.move_classes, body)) != step.move:
                raise ContractBroken(f"{playout}, move {index}: {step.move} comes back as {again}")


def check_draws(evidence: Evidence) -> None:
    """Every draw from number 0 on stands in exactly one event, in order and without gaps."""
    for playout in evidence.playouts:
        due = 0
        for index, step in enumerate(playout.steps):
            for event in step.events:
                if event.draws and (event.draws.first != due or event.draws.count < 1):
                    raise ContractBroken(f"{playout}, move {index}: {event.type} has {event.draws}, draw {due} is due")
                due += event.draws.count if event.draws else 0
            if step.next_draw != due:
                raise ContractBroken(f"{playout}, move {index}: draws {due}..{step.next_draw - 1} stand in no event")


def check_decisions_leave_no_trace(evidence: Evidence) -> None:
    """States are frozen all through; judging leaves them alone and, asked again, says the same, after refusals too."""
    game = evidence.game
    for position in evidence.sample:
        before = image(position.state)
        for seat, prompt in position.prompts.items():
            for body in legal_moves(prompt)[:3]:
                _check_judged_twice(evidence, position, seat, body)
        game.view(position.state, None)
        game.outcome(position.state)
        if before != image(position.state):
            raise ContractBroken(
                f"{position}: judging moves changed the state: {difference(before, image(position.state))}"
            )


def check_unknown_events(evidence: Evidence) -> None:
    """`evolve` answers an event that it does not know with an error."""
    event = _Unheard(rules=("NONE-1",))
    for state in (None, *(position.state for position in evidence.sample)):
        if _books(evidence.game, state, event):
            raise ContractBroken(f"evolve books an event of an unknown type on {type(state).__name__}")


@dataclass(frozen=True, kw_only=True)
class _Unheard(Event):
    type: ClassVar[str] = "unheard_of"


def _books(game: GameDefinition, state: State | None, event: Event) -> bool:
    try:
        game.evolve(state, event)
    except Exception:
        return False
    return True


def reread(game: GameDefinition, event: Event, where: str) -> Event:
    """The event as it comes back from storage."""
    fact = encode(event)
    return decode(
        game.event_classes,
        Fact(
            type=fact.type,
            schema=fact.schema,
            seat=fact.seat,
            draws=fact.draws,
            data=orjson.loads(stored(fact.data, f"{where}: its data")),
            parts=tuple((audience, orjson.loads(stored(part, f"{where}: a part"))) for audience, part in fact.parts),
        ),
    )


def _check_refold(game: GameDefinition, playout: Playout) -> None:
    state, version, eyes = None, 0, (None, *range(playout.seats))
    for step in playout.steps:
        if step.decided is not None and step.decided != step.after:
            raise ContractBroken(f"{playout}: {step.move} is decided to lead to another state than its events make")
        for event, then in zip(step.events, step.states, strict=True):
            version += 1
            where = f"{playout}, event {version} ({event.type})"
            state = game.evolve(state, reread(game, event, where))
            if state != then:
                raise ContractBroken(f"{where}: folded again the state is another: {difference(state, then)}")
            for seat in eyes if then is step.after else (eyes[(version - 1) % len(eyes)],):
                again, first = game.view(state, seat), game.view(then, seat)
                # What `stored` makes of a value that can be stored, without looking whether it can.
                if stored(again, f"{where}: the view of {seat}") != text(first):
                    raise ContractBroken(f"{where}: the view of seat {seat} is another: {difference(again, first)}")


def _check_event(game: GameDefinition, event: Event, seats: int, where: str) -> None:
    if game.event_classes.get(event.type) is not type(event):
        raise ContractBroken(f"{where} is not in game.event_classes")
    if not event.rules or not {*event.rules} <= game.clauses.keys():
        raise ContractBroken(f"{where} has the rules {event.rules}; each event names clauses of game.clauses")
    fact, table = encode(event), range(seats)
    if event.seat not in (None, *table) or not all(seat in table for audience, _ in fact.parts for seat in audience):
        raise ContractBroken(f"{where} names a seat that is not at the table: {event}")
    if (again := reread(game, event, where)) != event:
        raise ContractBroken(f"{where} comes back from storage changed: {difference(again, event)}")
    # The state that a kernel has folded while it decided goes on without being read from storage.
    if repr(again) != repr(event):
        raise ContractBroken(f"{where} comes back from storage with its fields in another order: {again} and {event}")


def _check_judged_twice(evidence: Evidence, position: Position, seat: int, body: JSONObject) -> None:
    game, move = evidence.game, move_from_json(evidence.game.move_classes, body)
    first = judge(game, position.state, seat, move, position.step.chance())
    for other in probes(evidence):
        judge(game, position.state, seat, other, position.step.chance())
    again = judge(game, position.state, seat, move, position.step.chance())
    if not isinstance(first, RuleBroken) and first != again:
        raise ContractBroken(f"{position}: {move} by seat {seat}, judged twice: {first} and {again}")
