"""The match file: a match as anyone can verify it (`format.md`, Match file)."""

from collections.abc import Iterator, Sequence

from events.store import StoredEvent
from games.core.codec import canon
from games.core.json import JSON
from games.matches import seeing, table
from games.matches.match import Match

FORMAT = "tabularium/1"


def lines(match: Match, events: Sequence[StoredEvent], seat: int | None) -> Iterator[bytes]:
    """The file's lines for one caller: openings only of what is open to him."""
    ended = match.table.status == table.FINISHED
    seen = [seeing.openings(event, seat=seat, ended=ended) for event in events]
    whole = all(len(shown) == len(event.openings) for shown, event in zip(seen, events, strict=True))
    redacted: JSON = None if whole else "spectator" if seat is None else seat
    yield _line(
        {
            "format": FORMAT,
            "match": match.id,
            "game": match.table.game,
            "rules": match.table.rules,
            "redacted_for": redacted,
        }
    )
    for event, shown in zip(events, seen, strict=True):
        yield _line({"envelope": event.envelope, "hash": event.hash.hex(), "openings": shown})
    yield _line({"version": match.head.version, "head": match.head.hash.hex(), "complete": match.is_over})


def _line(value: JSON) -> bytes:
    return canon(value) + b"\n"
