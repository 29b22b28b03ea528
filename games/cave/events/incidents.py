"""The facts about cards, values, spells and fights; `course.py` has the course of the match."""

from dataclasses import dataclass
from typing import ClassVar

from games.cave.events.addends import Addends
from games.core.events import Event, sealed


@dataclass(frozen=True, kw_only=True)
class SpellDrawn(Event):
    """The seat holds one spell more; which one it alone knows."""

    type = "spell_drawn"
    rules: tuple[str, ...] = ("CAVE-9.2", "CAVE-9.4", "CAVE-9.5")
    spell: str = sealed("seat")


@dataclass(frozen=True, kw_only=True)
class DeckRenewed(Event):
    """The discard became the stack of `deck`, `count` cards."""

    type = "deck_renewed"
    rules: tuple[str, ...] = ("CAVE-R13.6", "CAVE-R23.11")
    deck: str
    count: int


@dataclass(frozen=True, kw_only=True)
class CardDrawn(Event):
    """A card was turned up and lies on the area."""

    type = "card_drawn"
    rules: tuple[str, ...] = ("CAVE-12.3", "CAVE-R23.9")
    area: str
    deck: str
    card: str


@dataclass(frozen=True, kw_only=True)
class CaveCardsCounted(Event):
    """`cards` Cave cards drawn and carried out; the counter stands at `count`, below 7 again if it paid."""

    type = "cave_cards_counted"
    rules: tuple[str, ...] = ("CAVE-12.3", "CAVE-12.3b", "CAVE-2.4")
    cards: int
    count: int


@dataclass(frozen=True, kw_only=True)
class StatChanged(Event):
    """`stat` is `strength`, `power`, `endurance`, `gold` or `healing_cap`; `source` is what brought it, if any."""

    type = "stat_changed"
    stat: str
    before: int
    after: int
    source: str | None = None


@dataclass(frozen=True, kw_only=True)
class PenaltySet(Event):
    """`penalty` is `lose_turn`, `slow` or `force_die`: how many are still to come; `source` is what set it, if any."""

    type = "penalty_set"
    penalty: str
    before: int
    after: int
    source: str | None = None


@dataclass(frozen=True, kw_only=True)
class BonusSet(Event):
    """What is added to the next test, gate attempt or first trial, and what gave it; spent it is 0."""

    type = "bonus_set"
    rules: tuple[str, ...] = ("CAVE-R25.18",)
    before: int
    after: int
    source: str | None = None


@dataclass(frozen=True, kw_only=True)
class CardTaken(Event):
    """An object or friend that lay on the area is the seat's."""

    type = "card_taken"
    rules: tuple[str, ...] = ("CAVE-R13.4", "CAVE-5.1", "CAVE-6.1")
    area: str
    card: str


@dataclass(frozen=True, kw_only=True)
class GoldTaken(Event):
    """Gold that lay on the area, all of it."""

    type = "gold_taken"
    rules: tuple[str, ...] = ("CAVE-12.3d",)
    area: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class CardLeft(Event):
    """An object or friend lies face up on the owner's area."""

    type = "card_left"
    answers: ClassVar[bool] = True
    area: str
    card: str


@dataclass(frozen=True, kw_only=True)
class CardDiscarded(Event):
    """A card that lay on the area is on the discard of its deck."""

    type = "card_discarded"
    area: str
    card: str


@dataclass(frozen=True, kw_only=True)
class BelongingDiscarded(Event):
    """An object, friend or spell of the seat is on the discard of its deck, face up."""

    type = "belonging_discarded"
    card: str


@dataclass(frozen=True, kw_only=True)
class TrophiesWon(Event):
    """Enemies killed on the area; their cards are kept."""

    type = "trophies_won"
    rules: tuple[str, ...] = ("CAVE-1.4", "CAVE-R14.4")
    area: str
    cards: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TrophiesExchanged(Event):
    """`points` of beaten strength made `strength` of own."""

    type = "trophies_exchanged"
    rules: tuple[str, ...] = ("CAVE-1.4", "CAVE-1.4a")
    answers: ClassVar[bool] = True
    cards: tuple[str, ...]
    points: int
    strength: int


@dataclass(frozen=True, kw_only=True)
class SpellCast(Event):
    """`target` is a seat and `deck` a stack, where the spell names one."""

    type = "spell_cast"
    rules: tuple[str, ...] = ("CAVE-9.0", "CAVE-9.6", "CAVE-R23.5")
    answers: ClassVar[bool] = True
    spell: str
    target: int | None
    deck: str | None


