"""The events of a take-back that the others agree to."""

from dataclasses import dataclass

from games.table.events import PLAYER, TableEvent


@dataclass(frozen=True, kw_only=True)
class TakeBackAsked(TableEvent):
    """The seat asks that move number `first` and all after it be taken back.

    `knowing`: what was opened since cannot be unseen, and they would go on knowing it.
    """

    type = "take_back_asked"

    by: str = PLAYER
    first: int
    knowing: bool


@dataclass(frozen=True, kw_only=True)
class TakeBackAgreed(TableEvent):
    """The seat agrees to what was asked."""

    type = "take_back_agreed"

    by: str = PLAYER


@dataclass(frozen=True, kw_only=True)
class TakeBackRefused(TableEvent):
    """The seat does not agree, or no longer asks for it: nothing is taken back."""

    type = "take_back_refused"

    by: str = PLAYER


@dataclass(frozen=True, kw_only=True)
class MovesTakenBack(TableEvent):
    """All agreed: the match stands as before move number `first`. Drawn numbers come again, if no draw is open."""

    type = "moves_taken_back"

    first: int
    knowing: bool
