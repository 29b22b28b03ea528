"""One open stream: writes to its socket, and ends it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from api.answers.streams import END_REASONS
from api.serving.live.clients import Client, Unread
from api.serving.streams import formats
from api.serving.streams.formats import Form

# News that was written and is not yet taken: beyond it a reader is too slow; they are told where to go on.
MOST_BEHIND_BYTES = 256 * 1024
# How long the last words may take on their way.
LAST_WORDS_SECONDS = 10.0
# How soon a reader who was cut off comes back.
RETRY_MS = 2_000
# Over how long those come back who were ended together.
RETURN_MS = 5_000

MATCH_OVER, REVOKED, NOT_VISIBLE, OVERFLOW, RESTART, FAILED = END_REASONS


class Reader(Client):
    """A client who is told news without anybody ever waiting for it; the buffer of its socket is its queue.

    For the event loop alone.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        drain: Callable[[], Awaitable[None]],
        unread: Unread,
        form: Form,
        *,
        chunked: bool,
    ) -> None:
        super().__init__(transport, drain, unread)
        self.form, self.chunked = form, chunked
        self.sent = 0
        # News that waits behind a page.
        self._news_bytes = 0
        self.ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    @property
    def is_open(self) -> bool:
        return not self.ended.done() and not self._transport.is_closing()

    def send(self, data: bytes) -> bool:
        """Write framed bytes; returns whether the reader keeps up."""
        if self.is_open:
            self.sent += len(data)
            if self._waiting:
                self._news_bytes += len(data)
                self.hand_over(data)
            else:
                self._news_bytes = 0
                self._transport.write(data)
                self._unread.count(self, len(data))
        return (self._news_bytes or self._transport.get_write_buffer_size()) <= MOST_BEHIND_BYTES

    def framed(self, data: bytes) -> bytes:
        return formats.chunk(data) if self.chunked else data

    def hand_over_page(self, data: bytes) -> None:
        """Queue a page of missed events behind everything sent, until it is `taken`."""
        if self.is_open:
            self.sent += len(data)
            self.hand_over(self.framed(data))

    def cut(self) -> None:
        super().cut()
        if not self.ended.done():
            self.ended.set_result(OVERFLOW)

    def beat(self) -> None:
        """A sign of life."""
        self.send(self.framed(self.form.heartbeat))

    def end(self, reason: str, *, resume: str, retry_ms: int = RETRY_MS) -> None:
        """Send the reason and the position to resume from, and end the stream."""
        if self.ended.done():
            return
        told = formats.encoded({"reason": reason, "resume": resume, "retry_ms": retry_ms})
        last_words = self.form.retry(retry_ms) + self.form.write(resume, "end", told)
        self.send(self.framed(last_words))
        self.ended.set_result(reason)


def shared(readers: Iterable[Reader], data: dict[Form, bytes]) -> list[Reader]:
    """Send the same to many readers, framed once for each form. Returns the readers that are too slow."""
    framed: dict[tuple[Form, bool], bytes] = {}
    slow = []
    for reader in readers:
        key = reader.form, reader.chunked
        if key not in framed:
            framed[key] = reader.framed(data[reader.form])
        if not reader.send(framed[key]):
            slow.append(reader)
    return slow
