"""What a web process hands on to the live process of its machine: calls that wait for events, and some streams.

Neither holds a thread here. Where no live process answers, a call that waits is answered at once, by the web itself.
"""

import asyncio
from contextlib import suppress

from django.conf import settings

from api.serving.admission.shares import Shares
from api.serving.admission.slots import TooMany
from api.serving.handler.messages import CLIENT, Receive, Scope, Send

# Each holds two files. Streams belong at the address that `links.stream` names.
MOST_WAITING, MOST_STREAMS = 2_000, 256
# One address has an eighth of them, so that nobody takes all.
WAITING_OF_ONE, STREAMS_OF_ONE = 250, 32
CONNECT_SECONDS = 1.0
HEAD_BYTES, PIECE_BYTES = 64 * 1024, 64 * 1024
OF_CONNECTION = (b"connection", b"keep-alive", b"content-length", b"transfer-encoding", b"upgrade", b"te", CLIENT)


class Handover:
    """The requests that the live process answers now. For the event loop alone."""

    def __init__(self) -> None:
        self._waiting = Shares(MOST_WAITING, of_one=WAITING_OF_ONE)
        self._streams = Shares(MOST_STREAMS, of_one=STREAMS_OF_ONE)

    def takes(self, scope: Scope) -> bool:
        """Whether a call is one for the live process."""
        is_for_it = _is_stream(scope) or _waits(scope)
        return bool(is_for_it and scope["method"] == "GET" and settings.LIVE_SOCKET)

    async def hand_on(self, scope: Scope, receive: Receive, send: Send, caller: str) -> bool:
        """Let the live process answer a caller, if it is there and has a place; whether it has. Raises `TooMany`.

        A call that waits and has no place here is answered at once, by the web itself.
        """
        places = self._streams if _is_stream(scope) else self._waiting
        if not places.take(caller):
            if places is self._streams and places.free:
                raise TooMany("too_many_streams")
            return False
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                reader, writer = await asyncio.open_unix_connection(settings.LIVE_SOCKET, limit=HEAD_BYTES)
        except (OSError, TimeoutError):
            return False
        else:
            try:
                return await _hand_on(scope, receive, send, reader, writer)
            finally:
                writer.close()
        finally:
            places.leave(caller)


def _is_stream(scope: Scope) -> bool:
    return bool(scope["path"].endswith("/stream"))


def _waits(scope: Scope) -> bool:
    return scope["path"].endswith("/events") and b"wait=" in scope["query_string"]


async def _hand_on(
    scope: Scope, receive: Receive, send: Send, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> bool:
    writer.write(_head(scope))
    telling, leaving = asyncio.create_task(_tell(reader, send)), asyncio.create_task(_gone(receive))
    done, left = await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
    for task in left:
        task.cancel()
    # A client that has left needs no answer.
    return telling not in done or telling.result()


async def _tell(reader: asyncio.StreamReader, send: Send) -> bool:
    """Pass the response on as it arrives; returns whether there was one."""
    try:
        status, headers = _read(await reader.readuntil(b"\r\n\r\n"))
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
        return False
    await send({"type": "http.response.start", "status": status, "headers": headers})
    with suppress(OSError):
        while piece := await reader.read(PIECE_BYTES):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
    return True


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _head(scope: Scope) -> bytes:
    """The request in HTTP/1.0, so that the response is not chunked and ends with the connection."""
    target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
    kept = [(name, value) for name, value in scope["headers"] if name.lower() not in OF_CONNECTION]
    lines = [b"GET %b HTTP/1.0" % target, *(b"%b: %b" % pair for pair in kept)]
    return b"\r\n".join([*lines, b"%b: %b" % (CLIENT, scope["client"][0].encode()), b"", b""])


def _read(head: bytes) -> tuple[int, list[tuple[bytes, bytes]]]:
    first, *lines = head.rstrip(b"\r\n").split(b"\r\n")
    headers = [(name.lower(), value.strip()) for name, _, value in (line.partition(b":") for line in lines)]
    return int(first.split()[1]), [pair for pair in headers if pair[0] not in (b"connection", b"transfer-encoding")]
