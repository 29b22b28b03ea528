"""The processes that belong to one service: its group, and its children with groups of their own."""

import os
import signal
from contextlib import suppress
from pathlib import Path


def kill_group(group: int) -> None:
    """End at once what is left of a process's group."""
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        # Nothing is left; on macOS a group of zombies answers with the second.
        return


def kill_family(pid: int) -> None:
    """End a process at once, with its group and its children.

    Each server process of PostgreSQL is a group of its own. One that stands still as its parent does outlives it, and
    keeps the memory that they share: a new server refuses to start beside it. As with any kill -9, what is committed is
    in the write-ahead log, which the new server reads first.
    """
    # From here on it starts no more children.
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
    found = children(pid)
    kill_group(pid)
    for child in found:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


def children(parent: int) -> list[int]:
    """The processes that a process has started and that are still its own; none where there is no /proc."""
    return [int(path.parent.name) for path in Path("/proc").glob("[0-9]*/stat") if _parent(path) == str(parent)]


def _parent(path: Path) -> str:
    try:
        return path.read_text().rpartition(")")[2].split()[1]
    except OSError:
        # It has just ended.
        return ""
