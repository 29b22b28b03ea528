"""Signed moves: a seat's keys, and the signatures that moves of its player carry."""

from games.table.feature import Feature
from games.table.features.signing import fold, rule
from games.table.features.signing.events import KeyBound

FEATURE = Feature(
    name="signing",
    folds={KeyBound: fold.bound},
    rules={KeyBound: rule.bound},
    by_holder=frozenset({KeyBound}),
)