@dataclass(frozen=True, kw_only=True)
class SpellCancelled(Event):
    """The seat answered with `spell`; both cards are discarded."""

    type = "spell_cancelled"
    rules: tuple[str, ...] = ("CAVE-R25.24", "CAVE-R23.12")
    answers: ClassVar[bool] = True
    spell: str
    cancelled: str


@dataclass(frozen=True, kw_only=True)
class SpellResolved(Event):
    """The spell is over and lies on the used spells."""

    type = "spell_resolved"
    rules: tuple[str, ...] = ("CAVE-9.6", "CAVE-9.6a")
    spell: str


@dataclass(frozen=True, kw_only=True)
class FightDecided(Event):
    """A fight against `cards`, or against the enemy without a card that `source` names. `result`: won, lost, drawn.

    `addends` explain the adventurer's sum, `enemy_addends` the other, dice included.
    """

    type = "fight_decided"
    by: str
    cards: tuple[str, ...]
    source: str | None
    sum: int
    addends: Addends
    enemy_sum: int
    enemy_addends: Addends
    result: str


@dataclass(frozen=True, kw_only=True)
class DuelDecided(Event):
    """The seat attacked `defender`; `winner` is null when the sums are equal.

    `addends` explain the attacker's sum, `enemy_addends` the defender's, dice included.
    """

    type = "duel_decided"
    by: str
    defender: int
    sum: int
    addends: Addends
    enemy_sum: int
    enemy_addends: Addends
    winner: int | None


@dataclass(frozen=True, kw_only=True)
class Evaded(Event):
    """The seat evades `cards`, or the adventurer of `opponent`, by an ability or a spell."""

    type = "evaded"
    rules: tuple[str, ...] = ("CAVE-R17.1", "CAVE-R17.1a", "CAVE-R17.1b")
    cards: tuple[str, ...]
    opponent: int | None
    by: str


@dataclass(frozen=True, kw_only=True)
class ArmourRolled(Event):
    """The best armour's `die` after a lost fight: from `low` to `high` it holds, and nothing is lost."""

    type = "armour_rolled"
    rules: tuple[str, ...] = ("CAVE-R14.6",)
    card: str
    die: int
    low: int
    high: int
    held: bool


@dataclass(frozen=True, kw_only=True)
class ObjectSeized(Event):
    """The seat took the card from the adventurer of `loser`."""

    type = "object_seized"
    loser: int
    card: str


@dataclass(frozen=True, kw_only=True)
class GoldSeized(Event):
    type = "gold_seized"
    loser: int
    amount: int


@dataclass(frozen=True, kw_only=True)
class AbilityUsed(Event):
    type = "ability_used"
    ability: str


@dataclass(frozen=True, kw_only=True)
class CardsPeeked(Event):
    """The seat alone saw the top `count` cards of the stack, in the order in which they will be drawn."""

    type = "cards_peeked"
    rules: tuple[str, ...] = ("CAVE-R25.17", "CAVE-R25.17a")
    deck: str
    count: int
    cards: tuple[str, ...] = sealed("seat")


@dataclass(frozen=True, kw_only=True)
class StackOrdered(Event):
    """The seat put the top `count` cards of the stack in an order that it alone knows."""

    type = "stack_ordered"
    rules: tuple[str, ...] = ("CAVE-R25.17", "CAVE-R25.17a")
    answers: ClassVar[bool] = True
    deck: str
    count: int
    order: tuple[str, ...] = sealed("seat")


@dataclass(frozen=True, kw_only=True)
class StatTested(Event):
    """Two dice against a total, which `addends` explain, as a text wanted; passed when they come to no more."""

    type = "stat_tested"
    source: str
    stat: str
    total: int
    addends: Addends
    dice_sum: int
    passed: bool


@dataclass(frozen=True, kw_only=True)
class EffectApplied(Event):
    """A step of `source` that leaves no other trace: its word `op`, the whole of it as `effect`.

    `ignored` says why nothing came of it, or is null.
    """

    type = "effect_applied"
    source: str
    origin: str
    op: str
    effect: str
    ignored: str | None = None


INCIDENTS: tuple[type[Event], ...] = (
    SpellDrawn,
    DeckRenewed,
    CardDrawn,
    CaveCardsCounted,
    StatChanged,
    PenaltySet,
    BonusSet,
    CardTaken,
    GoldTaken,
    CardLeft,
    CardDiscarded,
    BelongingDiscarded,
    TrophiesWon,
    TrophiesExchanged,
    SpellCast,
    SpellCancelled,
    SpellResolved,
    FightDecided,
    DuelDecided,
    Evaded,
    ArmourRolled,
    ObjectSeized,
    GoldSeized,
    AbilityUsed,
    CardsPeeked,
    StackOrdered,
    StatTested,
    EffectApplied,
)
