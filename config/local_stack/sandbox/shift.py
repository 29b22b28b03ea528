"""By how much the clock of a sandbox was moved: memory that all processes share, because they are copies of one."""

import mmap
import struct
import time
from datetime import UTC, datetime, timedelta

_shared = mmap.mmap(-1, 8)


def moved() -> float:
    """By how many seconds."""
    seconds: float
    (seconds,) = struct.unpack("d", _shared[:8])
    return seconds


def put(seconds: float) -> None:
    """Let all processes know."""
    _shared[:8] = struct.pack("d", seconds)


def now() -> datetime:
    """For `django.utils.timezone.now`."""
    return datetime.now(UTC) + timedelta(seconds=moved())


def seconds() -> float:
    """For `time.time`."""
    return time.time() + moved()
