"""The table's texts, the same for every game: its own events, statuses of matches and seats, and endings."""

from games.core.messages import Tables
from games.table.events import MatchEnded
from games.table.texts import TEXTS

TABLES = Tables(
    messages={
        "events": TEXTS.table("events"),
        "questions": {},
        "labels": TEXTS.table("labels"),
        "sayings": {},
        "reasons": TEXTS.table("reasons"),
        "statuses": TEXTS.table("statuses"),
    },
    terms={},
)
# `MatchEnded` has no message of its own: it is told by that of its reason.
assert MatchEnded.type not in TEXTS.table("events")
