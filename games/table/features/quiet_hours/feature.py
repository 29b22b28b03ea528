"""Quiet hours and vacations: when a seat's clock stands still."""

from games.table.feature import Feature
from games.table.features.quiet_hours import fold, rule
from games.table.features.quiet_hours.events import ClockChanged

FEATURE = Feature(
    name="quiet_hours",
    folds={ClockChanged: fold.changed},
    rules={ClockChanged: rule.changed},
    by_holder=frozenset({ClockChanged}),
)
