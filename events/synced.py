"""Files and names that outlast a power cut."""

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Come back when a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
