import json
import sys
from types import ModuleType
from typing import Any

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


def s3(**client: Any) -> str:
    options = {"bucket_name": "cold", "client_config": client}
    return json.dumps({"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options})


def test_how_long_an_s3_store_is_waited_for_becomes_an_object_of_its_sdk(monkeypatch: pytest.MonkeyPatch) -> None:
    sdk = ModuleType("botocore.config")
    vars(sdk)["Config"] = lambda *, read_timeout: ("configured", read_timeout)
    monkeypatch.setitem(sys.modules, "botocore", ModuleType("botocore"))
    monkeypatch.setitem(sys.modules, "botocore.config", sdk)
    options = cold_storage(s3(read_timeout=5))["cold"]["OPTIONS"]
    assert options == {"bucket_name": "cold", "client_config": ("configured", 5)}
    with pytest.raises(ValueError, match="client_config that is not botocore's"):
        cold_storage(s3(no_such_option=5))
    monkeypatch.setitem(sys.modules, "botocore.config", None)
    with pytest.raises(ValueError, match="client_config that is not botocore's"):
        cold_storage(s3(read_timeout=5))
