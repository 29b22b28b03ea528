"""A game small enough to read at one sight, with each kind of secret, for tests of the contract suite.

Every seat holds a card and a card lies hidden from all. All bid in secret at once; the highest bidder guesses whether
the hidden card is odd, and the others may cheer meanwhile. A right guess scores the bid.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any, ClassVar, TypedDict

from games.core.catalogues import read
from games.core.chance import Chance
from games.core.definition import Decision, GameDefinition, Outcome
from games.core.errors import RuleBroken, refusals
from games.core.events import SERVER, Event, sealed
from games.core.json import JSONObject
from games.core.languages import BY_CODE
from games.core.moves import Move, Resign, shape
from games.core.options import option_texts
from games.core.prompts import Prompt, listed, prompt_id
from games.core.schemas import Names, PromptShape, Shapes
from games.core.testing import Pool
from games.core.testing.memories import Told

TEXTS = read(Path(__file__).with_name("toy_texts"), BY_CODE)
CARDS = range(1, 9)
BIDS = (1, 2, 3)


@dataclass(frozen=True, kw_only=True)
class Bid(Move):
    type: ClassVar[str] = "bid"
    amount: int


@dataclass(frozen=True, kw_only=True)
class BidNothing(Move):
    type: ClassVar[str] = "bid_nothing"


@dataclass(frozen=True, kw_only=True)
class Guess(Move):
    type: ClassVar[str] = "guess"
    odd: bool


@dataclass(frozen=True, kw_only=True)
class Cheer(Move):
    type: ClassVar[str] = "cheer"
    times: int


@dataclass(frozen=True, kw_only=True)
class TableSet(Event):
    type: ClassVar[str] = "table_set"
    seats: int
    rounds: int


@dataclass(frozen=True, kw_only=True)
class CardDealt(Event):
    type: ClassVar[str] = "card_dealt"
    card: int = sealed("seat")


@dataclass(frozen=True, kw_only=True)
class CardHidden(Event):
    type: ClassVar[str] = "card_hidden"
    card: int = sealed(SERVER)


@dataclass(frozen=True, kw_only=True)
class BidMade(Event):
    type: ClassVar[str] = "bid_made"
    amount: int = sealed("seat")


class Raise(TypedDict):
    by: int
    seat: int


@dataclass(frozen=True, kw_only=True)
class BidsShown(Event):
    type: ClassVar[str] = "bids_shown"
    bids: tuple[int | None, ...]
    leader: int
    raises: tuple[Raise, ...]


@dataclass(frozen=True, kw_only=True)
class Cheered(Event):
    type: ClassVar[str] = "cheered"
    times: int


@dataclass(frozen=True, kw_only=True)
class Guessed(Event):
    type: ClassVar[str] = "guessed"
    card: int
    odd: bool
    points: int


@dataclass(frozen=True, kw_only=True)
class Resigned(Event):
    type: ClassVar[str] = "resigned"


@dataclass(frozen=True, kw_only=True)
class Ended(Event):
    type: ClassVar[str] = "ended"
    reason: str


@dataclass(frozen=True, kw_only=True)
class Table:
    """`bids` of this round by seat, None before; `leader` while one guesses; `reason` once it is over."""

    rounds: int
    scores: tuple[int, ...]
    hands: tuple[int, ...]
    hidden: int = 0
    question: int = 1
    bids: tuple[int | None, ...] = ()
    leader: int | None = None
    cheered: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    reason: str | None = None

    def here(self) -> list[int]:
        return [seat for seat in range(len(self.scores)) if seat not in self.gone]


def start(options: JSONObject, seats: int, chance: Chance) -> Sequence[Event]:
    rounds = options["rounds"]
    assert isinstance(rounds, int)
    events: list[Event] = [TableSet(rules=("TOY-1",), seats=seats, rounds=rounds)]
    for seat in range(seats):
        first = chance.next_draw
        events.append(CardDealt(rules=("TOY-1",), seat=seat, card=chance.one_of(CARDS), draws=chance.since(first)))
    return [*events, hide(chance)]


def hide(chance: Chance) -> CardHidden:
    first = chance.next_draw
    return CardHidden(rules=("TOY-2",), card=chance.one_of(CARDS), draws=chance.since(first))


def decide(state: Table, seat: int, move: Move, chance: Chance) -> Decision:
    return decided(state, _events(state, seat, move, chance))


def decided(state: Table, events: Sequence[Event]) -> Decision:
    """These events after a state, folded as every kernel folds what it decides."""
    return Decision(events=events, state=reduce(evolve, events, state))


def _events(state: Table, seat: int, move: Move, chance: Chance) -> Sequence[Event]:
    if state.reason:
        raise RuleBroken("match_over", clause="TOY-6")
    if seat in state.gone:
        raise RuleBroken("resigned", clause="TOY-5")
    match move:
        case Resign():
            events: list[Event] = [Resigned(rules=("TOY-5",), seat=seat)]
        case Bid(amount=amount):
            events = [bid(state, seat, amount)]
        case BidNothing():
            events = [bid(state, seat, 0)]
        case Cheer(times=times):
            return [cheer(state, seat, times)]
        case Guess(odd=odd):
            events = [guess(state, seat, odd)]
        case _:
            raise RuleBroken("no_such_move", clause="TOY-6")
    return events + follow_up(evolve(state, events[0]), events[0], chance)


def bid(state: Table, seat: int, amount: int) -> BidMade:
    if state.leader is not None or state.bids[seat] is not None:
        raise RuleBroken("not_bidding", clause="TOY-3")
    if amount not in (0, *BIDS):
        raise RuleBroken("no_such_bid", clause="TOY-3", most=max(BIDS))
    return BidMade(rules=("TOY-3",), seat=seat, amount=amount)


def cheer(state: Table, seat: int, times: int) -> Cheered:
    if state.leader in (None, seat) or seat in state.cheered or times not in (1, 2):
        raise RuleBroken("nothing_to_cheer", clause="TOY-4")
    return Cheered(rules=("TOY-4",), seat=seat, times=times)


def guess(state: Table, seat: int, odd: bool) -> Guessed:
    if state.leader != seat:
        raise RuleBroken("not_guessing", clause="TOY-4")
    points = (state.bids[seat] or 0) if (state.hidden % 2 == 1) == odd else 0
    return Guessed(rules=("TOY-4",), seat=seat, card=state.hidden, odd=odd, points=points)


def follow_up(state: Table, after: Event, chance: Chance) -> list[Event]:
    here = state.here()
    if len(here) < 2:
        return [Ended(rules=("TOY-5",), reason="left_alone")]
    if isinstance(after, Guessed) or (state.leader is not None and state.leader in state.gone):
        return [Ended(rules=("TOY-6",), reason="rounds")] if state.rounds <= 1 else [hide(chance)]
    if state.leader is None and all(state.bids[seat] is not None for seat in here):
        leader = max(here, key=lambda seat: (state.bids[seat] or 0, -seat))
        return [BidsShown(rules=("TOY-3",), bids=state.bids, leader=leader, raises=raises(state.bids))]
    return []


def raises(bids: tuple[int | None, ...]) -> tuple[Raise, ...]:
    """The bids that were more than the least one can bid."""
    return tuple({"by": bid - 1, "seat": seat} for seat, bid in enumerate(bids) if bid and bid > 1)


def put(values: tuple[int | None, ...], seat: int, value: int) -> tuple[int | None, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def evolve(state: Table | None, event: Event) -> Table:
    if isinstance(event, TableSet):
        return Table(rounds=event.rounds + 1, scores=(0,) * event.seats, hands=(0,) * event.seats)
    assert state is not None
    match event:
        case CardDealt(seat=int(seat), card=card):
            return replace(state, hands=(*state.hands[:seat], card, *state.hands[seat + 1 :]))
        case CardHidden(card=card):
            blank = (None,) * len(state.scores)
            question = state.question + (state.leader is not None)
            return replace(state, hidden=card, bids=blank, leader=None, rounds=state.rounds - 1, question=question)
        case BidMade(seat=int(seat), amount=amount):
            return replace(state, bids=put(state.bids, seat, amount))
        case BidsShown(leader=leader):
            return replace(state, leader=leader, cheered=frozenset(), question=state.question + 1)
        case Cheered(seat=int(seat)):
            return replace(state, cheered=state.cheered | {seat})
        case Guessed(seat=int(seat), points=points):
            scores = state.scores
            return replace(state, scores=(*scores[:seat], scores[seat] + points, *scores[seat + 1 :]))
        case Resigned(seat=int(seat)):
            return replace(state, gone=state.gone | {seat})
        case Ended(reason=reason):
            return replace(state, reason=reason)
    raise TypeError(f"no event of this game: {type(event).__name__}")


def prompts(state: Table) -> Mapping[int, Prompt]:
    return {} if state.reason else {seat: asked for seat in state.here() if (asked := ask(state, seat))}


def ask(state: Table, seat: int) -> Prompt | None:
    if state.leader is None:
        if state.bids[seat] is not None:
            return None
        move = listed("bid", [{"amount": amount} for amount in BIDS], shape("bid", amount={"enum": [*BIDS]}))
    elif state.leader == seat:
        move = listed("guess", [{"odd": False}, {"odd": True}], shape("guess", odd={"type": "boolean"}))
    elif seat not in state.cheered:
        move = listed("cheer", [{"times": 1}, {"times": 2}], shape("cheer", times={"enum": [1, 2]}))
    else:
        return None
    optional = state.leader not in (None, seat)
    about: JSONObject = {} if state.leader is None else {"leader": state.leader}
    id = prompt_id(state.question, seat)
    return Prompt(id=id, seat=seat, kind=move.type, moves=(move,), optional=optional, about=about)


class Shown(TypedDict):
    question: int
    rounds: int
    scores: Sequence[int]
    card: int | None
    bid: int | None
    have_bid: Sequence[bool]
    bids: Sequence[int | None] | None
    leader: int | None
    cheered: Sequence[int]
    resigned: Sequence[int]
    reason: str | None


def view(state: Table, seat: int | None) -> Shown:
    return {
        "question": state.question,
        "rounds": state.rounds,
        "scores": state.scores,
        "card": None if seat is None else state.hands[seat],
        "bid": None if seat is None or not state.bids else state.bids[seat],
        "have_bid": [other is not None for other in state.bids],
        "bids": None if state.leader is None else state.bids,
        "leader": state.leader,
        "cheered": sorted(state.cheered),
        "resigned": sorted(state.gone),
        "reason": state.reason,
    }


def resample(view: Mapping[str, Any], seat: int, chance: Chance) -> Table:
    """Cards are dealt each from all of them, so that no card tells anything of another."""
    seats = range(len(view["scores"]))
    return Table(
        rounds=view["rounds"],
        scores=tuple(view["scores"]),
        hands=tuple(view["card"] if other == seat else chance.one_of(CARDS) for other in seats),
        hidden=chance.one_of(CARDS),
        question=view["question"],
        bids=tuple(view["bids"] or (guess_bid(view, seat, other, chance) for other in seats)),
        leader=view["leader"],
        cheered=frozenset(view["cheered"]),
        gone=frozenset(view["resigned"]),
        reason=view["reason"],
    )


def guess_bid(view: Mapping[str, Any], seat: int, other: int, chance: Chance) -> int | None:
    if not view["have_bid"][other]:
        return None
    return view["bid"] if other == seat else chance.one_of(BIDS)


class Remembered:
    """What a seat knows by what it was told: its own card, and its own bid of this round."""

    def __init__(self, seats: int, seat: int) -> None:
        self.seat = seat
        self.card: int | None = None
        self.bid: int | None = None

    def told(self, event: Told) -> None:
        match event.type:
            case "card_dealt" if "card" in event.fields:
                self.card = event.fields["card"]
            case "bid_made" if "amount" in event.fields:
                self.bid = event.fields["amount"]
            case "card_hidden":
                self.bid = None

    def contradiction(self, sample: Table) -> str | None:
        if sample.hands[self.seat] != self.card:
            return f"the card is {self.card}, not {sample.hands[self.seat]}"
        if sample.bids[self.seat] != self.bid:
            return f"the bid is {self.bid}, not {sample.bids[self.seat]}"
        return None


def unseen(state: Table, seat: int) -> Iterator[Pool]:
    """What a seat has not seen: the hands of others, the hidden card, and bids until all are made."""
    others = [other for other in range(len(state.scores)) if other != seat]
    for hidden in (state.hidden, *(state.hands[other] for other in others)):
        yield Pool(cards=CARDS, places=[[hidden]])
    if state.leader is None:
        for bid in (state.bids[other] for other in others):
            yield Pool(cards=BIDS, places=[[] if bid is None else [bid]])


def default_move(state: Table, seat: int) -> Move:
    if state.leader is None:
        return BidNothing()
    return Guess(odd=True) if state.leader == seat else Cheer(times=1)


def outcome(state: Table) -> Outcome | None:
    if state.reason is None:
        return None
    places = sorted({(seat in state.gone, -score) for seat, score in enumerate(state.scores)})
    ranking = tuple(
        tuple(seat for seat, score in enumerate(state.scores) if (seat in state.gone, -score) == place)
        for place in places
    )
    return Outcome(reason=state.reason, ranking=ranking, winners=ranking[0])


REFUSALS = refusals(
    {
        "match_over": "TOY-6",
        "resigned": "TOY-5",
        "no_such_move": "TOY-6",
        "not_bidding": "TOY-3",
        "no_such_bid": "TOY-3",
        "nothing_to_cheer": "TOY-4",
        "not_guessing": "TOY-4",
    },
    TEXTS.table("refusals"),
)


class Card(TypedDict):
    value: int
    names: Names


class Content(TypedDict):
    cards: Sequence[Card]


class Led(TypedDict):
    leader: int


SHAPES = Shapes(
    state=Shown,
    content=Content,
    prompts={
        "bid": PromptShape(moves=(Bid,)),
        "guess": PromptShape(moves=(Guess,), about=Led),
        "cheer": PromptShape(moves=(Cheer,), about=Led),
    },
)

TOY = GameDefinition(
    slug="toy",
    rules="1",
    names=TEXTS["game.name"],
    min_seats=2,
    max_seats=3,
    duration_hint=TEXTS["game.duration_hint"],
    options_schema={
        "type": "object",
        "properties": {"rounds": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3}},
        "additionalProperties": False,
    },
    option_texts=option_texts(TEXTS.table("options")),
    move_classes={kind.type: kind for kind in (Bid, BidNothing, Guess, Cheer, Resign)},
    move_schemas={
        "bid": shape("bid", amount={"type": "integer", "minimum": 1, "maximum": 5}),
        "guess": shape("guess", odd={"type": "boolean"}),
        "cheer": shape("cheer", times={"type": "integer", "minimum": 1}),
    },
    event_classes={
        kind.type: kind
        for kind in (TableSet, CardDealt, CardHidden, BidMade, BidsShown, Cheered, Guessed, Resigned, Ended)
    },
    clauses=TEXTS.table("clauses"),
    clock_only={"bid_nothing": "TOY-3"},
    refusals=REFUSALS,
    declinable=frozenset({"guess"}),
    lines=TEXTS.table("events"),
    questions=TEXTS.table("questions"),
    labels=TEXTS.table("labels"),
    sayings=TEXTS.table("sayings"),
    reasons=TEXTS.table("reasons"),
    terms=TEXTS.table("terms"),
    content={"cards": [{"value": value, "names": TEXTS["words.card"]} for value in CARDS]},
    shapes=SHAPES,
    start=start,
    decide=decide,
    evolve=evolve,
    prompts=prompts,
    view=view,
    default_move=default_move,
    outcome=outcome,
    resample=resample,
)
