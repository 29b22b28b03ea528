"""The events of a cup: plain objects with a type, which its chain of hashes covers (`docs/api/cups.md`)."""

from collections.abc import Sequence
from typing import Literal, TypedDict


class CupSeats(TypedDict):
    min: int
    max: int


# What a cup consists of, in the order in which it can come.
CREATED, ENTERED, LEFT, STARTED, PAIRED, SCORED, WITHDRAWN, ENDED, CANCELLED = TYPES = (
    "cup_created",
    "cup_entered",
    "cup_left",
    "cup_started",
    "round_paired",
    "table_scored",
    "cup_withdrawn",
    "cup_ended",
    "cup_cancelled",
)
# How a cup is played: everybody meets everybody once; a set number of rounds among players of like strength; tables
# whose best go on until one table is left.
ALL_MEET, SWISS, GROUPS = SYSTEMS = ("all_meet", "swiss", "groups")
# How a table came by its result: the match ended; its time was up, and bots played on in thought; bots alone were to
# sit there, and it was drawn; nobody has played, and all are level.
BY_MATCH, BY_AUTOPILOT, BY_LOT, BY_NOBODY = WAYS = ("match", "autopilot", "lot", "nobody")


class CupCreated(TypedDict):
    """A cup as its host has made it. `commitment` is the hash of its seed."""

    game: str
    system: str
    places: int
    seats: CupSeats
    rounds: int | None
    set: str
    round_seconds: int
    rated: bool
    bot: str | None
    host: str
    commitment: str


class CupPlayer(TypedDict):
    """Who enters, leaves or withdraws."""

    player: str


class CupEntrant(TypedDict):
    """A player, or a bot on a place that was free at the start."""

    player: str | None
    bot: str | None


class CupStarted(TypedDict):
    """The entrants by number, which is their place in this list, in an order that was drawn."""

    entrants: Sequence[CupEntrant]


class PairedTable(TypedDict):
    """A table: entrants' numbers in the order of seats, and their match; null where no person sits."""

    entrants: Sequence[int]
    match: str | None


class RoundPaired(TypedDict):
    """A round, counted from 1."""

    round: int
    tables: Sequence[PairedTable]
    skipped: Sequence[int]


class TableScored(TypedDict):
    """The result of a table, counted from 0: entrants' numbers by places, and how it came about."""

    round: int
    table: int
    ranking: Sequence[Sequence[int]]
    by: Literal["match", "autopilot", "lot", "nobody"]


class CupPlace(TypedDict):
    """An entrant's place at the end."""

    entrant: int
    place: int


class CupEnded(TypedDict):
    """The places, best first, and the seed, from which all that was drawn follows."""

    places: Sequence[CupPlace]
    seed: str


class CupCancelled(TypedDict):
    """A cup that was called off before its start."""

    seed: str
