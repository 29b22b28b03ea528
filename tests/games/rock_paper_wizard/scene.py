"""States set by a test, moves made in them, and short ways to read what came of it."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from games.core.chance import Chance
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.moves import Move, Resign
from games.core.testing import StackedChance
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.components.cards import CARDS
from games.rock_paper_wizard.events.course import GoldScored
from games.rock_paper_wizard.moves import CastNothing, ChooseReceiver, ChooseSpell
from games.rock_paper_wizard.refusals import REFUSALS
from games.rock_paper_wizard.state import Board, ChoosingReceiver, Finished, Learning, State, Wizard, canonical

ALL = tuple(card.id for card in CARDS)
NOTHING = CastNothing()


@dataclass(frozen=True)
class Played:
    """The events that were made and the state they lead to."""

    events: tuple[Event, ...]
    state: State

    @property
    def board(self) -> Board:
        return self.state.board

    @property
    def types(self) -> list[str]:
        return [event.type for event in self.events]

    def of(self, type: str) -> list[Any]:
        return [event for event in self.events if event.type == type]

    def one(self, type: str) -> Any:
        (event,) = self.of(type)
        return event

    def pos(self) -> tuple[int, ...]:
        return tuple(wizard.pos for wizard in self.board.wizards)

    def gold(self) -> tuple[int, ...]:
        return tuple(wizard.gold for wizard in self.board.wizards)


def scene(
    *,
    pos: Sequence[int] | None = None,
    gold: Sequence[int] | None = None,
    seats: int = 3,
    book: Sequence[str] = ("fireball", "fear", "color_spray"),
    discard: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    resigned: Sequence[int] = (),
    **board: Any,
) -> Learning:
    """A learn step in which nobody has answered; sizes follow `pos` or `gold` where they are given."""
    seats = len(pos or gold or range(seats))
    wizards = [Wizard(at, has) for at, has in zip(pos or [5] * seats, gold or [3] * seats, strict=True)]
    used = {*book, *discard}
    facts = {"max_rounds": 60, "first_player": 0, "round": 1, "questions": 1, **board}
    return Learning(
        board=Board(
            wizards=tuple(replace(wizard, resigned=seat in resigned) for seat, wizard in enumerate(wizards)),
            book=tuple(book),
            discard=tuple(discard),
            deck=canonical(tuple(deck) if deck is not None else tuple(card for card in ALL if card not in used)),
            **facts,
        ),
        answers=(None,) * seats,
    )


def choose(spell: str, target: int) -> ChooseSpell:
    return ChooseSpell(spell=spell, target=target)


def play(state: State, *moves: tuple[int, Move], chance: Chance | None = None) -> Played:
    """The moves one after the other, all with one chance."""
    chance = chance or Chance(bytes(32))
    made: list[Event] = []
    for seat, move in moves:
        for event in GAME.decide(state, seat, move, chance).events:
            made.append(event)
            state = GAME.evolve(state, event)
    return Played(tuple(made), state)


def cast(state: Learning, spells: Mapping[int, tuple[str, int]], *stacked: str) -> Played:
    """Each seat's spell, nothing from the others, to the next question; `stacked` cards are drawn first."""
    still_due = [seat for seat in range(state.board.seats) if not state.board.wizards[seat].resigned]
    moves = [(seat, choose(*spells[seat]) if seat in spells else NOTHING) for seat in still_due]
    return play(state, *moves, chance=StackedChance(*stacked))


def before_scoring(state: State, played: Played) -> Played:
    """The same, cut off where the resolve step ends."""
    made = []
    for event in played.events:
        if isinstance(event, GoldScored):
            break
        made.append(event)
        state = GAME.evolve(state, event)
    return Played(tuple(made), state)


def resolve(state: Learning, spells: Mapping[int, tuple[str, int]], *stacked: str) -> Played:
    """`cast`, cut off where the resolve step ends, or where a receiver is asked for."""
    return before_scoring(state, cast(state, spells, *stacked))


def spell_on_1(spell: str, *, pos: Sequence[int] | None = None, gold: Sequence[int] | None = None) -> Played:
    """Seat 0 casts the spell on seat 1, the others nothing; the book holds it next to the deck."""
    state = scene(pos=pos, gold=gold, book=(spell, *[card for card in ("fear", "feeblemind") if card != spell]))
    return resolve(state, {0: (spell, 1)})


def self_aimed(spell: str, *, pos: Sequence[int] = (5, 5, 5), gold: Sequence[int] = (3, 3, 3)) -> Played:
    """Seat 1 aims the spell at seat 0 and is turned back on itself by seat 0's Wall of Force (which takes 0 two on)."""
    state = scene(pos=pos, gold=gold, book=("wall_of_force", spell, "counterspell"))
    return resolve(state, {0: ("wall_of_force", 1), 1: (spell, 0)})


def assert_refused(state: State, seat: int, move: Move, code: str, clause: str) -> None:
    """The move is refused with this code and clause, and nothing was drawn."""
    chance = Chance(bytes(32))
    with pytest.raises(RuleBroken) as caught:
        GAME.decide(state, seat, move, chance)
    assert (caught.value.code, caught.value.clause) == (code, clause)
    assert REFUSALS[code].clause == clause
    assert chance.next_draw == 0


def started(seats: int, *stacked: object, key: bytes = bytes(32), max_rounds: int = 60) -> Played:
    """A new match, with its first draws stacked."""
    events = tuple(GAME.start({"max_rounds": max_rounds}, seats, StackedChance(*stacked, key=key)))
    return Played(events, folded(events))


def folded(events: Sequence[Event]) -> State:
    state: State | None = None
    for event in events:
        state = GAME.evolve(state, event)
    assert state is not None
    return state


def random_move(state: State, rng: random.Random) -> tuple[int, Move]:
    """A uniform seat among those asked, and a uniform legal move of its prompt."""
    asked = GAME.prompts(state)
    seat = rng.choice(sorted(asked))
    form = rng.choice(asked[seat].moves)
    fields = {name: value for name, value in rng.choice(form.legal).items() if name != "type"}
    return seat, GAME.move_classes[form.type](**fields)


def random_match(seats: int, seed: int, *, resigning: float = 0.0, idling: float = 0.0, max_rounds: int = 60) -> Played:
    """A whole match of uniform legal moves, with the odd seat that resigns or lets its time pass."""
    rng = random.Random(f"{seats}/{seed}/{resigning}/{idling}")
    chance = Chance(rng.randbytes(32))
    events: list[Event] = list(GAME.start({"max_rounds": max_rounds}, seats, chance))
    state = folded(events)
    while not isinstance(state, Finished):
        seat, move = random_move(state, rng)
        if rng.random() < resigning:
            seat, move = rng.choice([s for s in range(seats) if not state.board.wizards[s].resigned]), Resign()
        elif rng.random() < idling:
            move = GAME.default_move(state, seat)
        for event in GAME.decide(state, seat, move, chance).events:
            events.append(event)
            state = GAME.evolve(state, event)
    return Played(tuple(events), state)


def asked(played: Played) -> ChoosingReceiver:
    assert isinstance(played.state, ChoosingReceiver)
    return played.state


def receive(receiver: int) -> ChooseReceiver:
    return ChooseReceiver(receiver=receiver)
