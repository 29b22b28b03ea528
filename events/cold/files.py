"""The files of cold matches, in whatever Django calls the storage "cold": a folder, or any backend that is named."""

import hashlib
import sys
from contextlib import suppress
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
NO_STORAGE = "COLD_STORAGE names no storage to be used here"


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
    """Store a text, compressed, where it is not stored yet; `ColdFileUnreadable` where that cannot be.

    Read it back before relying on it. The name has part of the hash, so that no file ever takes the place of another.
    """
    data = zstd.compress(
        text, options={zstd.CompressionParameter.compression_level: LEVEL, zstd.CompressionParameter.checksum_flag: 1}
    )
    digest = hashlib.sha256(data).digest()
    file = ColdFile(name=f"{match[-2:]}/{match}-{digest.hex()[:16]}.zst", sha256=digest, size=len(data))
    try:
        storage = storages[STORAGE]
        if _is_there(storage, file):
            return file
        name = storage.save(file.name, ContentFile(data))
    except InvalidStorageError:
        raise ColdFileUnreadable(NO_STORAGE) from None
    except Exception as error:
        # Backends have errors of their own, whose words may hold a secret; the system's name a file.
        is_of_system = isinstance(error, OSError) and type(error).__module__ == "builtins"
        told = str(error) if is_of_system else type(error).__name__
        raise ColdFileUnreadable(f"its file cannot be written: {told}") from error
    return ColdFile(name=name, sha256=digest, size=len(data))


def read(match: str, file: ColdFile) -> bytes:
    """The text in the file of a cold match.

    `ColdFileDamaged` where it is missing or another; `ColdFileUnreadable` where nobody can tell, or knows where it is.
    """
    return _text(file, f"match {match} is cold, and ")


def read_back(file: ColdFile) -> bytes:
    """The same of a file that was just written, whose match is not cold yet."""
    return _text(file)


def decompress(data: bytes) -> bytes:
    """The text of a file's bytes; ValueError where they are damaged."""
    try:
        return zstd.decompress(data)
    except zstd.ZstdError as error:
        raise ValueError("not compressed by zstd, or damaged") from error


def _text(file: ColdFile, before: str = "") -> bytes:
    """The text in a file; what is raised says this before."""
    its_file = f"{before}its file {file.name}"
    try:
        data = _bytes_of(storages[STORAGE], file)
    except InvalidStorageError:
        # Also where the package of a backend is not installed.
        raise ColdFileUnreadable(before + NO_STORAGE) from None
    except FileNotFoundError:
        raise ColdFileDamaged(f"{its_file} is missing") from None
    except Exception as error:
        raise ColdFileUnreadable(f"{its_file} cannot be read: {type(error).__name__}") from error
    if not _is_as_written(data, file):
        raise ColdFileDamaged(f"{its_file} is damaged")
    # What has the hash was written by us: it is decompressed without a bound.
    return decompress(data)


def _is_there(storage: Storage, file: ColdFile) -> bool:
    """Whether the whole file is stored; not where a run that was cut off has left half of it."""
    try:
        with storage.open(file.name) as opened:
            return _is_as_written(opened.read(file.size + 1), file)
    except FileNotFoundError:
        return False


def _bytes_of(storage: Storage, file: ColdFile) -> bytes:
    try:
        with storage.open(file.name) as opened:
            data: bytes = opened.read(file.size + 1)
    except FileNotFoundError:
        # A bucket that is not there says the same of each file in it; when its names are asked for it says more.
        with suppress(NotImplementedError):
            storage.listdir("")
        raise
    return data


def _is_as_written(data: bytes, file: ColdFile) -> bool:
    return hashlib.sha256(data).digest() == file.sha256
