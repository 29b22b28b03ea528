"""Matches played in memory, for the checks of the contract to look at."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, product
from typing import Any

from games.core.chance import Chance
from games.core.codec import move_from_json
from games.core.definition import GameDefinition, State
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.json import JSONObject
from games.core.moves import Move, Resign
from games.core.prompts import Prompt

MOST_SEEDS = 40
STATES_PER_KIND = 20
RESIGN_ONE_IN = 25


@dataclass(frozen=True, kw_only=True)
class Pool:
    """Cards, or whatever else is alike before anybody has looked, and the `places` in which some of them lie hidden.

    To whoever does not know which lie where, each of `cards` is as likely in a place as any other.
    """

    cards: Sequence[object]
    places: Sequence[Sequence[object]]


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What the suite cannot read from a definition.

    - `options`: the sets of options to play with.
    - `seeds`: matches for each set of options and number of seats; every second one has resignations.
    - `states`: how many reached states the costly checks look at, at least.
    - `max_moves`: how long a match may last.
    - `public_moves`: move types whose content all may know at once, although others are still asked.
    - `rare_secrets`: types of events whose secrets random play may miss; the game's own tests pair them.
    - `free_text`: what a message shows, as `<key>.<argument>`, that a player wrote, so that no term names it.
    - `memory(seats, seat)`: a perfect memory of what this seat is told (`games.core.testing.memories.Memory`).
    - `unseen`: what of a state a seat has not seen, as pools: counting says how often what lies where.
    """

    options: tuple[JSONObject, ...] = ({},)
    seeds: int = 2
    states: int = 200
    max_moves: int = 3000
    public_moves: frozenset[str] = frozenset()
    rare_secrets: frozenset[str] = frozenset()
    free_text: frozenset[str] = frozenset()
    unseen: Callable[[State, int], Iterable[Pool]] | None = None
    memory: Callable[[int, int], Any] | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Step:
    """One decision: a move (None: the set-up), its events, and the states after each of them.

    `decided` is the state that the kernel says they lead to; None at the set-up.
    """

    key: bytes
    seat: int | None
    move: Move | None
    before: State | None
    first_draw: int
    next_draw: int
    events: tuple[Event, ...]
    states: tuple[State, ...]
    decided: State | None = None
    resigned: frozenset[int]

    @property
    def after(self) -> State:
        return self.states[-1]

    def chance(self) -> Chance:
        """The chance that the decision after this one gets."""
        return Chance(self.key, self.next_draw)


@dataclass(frozen=True, kw_only=True, eq=False)
class Playout:
    """One match from its set-up; `stuck` says why it could not be played to its end."""

    options: JSONObject
    seats: int
    seed: int
    steps: tuple[Step, ...]
    stuck: str | None

    def __str__(self) -> str:
        return f"{self.seats} seats, seed {self.seed}, options {dict(self.options)}"


@dataclass(frozen=True, kw_only=True, eq=False)
class Position:
    """A reached state in which the match goes on, and its open prompts."""

    playout: Playout
    index: int
    prompts: Mapping[int, Prompt]

    @property
    def step(self) -> Step:
        return self.playout.steps[self.index]

    @property
    def state(self) -> State:
        return self.step.after

    def __str__(self) -> str:
        return f"{self.playout}, after move {self.index}"


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Evidence:
    """The matches that were played of one game."""

    game: GameDefinition
    terms: Terms
    playouts: tuple[Playout, ...]
    positions: tuple[Position, ...]

    def __repr__(self) -> str:
        return f"<{len(self.playouts)} matches of {self.game.slug} {self.game.rules}>"

    @cached_property
    def sample(self) -> Sequence[Position]:
        """Positions spread evenly over everything reached, about `terms.states` and some for each kind of prompt."""
        chosen = {*spread(self.positions, self.terms.states)}
        for kind in {prompt.kind for position in self.positions for prompt in position.prompts.values()}:
            asking = [one for one in self.positions if any(prompt.kind == kind for prompt in one.prompts.values())]
            chosen |= {*spread(asking, STATES_PER_KIND)[:STATES_PER_KIND]}
        return [position for position in self.positions if position in chosen]


