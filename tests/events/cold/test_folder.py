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
    Folder(location=str(tmp_path)).save("ab/x.zst", ContentFile(b"data"))
    assert {str(tmp_path), str(tmp_path / "ab")} <= set(synced)
    assert any("/.x.zst." in name for name in synced)


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


def test_new_folders_are_open_as_the_location_is_whatever_the_umask(tmp_path: Path) -> None:
    location = tmp_path / "cold"
    location.mkdir()
    location.chmod(0o2750)
    before = os.umask(0o077)
    try:
        Folder(location=str(location)).save("ab/x.zst", ContentFile(b"data"))
    finally:
        os.umask(before)
    assert (location / "ab").stat().st_mode & 0o7777 == 0o2750


def test_nothing_is_written_or_called_missing_where_the_location_is_not_there(tmp_path: Path) -> None:
    folder = Folder(location=str(tmp_path / "not-mounted"))
    with pytest.raises(NotADirectoryError):
        folder.save("ab/x.zst", ContentFile(b"data"))
    with pytest.raises(NotADirectoryError):
        folder.open("ab/x.zst")
    assert list(tmp_path.iterdir()) == []
