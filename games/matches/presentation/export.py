"""The match file: a match as anyone can verify it (`docs/api/secrets.md`)."""

from collections.abc import Iterator, Sequence
from typing import cast

from events.format.canon import canon
from events.store import StoredEvent
from games.core.json import JSON
from games.matches.presentation import resources
from games.matches.presentation.shapes import Opening
from games.matches.stream.state import Match
from games.table.state import FINISHED
from games.verify.match_file import format_of


def lines(match: Match, events: Sequence[StoredEvent], seat: int | None, *, whole: bool = False) -> Iterator[bytes]:
    """The file's lines for one caller: openings only of what is open to them; of everything for a `whole` file."""
    everything = whole or match.table.status == FINISHED
    seen = [resources.openings(event, seat=seat, ended=everything) for event in events]
    hides = any(len(shown) < len(event.openings) for shown, event in zip(seen, events, strict=True))
    redacted: JSON = None if not hides else "spectator" if seat is None else seat
    yield _line(
        {
            "format": _format(events, seen[0]),
            "match": match.id,
            "game": match.table.game,
            "rules": match.table.rules,
            "redacted_for": redacted,
        }
    )
    for event, shown in zip(events, seen, strict=True):
        yield _line({"envelope": event.envelope, "hash": event.hash.hex(), "openings": cast(JSON, shown)})
    yield _line({"version": match.head.version, "head": match.head.hash.hex(), "complete": match.is_over})


def _format(events: Sequence[StoredEvent], shown: Sequence[Opening]) -> str:
    parts = [opening["part"] for opening in shown]
    return format_of({event.envelope["type"] for event in events}, events[0].envelope["data"], parts)


def _line(value: JSON) -> bytes:
    return canon(value) + b"\n"
