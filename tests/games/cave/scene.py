"""States set by a test, moves made in them with dice the test has loaded, and short ways to read what came of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import pytest

from games.cave import loop
from games.cave.agenda.jobs import Chain, EndTurn, Fight, MeetCards
from games.cave.agenda.questions import StartingTurn
from games.cave.agenda.tasks import Question, Task
from games.cave.components.card import Deck
from games.cave.components.cards import stack_of
from games.cave.components.characters import BY_ID as CHARACTERS
from games.cave.components.characters import CHARACTERS as ALL_CHARACTERS
from games.cave.components.characters import START_ENDURANCE
from games.cave.decide import decide
from games.cave.draft import Draft
from games.cave.events.incidents import EffectApplied
from games.cave.evolve import evolve
from games.cave.prompts import default_move, prompts
from games.cave.refusals import REFUSALS
from games.cave.state import (
    Adventurer,
    Asking,
    Board,
    Ground,
    Pile,
    Running,
    Seen,
    State,
    Turn,
    with_ground,
    without,
)
from games.core.chance import Chance
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.moves import Move

T = TypeVar("T")


class LoadedChance(Chance):
    """Dice fall as loaded, and what is drawn is the first of `picks` that is there; a die too many is an error.

    Without picks left a draw is as chance has it.
    """

    def __init__(self, dice: Sequence[int] = (), picks: Sequence[object] = ()) -> None:
        super().__init__(bytes(32))
        self._dice, self._picks = list(dice), list(picks)

    def die(self) -> int:
        self.next_draw += 1
        assert self._dice, "a die more than the test has loaded"
        return self._dice.pop(0)

    def one_of(self, items: Sequence[T]) -> T:
        for pick in self._picks:
            if pick in items:
                self._picks.remove(pick)
                self.next_draw += 1
                return items[list(items).index(pick)]  # type: ignore[arg-type]
        return super().one_of(items)

    def some_of(self, items: Sequence[T], count: int) -> list[T]:
        left, found = list(items), []
        for _ in range(count):
            found.append(self.one_of(left))
            left.remove(found[-1])
        return found

    @property
    def unused(self) -> list[object]:
        return [*self._dice, *self._picks]


@dataclass(frozen=True)
class Played:
    """The events that were made and the state they lead to."""

    events: tuple[Event, ...]
    state: State

    @property
    def board(self) -> Board:
        return self.state.board

    @property
    def question(self) -> Question:
        """What is asked now."""
        assert isinstance(self.state, Asking)
        return self.state.question

    @property
    def types(self) -> list[str]:
        return [event.type for event in self.events]

    def hero(self, seat: int = 0) -> Adventurer:
        return self.board.hero(seat)

    def of(self, type: str) -> list[Any]:
        return [event for event in self.events if event.type == type]

    def one(self, type: str) -> Any:
        (event,) = self.of(type)
        return event

    def then(self, seat: int, move: Move, *, dice: Sequence[int] = (), picks: Sequence[object] = ()) -> "Played":
        """The next move, in the state that these led to."""
        return play(self.state, seat, move, dice=dice, picks=picks)


def hero(character: str = "C2", area: str = "S1", **more: Any) -> Adventurer:
    """An adventurer as the card has it, on an area entered from nowhere; `more` are fields of `Adventurer`."""
    who = CHARACTERS[character]
    born = Adventurer(
        character=who.id,
        strength=who.strength,
        power=who.power,
        endurance=START_ENDURANCE,
        cap=START_ENDURANCE,
        gold=who.gold,
        area=area,
    )
    return replace(born, **more)


def board_of(
    *heroes: Adventurer | None,
    turn: int = 0,
    lying: Mapping[str, Sequence[str]] | None = None,
    gold: Mapping[str, int] | None = None,
    discards: Sequence[str] = (),
    tops: Mapping[Deck, Sequence[tuple[str, Sequence[int]]]] | None = None,
    stacks: Mapping[Deck, Sequence[str]] | None = None,
    **more: Any,
) -> Board:
    """A board in round 1 on which every card is in one place; `stacks` cuts a stack down to the cards named.

    `tops` are the cards seen on a stack and by whom. `more` are fields of `Board`.
    """
    lying, tops, gold = lying or {}, tops or {}, gold or {}
    used = [card for found in heroes if found for card in (*found.owned, *found.spells, *found.trophies)]
    used += [*discards, *(card for cards in lying.values() for card in cards)]
    used += [card for seen in tops.values() for card, _ in seen]
    piles = {deck: _pile(deck, used, discards, tops.get(deck, ()), stacks) for deck in ("cave", "adventure", "spells")}
    held = tuple(len(found.spells) if found else 0 for found in heroes)
    facts: dict[str, Any] = {
        "max_rounds": 200,
        "picking": False,
        "round": 1,
        "questions": 1,
        "out": (None,) * len(heroes),
        "turn": Turn(seat=turn, held=held, cast=(0,) * len(heroes)),
        "pool": tuple(who.id for who in ALL_CHARACTERS if who.id not in {found.character for found in heroes if found}),
        **piles,
        **more,
    }
    board = Board(adventurers=heroes, **facts)
    for area in {*lying, *gold}:
        board = with_ground(board, area, Ground(tuple(lying.get(area, ())), gold.get(area, 0)))
    return board


def _pile(
    deck: Deck,
    used: Sequence[str],
    discards: Sequence[str],
    top: Sequence[tuple[str, Sequence[int]]],
    stacks: Mapping[Deck, Sequence[str]] | None,
) -> Pile:
    every = stack_of(deck)
    stack = tuple(stacks[deck]) if stacks and deck in stacks else without(every, *(c for c in used if c in every))
    seen = tuple(Seen(card, tuple(seats)) for card, seats in top)
    return Pile(stack, top=seen, discard=tuple(card for card in discards if card in every))


def scene(*heroes: Adventurer | None, turn: int = 0, question: Question | None = None, **more: Any) -> Asking:
    """The start of the turn of seat `turn`, or another `question` in it; by default a second adventurer stands in K9."""
    everybody = heroes if len(heroes) > 1 else (*heroes, hero("C6", "K9"))
    board = board_of(*everybody, turn=turn, **more)
    return Asking(board, question or StartingTurn(seat=turn), (EndTurn(seat=turn),))


def play(state: State, seat: int, move: Move, *, dice: Sequence[int] = (), picks: Sequence[object] = ()) -> Played:
    """One move; the dice and picks loaded must all have been used."""
    chance = LoadedChance(dice, picks)
    events = tuple(decide(state, seat, move, chance).events)
    assert not chance.unused, f"loaded, but not used: {chance.unused}"
    for event in events:
        state = evolve(state, event)
    return Played(events, state)


def play_all(state: State, *moves: tuple[int, Move], dice: Sequence[int] = (), picks: Sequence[object] = ()) -> Played:
    """The moves one after the other, all with one chance."""
    chance, made = LoadedChance(dice, picks), list[Event]()
    for seat, move in moves:
        for event in decide(state, seat, move, chance).events:
            made.append(event)
            state = evolve(state, event)
    assert not chance.unused, f"loaded, but not used: {chance.unused}"
    return Played(tuple(made), state)


def do(state: Asking, *tasks: Task, dice: Sequence[int] = (), picks: Sequence[object] = ()) -> Played:
    """These tasks are carried out in the place of the open question, down to the next question or the end."""
    chance = LoadedChance(dice, picks)
    draft = Draft(Running(state.board), chance, evolve)
    draft.agenda = list(state.then)
    draft.push(*tasks)
    loop.run(draft)
    assert not chance.unused, f"loaded, but not used: {chance.unused}"
    return Played(tuple(draft.events), draft.state)


def carry_out(
    text: str,
    *heroes: Adventurer,
    source: str = "J31",
    origin: str = "stranger",
    target: int | None = None,
    deck: Deck | None = None,
    dice: Sequence[int] = (),
    picks: Sequence[object] = (),
    **more: Any,
) -> Played:
    """A text works on seat 0 in its own turn, which ends after it."""
    chain = Chain(seat=0, text=text, source=source, origin=origin, target=target, deck=deck)
    return do(scene(*(heroes or (hero(),)), **more), chain, dice=dice, picks=picks)


def offered(state: State, seat: int) -> list[Mapping[str, Any]]:
    """The legal moves of a seat's prompt."""
    return [move for found in prompts(state)[seat].moves for move in found.legal]


