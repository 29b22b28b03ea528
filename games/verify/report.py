"""The result of a verification."""

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
    """The first event at which a check fails, and why. Version 0 is the line before the first event."""

    check: str
    version: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class KeyUse:
    """A key of a seat, bound at `version`, and how many `moves` it has signed.

    `is_vouched`: whether earlier keys of the same player vouch for it, in a chain back to the first. None for the
    seat's first key in the match, for which no key can vouch.
    """

    seat: int
    key: str
    version: int
    is_vouched: bool | None
    moves: int


@dataclass(frozen=True, kw_only=True)
class Report:
    """The outcome of every check of one match: `OK`, `SEALED` (what is open is right), `PARTIAL` or a flaw.

    `PARTIAL` is a replay in which every move is legal, but bots picked some whose code is not here, or a seat that
    signs its moves has resigned without a signature (`unsigned`: at these versions).

    `version` and `head` are those of the last event; `seals` counts sealed parts, `opened` those that could be read.
    `beacon` describes the match's beacon; it is empty if there is none. `keys` are the keys that sign moves.
    `handed_on` are the seats that signed and got another player, with the version at which their keys end. `unjudged`
    counts moves of bots that look ahead, if they were only found legal. `other_bots` counts, by version, the moves of
    bots whose code is gone (not in `GameDefinition.kits`); `UNKNOWN` counts moves that name no version.
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
