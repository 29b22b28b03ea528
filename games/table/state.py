"""The table: the fold of its own events, the same for every game."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar

from games.core.definition import Outcome
from games.core.json import JSONObject
from games.core.records import replace
from games.table.stoppages import Stops

T = TypeVar("T")
OPEN, ACTIVE, FINISHED, CANCELLED = "open", "active", "finished", "cancelled"
# The ways to be out, as a fork names them; for a seat that was both, the second.
OUT = ("eliminated", "resigned")
# The reason for the end of a match that nobody is left to play.
ABANDONED = "abandoned"


@dataclass(frozen=True, kw_only=True)
class TakeBackWish:
    """A take-back that a seat asked for at a version: of move number `first` and all later ones; who has `agreed`.

    `knowing`: something was opened since, which all would still know.
    """

    first: int
    knowing: bool
    asked_by: int
    asked_at: int
    agreed: frozenset[int]


@dataclass(frozen=True, kw_only=True)
class SeatKey:
    """A key that signs a seat's moves (hex), bound at this version.

    `is_vouched`: whether an earlier key vouches for it, which is the player's first or is vouched for itself. No key
    can vouch for the first.
    """

    key: str
    version: int
    is_vouched: bool


@dataclass(frozen=True, kw_only=True)
class Table:
    """The state of the table after its events so far.

    `seated` maps each taken seat to the version that took it, longest sitting first. `entropies` are the seats'
    contributions to the match's chance. `bots` maps the seats of bots to their names. `fill` says which bot takes seats
    that are still free some seconds after the creation, and how many. `pace` is for how many seconds bots pause.
    `forked_from` names the match, version and head from which a fork continues.

    `strikes` counts each seat's timeouts in a row. `expired` has the prompts that the clock has answered. Bots play the
    seats in `autopilot`. `agreed` are the seats that want the match paused or, during a pause, resumed. `stops` says
    when the seats' clocks stand still. `consents` are consents to replacements: the absent seat, the seat that invites,
    and the seat that consents, which may be the one that invites. `invited` has the absent and the inviting seat of
    every replacement that was ever consented to while the inviting player sat there, because invitations outlive
    consents.

    `beacon` is the round of a public beacon that goes into the chance (chain, round, and what happens otherwise).
    `beacon_signature` is that round's signature in hex. `beacon_missed` says why the round could not be had in time.
    `open_draws` is the root of the tree of the draws' secrets, in hex; a match with it draws no number twice.

    `take_back_wish` is the open request of a seat for a take-back, until a move is made. `knowing`: moves were taken
    back, and the players still know what they had seen. `rewinds` counts how often all agreed to take moves back; after
    each time a prompt may be asked once more. `rewound_at` is the version at which moves were last taken back, in
    either way.

    `keys` are the keys that sign the moves of a seat's player, oldest first; a seat without one makes unsigned moves.
    """

    game: str
    rules: str
    options: JSONObject
    clock: JSONObject
    seats: int
    commitment: str
    created_at: datetime
    status: str = OPEN
    seated: Mapping[int, int]
    entropies: Mapping[int, str | None]
    fill: Mapping[str, Any] | None = None
    pace: int = 0
    forked_from: Mapping[str, Any] | None = None
    beacon: Mapping[str, Any] | None = None
    beacon_signature: str | None = None
    beacon_missed: str | None = None
    open_draws: str | None = None
    bots: Mapping[int, str] = field(default_factory=dict)
    strikes: Mapping[int, int] = field(default_factory=dict)
    expired: frozenset[str] = frozenset()
    autopilot: frozenset[int] = frozenset()
    agreed: frozenset[int] = frozenset()
    paused_at: datetime | None = None
    stops: Mapping[int, Stops] = field(default_factory=dict)
    consents: frozenset[tuple[int, int, int]] = frozenset()
    invited: frozenset[tuple[int, int]] = frozenset()
    started_at: datetime | None = None
    finished_at: datetime | None = None
    outcome: Mapping[str, Any] | None = None
    take_back_wish: TakeBackWish | None = None
    knowing: bool = False
    rewinds: int = 0
    rewound_at: int = 0
    keys: Mapping[int, tuple[SeatKey, ...]] = field(default_factory=dict)

    @property
    def host(self) -> int:
        """The host's seat, which may start and cancel: the player's seat that was taken first."""
        return next(seat for seat in self.seated if seat not in self.bots)

    @property
    def free(self) -> tuple[int, ...]:
        """Seats that can be taken, in rising order."""
        return tuple(seat for seat in range(self.seats) if seat not in self.seated and seat not in self.out)

    @property
    def fills_at(self) -> datetime | None:
        """When bots take the free seats; None if no bot will."""
        if self.fill is None or self.status != OPEN or not self.free:
            return None
        return self.created_at + timedelta(seconds=self.fill["after"])

    @property
    def out(self) -> Mapping[int, str]:
        """In a fork, the seats that were out when it was made, each with the reason; nobody sits there."""
        origin = self.forked_from
        return {} if origin is None else {seat: way for way in OUT for seat in origin[way]}

    def keys_of(self, seat: int) -> list[str]:
        """The public keys of a seat in hex, oldest first."""
        return [one.key for one in self.keys.get(seat, ())]


def moved(table: Table, seat: int) -> Table:
    """The table after a move of a seat's own player, which forgives the seat's earlier timeouts."""
    return replace(table, strikes=without(table.strikes, seat)) if seat in table.strikes else table


def attended(table: Table, gone: Collection[int]) -> tuple[int, ...]:
    """Seats in play with a player who is there, as far as is known; the seats in `gone` take no further part."""
    return tuple(seat for seat in _in_play(table, gone) if seat not in table.autopilot | table.bots.keys())


def undecided(table: Table, gone: Collection[int], *, seat: int, invited_by: int) -> tuple[int, ...]:
    """The seats that still have to consent before a guest of `invited_by` may take an absent player's `seat`.

    A newcomer sees the seat's hand, so all present players must consent, unless the absent player invites.
    """
    if invited_by == seat:
        return ()
    return tuple(one for one in attended(table, gone) if (seat, invited_by, one) not in table.consents)


def abandoned(table: Table, gone: Collection[int]) -> Outcome | None:
    """The outcome if nobody is left to play the match, else None. The game's own outcome takes precedence.

    Bots that were seated in the lobby play on.
    """
    if attended(table, gone) or any(seat in table.bots for seat in _in_play(table, gone)):
        return None
    return Outcome(reason=ABANDONED, ranking=(tuple(range(table.seats)),), winners=())


def _in_play(table: Table, gone: Collection[int]) -> Iterator[int]:
    return (seat for seat in table.seated if seat not in gone)


def without(seats: Mapping[int, T], seat: int) -> dict[int, T]:
    """The entries of all other seats."""
    return {other: value for other, value in seats.items() if other != seat}
