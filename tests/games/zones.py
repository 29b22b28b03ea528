"""Nights by the wall clocks of time zones, and changes of summer time."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from games.matches.play import time_zones
from games.table.stoppages import Stops

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
WARSAW = "Europe/Warsaw"
# Both changes of the year in Warsaw: 29 March, 02:00 to 03:00, and 25 October, 03:00 to 02:00.
BEFORE_SUMMER = datetime(2026, 3, 27, 12, tzinfo=UTC)
BEFORE_WINTER = datetime(2026, 10, 23, 12, tzinfo=UTC)
SOME_ZONES = [
    "UTC",
    WARSAW,
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "Pacific/Chatham",
    "Asia/Jerusalem",
]
instants = st.integers(0, 2 * 366 * 24 * 60).map(lambda minutes: datetime(2026, 1, 1, tzinfo=UTC) + minutes * MINUTE)
quiet_minutes = st.tuples(st.integers(0, 1439), st.integers(1, 720))


def utc(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-{text}+00:00")


def nights(zone: str, now: datetime, from_hour: int = 22, to_hour: int = 7) -> Stops:
    return Stops(quiet=time_zones.quiet_hours(zone, from_minute=from_hour * 60, to_minute=to_hour * 60, now=now))
