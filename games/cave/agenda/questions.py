"""Everything that can be asked (CAVE-R23.9); the chapters say what may be answered and what comes of it."""

from dataclasses import dataclass
from typing import ClassVar

from games.cave.agenda.jobs import Chain, Duel, Fight
from games.cave.agenda.tasks import Question
from games.cave.components.card import Deck

TURN_START, ANY_TIME, BEFORE_DRAW, BEFORE_FIGHT = "own_turn_start", "own_turn_any", "before_draw", "before_fight"


@dataclass(frozen=True, slots=True, kw_only=True)
class PickingCharacter(Question):
    kind: ClassVar[str] = "pick_character"
    clause: ClassVar[str] = "CAVE-0.6a"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartingTurn(Question):
    kind: ClassVar[str] = "start_action"
    clause: ClassVar[str] = "CAVE-R23.7"
    casts: ClassVar[tuple[str, ...]] = (TURN_START, ANY_TIME)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoosingFirstStep(Question):
    kind: ClassVar[str] = "first_step"
    clause: ClassVar[str] = "CAVE-R22.3a"

    left: int
    mode: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoosingBranch(Question):
    kind: ClassVar[str] = "branch"
    clause: ClassVar[str] = "CAVE-R22.6"

    left: int
    mode: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Engaging(Question):
    kind: ClassVar[str] = "engage"
    clause: ClassVar[str] = "CAVE-12.2"
    casts: ClassVar[tuple[str, ...]] = (ANY_TIME,)


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutToExplore(Question):
    """`before_explore`: a spell may come first (CAVE-R23.6)."""

    kind: ClassVar[str] = "before_explore"
    clause: ClassVar[str] = "CAVE-R23.6"
    casts: ClassVar[tuple[str, ...]] = (ANY_TIME, BEFORE_DRAW)


@dataclass(frozen=True, slots=True, kw_only=True)
class SplittingDraw(Question):
    kind: ClassVar[str] = "split_draw"
    clause: ClassVar[str] = "CAVE-12.3a"
    casts: ClassVar[tuple[str, ...]] = (ANY_TIME, BEFORE_DRAW)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeFight(Question):
    """One side of a fight or duel; `slipped` is set when slipping away was tried (CAVE-R17.1b)."""

    kind: ClassVar[str] = "before_fight"
    clause: ClassVar[str] = "CAVE-R14.2a"
    casts: ClassVar[tuple[str, ...]] = (BEFORE_FIGHT,)

    fight: Fight | Duel
    slipped: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterspell(Question):
    """Asked of all who may hold an answer, at once; `waiting` are those who have not passed yet."""

    kind: ClassVar[str] = "counterspell"
    clause: ClassVar[str] = "CAVE-R23.12"

    waiting: tuple[int, ...]

    @property
    def seats(self) -> tuple[int, ...]:
        return self.waiting


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondWind(Question):
    kind: ClassVar[str] = "second_wind"
    clause: ClassVar[str] = "CAVE-R27.14"

    fight: Fight


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimingReward(Question):
    """`victor_reward`: the seat has beaten the adventurer of `loser` in a fight `by` strength or power."""

    kind: ClassVar[str] = "victor_reward"
    clause: ClassVar[str] = "CAVE-R16.2"

    loser: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PickingPocket(Question):
    kind: ClassVar[str] = "pickpocket_take"
    clause: ClassVar[str] = "CAVE-R27.15"

    victim: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Praying(Question):
    """`prayer`: `face` is the Temple die; `chain` is the roll whose branch it picks."""

    kind: ClassVar[str] = "prayer"
    clause: ClassVar[str] = "CAVE-R27.8"

    face: int
    chain: Chain


@dataclass(frozen=True, slots=True, kw_only=True)
class Choosing(Question):
    """`choose`: `chain` is the step alone; its options stand with the mildest last (CAVE-R25.12)."""

    kind: ClassVar[str] = "choose"
    clause: ClassVar[str] = "CAVE-R25.12"
    casts: ClassVar[tuple[str, ...]] = (ANY_TIME,)

    chain: Chain


@dataclass(frozen=True, slots=True, kw_only=True)
class Paying(Question):
    """`pay`: `chain` is the offer alone (CAVE-R25.13)."""

    kind: ClassVar[str] = "pay"
    clause: ClassVar[str] = "CAVE-R25.13"
    casts: ClassVar[tuple[str, ...]] = (ANY_TIME,)

    chain: Chain


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoosingDiscard(Question):
    """`discard_cards` by the owner's choice: `left` are still to go; `chain` is the step alone (CAVE-R25.6)."""

    kind: ClassVar[str] = "discard_cards"
    clause: ClassVar[str] = "CAVE-R25.6"

    left: int
    chain: Chain


@dataclass(frozen=True, slots=True, kw_only=True)
class Eye(Question):
    """The seat puts the top `count` cards of a stack in order (CAVE-R25.17)."""

    kind: ClassVar[str] = "eye"
    clause: ClassVar[str] = "CAVE-R25.17"
    secret: ClassVar[bool] = True

    deck: Deck
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Taking(Question):
    """`take`: a card of rank 5 that the seat may own lies before it."""

    kind: ClassVar[str] = "take"
    clause: ClassVar[str] = "CAVE-R13.4a"
    casts: ClassVar[tuple[str, ...]] = (ANY_TIME,)

    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DroppingExcess(Question):
    kind: ClassVar[str] = "drop_excess"
    clause: ClassVar[str] = "CAVE-5.5"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardingSpell(Question):
    kind: ClassVar[str] = "discard_spell"
    clause: ClassVar[str] = "CAVE-2.8"


@dataclass(frozen=True, slots=True, kw_only=True)
class UsingMap(Question):
    kind: ClassVar[str] = "use_map"
    clause: ClassVar[str] = "CAVE-R20.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class FacingTrials(Question):
    kind: ClassVar[str] = "trials"
    clause: ClassVar[str] = "CAVE-R20.4"
    casts: ClassVar[tuple[str, ...]] = (ANY_TIME,)
