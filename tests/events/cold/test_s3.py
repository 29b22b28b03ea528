"""Files of cold matches in an S3-compatible store, by django-storages against a server that speaks S3 (moto's).

Neither is installed for the service or its tests; docs/running.md has the packages. Without them this is skipped.
"""

import json
import os
from collections.abc import Iterator
from importlib import import_module
from typing import Any
from unittest import mock

import pytest
from django.core.files.storage import storages
from django.test import override_settings

from config.environment.cold_storage import cold_storage
from events.cold import files
from events.errors import ColdFileDamaged, ColdFileUnreadable
from events.store import new_id

BACKEND = "storages.backends.s3.S3Storage"
TEXT = b"a line\n" * 100
# As docs/running.md has it, but for a busy machine, whose server answers late.
CLIENT = {"connect_timeout": 2, "read_timeout": 60, "retries": {"total_max_attempts": 1}}

for package in ("storages.backends.s3", "moto.server"):
    pytest.importorskip(package, reason=f"{package.split('.')[0]} is not installed")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a server that speaks S3."""
    running = import_module("moto.server").ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    host, port = running.get_host_and_port()
    # What the SDK takes for the player's own rights where none are named.
    with mock.patch.dict(os.environ, AWS_ACCESS_KEY_ID="a", AWS_SECRET_ACCESS_KEY="b", AWS_DEFAULT_REGION="us-east-1"):
        yield f"http://{host}:{port}"
    running.stop()


@pytest.fixture
def bucket(server: str) -> Any:
    """An empty bucket, by the SDK alone."""
    made = import_module("boto3").resource("s3", endpoint_url=server).Bucket(f"cold-{new_id()}")
    made.create()
    return made


def kept_in(name: str, server: str) -> Any:
    """The setting that names a bucket, as an operator writes it."""
    options = {"bucket_name": name, "endpoint_url": server, "client_config": CLIENT}
    return override_settings(STORAGES=cold_storage(json.dumps({"BACKEND": BACKEND, "OPTIONS": options})))


def test_a_text_is_stored_and_read_as_it_was_written(bucket: Any, server: str) -> None:
    match = new_id()
    with kept_in(bucket.name, server):
        file = files.write(match, TEXT)
        assert files.read(match, file) == TEXT
        assert files.write(match, TEXT) == file
    assert [(found.key, found.size) for found in bucket.objects.all()] == [(file.name, file.size)]


def test_what_is_damaged_or_missing_is_told_and_half_a_file_is_written_anew(bucket: Any, server: str) -> None:
    match = new_id()
    with kept_in(bucket.name, server):
        file = files.write(match, TEXT)
        bucket.Object(file.name).put(Body=b"half")
        with pytest.raises(ColdFileDamaged, match="is damaged"):
            files.read(match, file)
        assert files.write(match, TEXT) == file
        assert files.read(match, file) == TEXT
        bucket.Object(file.name).delete()
        with pytest.raises(ColdFileDamaged, match="is missing"):
            files.read(match, file)


def test_a_server_that_is_silent_is_waited_for_as_long_as_the_setting_says(bucket: Any, server: str) -> None:
    with kept_in(bucket.name, server):
        backend: Any = storages["cold"]
    waited = backend.client_config
    assert (waited.connect_timeout, waited.read_timeout, waited.retries["total_max_attempts"]) == (2, 60, 1)


def test_a_bucket_that_is_not_there_and_a_server_that_is_away_are_no_damage(bucket: Any, server: str) -> None:
    match = new_id()
    with kept_in(bucket.name, server):
        file = files.write(match, TEXT)
    for name, address, error in (
        ("no-such-bucket", server, "NoSuchBucket"),
        (bucket.name, "http://127.0.0.1:9", "EndpointConnectionError"),
    ):
        with kept_in(name, address):
            with pytest.raises(ColdFileUnreadable, match=f"cannot be read: {error}$") as raised:
                files.read(match, file)
            assert not isinstance(raised.value, ColdFileDamaged)
            with pytest.raises(ColdFileUnreadable, match=f"^its file cannot be written: {error}$"):
                files.write(match, TEXT)
