"""Checks and writes the signatures of deliveries to webhooks (Standard Webhooks 1.0, symmetric)."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from secrets import token_bytes
from typing import Any, TypedDict

# A delivery that was signed longer ago may be somebody's copy of an old one.
TOLERANCE_SECONDS = 300
KEY_BYTES = 32


class Delivery(TypedDict):
    """What a webhook is told: the kind of the notice, when it was written, and what it is about."""

    type: str
    timestamp: str
    data: dict[str, Any]


class InvalidDelivery(Exception):
    """It is not from the service, or it is too old; the message says why. Answer 400 and do nothing."""


def verify(
    body: bytes,
    headers: Mapping[str, str],
    *secrets: str,
    tolerance: int = TOLERANCE_SECONDS,
    now: float | None = None,
) -> Delivery:
    """The delivery in a request's body, exactly as it was received; raises `InvalidDelivery`.

    `secrets` are those of the webhook: the new one, and for a day the one before. Process each `webhook-id` once.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message, seconds = given["webhook-id"], int(given["webhook-timestamp"])
        signatures = [one.removeprefix("v1,") for one in given["webhook-signature"].split() if one.startswith("v1,")]
    except (KeyError, ValueError):
        raise InvalidDelivery("the headers of a delivery are missing") from None
    if abs((time.time() if now is None else now) - seconds) > tolerance:
        raise InvalidDelivery("it was signed too long ago, or by a clock that is wrong")
    signed = f"{message}.{seconds}.".encode() + body
    expected = [_signature(secret, signed) for secret in secrets]
    if not any(hmac.compare_digest(one, sent) for one in expected for sent in signatures):
        raise InvalidDelivery("no signature fits")
    told: Delivery = json.loads(body)
    return told


def new_secret() -> str:
    """A fresh secret, in the form in which the service shows that of a webhook."""
    return "whsec_" + base64.b64encode(token_bytes(KEY_BYTES)).decode()


def headers(body: bytes, message: str, secret: str, *, now: float | None = None) -> dict[str, str]:
    """The headers of a delivery with this body, under the id `message`, signed `now` in seconds since 1970."""
    seconds = int(time.time() if now is None else now)
    signature = _signature(secret, f"{message}.{seconds}.".encode() + body)
    return {"webhook-id": message, "webhook-timestamp": str(seconds), "webhook-signature": f"v1,{signature}"}


def _signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
