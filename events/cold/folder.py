"""The files of cold matches in a folder: each is there as a whole or not at all, and stays after a power cut."""

import os
from pathlib import Path

from django.core.files.base import File
from django.core.files.storage import FileSystemStorage

# For the folder's group too, so that the service reads what another user has moved.
MODE = 0o640


class Folder(FileSystemStorage):
    """A folder whose files and names are on the disk once `save` returns. A file of the same name is replaced."""

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        return name

    def _save(self, name: str, content: File) -> str:  # type: ignore[type-arg]
        path = Path(self.path(name))
        made = _make(path.parent)
        part = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            with part.open("wb") as file:
                file.writelines(content.chunks())
                file.flush()
                os.fsync(file.fileno())
            part.chmod(MODE)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        for folder in {path.parent, *made}:
            _sync(folder)
        return name


def _make(folder: Path) -> list[Path]:
    """Make a folder; the folders that have got a new name in them."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return [one.parent for one in missing]


def _sync(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
