"""Returns freed memory to the machine, because the allocator keeps it otherwise."""

import asyncio
import ctypes
from collections.abc import Callable

GIVE_BACK_SECONDS = 10.0

# Of glibc; other libraries of C give back by themselves.
_trim: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)


def give_back() -> None:
    """Give back what is free: a millisecond where that is little, some for each ten megabytes."""
    if _trim is not None:
        _trim(0)


async def give_back_on() -> None:
    """Give back every now and then what answers needed; never ends."""
    while True:
        await asyncio.sleep(GIVE_BACK_SECONDS)
        give_back()
