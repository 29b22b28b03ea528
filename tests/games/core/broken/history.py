"""Games whose events do not tell what happened."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import ClassVar

from games.core.chance import Chance
from games.core.definition import Decision, GameDefinition, State
from games.core.events import Draws, Event
from games.core.moves import Move
from tests.games.core.breaking import breaks, telling
from tests.games.core.toy import (
    TOY,
    CardHidden,
    Cheered,
    Guess,
    Table,
    TableSet,
)


@breaks("check_events", "is not in game.event_classes")
def an_event_is_unpublished() -> GameDefinition:
    return replace(TOY, event_classes={key: value for key, value in TOY.event_classes.items() if key != "cheered"})


@breaks("check_events", "each event names clauses")
def an_event_names_no_clause() -> GameDefinition:
    return telling(lambda event: replace(event, rules=()))


@breaks("check_events", "comes back from storage changed: .bids")
def an_event_holds_a_list() -> GameDefinition:
    return telling(lambda event: replace(event, bids=[*event.bids]) if hasattr(event, "bids") else event)


@breaks("check_events", "is not canonical JSON")
def an_event_holds_a_fraction() -> GameDefinition:
    return telling(lambda event: replace(event, times=0.5) if event.type == "cheered" else event)


@breaks("check_events", "names a seat that is not at the table")
def an_event_names_a_stranger() -> GameDefinition:
    def evolve(state: State, event: Event) -> State:
        return TOY.evolve(state, moved(event, -5))

    game = telling(lambda event: moved(event, 5))
    return replace(game, evolve=evolve)


def moved(event: Event, seats: int) -> Event:
    return replace(event, seat=(event.seat or 0) + seats) if isinstance(event, Cheered) else event


READINGS: Iterator[int] = count()


@dataclass(frozen=True, kw_only=True)
class GrowingGuess(Move):
    """A move that is another each time it is read."""

    type: ClassVar[str] = "guess"
    odd: bool
    read: list[int] = field(default_factory=lambda: [next(READINGS)])


@breaks("check_moves", "comes back as")
def a_move_comes_back_changed() -> GameDefinition:
    def decide(state: Table, seat: int, move: Move, chance: Chance) -> Decision:
        return TOY.decide(state, seat, Guess(odd=move.odd) if isinstance(move, GrowingGuess) else move, chance)

    return replace(TOY, decide=decide, move_classes={**TOY.move_classes, "guess": GrowingGuess})


@breaks("check_draws", "stand in no event")
def a_draw_is_not_recorded() -> GameDefinition:
    return telling(lambda event: replace(event, draws=None))


@breaks("check_draws", "is due")
def a_draw_is_recorded_under_another_number() -> GameDefinition:
    return telling(lambda event: replace(event, draws=Draws(first=0, count=1)) if event.draws else event)


@breaks("check_refolding", "folded again the state is another: .hidden")
def evolve_remembers_something() -> GameDefinition:
    calls = count()

    def evolve(state: State, event: Event) -> State:
        return replace(TOY.evolve(state, event), hidden=next(calls))

    return replace(TOY, evolve=evolve)


@breaks("check_refolding", "a replay drew from chance")
def evolve_draws() -> GameDefinition:
    def evolve(state: State, event: Event) -> State:
        after = TOY.evolve(state, event)
        return replace(after, hidden=Chance(b"own").one_of(range(1, 8))) if isinstance(event, CardHidden) else after

    return replace(TOY, evolve=evolve)


@breaks("check_refolding", "the view of seat None is another: ['looks']")
def a_view_counts_its_readers() -> GameDefinition:
    looks = count()
    return replace(TOY, view=lambda state, seat: {**TOY.view(state, seat), "looks": next(looks)})


@breaks("check_refolding", "is not canonical JSON")
def a_view_cannot_be_sent() -> GameDefinition:
    return replace(TOY, view=lambda state, seat: {**TOY.view(state, seat), "gone": state.gone})


@breaks("check_decisions_leave_no_trace", "state.bids is a list, which can be changed")
def a_state_can_be_changed() -> GameDefinition:
    def evolve(state: State, event: Event) -> State:
        before = replace(state, bids=tuple(state.bids)) if state else None
        after = TOY.evolve(before, event)
        return replace(after, bids=[*after.bids])

    return replace(TOY, evolve=evolve)


@breaks("check_decisions_leave_no_trace", "judging moves changed the state")
def judging_changes_the_state() -> GameDefinition:
    def decide(state: Table, seat: int, move: Move, chance: Chance) -> Decision:
        decision = TOY.decide(state, seat, move, chance)
        object.__setattr__(state, "hidden", state.hidden + 2)
        return decision

    return replace(TOY, decide=decide)


@breaks("check_decisions_leave_no_trace", "judged twice")
def judging_remembers_something() -> GameDefinition:
    calls = count()
    return telling(lambda event: replace(event, times=next(calls)) if isinstance(event, Cheered) else event)


@breaks("check_unknown_events", "books an event of an unknown type")
def an_unknown_event_is_passed_over() -> GameDefinition:
    def evolve(state: State, event: Event) -> State:
        return TOY.evolve(state, event) if event.type in TOY.event_classes else state

    return replace(TOY, evolve=evolve)


@breaks("check_refolding", "is decided to lead to another state")
def a_decision_tells_of_another_state_than_its_events_make() -> GameDefinition:
    def decide(state: Table, seat: int, move: Move, chance: Chance) -> Decision:
        decision = TOY.decide(state, seat, move, chance)
        return replace(decision, state=replace(decision.state, hidden=decision.state.hidden + 1))

    return replace(TOY, decide=decide)


@dataclass(frozen=True, kw_only=True)
class LabelledTableSet(TableSet):
    label: Mapping[str, int] = field(default_factory=lambda: {"b": 1, "a": 2})


@breaks("check_events", "with its fields in another order")
def an_object_in_an_event_lists_its_fields_in_an_order_of_its_own() -> GameDefinition:
    game = telling(lambda event: LabelledTableSet(**vars(event)) if isinstance(event, TableSet) else event)
    return replace(game, event_classes={**TOY.event_classes, "table_set": LabelledTableSet})
