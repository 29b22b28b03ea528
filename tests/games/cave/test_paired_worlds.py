"""Worlds that differ only in spells that nobody else has seen ask the same seats the same, with the same public events.

The windows that rules 2 leaves out are met on purpose; random matches of both versions meet the rest (CAVE-R23.1).
"""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, zip_longest
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cave import GAME, loop
from games.cave import moves as m
from games.cave.agenda.jobs import EndTurn, ExploreArea, Fight, Strike
from games.cave.agenda.questions import AboutToExplore, StartingTurn, Taking
from games.cave.agenda.tasks import Task
from games.cave.chapters.spells import SPELLS
from games.cave.components.areas import AREAS
from games.cave.decide import decide
from games.cave.draft import Draft
from games.cave.evolve import evolve
from games.cave.prompts import prompts
from games.cave.state import Asking, Finished, Running, State, with_hero
from games.core.chance import Chance
from games.core.codec import encode
from games.core.definition import GameDefinition
from games.core.events import Event
from games.core.moves import Move
from games.registry import find
from tests.games.cave.random_matches import random_move
from tests.games.cave.scene import board_of, hero

NAMES = tuple(spell.id for spell in SPELLS)
FAR, OWN = 1, 0


def public(event: Event) -> tuple[Any, ...]:
    """What everybody is told of an event."""
    fact = encode(event)
    return fact.type, fact.seat, fact.draws, fact.data, tuple(audience for audience, _ in fact.parts)


def asked(state: State) -> Mapping[int, tuple[str, str, object]]:
    return {seat: (prompt.id, prompt.kind, prompt.about) for seat, prompt in prompts(state).items()}


def hands(state: State) -> list[tuple[str, ...]]:
    return [() if who is None else who.spells for who in state.board.adventurers]


def of_others(state: State, knowers: Collection[int]) -> list[object]:
    """All that everybody but those who may tell the worlds apart sees, and is asked."""
    seats = [None, *(seat for seat in range(state.board.seats) if seat not in knowers)]
    found: list[object] = [GAME.view(state, seat) for seat in seats]
    return [*found, *(prompt for seat, prompt in sorted(prompts(state).items()) if seat not in knowers)]


def assert_alike(
    one: tuple[Sequence[Event], State], other: tuple[Sequence[Event], State], spells: frozenset[str]
) -> None:
    """Both go on alike but for whose hands differ, unless an event turns up one of the spells in which they do.

    Who draws from stacks that differ may draw another spell, and is one of those from then on.
    """
    assert one[1] != other[1]
    by_seat = list(zip(hands(one[1]), hands(other[1]), strict=True))
    apart = spells.union(*({*mine} ^ {*other_one} for mine, other_one in by_seat))
    for left, right in zip_longest(one[0], other[0]):
        assert left is not None, right
        assert right is not None, left
        if is_told([left, right], apart):
            return
        assert public(left) == public(right)
    assert asked(one[1]) == asked(other[1])
    knowers = {seat for seat, (mine, other_one) in enumerate(by_seat) if mine != other_one}
    assert of_others(one[1], knowers) == of_others(other[1], knowers)


def is_told(events: Sequence[Event], spells: frozenset[str]) -> bool:
    """Whether the events make public which of the spells is whose."""
    return any(spell in str(public(event)) for event in events for spell in spells)