def spread(items: Sequence[Position], most: int) -> Sequence[Position]:
    """Every k-th of `items`, at least `most` of them where there are as many."""
    return items[:: max(1, len(items) // most)]


def gather(game: GameDefinition, terms: Terms | None = None) -> Evidence:
    """Play random matches over all numbers of seats until `terms` are met."""
    terms = terms or Terms()
    playouts: list[Playout] = []
    for seed in count():
        enough = seed >= terms.seeds and sum(len(playout.steps) - 1 for playout in playouts) >= terms.states
        if enough or seed == MOST_SEEDS:
            break
        for options, seats in product(terms.options, range(game.min_seats, game.max_seats + 1)):
            playouts.append(play(game, seats=seats, seed=seed, options=options, max_moves=terms.max_moves))
    positions = tuple(position for playout in playouts for position in _positions(game, playout))
    return Evidence(game=game, terms=terms, playouts=tuple(playouts), positions=positions)


def play(game: GameDefinition, *, seats: int, seed: int, options: JSONObject, max_moves: int) -> Playout:
    """One match of random moves from the legal lists; with an odd seed now and then a seat resigns."""
    picker = Chance(b"picker" + seed.to_bytes(32, "big"))
    steps = [set_up(game, seats=seats, key=seed.to_bytes(32, "big"), options=options)]
    stuck = None
    while stuck is None and game.outcome(steps[-1].after) is None:
        if len(steps) > max_moves:
            stuck = f"the match goes on after {max_moves} moves"
            break
        try:
            seat, move = _pick(game, steps[-1], seats, picker, resigning=seed % 2 == 1)
            steps.append(advance(game, steps[-1], seat, move))
        except RuleBroken as refusal:
            stuck = f"after move {len(steps) - 1}: {move} by seat {seat} was listed and is refused: {refusal}"
        except Nothing as reason:
            stuck = f"after move {len(steps) - 1}: {reason}"
    return Playout(options=options, seats=seats, seed=seed, steps=tuple(steps), stuck=stuck)


class Nothing(Exception):
    """No move can be picked although the match goes on."""


def set_up(game: GameDefinition, *, seats: int, key: bytes, options: JSONObject, chance: Chance | None = None) -> Step:
    """The first step of a match."""
    chance = chance or Chance(key)
    events = tuple(game.start(game.options(options), seats, chance))
    return Step(
        key=key,
        seat=None,
        move=None,
        before=None,
        first_draw=0,
        next_draw=chance.next_draw,
        events=events,
        states=fold(game, None, events),
        resigned=frozenset(),
    )


def advance(game: GameDefinition, last: Step, seat: int, move: Move) -> Step:
    """The step that `move` makes after `last`, or RuleBroken."""
    chance = last.chance()
    decision = game.decide(last.after, seat, move, chance)
    events = tuple(decision.events)
    return Step(
        key=last.key,
        seat=seat,
        move=move,
        before=last.after,
        first_draw=last.next_draw,
        next_draw=chance.next_draw,
        events=events,
        states=fold(game, last.after, events),
        decided=decision.state,
        resigned=last.resigned | ({seat} if isinstance(move, Resign) else set()),
    )


def fold(game: GameDefinition, state: State | None, events: Sequence[Event]) -> tuple[State, ...]:
    """The states after each event."""
    states = []
    for event in events:
        state = game.evolve(state, event)
        states.append(state)
    return tuple(states)


def judge(game: GameDefinition, state: State, seat: int, move: Move, chance: Chance) -> tuple[Event, ...] | RuleBroken:
    """What `decide` says, a refusal as a value."""
    try:
        return tuple(game.decide(state, seat, move, chance).events)
    except RuleBroken as refusal:
        return refusal


def legal_moves(prompt: Prompt) -> list[JSONObject]:
    """Everything a prompt lists."""
    return [body for asked in prompt.moves for body in asked.legal]


def waiting(prompts: Mapping[int, Prompt]) -> list[int]:
    """The seats that the match waits for."""
    return sorted(seat for seat, prompt in prompts.items() if not prompt.optional)


def _pick(game: GameDefinition, last: Step, seats: int, picker: Chance, *, resigning: bool) -> tuple[int, Move]:
    here = [seat for seat in range(seats) if seat not in last.resigned]
    if resigning and here and picker.below(RESIGN_ONE_IN) == 0:
        return picker.one_of(here), Resign()
    prompts = game.prompts(last.after)
    if not waiting(prompts):
        raise Nothing("the match goes on and waits for nobody")
    choices = {seat: legal_moves(prompt) for seat, prompt in sorted(prompts.items())}
    able = [seat for seat, moves in choices.items() if moves]
    if not able:
        raise Nothing(f"the match waits for seats {waiting(prompts)} and lists no move for them")
    seat = picker.one_of(able)
    return seat, move_from_json(game.move_classes, picker.one_of(choices[seat]))


def _positions(game: GameDefinition, playout: Playout) -> Iterator[Position]:
    for index, step in enumerate(playout.steps):
        if game.outcome(step.after) is None:
            yield Position(playout=playout, index=index, prompts=game.prompts(step.after))
