"""A log of all heads that begins with a test, on days of its own."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

import pytest

from events.store import EMPTY, Head, NewEvent, append
from games.headlog.checkpoints import SignedCheckpoint, opened
from games.headlog.log_entries import LogEntry, match_digest, read_entry
from games.headlog.signed_notes import PublicKey
from games.headlog.tiles import unbundled
from games.matches.heads import log_reading, log_writing
from games.matches.models.logged import (
    LogCheckpoint,
    LoggedHead,
    LogProgress,
    LogTile,
    LogWitness,
    WaitingHead,
)

SEED = bytes(range(32))
# So far apart that what one test writes lies in the days of no other.
_days = (date(1990, 1, 1) + timedelta(days=20 * number) for number in count(1))


class HeadLog:
    """The service's log; `day` is closed next, and nothing else has happened on it and on the days after it."""

    def __init__(self, day: date) -> None:
        self.day = day
        self.size = 0

    def write(self, day: date | None = None, *, limit: int = log_writing.AT_ONCE) -> int:
        """What is done in the minute after a day; of the day before, so that none is closed, unless one is named."""
        return log_writing.write(limit=limit, now=after(day or self.day - timedelta(days=1)))

    def close(self, day: date, *, limit: int = log_writing.AT_ONCE) -> None:
        """Close a day, and those before it that are not closed yet."""
        while LogProgress.objects.get().day <= day:
            assert self.write(day, limit=limit), "the day is not closed"

    @property
    def signed(self) -> SignedCheckpoint:
        found = log_reading.latest()
        assert found is not None
        return opened(found.note, list(map(PublicKey.read, found.keys)))

    @property
    def entries(self) -> list[LogEntry]:
        size = LogCheckpoint.objects.order_by("-size").values_list("size", flat=True)[0]
        found: list[LogEntry] = []
        for number in range(-(-size // 256)):
            text = log_reading.entries(number, min(256, size - number * 256))
            assert text is not None
            found += map(read_entry, unbundled(text))
        return found


def after(day: date) -> datetime:
    """When a day has just come to its close."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1, minutes=6)


def grown(match: str, day: date, *, hour: int = 12, expected: Head = EMPTY) -> Head:
    at = datetime(day.year, day.month, day.day, hour, tzinfo=UTC)
    (event,) = append(match, expected=expected, at=at, drafts=[NewEvent(type="happened", data={})])
    return Head(event.version, event.hash)


def entry_of(match: str, head: Head) -> LogEntry:
    return LogEntry(match_digest(match), head.version, head.hash.hex())


@pytest.fixture
def head_log(settings: Any) -> Iterator[HeadLog]:
    settings.LOG_KEYS, settings.LOG_NAME = [SEED], "play.example.org/log"
    settings.LOG_WITNESSES, settings.LOG_COSIGNATURES = [], 0
    made = HeadLog(next(_days))
    for model in (LoggedHead, LogTile, LogCheckpoint, LogWitness, WaitingHead, LogProgress):
        model.objects.all().delete()
    LogProgress.objects.create(day=made.day, is_first=False)
    yield made
    for model in (LoggedHead, LogTile, LogCheckpoint, LogWitness, WaitingHead, LogProgress):
        model.objects.all().delete()
