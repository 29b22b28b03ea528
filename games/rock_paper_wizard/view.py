"""What one seat, or a spectator, may know: built up from nothing."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from games.core.definition import ShownOutcome, shown_outcome
from games.rock_paper_wizard.meta import WIZARDS
from games.rock_paper_wizard.outcome import outcome
from games.rock_paper_wizard.state import (
    Casting,
    Choice,
    ChoosingReceiver,
    Defaulted,
    Finished,
    Gesture,
    GestureState,
    Learning,
    Preparing,
    Refreshing,
    Resolving,
    Scoring,
    Source,
    State,
    known_wild,
)

Step = Literal["set_up", "learn", "cast", "resolve", "score", "refresh", "finished"]
STEPS: Mapping[type[State], Step] = {
    Preparing: "set_up",
    Learning: "learn",
    Casting: "cast",
    Resolving: "resolve",
    ChoosingReceiver: "resolve",
    Scoring: "score",
    Refreshing: "refresh",
    Finished: "finished",
}


class ShownWizard(TypedDict):
    """A seat's wizard; `ready` and `defaulted` tell of the learn step, `defaulted` until the refresh."""

    seat: int
    wizard: str
    pos: int
    gold: int
    resigned: bool
    ready: bool
    defaulted: bool


class ShownGesture(TypedDict):
    """What a wizard casts this round; a wild card shows no `card` until it is turned up."""

    source: Literal["book", "wild"] | None
    card: str | None
    aim: int | None
    state: Literal["none", "pointing", "released", "cancelled"]


class ReceiverWanted(TypedDict):
    """The seat `chooser` is to say which poorer wizard gets `amount` gold."""

    chooser: int
    amount: int


class KnownWild(TypedDict):
    """The hidden wild cards of `seats` are `cards`, in whatever order: the deck was renewed since they were drawn."""

    seats: Sequence[int]
    cards: Sequence[str]


class OwnChoice(TypedDict):
    """The spell that the viewer has picked, and whom it is cast on."""

    spell: str
    target: int


class Shown(TypedDict):
    """The table as a seat sees it; only `your_choice` differs between viewers.

    `book` runs from the slot next to the deck, `discard` has its newest card last, the deck shows its size alone.
    `gestures` (by seat) is empty from the refresh to the reveal. `questions` counts those put so far, as the ids of
    prompts do.
    """

    step: Step
    round: int
    questions: int
    max_rounds: int
    idle_rounds: int
    first_player: int | None
    wizards: Sequence[ShownWizard]
    book: Sequence[str]
    discard: Sequence[str]
    deck_size: int
    gestures: Sequence[ShownGesture]
    known_wild: Sequence[KnownWild]
    caster: int | None
    receiver_wanted: ReceiverWanted | None
    your_choice: OwnChoice | None
    outcome: ShownOutcome | None


def view(state: State, seat: int | None) -> Shown:
    """The table as `seat` sees it."""
    board = state.board
    return {
        "step": STEPS[type(state)],
        "round": board.round,
        "questions": board.questions,
        "max_rounds": board.max_rounds,
        "idle_rounds": board.idle_rounds,
        "first_player": board.first_player,
        "wizards": [_wizard(state, owner) for owner in range(board.seats)],
        "book": board.book,
        "discard": board.discard,
        "deck_size": len(board.deck),
        "gestures": [_gesture(gesture) for gesture in board.gestures],
        "known_wild": [{"seats": group.seats, "cards": group.cards} for group in known_wild(board)],
        "caster": state.caster if isinstance(state, Resolving | ChoosingReceiver) else None,
        "receiver_wanted": _receiver_wanted(state),
        "your_choice": _own_choice(state, seat),
        "outcome": shown_outcome(outcome(state)),
    }


def _wizard(state: State, seat: int) -> ShownWizard:
    wizard = state.board.wizards[seat]
    answer = state.answers[seat] if isinstance(state, Learning) else None
    idle = bool(state.board.gestures) and state.board.gestures[seat].state is GestureState.NONE
    return {
        "seat": seat,
        "wizard": WIZARDS[seat],
        "pos": wizard.pos,
        "gold": wizard.gold,
        "resigned": wizard.resigned,
        "ready": answer is not None,
        "defaulted": isinstance(answer, Defaulted) or (idle and not wizard.resigned),
    }


def _gesture(gesture: Gesture) -> ShownGesture:
    hidden = gesture.source is Source.WILD and gesture.live
    return {
        "source": gesture.source.value if gesture.source else None,
        "card": None if hidden else gesture.card,
        "aim": gesture.aim,
        "state": gesture.state.value,
    }


def _receiver_wanted(state: State) -> ReceiverWanted | None:
    if not isinstance(state, ChoosingReceiver):
        return None
    return {"chooser": state.chooser, "amount": state.amount}


def _own_choice(state: State, seat: int | None) -> OwnChoice | None:
    if seat is None or not isinstance(state, Learning):
        return None
    answer = state.answers[seat]
    return {"spell": answer.spell, "target": answer.target} if isinstance(answer, Choice) else None
