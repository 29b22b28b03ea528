"""Pause: agreed to, begun, and ended by consent or by the clock."""

from games.table.feature import Feature
from games.table.features.pause import fold, rule
from games.table.features.pause.events import PauseAgreed, Paused, ResumeAgreed, Resumed

FEATURE = Feature(
    name="pause",
    folds={
        PauseAgreed: fold.agreed,
        Paused: fold.paused,
        ResumeAgreed: fold.agreed,
        Resumed: fold.resumed,
    },
    rules={
        PauseAgreed: rule.agreed,
        Paused: rule.paused,
        ResumeAgreed: rule.agreed,
        Resumed: rule.resumed,
    },
    by_holder=frozenset({PauseAgreed, ResumeAgreed}),
)
