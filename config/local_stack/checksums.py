"""The checksums of a folder's files, in the form that `sha256sum --check` reads, and files that outlast a power cut."""

import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from events import synced

SUMS = "SHA256SUMS"
LINE = re.compile(r"([0-9a-f]{64})  (.+)")


def write(folder: Path) -> None:
    """Write down the checksum of every file in a folder and below."""
    lines = [f"{_digest(folder / name)}  {name}\n" for name in sorted(_names(folder))]
    (folder / SUMS).write_text("".join(lines))


def flaw(folder: Path) -> str:
    """The first way in which a folder is not as it was when its checksums were written; empty when it is."""
    text = (folder / SUMS).read_text(errors="replace")
    lines = [LINE.fullmatch(line) for line in text.removesuffix("\n").split("\n")]
    named = {line[2]: line[1] for line in lines if line}
    if len(named) < len(lines) or not text.endswith("\n"):
        return f"{SUMS} is damaged"
    names = set(_names(folder))
    if missing := sorted(named.keys() - names):
        return f"{missing[0]} is missing"
    if more := sorted(names - named.keys()):
        return f"{SUMS} does not name {more[0]}"
    return next((f"{name} is damaged" for name in sorted(names) if _digest(folder / name) != named[name]), "")


def sync(folder: Path) -> None:
    """Come back when a folder is on the disk, with all that is in it."""
    for inner, _, files in os.walk(folder):
        for name in files:
            synced.sync(Path(inner, name))
        synced.sync(Path(inner))


def _names(folder: Path) -> Iterator[str]:
    return (str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and path != folder / SUMS)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
