"""The facts of a match, each with the clauses that produce it; a seat on an event is the one that acts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypedDict

from games.core.events import SERVER, Event, sealed
from games.core.public_draws import DrawReader, seat_in


class ShownChoice(TypedDict):
    """The spell that a wizard casts, and on whom."""

    spell: str
    target: int


class ShownChange(TypedDict):
    """What a step did to a wizard, be it nothing."""

    wizard: int
    of: Literal["pos", "gold"]
    before: int
    after: int


@dataclass(frozen=True, kw_only=True)
class LairPrepared(Event):
    """Every wizard stands on the start space with its gold; all cards are the deck. Always the first event."""

    type = "lair_prepared"
    rules: tuple[str, ...] = ("RPW-3", "RPW-7", "RPW-8", "RPW-16")
    seats: int
    max_rounds: int


@dataclass(frozen=True, kw_only=True)
class CardPlaced(Event):
    """A card was drawn into the slot next to the deck; the others moved away from it."""

    type = "card_placed"
    card: str


@dataclass(frozen=True, kw_only=True)
class CardRejected(Event):
    """A card was drawn for the book and discarded, because its colour stood there twice already."""

    type = "card_rejected"
    card: str
    colour: str


@dataclass(frozen=True, kw_only=True)
class DiscardBecameDeck(Event):
    type = "discard_became_deck"
    rules: tuple[str, ...] = ("RPW-9", "RPW-10")
    count: int


@dataclass(frozen=True, kw_only=True)
class FirstPlayerDrawn(Event):
    type = "first_player_drawn"
    rules: tuple[str, ...] = ("RPW-15",)
    first_player: int


@dataclass(frozen=True, kw_only=True)
class RoundBegun(Event):
    """The learn step is open to every seat still in."""

    type = "round_begun"
    rules: tuple[str, ...] = ("RPW-17", "RPW-18")
    round: int


@dataclass(frozen=True, kw_only=True)
class ChoiceMade(Event):
    """The seat is ready; what it picked is its own secret until the reveal."""

    type = "choice_made"
    rules: tuple[str, ...] = ("RPW-18", "RPW-21", "RPW-22")
    spell: str = sealed("seat")
    target: int = sealed("seat")


@dataclass(frozen=True, kw_only=True)
class ChoiceDefaulted(Event):
    """The clock answered for the seat, which casts nothing this round."""

    type = "choice_defaulted"
    rules: tuple[str, ...] = ("RPW-23",)


@dataclass(frozen=True, kw_only=True)
class GesturesRevealed(Event):
    """By seat: `{spell, target}`, or null for a wizard that casts nothing."""

    type = "gestures_revealed"
    rules: tuple[str, ...] = ("RPW-24",)
    gestures: tuple[ShownChoice | None, ...]


@dataclass(frozen=True, kw_only=True)
class WildPairFormed(Event):
    """Two wizards cast the same spell on each other; each will draw a card instead."""

    type = "wild_pair_formed"
    rules: tuple[str, ...] = ("RPW-26", "RPW-27")
    seats: tuple[int, int]
    spell: str


@dataclass(frozen=True, kw_only=True)
class WildCardDrawn(Event):
    """The seat points a card that nobody has seen where it pointed its spell."""

    type = "wild_card_drawn"
    rules: tuple[str, ...] = ("RPW-26", "RPW-28", "RPW-29")
    card: str = sealed(SERVER)


@dataclass(frozen=True, kw_only=True)
class SpellBegun(Event):
    """The seat let its gesture go; a wild card is turned up by this."""

    type = "spell_begun"
    card: str
    aim: int
    wild: bool


@dataclass(frozen=True, kw_only=True)
class EffectApplied(Event):
    """One step of the card of `seat`, or of its target's answer.

    `changes` are `{wizard, of: "pos" | "gold", before, after}`, one for each wizard the step works on, also where
    nothing changed. `amount` is what the step asked for, where it asks for an amount. `ignored` names why something
    of it could not be done: `end_of_track`, `too_little_gold`, `nobody_poorer`, `target_is_caster`,
    `target_cast_nothing`, `target_has_resolved`, `target_was_cancelled`, `already_wild`; null when all was done.
    """

    type = "effect_applied"
    effect: str
    amount: int | None = None
    changes: tuple[ShownChange, ...] = ()
    ignored: str | None = None


@dataclass(frozen=True, kw_only=True)
class GestureRedirected(Event):
    """The live gesture of `wizard` moved from aim `before` to aim `after`."""

    type = "gesture_redirected"
    wizard: int
    before: int
    after: int


@dataclass(frozen=True, kw_only=True)
class GestureCancelled(Event):
    """The turn of `wizard` is lost; `card` is the wild card it held, turned up and discarded, or null."""

    type = "gesture_cancelled"
    wizard: int
    card: str | None


@dataclass(frozen=True, kw_only=True)
class GestureMadeWild(Event):
    """`wizard` points a hidden card where it pointed its spell."""

    type = "gesture_made_wild"
    rules: tuple[str, ...] = ("RPW-45", "RPW-29")
    wizard: int
    card: str = sealed(SERVER)


@dataclass(frozen=True, kw_only=True)
class ReceiverAsked(Event):
    """The seat, target of the spell of `caster`, is to say which poorer wizard gets `amount` gold."""

    type = "receiver_asked"
    rules: tuple[str, ...] = ("RPW-32", "RPW-38")
    caster: int
    amount: int


@dataclass(frozen=True, kw_only=True)
class ReceiverChosen(Event):
    """The answer; `for_resigned` when it was taken for a seat that has resigned."""

    type = "receiver_chosen"
    receiver: int
    for_resigned: bool


@dataclass(frozen=True, kw_only=True)
class WildCardDiscarded(Event):
    """The wild card of the seat was carried out to its last step."""

    type = "wild_card_discarded"
    rules: tuple[str, ...] = ("RPW-46",)
    card: str


@dataclass(frozen=True, kw_only=True)
class GoldScored(Event):
    """What each wizard took from the hoard, by seat."""

    type = "gold_scored"
    amounts: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class WinChecked(Event):
    """`result` is `play_on` or the reason of the end.

    `idle_rounds` are the last rounds running in which every seat still in was answered for by the clock.
    """

    type = "win_checked"
    result: str
    winners: tuple[int, ...]
    idle_rounds: int


@dataclass(frozen=True, kw_only=True)
class WizardReentered(Event):
    type = "wizard_reentered"
    rules: tuple[str, ...] = ("RPW-57",)
    wizard: int
    before: int
    after: int


@dataclass(frozen=True, kw_only=True)
class BookCardRetired(Event):
    """The card farthest from the deck went to the discard pile."""

    type = "book_card_retired"
    rules: tuple[str, ...] = ("RPW-58",)
    card: str


@dataclass(frozen=True, kw_only=True)
class MarkerPassed(Event):
    type = "marker_passed"
    rules: tuple[str, ...] = ("RPW-62",)
    first_player: int


@dataclass(frozen=True, kw_only=True)
class SeatResigned(Event):
    """The seat is out of the play; its wizard stays on the track."""

    type = "seat_resigned"
    rules: tuple[str, ...] = ("RPW-65",)


@dataclass(frozen=True, kw_only=True)
class LastSeatRemained(Event):
    """All others have resigned: the match is over."""

    type = "last_seat_remained"
    rules: tuple[str, ...] = ("RPW-66",)
    winner: int


EVENTS: dict[str, type[Event]] = {
    event.type: event
    for event in (
        LairPrepared,
        CardPlaced,
        CardRejected,
        DiscardBecameDeck,
        FirstPlayerDrawn,
        RoundBegun,
        ChoiceMade,
        ChoiceDefaulted,
        GesturesRevealed,
        WildPairFormed,
        WildCardDrawn,
        SpellBegun,
        EffectApplied,
        GestureRedirected,
        GestureCancelled,
        GestureMadeWild,
        ReceiverAsked,
        ReceiverChosen,
        WildCardDiscarded,
        GoldScored,
        WinChecked,
        WizardReentered,
        BookCardRetired,
        MarkerPassed,
        SeatResigned,
        LastSeatRemained,
    )
}
# A gesture that the others still wait for; the last one opens them all.
RETRACTABLE = frozenset({ChoiceMade.type})
# Whose draws anybody can read off them: no list that they come from holds anything hidden.
PUBLIC_DRAWS: Mapping[str, DrawReader] = {FirstPlayerDrawn.type: seat_in("first_player")}
