"""Unread bytes of clients: sent piece by piece, counted, and limited for all clients together.

For the event loop alone.
"""

import asyncio
import socket
import struct
import time
from collections import deque
from collections.abc import Awaitable, Callable

# So much is written at once, and the next when the client has taken it.
PIECE_BYTES = 64 * 1024
# What the kernel keeps for one who does not read, beside what waits here; it doubles that.
SEND_BYTES = 64 * 1024
# What all clients together may leave unread, and down to which part of it the slowest are cut off beyond that, because
# each time all of them are looked at.
MOST_BEHIND_IN_ALL = 64 * 1024 * 1024
LEFT = 0.75
# What is on its way to a slow client has to be taken in so long.
PAGE_SECONDS = 60.0

# To close a socket and forget what was written to it (`socket(7)`, SO_LINGER).
AT_ONCE = struct.pack("ii", 1, 0)

# Kept and left.
NOTHING = 0, 0

now = time.monotonic


class Client:
    """The one at the other end of a connection, and what waits for it here beside the buffer of its socket.

    `drain` waits until that buffer is empty. `since` is when the client last took anything.
    """

    def __init__(self, transport: asyncio.Transport, drain: Callable[[], Awaitable[None]], unread: "Unread") -> None:
        # `drain` is then over when all is taken.
        transport.set_write_buffer_limits(high=0)
        self._socket = transport.get_extra_info("socket")
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
        self.since = now()
        self._transport, self._drain, self._unread = transport, drain, unread
        # Each whole until the last of it is taken: a part of something keeps all of it.
        self._waiting: deque[bytes] = deque()
        self._waiting_bytes = 0
        # So much of the first has been written.
        self._written = 0
        self._turn = asyncio.Lock()

    @property
    def behind(self) -> int:
        """How many bytes are handed over and not yet taken."""
        return self._waiting_bytes - self._written + self._transport.get_write_buffer_size()

    @property
    def kept(self) -> int:
        """How many bytes of memory they take."""
        return self._waiting_bytes + self._transport.get_write_buffer_size()

    def hand_over(self, data: bytes) -> None:
        """Let bytes wait behind all that was handed over before; `taken` sends them."""
        if data and not self._transport.is_closing():
            self._waiting.append(data)
            self._waiting_bytes += len(data)
            self._unread.count(self, len(data))

    async def taken(self) -> None:
        """Send what waits until the client has taken all of it.

        One that has not in `PAGE_SECONDS` is cut off: TimeoutError. ConnectionError for one that is gone.
        """
        try:
            async with self._turn, asyncio.timeout(PAGE_SECONDS):
                while self._waiting:
                    self._write_a_piece()
                    self._unread.count(self)
                    await self._drain()
                    self._let_go()
                    self._unread.count(self)
        except TimeoutError:
            self.cut()
            raise

    def cut(self) -> None:
        """Close the connection without a message, which would wait like everything else."""
        self._waiting.clear()
        self._waiting_bytes = self._written = 0
        if not self._transport.is_closing():
            # Otherwise the kernel keeps what it has for a minute or two.
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        self._transport.abort()

    def _write_a_piece(self) -> None:
        if self._transport.is_closing():
            raise ConnectionResetError
        piece = self._waiting[0][self._written : self._written + PIECE_BYTES]
        self._written += len(piece)
        self._transport.write(piece)

    def _let_go(self) -> None:
        """Keep the first of what waits no longer, if all of it is taken."""
        if self._waiting and self._written == len(self._waiting[0]):
            self._waiting_bytes -= len(self._waiting.popleft())
            self._written = 0


class Unread:
    """What all clients of the process have not taken."""

    def __init__(self) -> None:
        # What is kept for them.
        self.bytes = 0
        # Of those for whom anything is kept, how much, and what of it they have left, when it was last counted.
        self._of: dict[Client, tuple[int, int]] = {}

    def count(self, client: Client, added: int = 0) -> None:
        """Count the unread bytes of a client that was sent more; over the limit cut off the slowest."""
        if not client.kept and client not in self._of:
            # So it is with nearly all that is sent.
            return
        self._count(client, added)
        if self.bytes > MOST_BEHIND_IN_ALL:
            self._cut_slowest()

    def forget(self, client: Client) -> None:
        """Its connection has ended."""
        self.bytes -= self._of.pop(client, NOTHING)[0]

    def _count(self, client: Client, added: int) -> None:
        (kept, before), left = self._of.pop(client, NOTHING), client.behind
        if not before or left < before + added:
            client.since = now()
        self.bytes += client.kept - kept
        if client.kept:
            self._of[client] = client.kept, left

    def _cut_slowest(self) -> None:
        """Cut off those who have taken nothing for the longest, however little they have left."""
        for client in list(self._of):
            self._count(client, 0)
        for client in sorted(self._of, key=lambda one: one.since):
            if self.bytes <= LEFT * MOST_BEHIND_IN_ALL:
                return
            client.cut()
            self.forget(client)
