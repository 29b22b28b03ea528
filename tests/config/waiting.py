"""Waiting for processes."""

import time
from collections.abc import Callable
from pathlib import Path

from config.local_stack.services import Supervisor

# A guard against hanging; nothing is measured by it.
PATIENCE = 60.0


def alive(pid: int) -> bool:
    """Whether it runs: by its state, as its command line reads as empty while one program takes the place of another."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def until(condition: Callable[[], bool], *, watching: Supervisor | None = None, seconds: float = PATIENCE) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        if watching:
            watching.watch()
        time.sleep(0.02)
    return True
