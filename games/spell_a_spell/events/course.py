"""The facts of a match, each with the clauses that produce it; a seat on an event is the one that acts.

No public field names a card by its id: two cards with the same face are alike to those who do not hold them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from games.core.events import Event, sealed
from games.core.public_draws import DrawReader, seat_in
from games.core.schemas import Named


@dataclass(frozen=True, kw_only=True)
class RunStarted(Event):
    """All cards are the deck. `options` are all that the match is played with in its first run, then null.

    `seats` says how many there are.
    """

    type = "run_started"
    run: int
    dealer: int
    seats: int
    options: Annotated[Mapping[str, Any], Named("Options")] | None


@dataclass(frozen=True, kw_only=True)
class CardsDealt(Event):
    """The seat's hand of a new run; `open_cards` are the same where hands lie open, else null."""

    type = "cards_dealt"
    count: int
    open_cards: tuple[str, ...] | None
    cards: tuple[str, ...] = sealed("seat")


@dataclass(frozen=True, kw_only=True)
class TurnStarted(Event):
    """The seat is on turn; under a spell, `word` is the one to resist, of `least` letters (else null and 2)."""

    type = "turn_started"
    word: str | None
    least: int


@dataclass(frozen=True, kw_only=True)
class ExtraTurn(Event):
    """The seat is on turn again, with no spell on it."""

    type = "extra_turn"
    rules: tuple[str, ...] = ("SAS-27", "SAS-30")


@dataclass(frozen=True, kw_only=True)
class WordProposed(Event):
    """The cards lie open, and the table judges; `fogs` are the places of the fog cards in the word, from 0."""

    type = "word_proposed"
    rules: tuple[str, ...] = ("SAS-10", "SAS-11", "SAS-13")
    word: str
    key: str
    fogs: tuple[int, ...]
    voters: tuple[int, ...]
    cards: tuple[str, ...] = sealed("seat")


@dataclass(frozen=True, kw_only=True)
class VoteCast(Event):
    """The seat has answered; its answer is secret until the vote closes."""

    type = "vote_cast"
    rules: tuple[str, ...] = ("SAS-11",)
    vote: str = sealed("seat")


@dataclass(frozen=True, kw_only=True)
class VoteClosed(Event):
    """`votes` are those of `voters`, in the same order."""

    type = "vote_closed"
    rules: tuple[str, ...] = ("SAS-11",)
    accepted: bool
    accepts: int
    challenges: int
    voters: tuple[int, ...]
    votes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class WordRefused(Event):
    """The table voted the word down; its cards are back in the hand."""

    type = "word_refused"
    rules: tuple[str, ...] = ("SAS-11",)
    word: str


@dataclass(frozen=True, kw_only=True)
class WordCast(Event):
    """The cards of the word are in the seat's score pile. `special` is the id of a special word, else null."""

    type = "word_cast"
    word: str
    key: str
    fogs: tuple[int, ...]
    special: str | None
    cards: tuple[str, ...] = sealed("seat")


@dataclass(frozen=True, kw_only=True)
class CardsDrawn(Event):
    """`reason` is `word`, `special`, `bewitched` or `free_pass`."""

    type = "cards_drawn"
    count: int
    reason: str
    open_cards: tuple[str, ...] | None
    cards: tuple[str, ...] = sealed("seat")


@dataclass(frozen=True, kw_only=True)
class SpellStanding(Event):
    """The word that the seat cast is a spell on `on`."""

    type = "spell_standing"
    rules: tuple[str, ...] = ("SAS-16",)
    on: int
    word: str
    key: str


@dataclass(frozen=True, kw_only=True)
class SpellEnded(Event):
    """The spell on the seat is gone; `reason` is `resisted`, `special`, `firewall`, `bewitched` or `resigned`."""

    type = "spell_ended"
    reason: str


@dataclass(frozen=True, kw_only=True)
class SeatBewitched(Event):
    """The seat ended its turn under the spell of `word`."""

    type = "seat_bewitched"
    rules: tuple[str, ...] = ("SAS-20", "SAS-22")
    word: str


