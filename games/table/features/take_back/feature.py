"""A seat takes back its own last move."""

from games.table.feature import Feature
from games.table.features.take_back import fold, rule
from games.table.features.take_back.events import MoveTakenBack

FEATURE = Feature(
    name="take_back",
    folds={MoveTakenBack: fold.taken_back},
    rules={MoveTakenBack: rule.taken_back},
    by_holder=frozenset({MoveTakenBack}),
    undoing=frozenset({MoveTakenBack}),
)
