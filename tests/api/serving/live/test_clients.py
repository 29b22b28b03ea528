import asyncio
import math
import socket
from collections.abc import Awaitable, Callable

import pytest

from api.serving.live import clients
from api.serving.live.clients import PIECE_BYTES, Client, Unread
from api.serving.live.readers import Reader
from api.serving.streams.formats import NDJSON

PATIENCE = 60.0
PAGE = b"x" * 3 * PIECE_BYTES


class Flow(asyncio.Protocol):
    """Says when all that was written is taken, as aiohttp's protocol does."""

    def __init__(self) -> None:
        self.is_empty = asyncio.Event()
        self.is_empty.set()

    def pause_writing(self) -> None:
        self.is_empty.clear()

    def resume_writing(self) -> None:
        self.is_empty.set()

    def connection_lost(self, _: Exception | None) -> None:
        self.is_empty.set()

    async def drain(self) -> None:
        await self.is_empty.wait()


async def connected(unread: Unread) -> tuple[Client, socket.socket]:
    """A client, and the end of the connection where it reads, or does not."""
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    transport, flow = await asyncio.get_running_loop().create_connection(Flow, sock=ours)
    return Reader(transport, flow.drain, unread, NDJSON, chunked=False), theirs


async def read(theirs: socket.socket, length: int) -> bytes:
    told = b""
    while len(told) < length:
        piece = await asyncio.get_running_loop().sock_recv(theirs, 65_536)
        if not piece:
            break
        told += piece
    return told


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(PATIENCE):
            await work()

    asyncio.run(in_time())


def test_to_one_who_does_not_read_only_a_piece_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        unread = Unread()
        client, theirs = await connected(unread)
        client.hand_over(PAGE)
        client.hand_over(PAGE)
        taking = asyncio.create_task(client.taken())
        while not (left := client._transport.get_write_buffer_size()):
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert left <= PIECE_BYTES
        assert unread.bytes >= client.behind >= len(PAGE)
        assert await read(theirs, 2 * len(PAGE)) == 2 * PAGE
        await taking
        assert (client.behind, unread.bytes) == (0, 0)
        theirs.close()

    run(work)


def test_a_body_counts_whole_until_its_last_byte_is_taken() -> None:
    async def work() -> None:
        unread = Unread()
        client, theirs = await connected(unread)
        client.hand_over(PAGE)
        client.hand_over(PAGE)
        taking = asyncio.create_task(client.taken())
        await asyncio.sleep(0)
        lefts, read_bytes = [client.behind], 0
        while read_bytes < 2 * len(PAGE):
            # What has left is kept as well, because a part of something keeps all of it.
            assert unread.bytes >= math.ceil(client.behind / len(PAGE)) * len(PAGE)
            read_bytes += len(await asyncio.get_running_loop().sock_recv(theirs, 4_096))
            lefts.append(client.behind)
        assert any(0 < left % len(PAGE) <= PIECE_BYTES for left in lefts)
        await taking
        assert unread.bytes == 0
        theirs.close()

    run(work)


def test_who_does_not_take_a_page_in_time_is_cut_off_and_holds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "PAGE_SECONDS", 0.01)

    async def work() -> None:
        unread = Unread()
        client, theirs = await connected(unread)
        client.hand_over(PAGE + PAGE)
        with pytest.raises(TimeoutError):
            await client.taken()
        assert client.behind == 0
        unread.forget(client)
        assert unread.bytes == 0
        theirs.close()

    run(work)


def test_all_together_never_hold_more_than_the_bound_and_the_deaf_make_room_for_those_who_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    most = 5 * len(PAGE)
    monkeypatch.setattr(clients, "MOST_BEHIND_IN_ALL", most)

    async def work() -> None:
        unread = Unread()
        crowd = []
        for _ in range(40):
            client, theirs = await connected(unread)
            crowd.append((client, theirs, asyncio.create_task(_told(client, PAGE + PAGE))))
            await asyncio.sleep(0)
            assert sum(one.kept for one, _, _ in crowd) == unread.bytes <= most
        reading, theirs = await connected(unread)
        taking = asyncio.create_task(_told(reading, PAGE))
        assert await read(theirs, len(PAGE)) == PAGE
        await taking
        left = [one.behind > 0 for one, _, _ in crowd]
        # Those who came last are there yet.
        assert left == sorted(left)
        assert 0 < sum(left) < 5
        for client, other, task in crowd:
            client.cut()
            unread.forget(client)
            other.close()
            await asyncio.gather(task, return_exceptions=True)
        theirs.close()
        assert unread.bytes == 0

    run(work)


def test_one_who_takes_something_now_and_then_stays_before_one_who_takes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clients, "MOST_BEHIND_IN_ALL", 12 * len(PAGE))
    moments = iter(range(10_000))
    monkeypatch.setattr(clients, "now", lambda: next(moments))

    async def work() -> None:
        unread = Unread()
        slow, slows = await connected(unread)
        deaf, deafs = await connected(unread)
        # The slow one came first.
        tasks = [asyncio.create_task(_told(one, 4 * PAGE)) for one in (slow, deaf)]
        await asyncio.sleep(0)
        before = slow.behind
        await read(slows, len(PAGE))
        while slow.behind > before - PIECE_BYTES:
            await asyncio.sleep(0)
        last, lasts = await connected(unread)
        tasks.append(asyncio.create_task(_told(last, 4 * PAGE)))
        await asyncio.sleep(0)
        assert (slow.behind > 0, deaf.behind, last.behind > 0) == (True, 0, True)
        for one, theirs in ((slow, slows), (deaf, deafs), (last, lasts)):
            one.cut()
            theirs.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    run(work)


def test_news_that_comes_while_a_page_is_on_its_way_goes_behind_it() -> None:
    async def work() -> None:
        reader, theirs = await connected(Unread())
        assert isinstance(reader, Reader)
        assert reader.send(b"first")
        reader.hand_over_page(PAGE)
        taking = asyncio.create_task(reader.taken())
        await asyncio.sleep(0)
        assert reader.send(b"news")
        reader.end("restart", resume="7")
        told = await read(theirs, len(PAGE) + 30)
        await taking
        assert told.startswith(b"first" + PAGE + b'news{"id":"7","type":"end"')
        theirs.close()

    run(work)


async def _told(client: Client, data: bytes) -> None:
    client.hand_over(data)
    await client.taken()
