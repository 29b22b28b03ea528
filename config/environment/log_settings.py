"""Settings of the log of all heads: its keys, its name, and the witnesses that cosign its checkpoints."""

import base64
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from games.headlog.signed_notes import KEY_BYTES, NAME, NotANote, PublicKey


class WitnessAddress(NamedTuple):
    """A witness that checkpoints are sent to."""

    key: PublicKey
    url: str


def log_keys(text: str) -> list[bytes]:
    """`LOG_KEY` as it was set: one key or, while they change, more of them; ValueError for what is none."""
    return [_key(one.strip()) for one in text.split(",")] if text.strip() else []


def log_name(text: str, public_url: str) -> str:
    """`LOG_NAME` as it was set, else the address of the log's files without its scheme; ValueError for no name."""
    parts = urlsplit(public_url)
    name = text or f"{parts.netloc}{parts.path}/log"
    if not NAME.fullmatch(name):
        raise ValueError("LOG_NAME has no spaces and no plus")
    return name


def log_witnesses(text: str) -> list[WitnessAddress]:
    """`LOG_WITNESSES` as it was set; ValueError for what is no list of a key and an address each."""
    return [_witness(one.strip()) for one in text.split(",") if one.strip()]


def timestamp_roots(url: str, text: str) -> Path:
    """`LOG_TIMESTAMP_ROOTS` as it was set; ValueError where an authority is named, and no file to check it by."""
    if url and not url.startswith(("http://", "https://")):
        raise ValueError("LOG_TIMESTAMP_URL is an address that begins with http:// or https://")
    if url and not Path(text).is_file():
        raise ValueError(
            "LOG_TIMESTAMP_ROOTS is a PEM file with the authority's roots: without them it could say anything"
        )
    return Path(text)


def _key(text: str) -> bytes:
    try:
        found = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        found = b""
    # The text is a secret.
    if len(found) != KEY_BYTES:
        raise ValueError("LOG_KEY is not 32 bytes in base64 as addresses have it, or more of them with commas between")
    return found


def _witness(text: str) -> WitnessAddress:
    key, _, url = text.partition(" ")
    try:
        found = WitnessAddress(PublicKey.read(key), url.strip().rstrip("/"))
    except NotANote as refused:
        raise ValueError(f"LOG_WITNESSES: {refused}") from None
    if not found.url.startswith(("http://", "https://")):
        raise ValueError("LOG_WITNESSES is a witness's key, a space and its address; a comma before the next")
    return found
