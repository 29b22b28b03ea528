"""Posts to servers of others that the operators have named: witnesses, an authority of timestamps."""

import http.client
import time
import urllib.request
from typing import NamedTuple
from urllib.error import HTTPError

SECONDS = 10.0
# Longer than the cosignatures of any witness, and any timestamp.
MOST_BYTES = 64 * 1024


class OutsideReply(NamedTuple):
    """What a server answered, whatever its status."""

    status: int
    content_type: str
    body: bytes


def post(url: str, body: bytes, content_type: str) -> OutsideReply:
    """Post a body, and wait for at most ten seconds or so; OSError and `HTTPException` where nobody answers."""
    request = urllib.request.Request(url, body, {"Content-Type": content_type})  # noqa: S310, as configured
    until = time.monotonic() + SECONDS
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            return _read(answer, answer.status, until)
    except HTTPError as refused:
        with refused:
            return _read(refused, refused.code, until)


def _read(answer: http.client.HTTPResponse | HTTPError, status: int, until: float) -> OutsideReply:
    found = b""
    # Somebody who sends a byte now and then keeps nobody waiting.
    while time.monotonic() < until and len(found) < MOST_BYTES and (part := answer.read1(4096)):
        found += part
    return OutsideReply(status, answer.headers.get("Content-Type", ""), found)
