"""The facts of a match's course: setting up, turns, questions, moving, ending. `incidents.py` has the rest.

A seat on an event is the one that acts or the one it happens to; `rules` are the clauses that produced it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from games.cave.agenda.unions import QUESTION, TASK
from games.cave.events import incidents
from games.cave.events.addends import Addends
from games.cave.moves import ANSWER
from games.core.events import Event
from games.core.public_draws import DICE, DrawReader, seat_in
from games.core.schemas import As


@dataclass(frozen=True, kw_only=True)
class CavePrepared(Event):
    """The three stacks lie ready, no character is dealt yet. Always the first event."""

    type = "cave_prepared"
    rules: tuple[str, ...] = ("CAVE-0.5", "CAVE-0.9", "CAVE-0.9a", "CAVE-0.10")
    seats: int
    max_rounds: int
    character_selection: str
    elimination: str


@dataclass(frozen=True, kw_only=True)
class FirstSeatDrawn(Event):
    type = "first_seat_drawn"
    rules: tuple[str, ...] = ("CAVE-0.12", "CAVE-0.12a")
    first_seat: int


@dataclass(frozen=True, kw_only=True)
class CharacterDealt(Event):
    """The seat has this character, at the Entrance, with what a new adventurer has."""

    type = "character_dealt"
    character: str


@dataclass(frozen=True, kw_only=True)
class TurnStarted(Event):
    type = "turn_started"
    rules: tuple[str, ...] = ("CAVE-10.0", "CAVE-10.1")
    round: int


@dataclass(frozen=True, kw_only=True)
class TurnSkipped(Event):
    """One lost turn is over; `left` more are to come."""

    type = "turn_skipped"
    rules: tuple[str, ...] = ("CAVE-10.1b", "CAVE-10.2")
    round: int
    left: int


@dataclass(frozen=True, kw_only=True)
class TurnEnded(Event):
    type = "turn_ended"
    rules: tuple[str, ...] = ("CAVE-10.1",)


@dataclass(frozen=True, kw_only=True)
class QuestionPut(Event):
    """The seats in `seats` are asked; `question` holds its public terms, `then` what remains to be done after it."""

    type = "question_put"
    rules: tuple[str, ...] = ("CAVE-R23.1", "CAVE-R23.2")
    seats: tuple[int, ...]
    kind: str
    question: Annotated[Mapping[str, Any], As(QUESTION)]
    then: Annotated[tuple[Mapping[str, Any], ...], As(tuple[TASK, ...])]


@dataclass(frozen=True, kw_only=True)
class QuestionClosed(Event):
    """What was asked has no object any more: the one it was about is gone."""

    type = "question_closed"
    rules: tuple[str, ...] = ("CAVE-R24.2", "CAVE-R23.10")
    answers: ClassVar[bool] = True
    kind: str


@dataclass(frozen=True, kw_only=True)
class ChoiceMade(Event):
    """The answer to a question of this kind: the move, and of an option of a text the effects, as `terms` name them."""

    type = "choice_made"
    rules: tuple[str, ...] = ("CAVE-R23.2",)
    answers: ClassVar[bool] = True
    kind: str
    move: Annotated[Mapping[str, Any], As(ANSWER)]
    effects: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ReactionPassed(Event):
    type = "reaction_passed"
    rules: tuple[str, ...] = ("CAVE-R23.12",)


@dataclass(frozen=True, kw_only=True)
class DieRolled(Event):
    """`dice` were rolled for `purpose`; `source` is the card, area, chamber or gate that wants it, if any."""

    type = "die_rolled"
    purpose: str
    dice: tuple[int, ...]
    source: str | None = None


@dataclass(frozen=True, kw_only=True)
class StepTaken(Event):
    type = "step_taken"
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class MoveStopped(Event):
    """The move ended before its last step: `gate`, `chamber`, `dead_end` or `crossed`."""

    type = "move_stopped"
    area: str
    cause: str


@dataclass(frozen=True, kw_only=True)
class Carried(Event):
    """An effect moved the adventurer (CAVE-R25.7)."""

    type = "carried"
    rules: tuple[str, ...] = ("CAVE-R25.7", "CAVE-R25.7a", "CAVE-12.1b")
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class GateTried(Event):
    """`dice_sum` against `total`, which `addends` explain; the gate opens when it is no more."""

    type = "gate_tried"
    rules: tuple[str, ...] = ("CAVE-R18.2", "CAVE-R18.4")
    gate: str
    by: str
    total: int
    addends: Addends
    dice_sum: int
    passed: bool


@dataclass(frozen=True, kw_only=True)
class GateOpened(Event):
    """Open to the end, for everyone. `by` is `strength`, `power`, `key` or `spell`."""

    type = "gate_opened"
    rules: tuple[str, ...] = ("CAVE-R18.3",)
    gate: str
    by: str


@dataclass(frozen=True, kw_only=True)
class ChamberIdentified(Event):
    type = "chamber_identified"
    rules: tuple[str, ...] = ("CAVE-12.4", "CAVE-R19.2", "CAVE-R19.3")
    area: str
    chamber: str


@dataclass(frozen=True, kw_only=True)
class CrystalChamberFound(Event):
    """`way` is `a` (the Map) or `b` (two dice)."""

    type = "crystal_chamber_found"
    area: str
    way: str


@dataclass(frozen=True, kw_only=True)
class TrialDecided(Event):
    """One of the trials; `total` is the stat's total, or the gold there is, `dice_sum` what it was held against.

    `addends` explain the total.
    """

    type = "trial_decided"
    rules: tuple[str, ...] = ("CAVE-R20.5",)
    trial: str
    total: int
    addends: Addends
    dice_sum: int
    passed: bool


@dataclass(frozen=True, kw_only=True)
class AdventurerDied(Event):
    """All belongings lie on `area`; spells and trophies are discarded, the character may be dealt again."""

    type = "adventurer_died"
    rules: tuple[str, ...] = ("CAVE-4.3", "CAVE-4.3a")
    character: str
    area: str
    spells: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class SeatEliminated(Event):
    type = "seat_eliminated"
    rules: tuple[str, ...] = ("CAVE-4.3", "CAVE-4.3c")


@dataclass(frozen=True, kw_only=True)
class SeatResigned(Event):
    type = "seat_resigned"
    rules: tuple[str, ...] = ("CAVE-R23.10",)


@dataclass(frozen=True, kw_only=True)
class CrystalTaken(Event):
    """All three trials are passed: the match is won."""

    type = "crystal_taken"
    rules: tuple[str, ...] = ("CAVE-0.14", "CAVE-R20.5", "CAVE-R21.1")


@dataclass(frozen=True, kw_only=True)
class LastSurvivorRemained(Event):
    type = "last_survivor_remained"
    rules: tuple[str, ...] = ("CAVE-R21.2",)
    winner: int


@dataclass(frozen=True, kw_only=True)
class RoundLimitReached(Event):
    type = "round_limit_reached"
    rules: tuple[str, ...] = ("CAVE-R21.4", "CAVE-R21.4a")
    round: int


COURSE: tuple[type[Event], ...] = (
    CavePrepared,
    FirstSeatDrawn,
    CharacterDealt,
    TurnStarted,
    TurnSkipped,
    TurnEnded,
    QuestionPut,
    QuestionClosed,
    ChoiceMade,
    ReactionPassed,
    DieRolled,
    StepTaken,
    MoveStopped,
    Carried,
    GateTried,
    GateOpened,
    ChamberIdentified,
    CrystalChamberFound,
    TrialDecided,
    AdventurerDied,
    SeatEliminated,
    SeatResigned,
    CrystalTaken,
    LastSurvivorRemained,
    RoundLimitReached,
)
EVENTS: dict[str, type[Event]] = {event.type: event for event in (*COURSE, *incidents.INCIDENTS)}
# What is done with things that lie open, by the seat whose turn goes on. Nothing of it draws, opens or shows a card.
RETRACTABLE = frozenset(
    event.type
    for event in (
        QuestionPut,
        QuestionClosed,
        ChoiceMade,
        StepTaken,
        MoveStopped,
        incidents.StatChanged,
        incidents.PenaltySet,
        incidents.BonusSet,
        incidents.CardTaken,
        incidents.GoldTaken,
        incidents.CardLeft,
        incidents.CardDiscarded,
        incidents.CaveCardsCounted,
        incidents.TrophiesExchanged,
    )
)
# Whose draws anybody can read off them: no list that they come from holds anything hidden.
PUBLIC_DRAWS: Mapping[str, DrawReader] = {DieRolled.type: DICE, FirstSeatDrawn.type: seat_in("first_seat")}
