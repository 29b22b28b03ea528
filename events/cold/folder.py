"""The files of cold matches in a folder: each is there as a whole or not at all, and stays after a power cut."""

import os
from pathlib import Path

from django.core.files.base import File
from django.core.files.storage import FileSystemStorage

from events.randomness import new_id
from events.synced import sync

# For the folder's group too, so that the service reads what another user has moved.
MODE = 0o640


class Folder(FileSystemStorage):
    """A folder whose files and names are on the disk once `save` returns. A file of the same name is replaced."""

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        return name

    def _open(self, name: str, mode: str = "rb") -> File:  # type: ignore[type-arg]
        self._refuse_no_location()
        opened: File = super()._open(name, mode)  # type: ignore[misc,type-arg]
        return opened

    def _save(self, name: str, content: File) -> str:  # type: ignore[type-arg]
        path = Path(self.path(name))
        made = self._make(path.parent)
        part = path.with_name(f".{path.name}.{new_id()}")
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
            sync(folder)
        return name

    def _make(self, folder: Path) -> list[Path]:
        """Make a folder within the location; the folders that have got a new name in them."""
        self._refuse_no_location()
        location = Path(self.location)
        missing = [one for one in (folder, *folder.parents) if one != location and not one.exists()]
        for one in reversed(missing):
            one.mkdir(exist_ok=True)
            # As the location is, whatever the umask of who moves.
            one.chmod(location.stat().st_mode & 0o7777)
        return [one.parent for one in missing]

    def _refuse_no_location(self) -> None:
        """It is missing where what should be mounted there is not: then no file is, and none is written beneath."""
        if not Path(self.location).is_dir():
            raise NotADirectoryError(f"{self.location} is no folder")
