from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import storages
from django.test import override_settings

from events.cold import files
from events.errors import ColdFileDamaged, ColdFileUnreadable
from events.store import new_id

TEXT = b"a line\n" * 100


@pytest.fixture(params=["events.cold.folder.Folder", "django.core.files.storage.InMemoryStorage"])
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    with override_settings(STORAGES={"cold": {"BACKEND": request.param, "OPTIONS": {"location": str(tmp_path)}}}):
        yield storages["cold"]


def replaced(backend: Any, name: str, data: bytes) -> None:
    with backend.open(name, "wb") as file:
        file.write(data)


def test_a_text_is_read_as_it_was_written_by_any_backend(backend: Any) -> None:
    match = new_id()
    file = files.write(match, TEXT)
    assert files.read(match, file) == TEXT
    assert file.size < len(TEXT)
    assert backend.size(file.name) == file.size


def test_a_text_that_is_there_is_not_written_again(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match, saved = new_id(), []
    save = type(backend).save

    def noting(storage: Any, name: str, content: Any) -> str:
        saved.append(name)
        return str(save(storage, name, content))

    monkeypatch.setattr(type(backend), "save", noting)
    first = files.write(match, TEXT)
    assert files.write(match, TEXT) == first
    assert saved == [first.name]
    other = files.write(match, TEXT + b"x")
    assert saved == [first.name, other.name]
    assert other.name != first.name


def test_half_a_file_is_written_anew(backend: Any) -> None:
    match = new_id()
    file = files.write(match, TEXT)
    with backend.open(file.name) as opened:
        half = opened.read(file.size // 2)
    replaced(backend, file.name, half)
    assert files.read(match, files.write(match, TEXT)) == TEXT


def test_a_missing_and_a_changed_file_are_damage(backend: Any) -> None:
    match = new_id()
    file = files.write(match, TEXT)
    replaced(backend, file.name, b"x" * file.size)
    with pytest.raises(ColdFileDamaged, match=f"match {match} is cold, and its file .* is damaged"):
        files.read(match, file)
    backend.delete(file.name)
    with pytest.raises(ColdFileDamaged, match="is missing"):
        files.read(match, file)


def test_a_backend_that_fails_is_no_damage(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_id()
    file = files.write(match, TEXT)

    def fail(*_: Any) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(type(backend), "_open", fail)
    with pytest.raises(ColdFileUnreadable, match=r"cannot be read: RuntimeError$") as raised:
        files.read(match, file)
    assert not isinstance(raised.value, ColdFileDamaged)


def test_without_a_storage_the_message_names_the_setting() -> None:
    with override_settings(STORAGES={}):
        assert not files.is_configured()
        with pytest.raises(ColdFileUnreadable, match="COLD_STORAGE names no storage"):
            files.write(new_id(), TEXT)
