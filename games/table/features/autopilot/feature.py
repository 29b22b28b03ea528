"""Autopilot: the clock begins it, a player ends it."""

from games.table.feature import Feature
from games.table.features.autopilot import fold, rule
from games.table.features.autopilot.events import AutopilotOff, AutopilotOn

FEATURE = Feature(
    name="autopilot",
    folds={AutopilotOn: fold.begun, AutopilotOff: fold.ended},
    rules={AutopilotOn: rule.begun, AutopilotOff: rule.ended},
    by_holder=frozenset({AutopilotOff}),
)
