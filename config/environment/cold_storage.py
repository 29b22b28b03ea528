"""Where the files of cold matches are, as Django's storages have it."""

from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import orjson

# How long django-storages waits for an S3-compatible store, and how often it tries.
CLIENT_CONFIG = "client_config"


def cold_storage(text: str) -> dict[str, dict[str, Any]]:
    """The storage "cold" of `file:///folder` or of `{"BACKEND": …, "OPTIONS": …}`; none of an empty text.

    Raises ValueError for anything else.
    """
    if not text:
        return {}
    if text.startswith("{"):
        return {"cold": _backend(text)}
    parts = urlsplit(text)
    folder = Path(unquote(parts.path))
    if parts.scheme != "file" or parts.netloc or not folder.is_absolute() or folder == Path("/"):
        # It may hold a password.
        raise ValueError("COLD_STORAGE is neither file:///folder nor JSON with BACKEND and OPTIONS")
    return {"cold": {"BACKEND": "events.cold.folder.Folder", "OPTIONS": {"location": str(folder)}}}


def _backend(text: str) -> dict[str, Any]:
    try:
        found = orjson.loads(text)
    except ValueError:
        found = {}
    if not isinstance(found.get("BACKEND"), str) or not isinstance(found.get("OPTIONS", {}), dict):
        raise ValueError("COLD_STORAGE is neither file:///folder nor JSON with BACKEND and OPTIONS")
    options = dict(found.get("OPTIONS", {}))
    if isinstance(options.get(CLIENT_CONFIG), dict):
        # JSON has no word for such an object, and without one a store that is silent holds each request for minutes.
        try:
            options[CLIENT_CONFIG] = import_module("botocore.config").Config(**options[CLIENT_CONFIG])
        except (ImportError, TypeError) as error:
            raise ValueError(f"COLD_STORAGE has a client_config that is not botocore's: {error}") from None
    return {"BACKEND": found["BACKEND"], "OPTIONS": options}
