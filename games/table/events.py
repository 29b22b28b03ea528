"""The table's own events, the same for every game: one constructor each, for the service and the verifier alike.

A constructor gives every byte of the public part (`data`) and of the sealed ones (`parts`); only time, version and
hashes come from the store.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal, NotRequired, TypeAlias, TypedDict

from games.core.definition import Outcome
from games.core.json import JSON, JSONObject

PLAYER, BOT, CLOCK, SYSTEM = "player", "bot", "clock", "system"
# Fields that the envelope has for every event; all other fields are the event's own.
ENVELOPE = frozenset({"seat", "by", "move"})
# The sealed parts that belong to the table; all others belong to the kernel.
MOVE, SEED, ORIGINS = "move", "seed", "origins"
# Beside a bot's move: the version of the bots that picked it.
BOTS = "bots"
# Beside a player's move, where the seat signs: the signature, and the event up to which the player had seen the match.
SIGNED = "signed"
TABLE_PARTS = frozenset({MOVE, BOTS, SIGNED, SEED, ORIGINS})
# By convention of every game: the kernel's event that the move `resign` makes.
SEAT_RESIGNED = "seat_resigned"
# Likewise: the kernel's event by which the rules eliminate a seat for good. The seat is asked nothing any more.
SEAT_ELIMINATED = "seat_eliminated"

# Who may open a sealed part (no seat: the server alone), and what it says.
Sealed: TypeAlias = tuple[tuple[int, ...], Mapping[str, JSON]]


@dataclass(frozen=True, kw_only=True)
class TableEvent:
    """A fact of the table, past tense. `by` is who caused it, `move` the number of the move that it belongs to."""

    type: ClassVar[str]

    seat: int | None = None
    by: str = SYSTEM
    move: int | None = None

    @property
    def data(self) -> Mapping[str, Any]:
        """The public part, as it is stored: a typed dict where it is not the fields of the class."""
        return {item.name: getattr(self, item.name) for item in fields(self) if item.name not in ENVELOPE}

    @property
    def parts(self) -> tuple[Sealed, ...]:
        """What is sealed in it."""
        return ()

    @classmethod
    def values(cls, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """The event's own fields, read from a stored public part."""
        return data


class ForkOrigin(TypedDict):
    """Where a fork goes on from: the match, the version and its hash, and the seats that were out by then, and how."""

    match: str
    version: int
    head: str
    resigned: Sequence[int]
    eliminated: Sequence[int]


class FillData(TypedDict):
    """Which bot takes the seats that are free once the lobby has waited for so many seconds."""

    after: int
    bot: str


class BeaconData(TypedDict):
    """The round of a public beacon that goes into the match's chance, and what happens `otherwise`.

    `chain` is the hash of a drand chain. Where the round cannot be had the match waits for it (`wait`), or begins
    without (`go_on`).
    """

    chain: str
    round: int
    otherwise: str


class MatchCreatedData(TypedDict):
    """What a match is set up with."""

    game: str
    rules: str
    seats: int
    options: Mapping[str, Any]
    clock: Mapping[str, Any]
    commitment: str
    fill: NotRequired[FillData]
    pace: NotRequired[int]
    forked_from: NotRequired[ForkOrigin]
    beacon: NotRequired[BeaconData]
    open_draws: NotRequired[str]


class SeedPart(TypedDict):
    """The seed of all chance."""

    seed: str


class KeyOrigin(TypedDict):
    """What the key of the draws below `draws` was made of."""

    match: str
    seed: str
    entropies: Sequence[str | None]
    draws: int
    beacon: NotRequired[str]
    open_draws: NotRequired[Literal[True]]


class OriginsPart(TypedDict):
    """A fork's older keys of chance."""

    origins: Sequence[KeyOrigin]


class SeatTakenData(TypedDict):
    """What the seat gives to the match's chance; the bot that sits there; the seat that invited its player."""

    entropy: str | None
    bot: NotRequired[str]
    invited_by: NotRequired[int]


class MatchStartedData(TypedDict):
    """What the seats gave to the match's chance, in their order, and the signature of the beacon's round."""

    entropies: Sequence[str | None]
    beacon: NotRequired[str]


class MatchEndedData(TypedDict):
    """How the match ended. `knowing` where moves were taken back after which all went on knowing what they had seen."""

    ranking: Sequence[Sequence[int]]
    reason: str
    winners: Sequence[int]
    knowing: NotRequired[bool]


