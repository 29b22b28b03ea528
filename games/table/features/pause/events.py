"""The events of a pause."""

from dataclasses import dataclass

from games.table.events import CLOCK, PLAYER, TableEvent


@dataclass(frozen=True, kw_only=True)
class PauseAgreed(TableEvent):
    """The seat wants the match paused."""

    type = "pause_agreed"

    by: str = PLAYER


@dataclass(frozen=True, kw_only=True)
class Paused(TableEvent):
    """All clocks stand still, and no seat can move."""

    type = "paused"

    reason: str = "agreed"


@dataclass(frozen=True, kw_only=True)
class ResumeAgreed(TableEvent):
    """The seat wants the paused match to go on."""

    type = "resume_agreed"

    by: str = PLAYER


@dataclass(frozen=True, kw_only=True)
class Resumed(TableEvent):
    """The match goes on: all seats have `agreed`, or the clock says that the pause has reached its `pause_limit`."""

    type = "resumed"

    reason: str = "agreed"


PAUSE_LIMIT = Resumed(reason="pause_limit", by=CLOCK)
