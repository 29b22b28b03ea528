"""What a match is at one moment: one class for each phase, all around one board."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from games.core.records import replace
from games.rock_paper_wizard.components.cards import NUMBER


@dataclass(frozen=True, slots=True)
class Wizard:
    pos: int
    gold: int
    resigned: bool = False


class Source(Enum):
    """Where a gesture's spell comes from."""

    BOOK = "book"
    WILD = "wild"


class GestureState(Enum):
    """Only a POINTING gesture is live: it alone can be redirected, cancelled, made wild or followed."""

    NONE = "none"
    POINTING = "pointing"
    RELEASED = "released"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Gesture:
    """What a wizard casts this round; without a spell (state NONE) it has no source, card or aim."""

    source: Source | None = None
    card: str | None = None
    aim: int | None = None
    state: GestureState = GestureState.NONE

    @property
    def live(self) -> bool:
        return self.state is GestureState.POINTING


@dataclass(frozen=True, slots=True)
class Counted:
    """The wild cards of `seats` are these, in whatever order."""

    seats: tuple[int, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """All that lies on the table, whatever the phase.

    `deck` has no order of play; it is kept in canonical order, by card number. `book` runs from the slot next to the
    deck to the farthest. `discard` has its newest card last. `gestures` is empty from the refresh to the reveal.
    `turned_up` is the wild card whose spell is under way. `questions` counts the questions put so far.
    `idle_rounds` counts the last rounds running in which the clock answered for every seat still in (RPW-67).
    `counted` are the wild cards that anybody can tell by counting: the deck was renewed since they were drawn (RPW-9).
    """

    max_rounds: int
    wizards: tuple[Wizard, ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...] = ()
    book: tuple[str, ...] = ()
    gestures: tuple[Gesture, ...] = ()
    turned_up: str | None = None
    first_player: int | None = None
    round: int = 0
    questions: int = 0
    idle_rounds: int = 0
    counted: tuple[Counted, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.wizards)


@dataclass(frozen=True, slots=True)
class Choice:
    spell: str
    target: int


@dataclass(frozen=True, slots=True)
class Defaulted:
    """The clock answered: this wizard casts nothing this round (RPW-23)."""


@dataclass(frozen=True, slots=True)
class Preparing:
    """The book is dealt and the first player drawn."""

    board: Board


@dataclass(frozen=True, slots=True)
class Learning:
    """Step 1: every seat still in owes an answer; None is one that is missing, or a resigned seat's."""

    board: Board
    answers: tuple[Choice | Defaulted | None, ...]

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats still waited for."""
        wizards = self.board.wizards
        return tuple(seat for seat, answer in enumerate(self.answers) if answer is None and not wizards[seat].resigned)


@dataclass(frozen=True, slots=True)
class Casting:
    """Step 2: the gestures are shown, and wild magic draws its cards."""

    board: Board


@dataclass(frozen=True, slots=True)
class Resolving:
    """Step 3: the spell of `caster` is under way, or has just ended."""

    board: Board
    caster: int


@dataclass(frozen=True, slots=True)
class ChoosingReceiver:
    """Step 3, held up: the player of the target of `caster`'s spell says who receives `amount` gold."""

    board: Board
    caster: int
    chooser: int
    amount: int


@dataclass(frozen=True, slots=True)
class Scoring:
    """Step 4: gold has been taken, the victory check is due."""

    board: Board


@dataclass(frozen=True, slots=True)
class Refreshing:
    """Step 5: wizards come back and the book turns over."""

    board: Board


@dataclass(frozen=True, slots=True)
class Finished:
    board: Board
    reason: str
    winners: tuple[int, ...]


State = Preparing | Learning | Casting | Resolving | ChoosingReceiver | Scoring | Refreshing | Finished


def hidden_wild(board: Board) -> tuple[int, ...]:
    """The seats that point a wild card which nobody has seen."""
    return tuple(seat for seat, gesture in enumerate(board.gestures) if gesture.live and gesture.source is Source.WILD)


def known_wild(board: Board) -> tuple[Counted, ...]:
    """What is hidden still of each group in `counted`."""
    hidden, seen = hidden_wild(board), {*board.discard, board.turned_up}
    groups = (
        Counted(
            tuple(seat for seat in group.seats if seat in hidden),
            tuple(card for card in group.cards if card not in seen),
        )
        for group in board.counted
    )
    return tuple(group for group in groups if group.seats)


def clockwise(board: Board, first: int) -> Iterator[int]:
    """Every seat once, from `first` on, each followed by the seat on its left (RPW-16)."""
    return ((first + step) % board.seats for step in range(board.seats))


def still_in(board: Board) -> tuple[int, ...]:
    """The seats that have not resigned (RPW-65)."""
    return tuple(seat for seat, wizard in enumerate(board.wizards) if not wizard.resigned)


def poorer_than(board: Board, target: int) -> tuple[int, ...]:
    """The wizards with less gold than `target`, clockwise from its left, the caster among them if so (RPW-38)."""
    limit = board.wizards[target].gold
    return tuple(seat for seat in clockwise(board, target) if board.wizards[seat].gold < limit)


def canonical(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of a pile that has no order of its own, by card number, as chance wants its lists."""
    return tuple(sorted(cards, key=NUMBER.__getitem__))


def with_gesture(board: Board, seat: int, gesture: Gesture) -> Board:
    """The board on which the wizard of `seat` points `gesture`."""
    return replace(board, gestures=(*board.gestures[:seat], gesture, *board.gestures[seat + 1 :]))


def with_wizard(board: Board, seat: int, wizard: Wizard) -> Board:
    """The board with `wizard` in the place of the one of `seat`."""
    return replace(board, wizards=(*board.wizards[:seat], wizard, *board.wizards[seat + 1 :]))
