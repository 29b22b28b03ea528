"""A match at one moment: the table, the kernel's state and the clocks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from games.core.definition import GameDefinition, State
from games.core.prompts import Prompt
from games.table import clocks, state
from games.table.clocks import Due, SeatClock
from games.table.state import ACTIVE, CANCELLED, FINISHED, Table


@dataclass(frozen=True, kw_only=True)
class LastMove:
    """The last move of a match, while its seat may take it back, with the match before it.

    `seat` is None until it is known that a player made it. `asked` is what the seats were asked before it, None where
    that was not computed.
    """

    number: int
    seat: int | None = None
    state: State = field(repr=False)
    clocks: Mapping[int, SeatClock] = field(default_factory=dict)
    asked: Mapping[int, Prompt] | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, kw_only=True)
class Earlier:
    """The match before one of its latest moves, if all may agree to go back there.

    `seat` made that move. `discloses` says whether the move opened, showed or drew something. `expired` are the prompts
    that the clock had answered by then. The state is None where it is sealed for the reader.
    """

    number: int
    state: State | None = field(repr=False)
    draws: int
    expired: frozenset[str]
    discloses: bool = False
    seat: int | None = None


# At most so many moves can be taken back by consent: about a round of the largest table.
MOST_TAKEN_BACK = 8


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A match after some of its events.

    `state` is the kernel's; it is None before the start, and always where it needs parts that are sealed for the
    reader. `moves` and `draws` count those made so far. The seats in `resigned` have left for good, those in
    `eliminated` are out by the rules. `at` is the time of the last event. `clocks` has the clock of each seat that was
    ever asked, at the end of the last complete append. `last_move` is None where nothing can be taken back. `earlier`
    are the latest moves, oldest first, that can be taken back where all agree; a move before a seat was out, or got
    another player, is not among them.
    """

    game: GameDefinition
    table: Table
    at: datetime
    state: State | None = field(default=None, repr=False)
    clocks: Mapping[int, SeatClock] = field(default_factory=dict)
    resigned: frozenset[int] = frozenset()
    eliminated: frozenset[int] = frozenset()
    moves: int = 0
    draws: int = 0
    last_move: LastMove | None = None
    earlier: tuple[Earlier, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether no event can follow."""
        return self.table.status in (FINISHED, CANCELLED)

    @property
    def is_blind(self) -> bool:
        """Whether the match has started, but its state cannot be folded because too much is sealed for the reader."""
        return self.table.started_at is not None and self.state is None

    @cached_property
    def prompts(self) -> Mapping[int, Prompt]:
        """The open prompts by seat; none before the start, after the end, and while the standing is blind."""
        if self.table.status != ACTIVE or self.state is None:
            return {}
        return self.game.prompts(self.state)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """Seats with a prompt that is not optional, in rising order."""
        return tuple(seat for seat, prompt in sorted(self.prompts.items()) if not prompt.optional)

    @property
    def deadlines(self) -> tuple[Due, ...]:
        """The deadline of each open prompt; none while the clock is stopped."""
        return clocks.deadlines(self.table.clock, self.clocks)

    @property
    def gone(self) -> frozenset[int]:
        """Seats that take no further part; nobody waits for them."""
        return self.resigned | self.eliminated

    @property
    def attended(self) -> tuple[int, ...]:
        """Seats in play with a present player, as far as the stream shows."""
        return state.attended(self.table, self.gone)


def time_of(envelope: Mapping[str, Any]) -> datetime:
    """When an event was stored, by the database's clock."""
    return datetime.fromisoformat(envelope["at"])
