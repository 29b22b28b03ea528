import pytest

from config.environment.cold_storage import cold_storage

FOLDER = "events.cold.folder.Folder"


def test_without_the_setting_there_is_no_storage() -> None:
    assert cold_storage("") == {}


@pytest.mark.parametrize(("text", "folder"), [("file:///srv/cold", "/srv/cold"), ("file:///a%20b", "/a b")])
def test_a_folder_is_named_by_its_path(text: str, folder: str) -> None:
    assert cold_storage(text) == {"cold": {"BACKEND": FOLDER, "OPTIONS": {"location": folder}}}


def test_any_of_django_s_storages_is_named_by_its_class_and_options() -> None:
    named = {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": {"bucket_name": "cold"}}
    assert cold_storage('{"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": {"bucket_name": "cold"}}') == {
        "cold": named
    }
    assert cold_storage('{"BACKEND": "x.Y"}') == {"cold": {"BACKEND": "x.Y", "OPTIONS": {}}}


@pytest.mark.parametrize(
    "text", ["/srv/cold", "file:", "file:///", "file://host/cold", "s3://key:secret@host", "{", '{"BACKEND": 1}']
)
def test_anything_else_is_refused_without_quoting_it(text: str) -> None:
    with pytest.raises(ValueError, match="COLD_STORAGE is neither") as raised:
        cold_storage(text)
    assert "secret" not in str(raised.value)