@dataclass(frozen=True, kw_only=True)
class FreePass(Event):
    """The seat ended its turn without a word and without a spell; `idle` if there was no card left to draw."""

    type = "free_pass"
    idle: bool


@dataclass(frozen=True, kw_only=True)
class EffectPlayed(Event):
    """An effect card of the seat lies in the discard pile."""

    type = "effect_played"
    effect: str
    card: str = sealed("seat")


@dataclass(frozen=True, kw_only=True)
class HandPassed(Event):
    """The seat is to give its whole hand to `receiver`; both know the cards. Nothing has moved yet."""

    type = "hand_passed"
    rules: tuple[str, ...] = ("SAS-32", "SAS-33")
    receiver: int
    count: int
    told: tuple[int, int]
    cards: tuple[str, ...] = sealed("told")


@dataclass(frozen=True, kw_only=True)
class HandsRotated(Event):
    """All hands changed places at once: that of `givers[i]` went to `receivers[i]`."""

    type = "hands_rotated"
    rules: tuple[str, ...] = ("SAS-32", "SAS-33")
    direction: str
    givers: tuple[int, ...]
    receivers: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class SnowballThrown(Event):
    """The `number`-th snowball of the round: the seat will take up to `takes` cards of `target`."""

    type = "snowball_thrown"
    number: int
    takes: int
    target: int


@dataclass(frozen=True, kw_only=True)
class WindowOpened(Event):
    """The seat is asked for a firewall (`window` is `defence`) or a snowball (`reply`), whether it holds one or not."""

    type = "window_opened"
    window: str
    rules: tuple[str, ...] = ("SAS-38",)


@dataclass(frozen=True, kw_only=True)
class WindowDeclined(Event):
    type = "window_declined"
    window: str
    rules: tuple[str, ...] = ("SAS-38",)


@dataclass(frozen=True, kw_only=True)
class CardsStolen(Event):
    """The seat took cards of `target`; the two, `told`, know which."""

    type = "cards_stolen"
    target: int
    count: int
    told: tuple[int, int]
    open_cards: tuple[str, ...] | None
    cards: tuple[str, ...] = sealed("told")


@dataclass(frozen=True, kw_only=True)
class SnowballRoundEnded(Event):
    """The turn is back with the seat; `reason` is `declined`, `firewall`, `empty_hand`, `no_answer` or `resigned`."""

    type = "snowball_round_ended"
    reason: str


@dataclass(frozen=True, kw_only=True)
class SeatResigned(Event):
    """The seat has left the circle; its hand stays face down."""

    type = "seat_resigned"
    rules: tuple[str, ...] = ("SAS-49",)


@dataclass(frozen=True, kw_only=True)
class RunEnded(Event):
    """`scores` are those of this run, by seat; `reason` is `passes`, `solver` or `full_round`."""

    type = "run_ended"
    run: int
    reason: str
    scores: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class LastSeatRemained(Event):
    """All others have resigned: the match is over."""

    type = "last_seat_remained"
    rules: tuple[str, ...] = ("SAS-49",)
    winner: int


EVENTS: dict[str, type[Event]] = {
    event.type: event
    for event in (
        RunStarted,
        CardsDealt,
        TurnStarted,
        ExtraTurn,
        WordProposed,
        VoteCast,
        VoteClosed,
        WordRefused,
        WordCast,
        CardsDrawn,
        SpellStanding,
        SpellEnded,
        SeatBewitched,
        FreePass,
        EffectPlayed,
        HandPassed,
        HandsRotated,
        SnowballThrown,
        WindowOpened,
        WindowDeclined,
        CardsStolen,
        SnowballRoundEnded,
        SeatResigned,
        RunEnded,
        LastSeatRemained,
    )
}
# Votes and passes that the others still wait for; the last one counts them.
RETRACTABLE = frozenset({VoteCast.type, WindowDeclined.type})
# Whose draws anybody can read off them: no list that they come from holds anything hidden.
PUBLIC_DRAWS: Mapping[str, DrawReader] = {RunStarted.type: seat_in("dealer", only_first=True)}
