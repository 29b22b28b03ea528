"""The event of consent to a replacement."""

from dataclasses import dataclass

from games.table.events import PLAYER, TableEvent


@dataclass(frozen=True, kw_only=True)
class ReplacementAgreed(TableEvent):
    """The seat wants the absent player of the seat `replaces` replaced by whom the seat `invited_by` invites."""

    type = "replacement_agreed"

    by: str = PLAYER
    replaces: int
    invited_by: int
