"""The events of autopilot."""

from dataclasses import dataclass

from games.table.events import CLOCK, PLAYER, TableEvent


@dataclass(frozen=True, kw_only=True)
class AutopilotOn(TableEvent):
    """Autopilot plays for the seat from now on: it had too many timeouts in a row."""

    type = "autopilot_on"

    by: str = CLOCK
    reason: str = "strikes"
    strikes: int


@dataclass(frozen=True, kw_only=True)
class AutopilotOff(TableEvent):
    """The seat has a player again, who has `taken_back` it, `played`, `agreed`, or `replaced` the absent player."""

    type = "autopilot_off"

    by: str = PLAYER
    reason: str
