"""The bodies of requests, read in time and within bounds; for the event loop alone, as nothing here has a lock."""

import asyncio
from collections.abc import Callable
from functools import partial

from django.conf import settings
from rest_framework.permissions import SAFE_METHODS

from api.serving.handler.messages import Receive, Scope

# A body has to be there after this time: it is 64 KiB at most, and the longest that is read is a match's options.
BODY_SECONDS = 5.0
# A body comes in this many pieces and one for each so many bytes, at most: each costs the loop some 35 microseconds.
PIECES, PIECE_BYTES = 128, 256
# What bodies that are being read may hold together: 256 of the longest.
BODIES_BYTES = 16 * 1024 * 1024

Hold = Callable[[int], None]


class Gone(Exception):
    """The body will never be complete: the client left, or sent an invalid body or too many small pieces."""


class Bodies:
    """The bodies that are being read, and how much memory they hold."""

    def __init__(self) -> None:
        # How much of each, by the deadline of its reading; the first to send anything first.
        self._held: dict[asyncio.Timeout, int] = {}
        self._bytes = 0

    async def whole(self, scope: Scope, receive: Receive) -> bytes:
        """The complete body of a request; `TimeoutError` if it is late, `Gone`."""
        if not any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"]):
            return b""
        try:
            async with asyncio.timeout(BODY_SECONDS) as reading:
                return await _body(scope, receive, partial(self._hold, reading))
        finally:
            self._let_go(reading)

    def _hold(self, reading: asyncio.Timeout, length: int) -> None:
        """Count bytes that have come.

        Beyond `BODIES_BYTES` the oldest bodies are dropped: an honest one is complete at once.
        """
        self._held[reading] = self._held.get(reading, 0) + length
        self._bytes += length
        while self._bytes > BODIES_BYTES:
            oldest = next(iter(self._held))
            self._let_go(oldest)
            if not oldest.expired():
                oldest.reschedule(0)

    def _let_go(self, reading: asyncio.Timeout) -> None:
        """Count it no longer."""
        self._bytes -= self._held.pop(reading, 0)


async def _body(scope: Scope, receive: Receive, hold: Hold) -> bytes:
    """The body. Of one that is too long: one byte more than allowed, or nothing if its header says so. Raises `Gone`.

    `RequestLimits` refuses bodies that are too long, because it knows which addresses exist.
    """
    headers, most = dict(scope["headers"]), settings.MAX_BODY_BYTES
    if b"transfer-encoding" not in headers:
        declared = int(headers.get(b"content-length", b"0"))
        return await _read(receive, declared, hold) if 0 < declared <= most else b""
    body = b"" if scope["method"] in SAFE_METHODS else await _read(receive, most + 1, hold)
    # Django takes a body without a declared length for none.
    scope["headers"].append((b"content-length", str(len(body)).encode()))
    return body


async def _read(receive: Receive, most: int, hold: Hold) -> bytes:
    body, pieces = bytearray(), 0
    while len(body) < most:
        event, pieces = await receive(), pieces + 1
        if event["type"] == "http.disconnect" or pieces > PIECES + len(body) // PIECE_BYTES:
            raise Gone
        body += event.get("body", b"")
        hold(len(event.get("body", b"")))
        if not event.get("more_body", False):
            break
    return bytes(body[:most])
