"""Files that were fetched from a log, and lists of keys, as commands are given them."""

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.headlog.checkpoints import NotProved, SignedCheckpoint, opened, read_hashes
from games.headlog.signed_notes import KEY_BYTES, NotANote, PrivateKey, PublicKey
from games.headlog.timestamps import roots_in

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

LARGEST_FILE = 1024 * 1024


class NoFile(Exception):
    """A file cannot be read, or is not what it was given for."""


def content_of(path: Path) -> bytes:
    """The bytes of a file that is not larger than any of the log's."""
    try:
        with path.open("rb") as file:
            found = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise NoFile(f"{path}: {error.strerror}") from None
    if len(found) > LARGEST_FILE:
        raise NoFile(f"{path}: larger than {LARGEST_FILE} bytes")
    return found


def key_of(line: str) -> PublicKey:
    """The key that a line tells."""
    try:
        return PublicKey.read(line)
    except NotANote as refused:
        raise NoFile(str(refused)) from None


def keys_in(path: Path) -> list[PublicKey]:
    """The keys in a file, one a line; lines that begin with # are remarks."""
    lines = content_of(path).decode(errors="replace").splitlines()
    return [key_of(line) for line in lines if line.strip() and not line.startswith("#")]


def private_key(path: Path, kind: int) -> PrivateKey:
    """The key in a file that `python -m games.headlog key` has written."""
    name, _, told = content_of(path).decode(errors="replace").strip().partition(" ")
    try:
        return PrivateKey(name, kind, base64.b64decode(told))
    except ValueError:
        raise NoFile(f"{path}: this is no private key, which is a name and 32 bytes in base64") from None


def checkpoint_of(path: Path, keys: Sequence[PublicKey]) -> tuple[SignedCheckpoint, list[bytes]]:
    """The checkpoint in a file, by itself or in an answer of the API, and the proof of consistency beside it."""
    text = content_of(path)
    told: Any = {"checkpoint": text.decode(errors="replace"), "consistency": []}
    if text.startswith(b"{"):
        try:
            told = json.loads(text)
        except ValueError:
            told = {}
    path_of_hashes = read_hashes(told.get("consistency") or []) if isinstance(told.get("checkpoint"), str) else None
    if path_of_hashes is None:
        raise NotProved(f"{path} holds no checkpoint and no proof")
    return opened(told["checkpoint"], keys), path_of_hashes


def timestamp_in(path: Path) -> Any:
    """What an answer of the API tells of a timestamp, not yet checked; None where it tells nothing."""
    try:
        told = json.loads(content_of(path))
    except ValueError:
        return None
    return told.get("timestamp") if isinstance(told, dict) else None


def roots_of(path: Path) -> "list[Certificate]":
    """The certificates in a PEM file."""
    try:
        return roots_in(path)
    except (OSError, ValueError):
        raise NoFile(f"{path}: there are no certificates in PEM form") from None


def written_key(name: str, seed: bytes) -> str:
    """The text of a file with a private key."""
    assert len(seed) == KEY_BYTES
    return f"{name} {base64.b64encode(seed).decode()}\n"
