"""What a seat can ask for, and the shape in which a client sends it (CAVE-R23.9)."""

from dataclasses import dataclass, fields
from typing import Any, Literal, Union, get_type_hints

from games.cave.components.card import Deck
from games.core.moves import Move, Resign
from games.core.schemas import doc, record_type


@dataclass(frozen=True, kw_only=True)
class CardSet(Move):
    """A move that names a set: in any order its cards are the same move, which is listed once (CAVE-R23.4)."""

    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))


@dataclass(frozen=True, kw_only=True)
class PickCharacter(Move):
    """Take an unused character, or let one be drawn (`random`)."""

    type = "pick_character"
    character: str


@dataclass(frozen=True, kw_only=True)
class Roll(Move):
    """Move as far as the die says; where to is asked once it has fallen (CAVE-11.2, CAVE-R22.3)."""

    type = "roll"


@dataclass(frozen=True, kw_only=True)
class Step(Move):
    """Move to an area next door, without the die (CAVE-11.2b)."""

    type = "step"
    to: str


@dataclass(frozen=True, kw_only=True)
class Cure(Move):
    """Spend the turn and 1 gold on one wound (CAVE-4.6)."""

    type = "cure"


@dataclass(frozen=True, kw_only=True)
class TryGate(Move):
    """Spend the movement on a gate, by `strength`, `power` or `key`; `open` steps through one just opened."""

    type = "gate"
    gate: str
    by: str


@dataclass(frozen=True, kw_only=True)
class TrialsAgain(Move):
    """Stay in the Crystal Chamber and attempt the trials (CAVE-R20.6)."""

    type = "trials_again"


@dataclass(frozen=True, kw_only=True)
class DarkPact(Move):
    """Lose 1 endurance for a spell (CAVE-R27.17)."""

    type = "dark_pact"


@dataclass(frozen=True, kw_only=True)
class FirstStep(Move):
    """Where a roll begins: an area next door, or `forward` or `back` (CAVE-R22.3a)."""

    type = "first_step"
    to: str


@dataclass(frozen=True, kw_only=True)
class TakeBranch(Move):
    type = "branch"
    to: str


@dataclass(frozen=True, kw_only=True)
class WalkTo(Move):
    """All of a free mover's way at once: where it ends, and the areas between, in order (CAVE-R22.10, rules 2)."""

    type = "walk"
    to: str
    over: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Explore(Move):
    type = "explore"


@dataclass(frozen=True, kw_only=True)
class Attack(Move):
    """Fight the adventurer of a seat on the same area, with power if `psychic` (CAVE-12.2a)."""

    type = "attack"
    target: int
    psychic: bool


@dataclass(frozen=True, kw_only=True)
class UseAbility(Move):
    """Use a special ability on the adventurer of a seat on the same area (CAVE-12.2b)."""

    type = "ability"
    ability: str
    target: int


@dataclass(frozen=True, kw_only=True)
class GoOn(Move):
    type = "go_on"


@dataclass(frozen=True, kw_only=True)
class SplitDraw(Move):
    """How many cards come from which stack (CAVE-12.3a)."""

    type = "split_draw"
    cave: int
    adventure: int


@dataclass(frozen=True, kw_only=True)
class AlwaysDraw(Move):
    """All cards from this stack as far as it has them, here and from now on (CAVE-R23.15, rules 2)."""

    type = "always_draw"
    deck: Deck


@dataclass(frozen=True, kw_only=True)
class OrderCards(Move):
    """The top cards of a stack, first the one to be drawn first (CAVE-R25.17)."""

    type = "order_cards"
    cards: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class StandAndFight(Move):
    type = "fight"


@dataclass(frozen=True, kw_only=True)
class Evade(Move):
    type = "evade"
    ability: str


@dataclass(frozen=True, kw_only=True)
class Cast(Move):
    type = "cast"
    spell: str


@dataclass(frozen=True, kw_only=True)
class CastAt(Move):
    """Cast a spell on the adventurer of another seat."""

    type = "cast_at"
    spell: str
    target: int


@dataclass(frozen=True, kw_only=True)
class CastOnDeck(Move):
    """Cast a spell on the `cave` or the `adventure` stack."""

    type = "cast_on_deck"
    spell: str
    deck: Deck


@dataclass(frozen=True, kw_only=True)
class Cancel(Move):
    """Answer a cast with the Counterspell (CAVE-R23.12)."""

    type = "cancel"


@dataclass(frozen=True, kw_only=True)
class Pass(Move):
    type = "pass"


@dataclass(frozen=True, kw_only=True)
class FightAgain(Move):
    """Use the second wind (CAVE-R27.14)."""

    type = "again"


@dataclass(frozen=True, kw_only=True)
class Accept(Move):
    type = "accept"


