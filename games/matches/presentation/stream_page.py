"""A match's stream as operators may see it: what a spectator may, and who asked for it. No state is folded."""

import json
from typing import Any

from events import store
from events.store import StoredEvent
from games.matches.errors import MatchNotFound
from games.matches.presentation import resources
from games.table.events import MatchEnded


def page(match_id: str) -> dict[str, Any]:
    """Head, events and commands of a match; `MatchNotFound` when it has no stream.

    Of a command neither the key nor the request's hash is told: the first may say, and the second can be tried against
    every legal move until it says, what a seat has chosen.
    """
    stream = store.load(match_id)
    if not stream.events:
        raise MatchNotFound
    ended = stream.events[-1].envelope["type"] == MatchEnded.type
    return {
        "match_id": match_id,
        "ended": ended,
        "version": stream.head.version,
        "hash": stream.head.hash.hex(),
        "events": [_event(event, ended=ended) for event in stream.events],
        "commands": [
            {"actor": command.actor, "first_version": command.first_version, "last_version": command.last_version}
            for command in store.commands(match_id, up_to=stream.head.version)
        ],
    }


def _event(stored: StoredEvent, *, ended: bool) -> dict[str, Any]:
    told = resources.fact(stored, seat=None, ended=ended)
    private = told["private"]
    envelope = {name: value for name, value in told.items() if name != "private"}
    return {**envelope, "data": _text(told["data"]), "openings": _text(private) if private else ""}


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
