"""What a match is at one moment: one class for each phase, all around one table."""

from dataclasses import dataclass

from games.core.records import replace
from games.spell_a_spell.components.cards import canonical
from games.spell_a_spell.knowledge import Memory
from games.spell_a_spell.options import Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One seat: `hand` in canonical order, `pile` the cards scored in this run, `earlier` the score of ended runs."""

    hand_size: int
    hand: tuple[str, ...] = ()
    pile: tuple[str, ...] = ()
    earlier: int = 0
    bewitched: bool = False
    resigned: bool = False

    @property
    def score(self) -> int:
        """The cards scored, summed over the runs (SAS-44, SAS-45)."""
        return self.earlier + len(self.pile)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """A word as cast: `fogs` are the places of its fog cards, which stand for the letters there (SAS-13)."""

    seat: int
    word: str
    key: str
    fogs: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """The standing spell: the word that `on` must resist (SAS-16, SAS-18)."""

    caster: int
    on: int
    word: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """All that lies on the table, whatever the phase.

    `deck` is a set, kept in canonical order; `discard` has the newest effect card last. `casts` are the words of this
    run in order, `agreed` the keys of the words that the table voted in. `passes` are the seats that ended their turns
    without drawing since the last word or effect (SAS-42). `questions` counts the questions put so far.
    `memories` say by seat what it remembers; of a state that a seat imagines, that of this seat alone is told.
    """

    options: Options
    players: tuple[Player, ...]
    run: int
    dealer: int
    deck: tuple[str, ...]
    discard: tuple[str, ...] = ()
    spell: Spell | None = None
    casts: tuple[Spelling, ...] = ()
    agreed: tuple[str, ...] = ()
    passes: tuple[int, ...] = ()
    questions: int = 0
    memories: tuple[Memory | None, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.players)


@dataclass(frozen=True, slots=True)
class Dealing:
    """The cards of a run are being dealt."""

    table: Table


@dataclass(frozen=True, slots=True)
class Turn:
    """`seat` plays effects, casts or ends its turn; `refused` words of this turn were voted down."""

    table: Table
    seat: int
    refused: int = 0


@dataclass(frozen=True, slots=True)
class Voting:
    """The word of `proposed.seat` lies open, its `cards` out of the hand; `votes` is None for a seat yet to answer.

    A seat that is not asked, the proposer or one that has left before, is not in `voters`.
    """

    table: Table
    proposed: Spelling
    cards: tuple[str, ...]
    voters: tuple[int, ...]
    votes: tuple[str | None, ...]
    refused: int

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats still waited for."""
        return tuple(seat for seat, vote in zip(self.voters, self.votes, strict=True) if vote is None)


@dataclass(frozen=True, slots=True)
class Throw:
    """The `number`-th snowball of the round that `initiator` began: `thief` takes cards from `target` (SAS-36)."""

    initiator: int
    number: int
    thief: int
    target: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """A snowball flies, and no window is open: before the first, or between the two."""

    table: Table
    throw: Throw


@dataclass(frozen=True, slots=True)
class Defending:
    """The target may stop the theft with a firewall (SAS-38)."""

    table: Table
    throw: Throw


@dataclass(frozen=True, slots=True)
class Replying:
    """The theft is made; the target may throw a snowball of its own (SAS-38)."""

    table: Table
    throw: Throw


@dataclass(frozen=True, slots=True)
class RunOver:
    """A run has ended and another will begin."""

    table: Table


@dataclass(frozen=True, slots=True)
class Finished:
    table: Table
    reason: str


Snowballing = Thrown | Defending | Replying
State = Dealing | Turn | Voting | Thrown | Defending | Replying | RunOver | Finished


def on_turn(state: State) -> int | None:
    """The seat whose turn it is, also while others answer; None between turns and after the end."""
    match state:
        case Turn(seat=seat):
            return seat
        case Voting(proposed=proposed):
            return proposed.seat
        case Thrown(throw=throw) | Defending(throw=throw) | Replying(throw=throw):
            return throw.initiator
        case _:
            return None


def still_in(table: Table) -> tuple[int, ...]:
    """The seats that have not resigned (SAS-49)."""
    return tuple(seat for seat, player in enumerate(table.players) if not player.resigned)


def left_of(table: Table, seat: int) -> int:
    """The left neighbour: the next seat clockwise that is still in (SAS-6, SAS-49)."""
    circle = ((seat + step) % table.seats for step in range(1, table.seats + 1))
    return next(other for other in circle if not table.players[other].resigned)


def place_of(table: Table, seat: int) -> int:
    """How many seats lie between the dealer and the seat, clockwise: 0 for the one that is first in every round."""
    return (seat - table.dealer - 1) % table.seats


def with_player(table: Table, seat: int, player: Player) -> Table:
    """The table with `player` in the place of the one of `seat`."""
    return replace(table, players=(*table.players[:seat], player, *table.players[seat + 1 :]))


def given(player: Player, cards: tuple[str, ...]) -> Player:
    """The player with `cards` more in hand."""
    return replace(player, hand=canonical((*player.hand, *cards)))


def parted_from(player: Player, cards: tuple[str, ...]) -> Player:
    """The player without `cards`, which are in the hand."""
    return replace(player, hand=without(player.hand, cards))


def without(pile: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card for card in pile if card not in cards)
