"""What one seat, or a spectator, may know: built up from nothing (CAVE-R23.13)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict, Union, cast, get_type_hints

from games.cave.about import ABOUT, about
from games.cave.agenda.tasks import to_json
from games.cave.agenda.unions import TASK
from games.cave.chapters.sums import Total, totals
from games.cave.chapters.totals import object_limit, spell_limit, total
from games.cave.components.areas import AREAS
from games.cave.components.card import Deck
from games.cave.components.cards import CRYSTAL, DECKS, set_aside_of
from games.cave.outcome import outcome
from games.cave.state import Adventurer, Asking, Board, Finished, State, Turn
from games.core.definition import ShownOutcome, shown_outcome
from games.core.schemas import As, record_type


class ShownPenalties(TypedDict):
    """How many turns are still lost, single steps forced, and moves rolled for."""

    lose_turn: int
    slow: int
    force_die: int


class ShownAdventurer(TypedDict):
    """A seat's adventurer; all of it is null before one is dealt, and once the seat is `out`, and why."""

    seat: int
    out: str | None
    character: str | None
    area: str | None
    entered_from: str | None
    strength: int | None
    power: int | None
    total_strength: int | None
    total_power: int | None
    totals: Sequence[Total] | None
    endurance: int | None
    healing_cap: int | None
    gold: int | None
    objects: Sequence[str] | None
    object_limit: int | None
    friends: Sequence[str] | None
    spell_count: int | None
    spell_limit: int | None
    trophies: Sequence[str] | None
    cave_cards: int | None
    penalties: ShownPenalties | None
    next_test_bonus: int | None


class ShownArea(TypedDict):
    """What lies on an area, the oldest card first, and the gold of the dead."""

    lying: Sequence[str]
    gold: int


class ShownCrystal(TypedDict):
    """Where the Magic Crystal is: set aside, in its chamber, or its winner's."""

    card: str
    area: str | None
    owner: int | None


class Asked(TypedDict):
    """What is asked of whom; `about` are the public terms of the question."""

    kind: str
    seats: Sequence[int]
    about: Mapping[str, Any]


ASKED: Any = Union[  # noqa: UP007
    tuple(
        record_type(
            f"{question.__name__}Asked",
            {"kind": Literal[question.kind], "seats": Sequence[int], "about": get_type_hints(told)["return"]},
        )
        for question, told in ABOUT.items()
    )
]


class TurnSoFar(TypedDict):
    """What the turn has used up: the areas crossed, what the explorer left behind, how often effects carried the mover.

    `opened` is the gate that a spell opened in it. By seat: the spells held when it began, of which so many may be cast
    in it, and those cast (CAVE-R23.5). Dark pact and second wind are used once a turn.
    """

    path: Sequence[str]
    left: Sequence[str]
    carried: int
    opened: str | None
    dark_pact: bool
    second_wind: bool
    spells_held: Sequence[int]
    spells_cast: Sequence[int]


class KnownSpells(TypedDict):
    """Spells that are in hands: the stack has been renewed since they were drawn. `held` counts by seat."""

    cards: Sequence[str]
    held: Sequence[int]


class KnownTop(TypedDict):
    """Cards that the viewer knows to be among the top `depth` of a stack, since another has put these in order."""

    cards: Sequence[str]
    depth: int


class SinceRules2(TypedDict):
    """What views have from rules 2 on: their version, and by seat the orders given to the game (CAVE-R23.15)."""

    rules: NotRequired[int]
    orders: NotRequired[Sequence[Sequence[Literal["take", "cave", "adventure", "S3", "S5"]]]]


class Shown(SinceRules2):
    """The table as a seat sees it; viewers differ in `your_spells`, `you_have_seen` and `you_know_on_top` alone.

    Discards have their newest card last, an area's `lying` cards their oldest first. `you_have_seen` holds, by stack,
    the cards from the top down, null for one that the viewer has not seen; `seen_by` the seats that have seen each.
    `asked` tells what is asked of whom and, under `about`, the public terms of the question: the card to be taken, the
    options, the fight and its totals. `agenda` is all that is still to be done, as events tell it: the open question
    last, before it what comes after it. `questions` have been put so far, as the ids of prompts count them. `gone` are
    the seats that are out, in the order they went; `resigned` those that resigned, be it after they were out. `rules`
    is the version of the rules, and `orders` has, by seat, what is done without asking; both from rules 2 on.
    """

    phase: Literal["set_up", "playing", "finished"]
    character_selection: Literal["random", "pick"]
    elimination: Literal["rulebook", "none"]
    round: int
    max_rounds: int
    first_seat: int
    turn: int | None
    turn_so_far: TurnSoFar | None
    questions: int
    asked: Annotated[Asked, As(ASKED)] | None
    agenda: Annotated[Sequence[Mapping[str, Any]], As(tuple[TASK, ...])]
    adventurers: Sequence[ShownAdventurer]
    gone: Sequence[int]
    resigned: Sequence[int]
    areas: Mapping[str, ShownArea]
    gates_open: Sequence[str]
    crystal_area: str | None
    crystal: ShownCrystal
    stacks: Mapping[Deck, int]
    discards: Mapping[Deck, Sequence[str]]
    set_aside: Mapping[Deck, Sequence[str]]
    being_cast: str | None
    unused_characters: Sequence[str]
    your_spells: Sequence[str]
    you_have_seen: Mapping[Deck, Sequence[str | None]]
    you_know_on_top: Mapping[Deck, Sequence[KnownTop]]
    known_spells: Sequence[KnownSpells]
    seen_by: Mapping[Deck, Sequence[Sequence[int]]]
    outcome: ShownOutcome | None


