import os
from pathlib import Path

import pytest
from django.core.files.base import ContentFile

from events.cold.folder import Folder


def test_a_file_and_every_new_folder_are_synced_before_save_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []

    def note(file: int) -> None:
        synced.append(os.readlink(f"/proc/self/fd/{file}"))

    monkeypatch.setattr(os, "fsync", note)
    Folder(location=str(tmp_path / "cold")).save("ab/x.zst", ContentFile(b"data"))
    assert {str(tmp_path), str(tmp_path / "cold"), str(tmp_path / "cold" / "ab")} <= set(synced)
    assert any(name.endswith(f".x.zst.{os.getpid()}") for name in synced)


def test_a_write_that_fails_leaves_the_file_of_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder(location=str(tmp_path))
    folder.save("ab/x.zst", ContentFile(b"before"))

    def fail(_: int) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="no space"):
        folder.save("ab/x.zst", ContentFile(b"after"))
    assert [one.read_bytes() for one in (tmp_path / "ab").iterdir()] == [b"before"]


def test_a_file_is_for_its_owner_and_group_alone(tmp_path: Path) -> None:
    Folder(location=str(tmp_path)).save("ab/x.zst", ContentFile(b"data"))
    assert (tmp_path / "ab" / "x.zst").stat().st_mode & 0o777 == 0o640
