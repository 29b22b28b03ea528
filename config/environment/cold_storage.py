"""Where the files of cold matches are, as Django's storages have it."""

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import orjson


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
    return {"BACKEND": found["BACKEND"], "OPTIONS": found.get("OPTIONS", {})}