@dataclass(frozen=True, kw_only=True)
class MatchCreated(TableEvent):
    """Event 1. `seed` and a fork's `origins` (whose keys the draws before it were made with) are sealed.

    `forked_from` names match, version and head of the match that a fork goes on from, and which seats had `resigned` or
    were `eliminated`. `fill` is there where bots take the seats that stay free for long, and `pace` (seconds) where
    they pause. `beacon` names a round that was not out yet: what nobody could know goes into the chance too.
    `open_draws` is the root (hex) of the tree of the draws' secrets, where each draw has one.
    """

    type = "match_created"

    game: str
    rules: str
    seats: int
    options: JSONObject
    clock: JSONObject
    commitment: str
    fill: FillData | None = None
    pace: int = 0
    forked_from: ForkOrigin | None = None
    beacon: BeaconData | None = None
    open_draws: str | None = None
    seed: bytes | None = field(default=None, repr=False)
    origins: Sequence[JSON] | None = field(default=None, repr=False)

    @property
    def data(self) -> MatchCreatedData:
        data: MatchCreatedData = {
            "game": self.game,
            "rules": self.rules,
            "seats": self.seats,
            "options": self.options,
            "clock": self.clock,
            "commitment": self.commitment,
        }
        if self.fill is not None:
            data["fill"] = self.fill
        if self.pace:
            data["pace"] = self.pace
        if self.forked_from is not None:
            data["forked_from"] = self.forked_from
        if self.beacon is not None:
            data["beacon"] = self.beacon
        if self.open_draws is not None:
            data["open_draws"] = self.open_draws
        return data

    @property
    def parts(self) -> tuple[Sealed, ...]:
        seed: list[Sealed] = [] if self.seed is None else [((), {SEED: self.seed.hex()})]
        origins: list[Sealed] = [] if self.origins is None else [((), {ORIGINS: self.origins})]
        return (*seed, *origins)


@dataclass(frozen=True, kw_only=True)
class SeatTaken(TableEvent):
    """A player sits down on `seat`, giving `entropy` to the match's chance, or a bot, by the host or the clock.

    In a running match the player takes the place of one who is away: `invited_by` is the seat that invited them.
    """

    type = "seat_taken"

    by: str = PLAYER
    entropy: str | None
    bot: str | None = None
    invited_by: int | None = None

    @property
    def data(self) -> SeatTakenData:
        data: SeatTakenData = {"entropy": self.entropy}
        if self.bot is not None:
            data["bot"] = self.bot
        if self.invited_by is not None:
            data["invited_by"] = self.invited_by
        return data


@dataclass(frozen=True, kw_only=True)
class SeatLeft(TableEvent):
    """A seat is free again."""

    type = "seat_left"

    by: str = PLAYER


@dataclass(frozen=True, kw_only=True)
class MatchStarted(TableEvent):
    """Every seat is taken; `entropies`, in the order of the seats, fix the match's chance from here on.

    So does the signature of the `beacon`'s round (hex), where event 1 names one.
    """

    type = "match_started"

    entropies: Sequence[str | None]
    beacon: str | None = None

    @property
    def data(self) -> MatchStartedData:
        data: MatchStartedData = {"entropies": list(self.entropies)}
        if self.beacon is not None:
            data["beacon"] = self.beacon
        return data


@dataclass(frozen=True, kw_only=True)
class TimedOut(TableEvent):
    """The seat's time for a prompt is up; the move that follows answers it."""

    type = "timed_out"

    by: str = CLOCK
    prompt: str


@dataclass(frozen=True, kw_only=True)
class MatchCancelled(TableEvent):
    """The match is called off before its start."""

    type = "match_cancelled"


@dataclass(frozen=True, kw_only=True)
class MatchEnded(TableEvent):
    """The last event of a match that was played; everything sealed is open from here."""

    type = "match_ended"

    reason: str
    ranking: Sequence[Sequence[int]]
    winners: Sequence[int]
    knowing: bool = False

    @property
    def data(self) -> MatchEndedData:
        ranking = [list(place) for place in self.ranking]
        # In the order of canonical JSON, so that responses show it as history has it.
        knowing: MatchEndedData | dict[str, Any] = {"knowing": True} if self.knowing else {}
        return {**knowing, "ranking": ranking, "reason": self.reason, "winners": list(self.winners)}  # type: ignore[typeddict-item]

    @classmethod
    def of(cls, outcome: Outcome, *, knowing: bool = False) -> "MatchEnded":
        """The end that a game or the table has found."""
        return cls(reason=outcome.reason, ranking=outcome.ranking, winners=outcome.winners, knowing=knowing)


def seat_of(event: TableEvent) -> int:
    """The seat of an event that has one."""
    assert event.seat is not None
    return event.seat


# What every match goes through. The events of features are in `games/table/features/`.
COURSE: tuple[type[TableEvent], ...] = (
    MatchCreated,
    SeatTaken,
    SeatLeft,
    MatchStarted,
    TimedOut,
    MatchCancelled,
    MatchEnded,
)
# After one of these nothing can follow.
LAST = frozenset({MatchCancelled.type, MatchEnded.type})
