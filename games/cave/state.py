"""What a match is at one moment: a question is open, something is under way, or it is over; all around one board."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.cave.agenda.tasks import Question, Task
from games.cave.components.areas import AREAS
from games.cave.components.board import GATE_ON
from games.cave.components.card import Deck
from games.cave.components.cards import BY_ID as CARDS
from games.core.records import replace

PLACE = {area.id: place for place, area in enumerate(AREAS)}
ELIMINATED, RESIGNED = "eliminated", "resigned"
# The ways in which a match can end (CAVE-R21).
CRYSTAL, LAST_SURVIVOR, MAX_ROUNDS = "crystal", "last_survivor", "max_rounds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Adventurer:
    """One life of a character; `objects`, `friends` and `spells` have the newest last.

    `lose_turn`, `slow` and `force_die` count penalties still to come; `bonus` is for the next test (CAVE-R25.18).
    """

    character: str
    strength: int
    power: int
    endurance: int
    cap: int
    gold: int
    area: str
    entered_from: str | None = None
    objects: tuple[str, ...] = ()
    friends: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    trophies: tuple[str, ...] = ()
    cave_cards: int = 0
    lose_turn: int = 0
    slow: int = 0
    force_die: int = 0
    bonus: int = 0

    @property
    def owned(self) -> tuple[str, ...]:
        """Objects and friends: what adds to totals and may be left behind."""
        return self.objects + self.friends


@dataclass(frozen=True, slots=True)
class Seen:
    """A card on top of a stack, and the seats that have seen it there."""

    card: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shuffled:
    """Cards that `seat` has seen and another has put in order since: they are among the top `depth`."""

    seat: int
    cards: tuple[str, ...]
    depth: int


@dataclass(frozen=True, slots=True)
class Pile:
    """One deck: `stack` has no order and is kept in canonical order; `top` is drawn first; newest discards last."""

    stack: tuple[str, ...]
    top: tuple[Seen, ...] = ()
    discard: tuple[str, ...] = ()
    shuffled: tuple[Shuffled, ...] = ()

    @property
    def size(self) -> int:
        """How many cards can be drawn before the pile is renewed."""
        return len(self.stack) + len(self.top)


@dataclass(frozen=True, slots=True)
class Counted:
    """Spells that are in hands since before the stack was renewed, and how many of them each seat holds."""

    cards: tuple[str, ...]
    held: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies on an area, oldest first, and the gold of the dead."""

    cards: tuple[str, ...] = ()
    gold: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What a turn remembers: spells held at its start and cast since, by seat; the way gone; what was left behind.

    `opened` is the gate opened by a spell in this turn (CAVE-R18.2a), `carried` how often effects moved the adventurer.
    """

    seat: int
    held: tuple[int, ...]
    cast: tuple[int, ...]
    path: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    carried: int = 0
    opened: str | None = None
    dark_pact: bool = False
    second_wind: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """All that lies on the table. By seat: `adventurers` (None: none dealt yet, or none any more) and `out` (why).

    `rules` is the version of the rules. `orders` has, by seat, what is done without asking (CAVE-R23.15): `take`, the
    stack that is drawn from, and areas whose offers are declined.

    `gone` lists the seats that are out in the order they went, `resigned` those that resigned, be it after they were
    out. `eliminates` says whether the dead may be out at all. `being_cast` is the spell in the air. `questions` counts
    the questions put so far. `counted` are spells that all know to be in some hand, because the used spells became the
    stack meanwhile, those of each time by themselves.
    """

    max_rounds: int
    picking: bool
    rules: int = 1
    eliminates: bool = True
    adventurers: tuple[Adventurer | None, ...]
    out: tuple[str | None, ...]
    pool: tuple[str, ...]
    cave: Pile
    adventure: Pile
    spells: Pile
    grounds: tuple[Ground, ...] = field(default=(Ground(),) * len(AREAS))
    gone: tuple[int, ...] = ()
    resigned: tuple[int, ...] = ()
    gates_open: tuple[str, ...] = ()
    crystal_area: str | None = None
    crystal_owner: int | None = None
    being_cast: str | None = None
    first_seat: int = 0
    round: int = 0
    turn: Turn | None = None
    questions: int = 0
    counted: tuple[Counted, ...] = ()
    orders: tuple[tuple[str, ...], ...] = ()

    @property
    def seats(self) -> int:
        return len(self.adventurers)

    def hero(self, seat: int) -> Adventurer:
        """The adventurer of a seat that has one."""
        hero = self.adventurers[seat]
        assert hero is not None
        return hero

    def ground(self, area: str) -> Ground:
        return self.grounds[PLACE[area]]

    def pile(self, deck: Deck) -> Pile:
        match deck:
            case "cave":
                return self.cave
            case "adventure":
                return self.adventure
            case "spells":
                return self.spells


@dataclass(frozen=True, slots=True)
class Running:
    """Something is under way; only inside one decision."""

    board: Board


@dataclass(frozen=True, slots=True)
class Asking:
    """`question` is open; `then` is what remains to be done after it, the next thing last."""

    board: Board
    question: Question
    then: tuple[Task, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    board: Board
    reason: str
    winners: tuple[int, ...]


State = Running | Asking | Finished


def ordered(board: Board, seat: int) -> tuple[str, ...]:
    """The orders of a seat to the game itself; rules 1 has none."""
    return board.orders[seat] if board.orders else ()


def question_of(order: str) -> str:
    """The kind of question that an order answers: it names a stack to draw from, an area's offer, or what to take."""
    return {"take": "take", "cave": "split_draw", "adventure": "split_draw"}.get(order, "pay")


