"""The mark of a restore that has not ended: its cluster may be whole, and mail and webhooks not on hold yet."""

import json
import os
from pathlib import Path

from config.local_stack.errors import StackError
from events.synced import sync

MARK = "restoring"
DRAFT = f"{MARK}.draft"


def begin(home: Path, kept: set[str] | None) -> None:
    """Mark a home, on the disk, before anything is made in it; `kept` was there before, None where no home was."""
    with (home / DRAFT).open("w") as file:
        json.dump(None if kept is None else sorted(kept), file)
        file.flush()
        os.fsync(file.fileno())
    (home / DRAFT).rename(home / MARK)
    sync(home)


def end(home: Path) -> None:
    """Take the mark away; harmless where there is none."""
    (home / DRAFT).unlink(missing_ok=True)
    (home / MARK).unlink(missing_ok=True)
    sync(home)


def is_in(home: Path) -> bool:
    return (home / MARK).exists()


def kept(home: Path) -> set[str] | None:
    """What was in a marked home before the restore, as `begin` was told."""
    names = json.loads((home / MARK).read_text())
    return None if names is None else set(names)


def refuse(home: Path) -> None:
    """Raise `StackError` where a restore was cut off: what it left must not serve."""
    if is_in(home):
        raise StackError(f"a restore into {home} has not ended; run it again: make restore FROM=… DATA=…")
