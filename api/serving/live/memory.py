"""Returns freed memory to the machine, because the allocator keeps it otherwise."""

import ctypes
from collections.abc import Callable

# Of glibc; other libraries of C give back by themselves.
_trim: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)


def give_back() -> None:
    """Give back what is free: a millisecond where that is little, some for each ten megabytes."""
    if _trim is not None:
        _trim(0)