@dataclass(frozen=True, kw_only=True)
class Claim(Move):
    """What the victor or the thief gets: `endurance`, `gold`, `devour` or an object's id (CAVE-R16.2)."""

    type = "claim"
    prize: str


@dataclass(frozen=True, kw_only=True)
class Keep(Move):
    type = "keep"


@dataclass(frozen=True, kw_only=True)
class Reroll(Move):
    """Use the prayer (CAVE-R27.8)."""

    type = "reroll"


@dataclass(frozen=True, kw_only=True)
class Choose(Move):
    """One of the options of a text, counted from 0 (CAVE-R25.12)."""

    type = "choose"
    option: int


@dataclass(frozen=True, kw_only=True)
class Pay(Move):
    type = "pay"


@dataclass(frozen=True, kw_only=True)
class Decline(Move):
    type = "decline"


@dataclass(frozen=True, kw_only=True)
class AlwaysDecline(Move):
    """Decline what this area offers, now and whenever one ends a move there (CAVE-R23.15, rules 2)."""

    type = "always_decline"
    area: str


@dataclass(frozen=True, kw_only=True)
class Take(Move):
    type = "take"


@dataclass(frozen=True, kw_only=True)
class AlwaysTake(Move):
    """Take the card, and from now on whatever there is room for (CAVE-R23.15, rules 2)."""

    type = "always_take"


@dataclass(frozen=True, kw_only=True)
class TakeInstead(Move):
    """Take the object and leave another one lying for it (CAVE-R13.4)."""

    type = "take_instead"
    leaving: str


@dataclass(frozen=True, kw_only=True)
class LeaveLying(Move):
    type = "leave"


@dataclass(frozen=True, kw_only=True)
class DropExcess(CardSet):
    """The objects that go (CAVE-5.5)."""

    type = "drop_excess"


@dataclass(frozen=True, kw_only=True)
class DiscardSpell(Move):
    type = "discard_spell"
    spell: str


@dataclass(frozen=True, kw_only=True)
class DiscardCard(Move):
    type = "discard_card"
    card: str


@dataclass(frozen=True, kw_only=True)
class UseMap(Move):
    """Make this chamber the Crystal Chamber (CAVE-R20.1)."""

    type = "use_map"


@dataclass(frozen=True, kw_only=True)
class RollKind(Move):
    type = "roll_kind"


@dataclass(frozen=True, kw_only=True)
class Attempt(Move):
    """Begin the trials (CAVE-R20.5)."""

    type = "attempt"


@dataclass(frozen=True, kw_only=True)
class ExchangeTrophies(CardSet):
    """Beaten enemies for strength (CAVE-1.4)."""

    type = "exchange_trophies"


@dataclass(frozen=True, kw_only=True)
class DropObject(Move):
    type = "drop_object"
    card: str


@dataclass(frozen=True, kw_only=True)
class LeaveFriend(Move):
    type = "leave_friend"
    card: str


@dataclass(frozen=True, kw_only=True)
class AskAgain(Move):
    """An order of one's own ends: which kind of question is put again (CAVE-R23.15, rules 2)."""

    type = "ask_again"
    kind: str


MOVES: tuple[type[Move], ...] = (
    PickCharacter,
    Roll,
    Step,
    Cure,
    TryGate,
    TrialsAgain,
    DarkPact,
    FirstStep,
    TakeBranch,
    WalkTo,
    Explore,
    Attack,
    UseAbility,
    GoOn,
    SplitDraw,
    AlwaysDraw,
    OrderCards,
    StandAndFight,
    Evade,
    Cast,
    CastAt,
    CastOnDeck,
    Cancel,
    Pass,
    FightAgain,
    Accept,
    Claim,
    Keep,
    Reroll,
    Choose,
    Pay,
    Decline,
    AlwaysDecline,
    Take,
    AlwaysTake,
    TakeInstead,
    LeaveLying,
    DropExcess,
    DiscardSpell,
    DiscardCard,
    UseMap,
    RollKind,
    Attempt,
    ExchangeTrophies,
    DropObject,
    LeaveFriend,
    AskAgain,
)
# Those that only rules 2 has.
SINCE_2: tuple[type[Move], ...] = (WalkTo, AlwaysDraw, AlwaysDecline, AlwaysTake, AskAgain)
# Orders to the game itself: they are kept with the answer that gives or ends them.
ORDERS = (AlwaysDraw, AlwaysDecline, AlwaysTake, AskAgain)

# A move as history tells it, by its type.
ANSWER: Any = Union[  # noqa: UP007
    tuple(
        record_type(
            f"{move.__name__}Answer",
            {"type": Literal[move.type], **{item.name: get_type_hints(move)[item.name] for item in fields(move)}},
            doc(move),
        )
        for move in MOVES
    )
]

MOVE_CLASSES: dict[str, type[Move]] = {**{move.type: move for move in MOVES}, Resign.type: Resign}