FIGHT = Fight(seat=OWN, by="strength", cards=("J01",))
# Each question that rules 2 may leave out: the task that leads to it, what must lie on the area for it, and an event that
# comes at once where it is left out.
WINDOWS: Mapping[str, tuple[Task, tuple[str, ...], str]] = {
    "start": (StartingTurn(seat=OWN), (), "die_rolled"),
    "second_wind": (Strike(seat=OWN, fight=FIGHT), ("J01",), "ability_used"),
    "take": (Taking(seat=OWN, card="J36"), ("J36",), "card_taken"),
    "explore": (ExploreArea(seat=OWN), (), "card_drawn"),
}


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two worlds in which the `holder` has these hands; all else is the same."""

    window: str
    holder: int
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    rest: tuple[str, ...]
    character: str
    area: str
    more: Mapping[str, Any]
    rules: int
    orders: tuple[str, ...]
    discards: tuple[str, ...]

    @property
    def worlds(self) -> list[Asking]:
        return [self._world(hand) for hand in self.hands]

    @property
    def spells(self) -> frozenset[str]:
        return frozenset({*self.hands[0]} ^ {*self.hands[1]})

    def _world(self, hand: tuple[str, ...]) -> Asking:
        held = (hand, self.rest) if self.holder == OWN else (self.rest, hand)
        board = board_of(
            hero(self.character, self.area, spells=held[OWN], **self.more),
            hero("C8", "K9", spells=held[FAR]),
            discards=self.discards,
            lying={self.area: WINDOWS[self.window][1]},
            rules=self.rules,
            orders=(self.orders, ()) if self.rules == 2 else (),
        )
        return Asking(board, StartingTurn(seat=OWN), (EndTurn(seat=OWN),))


def carried_out(state: Asking, task: Task, key: bytes) -> tuple[list[Event], State]:
    draft = Draft(Running(state.board), Chance(key), evolve)
    draft.agenda = list(state.then)
    draft.push(task)
    loop.run(draft)
    return [*draft.events], draft.state


def answered(state: State, seat: int, move: Move, key: bytes) -> tuple[list[Event], State]:
    decision = decide(state, seat, move, Chance(key))
    return [*decision.events], decision.state


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """Worlds of either version; the hand that differs may be that of the seat that is asked, or another's."""
    discards = tuple(draw(st.lists(st.sampled_from(NAMES), max_size=5, unique=True)))
    left = [spell for spell in NAMES if spell not in discards]
    hands = list(combinations(left, draw(st.integers(1, 2))))
    one, other = draw(st.lists(st.sampled_from(hands), min_size=2, max_size=2, unique=True))
    area = draw(st.sampled_from([area for area in AREAS if area.kind == "corridor"]))
    return Pair(
        window=draw(st.sampled_from([*WINDOWS])),
        holder=draw(st.sampled_from([OWN, FAR])),
        hands=(one, other),
        rest=tuple(spell for spell in left if spell not in (*one, *other))[:1],
        character=draw(st.sampled_from(["C2", "C3", "C6", "C8"])),
        area=area.id,
        more={
            "strength": draw(st.sampled_from([-1, 4])),
            "power": draw(st.sampled_from([5, 6, 7])),
            "entered_from": draw(st.sampled_from([None, *area.exits])),
            "objects": draw(st.sampled_from([(), ("J37", "J38", "J39", "J40")])),
            "slow": draw(st.sampled_from([0, 0, 1])),
            "force_die": draw(st.sampled_from([0, 0, 1])),
        },
        rules=draw(st.sampled_from([1, 2, 2, 2])),
        orders=draw(st.sampled_from([(), ("take",), ("cave",), ("adventure",), ("take", "cave")])),
        discards=discards,
    )


KEYS = st.binary(min_size=32, max_size=32)


@settings(max_examples=300)
@given(pairs(), KEYS)
def test_cave_r23_1_and_r23_1a_each_window_that_is_left_out_is_left_out_whatever_the_hand(
    pair: Pair, key: bytes
) -> None:
    one, other = (carried_out(world, WINDOWS[pair.window][0], key) for world in pair.worlds)

    assert_alike(one, other, pair.spells)


# Free to roll alone, as all spells that may be cast when a turn begins lie face up; and without a choice of its answers.
LEFT_OUT: Mapping[str, Mapping[str, Any]] = {
    "start": {
        "character": "C3",
        "discards": ("Z02", "Z03", "Z06", "Z07"),
        "hands": (("Z01",), ("Z04",)),
        "more": {"power": 6},
    },
    "second_wind": {"character": "C6", "hands": (("Z03",), ("Z04",)), "more": {"strength": -6, "power": 6}},
    "take": {"orders": ("take",), "hands": (("Z03",), ("Z04",))},
    "explore": {"orders": ("cave",), "discards": ("Z03", "Z07", "Z08"), "hands": (("Z01",), ("Z04",))},
}