def with_hero(board: Board, seat: int, hero: Adventurer | None) -> Board:
    """The board with this adventurer for the seat."""
    return replace(board, adventurers=(*board.adventurers[:seat], hero, *board.adventurers[seat + 1 :]))


def with_ground(board: Board, area: str, ground: Ground) -> Board:
    place = PLACE[area]
    return replace(board, grounds=(*board.grounds[:place], ground, *board.grounds[place + 1 :]))


def with_pile(board: Board, deck: Deck, pile: Pile) -> Board:
    match deck:
        case "cave":
            return replace(board, cave=pile)
        case "adventure":
            return replace(board, adventure=pile)
        case "spells":
            return replace(board, spells=pile)


def discarded(board: Board, *cards: str) -> Board:
    """The board with the cards on the discards of their own decks."""
    for card in cards:
        deck = CARDS[card].deck
        pile = board.pile(deck)
        board = with_pile(board, deck, replace(pile, discard=(*pile.discard, card)))
    return board


def without(cards: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """The cards with one copy less of each of `gone`; that all are there is the caller's to know."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def spent(board: Board, seat: int, *spells: str) -> Board:
    """The board on which all see these spells of the seat: they are in its hand no more."""
    if not board.counted:
        return board
    left = (_without_spells(one, seat, spells) for one in board.counted)
    return replace(board, counted=tuple(one for one in left if one.cards))


def _without_spells(counted: Counted, seat: int, spells: tuple[str, ...]) -> Counted:
    gone = sum(spell in counted.cards for spell in spells)
    held = tuple(count - gone * (other == seat) for other, count in enumerate(counted.held))
    return Counted(less(counted.cards, *spells), held)


def less(cards: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """The cards with one copy less of each of `gone` that is there."""
    return tuple((Counter(cards) - Counter(gone)).elements())


def clockwise(board: Board, first: int) -> Iterator[int]:
    """Every seat once, from `first` on (CAVE-0.12a)."""
    return ((first + step) % board.seats for step in range(board.seats))


def in_play(board: Board) -> tuple[int, ...]:
    """The seats that are neither eliminated nor resigned."""
    return tuple(seat for seat, why in enumerate(board.out) if why is None)


def living(board: Board) -> tuple[int, ...]:
    """The seats in play that have an adventurer."""
    return tuple(seat for seat in in_play(board) if board.adventurers[seat] is not None)


def others_here(board: Board, seat: int) -> tuple[int, ...]:
    """The other living adventurers on the same area, clockwise from the seat."""
    here = board.hero(seat).area
    alive = living(board)
    return tuple(
        other for other in clockwise(board, seat) if other != seat and other in alive and board.hero(other).area == here
    )


def open_way(board: Board, here: str, there: str) -> bool:
    """Whether no closed gate lies between two neighbours (CAVE-R18.1)."""
    gate = GATE_ON.get((here, there))
    return gate is None or gate in board.gates_open
