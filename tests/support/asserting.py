"""What tests assert in more than one place; a helper that asserts is named `assert_…`, and one that waits `wait_…`."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SECONDS = 60.0


@contextmanager
def assert_nothing_raised() -> Iterator[None]:
    """For tests whose claim is that something is accepted."""
    try:
        yield
    except Exception as error:
        raise AssertionError(f"refused: {error!r}") from error


def wait_until(holds: Callable[[], object], seconds: float = SECONDS) -> None:
    """Wait for something that another thread or process does; fail when it has not come by then."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, f"has not come within {seconds:g} s"
        time.sleep(0.02)


async def until(holds: Callable[[], object], seconds: float) -> None:
    """The same from a loop, which goes on meanwhile; TimeoutError when it has not come by then."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)
