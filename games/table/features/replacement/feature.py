"""Replacement: consent to it. The newcomer sits down by `SeatTaken`, an event of every match's course."""

from games.table.feature import Feature
from games.table.features.replacement import fold, rule
from games.table.features.replacement.events import ReplacementAgreed

FEATURE = Feature(
    name="replacement",
    folds={ReplacementAgreed: fold.agreed},
    rules={ReplacementAgreed: rule.agreed},
    by_holder=frozenset({ReplacementAgreed}),
)
