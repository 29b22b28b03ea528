"""All events of the table: those of every match, and those of the features, which are listed only here."""

from collections.abc import Mapping
from typing import Any

from games.table import course, events
from games.table.events import ENVELOPE, TableEvent
from games.table.feature import Feature, Fold, Rule
from games.table.features.agreed_take_back.feature import FEATURE as AGREED_TAKE_BACK
from games.table.features.autopilot.feature import FEATURE as AUTOPILOT
from games.table.features.beacon.feature import FEATURE as BEACON
from games.table.features.pause.feature import FEATURE as PAUSE
from games.table.features.quiet_hours.feature import FEATURE as QUIET_HOURS
from games.table.features.replacement.feature import FEATURE as REPLACEMENT
from games.table.features.signing.feature import FEATURE as SIGNING
from games.table.features.take_back.feature import FEATURE as TAKE_BACK

FEATURES: tuple[Feature, ...] = (
    AUTOPILOT,
    PAUSE,
    QUIET_HOURS,
    REPLACEMENT,
    TAKE_BACK,
    AGREED_TAKE_BACK,
    BEACON,
    SIGNING,
)

CLASSES: Mapping[str, type[TableEvent]] = {
    made.type: made for made in (*events.COURSE, *(one for feature in FEATURES for one in feature.events))
}
# The published list: a kernel's fold skips exactly these, and the table's fold skips all others.
EVENT_TYPES = frozenset(CLASSES)
FOLDS: Mapping[type[TableEvent], Fold] = {
    **course.FOLDS,
    **{made: fold for feature in FEATURES for made, fold in feature.folds.items()},
}
# Those of the features; the course has its rules in `games/verify/tablerules.py`.
RULES: Mapping[str, Rule] = {made.type: rule for feature in FEATURES for made, rule in feature.rules.items()}
# If an append begins with one of these, the holder of the seat asked for it.
BY_HOLDER = frozenset(made.type for feature in FEATURES for made in feature.by_holder)
# After one of these the match is as it was before its last move.
UNDOING = frozenset(made for feature in FEATURES for made in feature.undoing)
# After one of these it is as it was before an earlier move.
REWINDING = frozenset(made for feature in FEATURES for made in feature.rewinding)


def read(envelope: Mapping[str, Any]) -> TableEvent:
    """The event in an envelope (`docs/api/secrets.md`), without its sealed parts.

    An unknown type is a KeyError; a public part of other fields is a KeyError, TypeError or ValueError.
    """
    made = CLASSES[envelope["type"]]
    return made(**made.values(envelope["data"]), **{name: envelope[name] for name in ENVELOPE})