# An adventurer that is none.
NOBODY: ShownAdventurer = {
    "seat": -1,
    "out": None,
    "character": None,
    "area": None,
    "entered_from": None,
    "strength": None,
    "power": None,
    "total_strength": None,
    "total_power": None,
    "totals": None,
    "endurance": None,
    "healing_cap": None,
    "gold": None,
    "objects": None,
    "object_limit": None,
    "friends": None,
    "spell_count": None,
    "spell_limit": None,
    "trophies": None,
    "cave_cards": None,
    "penalties": None,
    "next_test_bonus": None,
}


def view(state: State, seat: int | None) -> Shown:
    """The table as `seat` sees it."""
    board = state.board
    return {
        **_since_2(board),
        "phase": "finished" if isinstance(state, Finished) else "playing" if board.turn else "set_up",
        "character_selection": "pick" if board.picking else "random",
        "elimination": "rulebook" if board.eliminates else "none",
        "round": board.round,
        "max_rounds": board.max_rounds,
        "first_seat": board.first_seat,
        "turn": board.turn.seat if board.turn else None,
        "turn_so_far": _turn_so_far(board.turn) if board.turn else None,
        "questions": board.questions,
        "asked": _asked(state),
        "agenda": [to_json(task) for task in (*state.then, state.question)] if isinstance(state, Asking) else [],
        "adventurers": [_adventurer(board, owner) for owner in range(board.seats)],
        "gone": board.gone,
        "resigned": board.resigned,
        "areas": {area.id: _area(board, area.id) for area in AREAS if _has_something(board, area.id)},
        "gates_open": board.gates_open,
        "crystal_area": board.crystal_area,
        "crystal": _crystal(board),
        "stacks": {deck: board.pile(deck).size for deck in DECKS},
        "discards": {deck: board.pile(deck).discard for deck in DECKS},
        "set_aside": {deck: _set_aside(deck) for deck in DECKS},
        "being_cast": board.being_cast,
        "unused_characters": board.pool,
        "your_spells": _spells(board, seat),
        "you_have_seen": {deck: _seen(board, deck, seat) for deck in DECKS if _seen(board, deck, seat)},
        "you_know_on_top": {deck: known for deck in DECKS if (known := _known_top(board, deck, seat))},
        "known_spells": [{"cards": one.cards, "held": one.held} for one in board.counted],
        "seen_by": {deck: [seen.seats for seen in top] for deck in DECKS if (top := board.pile(deck).top)},
        "outcome": shown_outcome(outcome(state)),
    }


def _since_2(board: Board) -> SinceRules2:
    """Views of rules 1 are as they always were."""
    return {} if board.rules == 1 else {"rules": board.rules, "orders": cast(Any, board.orders)}


def _turn_so_far(turn: Turn) -> TurnSoFar:
    return {
        "path": turn.path,
        "left": turn.left,
        "carried": turn.carried,
        "opened": turn.opened,
        "dark_pact": turn.dark_pact,
        "second_wind": turn.second_wind,
        "spells_held": turn.held,
        "spells_cast": turn.cast,
    }


def _adventurer(board: Board, seat: int) -> ShownAdventurer:
    hero = board.adventurers[seat]
    return _hero(board, seat, hero) if hero else {**NOBODY, "seat": seat, "out": board.out[seat]}


def _hero(board: Board, seat: int, hero: Adventurer) -> ShownAdventurer:
    return {
        "seat": seat,
        "out": board.out[seat],
        "character": hero.character,
        "area": hero.area,
        "entered_from": hero.entered_from,
        "strength": hero.strength,
        "power": hero.power,
        "total_strength": total(board, seat, "strength", "always"),
        "total_power": total(board, seat, "power", "always"),
        "endurance": hero.endurance,
        "healing_cap": hero.cap,
        "gold": hero.gold,
        "objects": hero.objects,
        "object_limit": object_limit(board, seat),
        "friends": hero.friends,
        "spell_count": len(hero.spells),
        "spell_limit": spell_limit(board, seat),
        "trophies": hero.trophies,
        "cave_cards": hero.cave_cards,
        "penalties": {"lose_turn": hero.lose_turn, "slow": hero.slow, "force_die": hero.force_die},
        "next_test_bonus": hero.bonus,
        "totals": totals(board, seat),
    }


def _asked(state: State) -> Asked | None:
    if not isinstance(state, Asking):
        return None
    question = state.question
    return {"kind": question.kind, "seats": question.seats, "about": about(state)}


def _has_something(board: Board, area: str) -> bool:
    ground = board.ground(area)
    return bool(ground.cards or ground.gold)


def _area(board: Board, area: str) -> ShownArea:
    ground = board.ground(area)
    return {"lying": ground.cards, "gold": ground.gold}


def _crystal(board: Board) -> ShownCrystal:
    """Where the Magic Crystal is: set aside, in its chamber, or its winner's (CAVE-0.9, CAVE-R20.3a)."""
    return {"card": CRYSTAL, "area": board.crystal_area, "owner": board.crystal_owner}


def _set_aside(deck: Deck) -> list[str]:
    return [card for card in set_aside_of(deck) if card != CRYSTAL]


def _spells(board: Board, seat: int | None) -> tuple[str, ...]:
    hero = None if seat is None else board.adventurers[seat]
    return hero.spells if hero else ()


def _seen(board: Board, deck: Deck, seat: int | None) -> list[str | None]:
    """The known top as far down as the viewer has seen it."""
    cards = [card.card if seat in card.seats else None for card in board.pile(deck).top]
    return cards if any(cards) else []


def _known_top(board: Board, deck: Deck, seat: int | None) -> list[KnownTop]:
    shuffled = [one for one in board.pile(deck).shuffled if one.seat == seat]
    return [{"cards": one.cards, "depth": one.depth} for one in sorted(shuffled, key=lambda one: one.depth)]
