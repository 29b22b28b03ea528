"""Beacon: missed once, before the start."""

from games.table.feature import Feature
from games.table.features.beacon import fold, rule
from games.table.features.beacon.events import BeaconMissed

FEATURE = Feature(
    name="beacon",
    folds={BeaconMissed: fold.missed},
    rules={BeaconMissed: rule.missed},
)
