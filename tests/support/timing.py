"""What must hold of every stream in which a clock has played, and how late it was."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from events.store import StoredEvent
from games.matches.stream.loading import load
from games.matches.stream.state import advance, fold

CLOCKS: dict[str, dict[str, Any]] = {
    "per_move": {"mode": "per_move", "seconds": 30, "strikes": 2},
    "bank": {"mode": "bank", "bank_seconds": 60, "increment_seconds": 5, "cap_seconds": 70, "strikes": 3},
    "bot": {"mode": "bank", "bank_seconds": 40, "increment_seconds": 9, "cap_seconds": 50, "on_timeout": "bot"},
    "resign": {"mode": "per_move", "seconds": 60, "on_timeout": "resign"},
}


@dataclass(frozen=True, kw_only=True)
class Timeout:
    """A `timed_out` event, when its prompt was due by the stream before it, and how late it came."""

    prompt: str
    due_at: datetime
    late: timedelta


def timeouts_of(match_id: str, events: Sequence[StoredEvent]) -> list[Timeout]:
    """Every timeout of a stream, in order. Fails where one came early, twice, or for a prompt whose clock stood still."""
    appends = [tuple(together) for _, together in groupby(events, key=lambda event: event.envelope["at"])]
    match, found = fold(match_id, appends[0]), list[Timeout]()
    for together in appends[1:]:
        due = {item.prompt: item.due_at for item in match.deadlines}
        found += [_timeout(event.envelope, due) for event in together if event.envelope["type"] == "timed_out"]
        match = advance(match, together)
    assert match == fold(match_id, events), "a stream read append by append gives another match than read at once"
    assert [prompt for prompt, times in Counter(one.prompt for one in found).items() if times > 1] == []
    return found


def _timeout(envelope: dict[str, Any], due: dict[str, datetime]) -> Timeout:
    prompt = envelope["data"]["prompt"]
    late = datetime.fromisoformat(envelope["at"]) - due[prompt]
    assert late >= timedelta(), f"{prompt} was timed out {-late} too early"
    return Timeout(prompt=prompt, due_at=due[prompt], late=late)


def timed_out(match_id: str) -> list[str]:
    events = [event.envelope for event in load(match_id).events]
    return [event["data"]["prompt"] for event in events if event["type"] == "timed_out"]
