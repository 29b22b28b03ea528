"""Everything that can be on the agenda; the chapters say how each is done. `questions.py` has what is asked."""

from dataclasses import dataclass
from typing import ClassVar

from games.cave.agenda.tasks import Task
from games.cave.components.card import Deck


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginTurn(Task):
    """The turn of the seat, or of the next one still in play, begins or is skipped (CAVE-10.1)."""

    stays: ClassVar[bool] = True

    seat: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(Task):
    stays: ClassVar[bool] = True

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Task):
    """Give the seat its first character: a random one, or the one picked (CAVE-0.6)."""

    stays: ClassVar[bool] = True

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkOn(Task):
    """Go on moving, `left` areas at most; `mode` is `dice`, `free` or `step` (CAVE-R22.2a).

    `path` is the rest of a way that was chosen as a whole (CAVE-R22.10); null where it was not.
    """

    seat: int
    left: int
    mode: str
    path: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOff(Task):
    """Take the first step of a move of `left` areas (CAVE-R22.3a)."""

    seat: int
    left: int
    mode: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CarryTo(Task):
    """An effect carries the adventurer away, once its text and its card are done with (CAVE-R25.7a).

    `to` is `entrance`, `nearest_chamber`, `random_corridor` or `area`, which `area` then names.
    """

    seat: int
    to: str
    area: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrive(Task):
    """The move ended here: meet somebody or explore (CAVE-12.1)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExploreArea(Task):
    """Explore the area on which the adventurer stands (CAVE-12.3)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCards(Task):
    """Draw for the area and meet what lies there (CAVE-12.3, CAVE-R23.9)."""

    seat: int
    cave: int
    adventure: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetCards(Task):
    """Take the cards on the area in order of rank, those that lay there before those drawn (CAVE-R13.1, CAVE-R13.2).

    `instructed` is set when the instruction of the area, or the kind of the chamber, is done with (CAVE-R13.7).
    """

    seat: int
    lying: tuple[str, ...]
    drawn: tuple[str, ...] = ()
    instructed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruct(Task):
    """Carry out what the area wants: its instruction, the kind of a chamber, the trials (CAVE-R13.7, CAVE-12.4)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountCards(Task):
    """Cave cards drawn and carried out in this exploration are counted (CAVE-12.3b)."""

    stays: ClassVar[bool] = True

    seat: int
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispose(Task):
    """Put the card away that was carried out, as its text or its kind wants (CAVE-R13.4)."""

    stays: ClassVar[bool] = True

    seat: int
    card: str
    area: str
    fate: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain(Task):
    """What is left of a text: `source` is the card, area or chamber it stands on, `origin` what kind of thing that is.

    `origin` is `event`, `enemy`, `area`, `chamber`, `stranger`, `place` or `spell`. `target` and `deck` are what a
    spell named with the cast.
    """

    seat: int
    text: str
    source: str
    origin: str
    target: int | None = None
    deck: Deck | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight(Task):
    """A fight of the seat against enemies: `cards` on the area, or one without a card of `value` (CAVE-R14.7).

    `by` is `strength` or `power`; `win` the text that follows a victory over the one without a card; `plus` what a
    spell added to the adventurer's sum (CAVE-R25.24a).
    """

    seat: int
    by: str
    cards: tuple[str, ...] = ()
    value: int = 0
    win: str = ""
    source: str | None = None
    origin: str = "enemy"
    plus: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike(Task):
    """Both sides have answered: the dice of the fight are due (CAVE-R14.2)."""

    seat: int
    fight: Fight


@dataclass(frozen=True, slots=True, kw_only=True)
class Defeat(Task):
    """The fight is lost, and no second wind blows: the loss, and what the enemies do besides (CAVE-R14.8)."""

    seat: int
    fight: Fight


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepTrophies(Task):
    """The killed enemies become trophies or are discarded (CAVE-R14.4, CAVE-R15.2)."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTurn(Task):
    """The turn ends here (CAVE-R14.4, CAVE-R16.6)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel(Task):
    """A fight between adventurers; `plus` and `defence` are what spells added to either sum."""

    attacker: int
    defender: int
    by: str
    plus: int = 0
    defence: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash(Task):
    """Both adventurers have answered: the dice of the duel are due (CAVE-R16.1)."""

    duel: Duel


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveSpell(Task):
    """The spell in the air does its work, unless it was cancelled (CAVE-9.6)."""

    seat: int
    spell: str
    target: int | None
    deck: Deck | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellDone(Task):
    """The spell in the air goes to the used spells (CAVE-9.6a)."""

    seat: int
    spell: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptTrials(Task):
    """The three trials in one go (CAVE-R20.5)."""

    seat: int
