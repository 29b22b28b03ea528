"""Quiet hours and vacations: times at which a seat's clock stops."""

from games.table.feature import Feature
from games.table.features.quiet_hours import fold, rule
from games.table.features.quiet_hours.events import ClockChanged

FEATURE = Feature(
    name="quiet_hours",
    folds={ClockChanged: fold.changed},
    rules={ClockChanged: rule.changed},
    by_holder=frozenset({ClockChanged}),
)
