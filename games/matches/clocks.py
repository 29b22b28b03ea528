"""Clock arithmetic, pure: times in, times out. `now` is the database's, and is given."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.core.json import JSONObject

NONE: JSONObject = {"mode": "none"}
MAX_SECONDS = 366 * 24 * 3600

CLOCK_SCHEMA: JSONObject = {
    "oneOf": [
        {
            "type": "object",
            "properties": {"mode": {"const": "none"}},
            "required": ["mode"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {
                "mode": {"const": "per_move"},
                "seconds": {"type": "integer", "minimum": 1, "maximum": MAX_SECONDS},
                "on_timeout": {"const": "default_move", "default": "default_move"},
            },
            "required": ["mode", "seconds"],
            "additionalProperties": False,
        },
    ]
}


@dataclass(frozen=True, kw_only=True)
class Due:
    """A prompt that the clock answers at `due_at` unless its seat does so before."""

    seat: int
    prompt: str
    due_at: datetime


def normal(clock: JSONObject) -> JSONObject:
    """The clock with its defaults written out, as event 1 pins it."""
    if clock["mode"] == "none":
        return {"mode": "none"}
    return {"on_timeout": "default_move", **clock}


def deadlines(clock: JSONObject, opened: Mapping[str, tuple[int, datetime]]) -> tuple[Due, ...]:
    """When each open prompt falls due; `opened` is prompt id to (seat, when it was asked)."""
    if clock["mode"] == "none":
        return ()
    limit = timedelta(seconds=int(str(clock["seconds"])))
    return tuple(Due(seat=seat, prompt=prompt, due_at=at + limit) for prompt, (seat, at) in sorted(opened.items()))


def passed(due: Iterable[Due], now: datetime) -> tuple[Due, ...]:
    """Those that have run out at `now`: the one comparison that `play` and the sweep share."""
    return tuple(item for item in due if now >= item.due_at)
