"""What a verification finds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.table import claims

# The checks, in the order in which they are told.
CHAIN, SEALS, CHANCE, REPLAY = "chain", "seals", "chance", claims.REPLAY
CHECKS = (CHAIN, SEALS, CHANCE, REPLAY)
OK, SEALED, PARTIAL = "ok", "sealed", "partial"
# In `Report.other_bots`: of the moves that name no version of the bots.
UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True)
class Flaw:
    """The first event that a check fails at, and why. Version 0 is what stands before the first event."""

    check: str
    version: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class KeyUse:
    """A key of a seat, bound at `version`, and how many `moves` it has signed.

    `is_vouched`: whether an earlier key of the same player vouches for it, all the way back to the first; None of the
    first one of its seat in the match, for which none can.
    """

    seat: int
    key: str
    version: int
    is_vouched: bool | None
    moves: int


@dataclass(frozen=True, kw_only=True)
class Report:
    """The outcome of every check of one match: `OK`, `SEALED` (as far as it is open, it holds), `PARTIAL` or a flaw.

    `PARTIAL` is a replay in which every move is legal, but some were picked by bots that nobody here can ask again, or
    a seat that signs its moves has resigned without a signature (`unsigned`: at these versions).

    `version` and `head` are those of the last event; `seals` counts sealed parts, `opened` those that could be read.
    `beacon` says what became of the match's beacon, nothing where it has none. `keys` are those that sign moves, and
    `handed_on` the seats that signed and got another player, with the version: what signs for them ends there.
    `unjudged` counts the moves of bots that look ahead which were only found legal, and `other_bots`, by their version,
    those of bots whose code is gone (not in `GameDefinition.kits`); `UNKNOWN` are moves that name no version.
    """

    match: str
    game: str
    rules: str
    version: int
    head: str
    complete: bool
    seals: int
    opened: int
    beacon: str = ""
    keys: Sequence[KeyUse] = ()
    unsigned: Sequence[int] = ()
    handed_on: Sequence[tuple[int, int]] = ()
    unjudged: int = 0
    other_bots: Mapping[str, int] = field(default_factory=dict)
    checks: Mapping[str, str | Flaw]

    @property
    def flaw(self) -> Flaw | None:
        """The flaw of the lowest version, if there is any."""
        flaws = [found for found in self.checks.values() if isinstance(found, Flaw)]
        return min(flaws, key=lambda flaw: flaw.version, default=None)
