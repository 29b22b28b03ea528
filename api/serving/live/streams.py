"""The open streams of this process: begins them, sends what was missed and what comes, keeps them alive, ends them.

For the event loop alone.
"""

import asyncio
import logging
import random
from itertools import cycle

from aiohttp import web

from api.serving.handler.messages import RawResponse
from api.serving.live import readers
from api.serving.live.accounts import Accounts, AccountStream
from api.serving.live.clients import Unread
from api.serving.live.feeds import Feeds
from api.serving.live.followers import Follower, spread
from api.serving.live.messages import headers_of
from api.serving.live.readers import Reader
from api.serving.live.stream_metrics import StreamMetrics
from api.serving.streams.openings import AccountOpening, MatchOpening

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 15


class OpenStreams:
    """Those of matches and those of players."""

    def __init__(self, feeds: Feeds, accounts: Accounts, unread: Unread, metrics: StreamMetrics) -> None:
        self._feeds, self._accounts, self._unread, self._metrics = feeds, accounts, unread, metrics
        self._beating: list[set[Reader]] = [set() for _ in range(HEARTBEAT_SECONDS)]

    async def beat_on(self) -> None:
        """A sign of life for each reader every `HEARTBEAT_SECONDS`, some in each second; never ends."""
        for some in cycle(self._beating):
            await asyncio.sleep(1)
            for reader in list(some):
                reader.beat()

    def end(self) -> None:
        """Tell every reader when to reconnect, and end its stream."""
        told = self._all()
        random.shuffle(told)
        for one, moment in zip(told, spread(len(told), readers.RETURN_MS), strict=True):
            one.end(readers.RESTART, retry_ms=moment)

    async def tell(
        self, request: web.BaseRequest, response: RawResponse, opening: MatchOpening | AccountOpening
    ) -> web.StreamResponse:
        """Let a reader have a stream until it ends; the response is all of it."""
        told = web.StreamResponse(status=response.status, headers=headers_of(response))
        told.content_type = opening.form.media_type
        told.force_close()
        transport = request.transport
        assert transport is not None
        await told.prepare(request)
        chunked = request.version >= (1, 1)
        reader = Reader(transport, request.writer.drain, self._unread, opening.form, chunked=chunked)
        beating = min(self._beating, key=len)
        beating.add(reader)
        self._metrics.open += 1
        self._metrics.opened += 1
        try:
            reader.send(reader.framed(opening.form.retry(readers.RETRY_MS) + opening.form.heartbeat))
            if isinstance(opening, MatchOpening):
                await self._follow(reader, opening)
            else:
                await self._follow_all(reader, opening)
            async with asyncio.timeout(readers.LAST_WORDS_SECONDS):
                await reader.taken()
                await told.write_eof()
        except TimeoutError:
            reader.cut()
        except ConnectionError:
            pass
        finally:
            beating.discard(reader)
            self._unread.forget(reader)
            self._metrics.open -= 1
            self._log_end(opening, reader)
        return told

    async def _follow(self, reader: Reader, opening: MatchOpening, account: AccountStream | None = None) -> None:
        """Tell a reader of one match until the stream ends, or what it tells of the match."""
        page = opening.taken()
        follower = Follower(
            reader=reader,
            ended=reader.ended if account is None else asyncio.get_running_loop().create_future(),
            listener=opening.listener,
            digest=opening.digest,
            position=page.after,
            state=(),
            resume=None if account is None else account.resume,
            match=opening.match,
        )
        if account is not None:
            account.followers.append(follower)
        with self._feeds.held(opening.match) as feed:
            following = self._feeds.follow(feed, follower, page, opening.standing)
            # It is not kept for as long as the stream is open.
            del page
            await following

    async def _follow_all(self, reader: Reader, opening: AccountOpening) -> None:
        """Tell a player all that concerns them, until the stream ends."""
        account = AccountStream(reader, opening.listener, opening.digest, opening.position)
        following = [asyncio.create_task(self._follow(reader, one, account)) for one in opening.matches]
        # Each has its place in what the stream goes on from, before anything is told.
        await asyncio.sleep(0)
        account.tell(opening.news)
        self._accounts.open.add(account)
        try:
            await reader.ended
        finally:
            self._accounts.open.discard(account)
            for task in following:
                task.cancel()
            await asyncio.gather(*following, return_exceptions=True)

    def _log_end(self, opening: MatchOpening | AccountOpening, reader: Reader) -> None:
        reason = reader.ended.result() if reader.ended.done() and not reader.ended.cancelled() else "client_gone"
        self._metrics.count_end(reason)
        match = opening.match if isinstance(opening, MatchOpening) else ""
        known = {"match": match, "player": opening.listener.player, "reason": reason, "bytes": reader.sent}
        log.info("a stream has ended: %s", reason, extra={name: value for name, value in known.items() if value})

    def _all(self) -> list[Follower | AccountStream]:
        """Every open stream."""
        return [*(one for one in self._feeds.followers() if one.resume is None), *self._accounts.open]
