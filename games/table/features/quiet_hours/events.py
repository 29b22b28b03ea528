"""The event that changes at which times a seat's clock stops."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.table.events import PLAYER, TableEvent
from games.table.stoppages import ShownStops, Stops, from_json


class ClockChangedData(ShownStops):
    """When the seat's clock stands still from now on, and why that has changed."""

    reason: str


@dataclass(frozen=True, kw_only=True)
class ClockChanged(TableEvent):
    """From now on the seat's clock stands still in these `stops`."""

    type = "clock_changed"

    by: str = PLAYER
    reason: str
    stops: Stops

    @property
    def data(self) -> ClockChangedData:
        return {"reason": self.reason, **self.stops.to_json()}

    @classmethod
    def values(cls, data: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"reason": data["reason"], "stops": from_json(data)}