def default(state: State, seat: int) -> Move:
    return default_move(state, seat)


def assert_refused(state: State, seat: int, move: Move, code: str) -> None:
    """The move is refused with this code and its clause, and nothing was drawn."""
    chance = LoadedChance()
    with pytest.raises(RuleBroken) as caught:
        decide(state, seat, move, chance)
    assert (caught.value.code, caught.value.clause) == (code, REFUSALS[code].clause)
    assert chance.next_draw == 0


# In play, but too far away to be met.
NOBODY = hero("C3", "K9")


def fight(who: Adventurer, *cards: str, dice: tuple[int, ...] = (), by: str = "strength") -> Played:
    """A fight of seat 0 against cards that lie on its area."""
    return do(scene(who, NOBODY, lying={"S1": cards}), Fight(seat=0, by=by, cards=cards), dice=dice)


def met(who: str, *lying: str, area: str = "S1", dice: tuple[int, ...] = (), **more: object) -> Played:
    """What lies on the area is met by an adventurer strong enough for most of it."""
    state = scene(hero(who, area, strength=9, power=9, **more), lying={area: lying})
    return do(state, MeetCards(seat=0, lying=lying), dice=dice)


def kinds(who: Adventurer) -> set[object]:
    """The types of the moves with which a turn may start."""
    return {move["type"] for move in offered(scene(who), 0)}


def ignored(played: Played) -> str | None:
    """Why a step of the text did nothing, as its line says; None when it did something or says nothing."""
    effect = played.one("effect_applied")
    assert isinstance(effect, EffectApplied)
    return effect.ignored