@pytest.mark.parametrize("window", [*WINDOWS])
@pytest.mark.parametrize("number", range(6))
def test_cave_r23_1a_and_r23_15_what_is_left_out_is_left_out_for_both_hands(window: str, number: int) -> None:
    common: dict[str, Any] = {"rest": (), "character": "C8", "area": "S2", "more": {}, "discards": (), "orders": ()}
    pair = Pair(**{**common, "window": window, "holder": OWN, "rules": 2, **LEFT_OUT[window]})
    one, other = (carried_out(world, WINDOWS[window][0], bytes([number]) * 32) for world in pair.worlds)

    assert WINDOWS[window][2] in [event.type for event in one[0]]
    assert_alike(one, other, pair.spells)


@settings(max_examples=150)
@given(pairs(), st.sampled_from(["take", "split_draw"]), st.booleans(), KEYS)
def test_cave_r23_1_and_r23_15_to_be_asked_again_is_the_same_whatever_the_hand(
    pair: Pair, kind: str, before_drawing: bool, key: bytes
) -> None:
    orders: tuple[tuple[str, ...], ...] = (("take",) if kind == "take" else ("cave",), ())
    worlds = [replace(world, board=replace(world.board, rules=2, orders=orders)) for world in pair.worlds]
    if before_drawing:
        worlds = [replace(world, question=AboutToExplore(seat=OWN)) for world in worlds]
    one, other = (answered(world, OWN, m.AskAgain(kind=kind), key) for world in worlds)

    assert_alike(one, other, pair.spells)


def with_another_hand(state: State, rng: random.Random) -> tuple[int, State, frozenset[str]] | None:
    """The same match, but for a spell in a hand and one in the stack that have changed places; and these two."""
    pile = state.board.spells
    holders = [seat for seat, who in enumerate(state.board.adventurers) if who is not None and who.spells]
    if not holders or not pile.stack:
        return None
    seat = rng.choice(holders)
    who = state.board.hero(seat)
    mine, other = rng.choice(who.spells), rng.choice(pile.stack)
    if any(mine in counted.cards for counted in state.board.counted):
        return None
    spells = tuple(other if spell == mine else spell for spell in who.spells)
    stack = tuple(sorted(other_one if other_one != other else mine for other_one in pile.stack))
    board = with_hero(state.board, seat, replace(who, spells=spells))
    return seat, replace(state, board=replace(board, spells=replace(pile, stack=stack))), frozenset({mine, other})


def choices(game: GameDefinition, seats: int, seed: int) -> Iterator[tuple[State, int, Move, bytes]]:
    """Each move of a random match, in the state that it is made in, with a key for its draws."""
    rng = random.Random(f"{game.rules}/{seats}/{seed}")
    state: State | None = None
    for event in game.start(game.options({"max_rounds": 12}), seats, Chance(rng.randbytes(32))):
        state = game.evolve(state, event)
    while isinstance(state, Asking):
        seat, move = random_move(state, rng)
        key = rng.randbytes(32)
        yield state, seat, move, key
        state = game.decide(state, seat, move, Chance(key)).state
    assert isinstance(state, Finished)


@settings(max_examples=12)
@given(st.sampled_from(["1", "2", "2"]), st.integers(2, 6), st.integers(0, 10**9))
def test_cave_r23_1_a_spell_that_nobody_has_seen_changes_no_question_and_no_public_event(
    rules: str, seats: int, seed: int
) -> None:
    game, rng = find(GAME.slug, rules), random.Random(seed)
    for state, seat, move, key in choices(game, seats, seed):
        swapped = with_another_hand(state, rng)
        if swapped is None:
            continue
        holder, twin, spells = swapped
        # Of the two spells the holder cannot play, or put away, the same one in both worlds.
        if seat == holder and (spells & {*map(str, vars(move).values())} or isinstance(move, m.Cancel)):
            continue
        one, other = answered(state, seat, move, key), answered(twin, seat, move, key)
        if one[1] != other[1]:
            assert_alike(one, other, spells)
