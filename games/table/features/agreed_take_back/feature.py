"""Take-backs beyond one's own unseen move: asked for, agreed to by all, or refused by one."""

from games.table.feature import Feature
from games.table.features.agreed_take_back import fold, rule
from games.table.features.agreed_take_back.events import (
    MovesTakenBack,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackRefused,
)

FEATURE = Feature(
    name="agreed_take_back",
    folds={
        TakeBackAsked: fold.asked,
        TakeBackAgreed: fold.agreed,
        TakeBackRefused: fold.refused,
        MovesTakenBack: fold.taken_back,
    },
    rules={
        TakeBackAsked: rule.asked,
        TakeBackAgreed: rule.agreed,
        TakeBackRefused: rule.refused,
        MovesTakenBack: rule.taken_back,
    },
    by_holder=frozenset({TakeBackAsked, TakeBackAgreed, TakeBackRefused}),
    rewinding=frozenset({MovesTakenBack}),
)
