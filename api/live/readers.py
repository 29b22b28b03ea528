"""One open stream: its socket, and when it ends."""

import asyncio
from collections.abc import Iterable

from aiohttp import web

from api.answers.streams import END_REASONS
from api.live import formats
from api.live.formats import Form

# What is written and not yet taken: beyond it a reader is too slow; they are told where to go on.
MOST_BEHIND_BYTES = 256 * 1024
# The same of all readers together.
MOST_BEHIND_IN_ALL = 64 * 1024 * 1024
# A page that a slow reader has asked for is theirs for so long.
PAGE_SECONDS = 60.0
# How long the last words may take on their way.
LAST_WORDS_SECONDS = 10.0
# How soon a reader who was cut off comes back.
RETRY_MS = 2_000
# Over how long those come back who were ended together.
RETURN_MS = 5_000

MATCH_OVER, REVOKED, NOT_VISIBLE, OVERFLOW, RESTART, FAILED = END_REASONS


class Reader:
    """Writes to one client without ever waiting for it; the buffer of its socket is its queue.

    For the event loop alone.
    """

    def __init__(
        self, response: web.StreamResponse, transport: asyncio.Transport, form: Form, *, chunked: bool
    ) -> None:
        self.form, self.chunked = form, chunked
        self.sent = 0
        self._response, self._transport = response, transport
        self.ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    @property
    def is_open(self) -> bool:
        return not self.ended.done() and not self._transport.is_closing()

    def send(self, data: bytes) -> bool:
        """Hand over bytes that are framed already; whether the reader keeps up. One who does not is too far behind."""
        if self.is_open:
            self.sent += len(data)
            self._transport.write(data)
        return self.behind <= MOST_BEHIND_BYTES

    @property
    def behind(self) -> int:
        """How many bytes are written and not yet taken."""
        return self._transport.get_write_buffer_size()

    def framed(self, data: bytes) -> bytes:
        return formats.chunk(data) if self.chunked else data

    async def send_slowly(self, data: bytes) -> None:
        """Hand over bytes and wait until the client has taken most of them; TimeoutError for one who takes none."""
        async with asyncio.timeout(PAGE_SECONDS):
            await self._response.write(data)

    def beat(self) -> None:
        """A sign of life."""
        self.send(self.framed(self.form.heartbeat))

    def end(self, reason: str, *, resume: str, retry_ms: int = RETRY_MS) -> None:
        """Say why the stream ends and where another would go on, and end it."""
        if self.ended.done():
            return
        told = formats.encoded({"reason": reason, "resume": resume, "retry_ms": retry_ms})
        last_words = self.form.retry(retry_ms) + self.form.write(resume, "end", told)
        self.send(self.framed(last_words))
        self.ended.set_result(reason)


def shared(readers: Iterable[Reader], data: dict[Form, bytes]) -> list[Reader]:
    """Send the same to many readers; those who are too slow. Framed once for each form, whatever the audience."""
    framed: dict[tuple[Form, bool], bytes] = {}
    slow = []
    for reader in readers:
        key = reader.form, reader.chunked
        if key not in framed:
            framed[key] = reader.framed(data[reader.form])
        if not reader.send(framed[key]):
            slow.append(reader)
    return slow
