"""Signatures of Standard Webhooks 1.0, symmetric (`v1`): HMAC-SHA256 over id, time and body."""

import base64
import hashlib
import hmac

from events.randomness import new_key

PREFIX = "whsec_"
KEY_BYTES = 32


def new_secret() -> str:
    """A fresh secret, as its receiver's library wants it."""
    return PREFIX + base64.b64encode(new_key(KEY_BYTES)).decode()


def signature(secret: str, message: str, seconds: int, body: bytes) -> str:
    """The value of `webhook-signature` for a body sent at `seconds` since 1970 under the id `message`."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{message}.{seconds}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def headers(secret: str, message: str, seconds: int, body: bytes, *, previous: str = "") -> dict[str, str]:
    """The three headers of a delivery; with a `previous` secret signed by both, which receivers take either of."""
    signed = (signature(one, message, seconds, body) for one in (secret, previous) if one)
    return {
        "webhook-id": message,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(signed),
    }
