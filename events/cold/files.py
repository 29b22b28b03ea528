"""The files of cold matches, in whatever Django calls the storage "cold": a folder, or any backend that is named."""

import hashlib
import sys
from dataclasses import dataclass

from django.core.files.base import ContentFile
from django.core.files.storage import InvalidStorageError, Storage, storages

from events.errors import ColdFileDamaged, ColdFileUnreadable

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

STORAGE = "cold"
# A file is written once and read seldom: the highest level that needs no more memory to read than others.
LEVEL = 19


@dataclass(frozen=True, kw_only=True)
class ColdFile:
    """A file by its name, the SHA-256 of its bytes, and how many they are."""

    name: str
    sha256: bytes
    size: int


def is_configured() -> bool:
    """Whether this process knows where the files are."""
    return STORAGE in storages.backends


def write(match: str, text: bytes) -> ColdFile:
    """Store a text, compressed, where it is not stored yet. Read it back before relying on it.

    The name has part of the hash, so that no file ever takes the place of another one.
    """
    data = zstd.compress(
        text, options={zstd.CompressionParameter.compression_level: LEVEL, zstd.CompressionParameter.checksum_flag: 1}
    )
    digest = hashlib.sha256(data).digest()
    wanted = ColdFile(name=f"{match[-2:]}/{match}-{digest.hex()[:16]}.zst", sha256=digest, size=len(data))
    try:
        _bytes_of(match, wanted)
    except ColdFileDamaged:
        # Also half a file, where a run before was cut off.
        storage = _storage(match)
        try:
            name = storage.save(wanted.name, ContentFile(data))
        except OSError as error:
            raise ColdFileUnreadable(f"its file cannot be written: {error}") from error
        return ColdFile(name=name, sha256=digest, size=len(data))
    return wanted


def read(match: str, file: ColdFile) -> bytes:
    """The text in a file.

    `ColdFileDamaged` where it is missing or another; `ColdFileUnreadable` where nobody can tell, or knows where it is.
    """
    # What has the hash was written by us: it is decompressed without a bound.
    return decompress(_bytes_of(match, file))


def decompress(data: bytes) -> bytes:
    """The text of a file's bytes; ValueError where they are damaged."""
    try:
        return zstd.decompress(data)
    except zstd.ZstdError as error:
        raise ValueError("not compressed by zstd, or damaged") from error


def _bytes_of(match: str, file: ColdFile) -> bytes:
    try:
        with _storage(match).open(file.name) as opened:
            data: bytes = opened.read(file.size + 1)
    except FileNotFoundError:
        raise ColdFileDamaged(f"match {match} is cold, and its file {file.name} is missing") from None
    except ColdFileUnreadable:
        raise
    except Exception as error:
        # Backends have errors of their own.
        told = f"match {match} is cold, and its file {file.name} cannot be read: {type(error).__name__}"
        raise ColdFileUnreadable(told) from error
    if hashlib.sha256(data).digest() != file.sha256:
        raise ColdFileDamaged(f"match {match} is cold, and its file {file.name} is damaged")
    return data


def _storage(match: str) -> Storage:
    try:
        return storages[STORAGE]
    except InvalidStorageError:
        # Also where the package of a backend is not installed.
        raise ColdFileUnreadable(f"match {match} is cold, and COLD_STORAGE names no storage to be used here") from None
