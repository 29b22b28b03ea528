"""Timestamps by RFC 3161: that a checkpoint existed at a time, in the word of an authority that is not the log's.

What is stamped is the checkpoint's text, without signatures. The library is loaded with the first timestamp, as that of
the signatures is.
"""

import base64
import binascii
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from games.headlog.checkpoints import NotProved, SignedCheckpoint, opened
from games.headlog.signed_notes import PublicKey

if TYPE_CHECKING:
    from cryptography.x509 import Certificate
    from rfc3161_client import TimeStampResponse

# Longer than any answer of an authority with its chain of certificates.
MOST_BYTES = 64 * 1024


class StampedCheckpoint(NamedTuple):
    """A checkpoint of a log, and when an authority has seen it."""

    signed: SignedCheckpoint
    at: datetime


class TimestampQuery(NamedTuple):
    """What an authority is asked, and the number that its answer has to repeat."""

    body: bytes
    nonce: int | None


def query(text: str) -> TimestampQuery:
    """The request for a timestamp of a checkpoint's text."""
    from rfc3161_client import HashAlgorithm, TimestampRequestBuilder

    asked = TimestampRequestBuilder(data=text.encode(), hash_algorithm=HashAlgorithm.SHA256).build()
    return TimestampQuery(asked.as_bytes(), asked.nonce)


def stamped_at(text: str, answer: bytes, roots: Sequence["Certificate"], nonce: int | None = None) -> datetime:
    """When an authority under one of the roots has stamped a text; raises `NotProved`. Times are UTC."""
    from rfc3161_client import VerificationError, VerifierBuilder

    found = _decoded(answer)
    try:
        VerifierBuilder(roots=list(roots), nonce=nonce).build().verify_message(found, text.encode())
        return found.tst_info.gen_time
    except (VerificationError, ValueError) as refused:
        raise NotProved(f"the timestamp does not hold: {refused}") from None


def require_stamped(told: Any, keys: Sequence[PublicKey], roots: Sequence["Certificate"]) -> StampedCheckpoint:
    """The stamped checkpoint in `timestamp` of an answer of the API; raises `NotProved`."""
    try:
        note, answer = told["checkpoint"], base64.b64decode(told["answer"], validate=True)
    except (KeyError, TypeError, ValueError, binascii.Error):
        raise NotProved("there is no timestamp") from None
    if not isinstance(note, str):
        raise NotProved("there is no timestamp")
    signed = opened(note, keys)
    return StampedCheckpoint(signed, stamped_at(signed.note.text, answer, roots))


def roots_in(path: Path) -> list["Certificate"]:
    """The certificates in a PEM file; raises ValueError or OSError."""
    from cryptography.x509 import load_pem_x509_certificates

    return load_pem_x509_certificates(path.read_bytes())


def _decoded(answer: bytes) -> "TimeStampResponse":
    from rfc3161_client import decode_timestamp_response

    try:
        if len(answer) > MOST_BYTES:
            raise ValueError("it is too long")
        return decode_timestamp_response(answer)
    except ValueError as refused:
        raise NotProved(f"this is no answer of an authority: {refused}") from None
