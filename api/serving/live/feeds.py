"""Feeds of matches: looks news up once, renders it once per class of readers, and sends it to all followers.

For the event loop alone; what asks the database runs in threads.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeVar

from api.http.call import Waiter
from api.serving.live import readers
from api.serving.live.followers import Follower, end_in_turns, hand_over
from api.serving.live.stream_metrics import StreamMetrics
from api.serving.streams import pages
from api.serving.streams.formats import Message
from api.serving.streams.pages import Listener, Page
from api.serving.streams.tables import NOTHING, Digest
from events import outages
from games.matches.errors import MatchNotFound, MatchQuarantined, Refused
from games.matches.status import polls
from games.matches.status.polls import AccessState
from games.matches.status.presence import NOBODY, Presence

T = TypeVar("T")
log = logging.getLogger(__name__)

# How often the loop looks by itself how far the matches have come: the relay that tells of it is called twice a second
# under load, and what it tells can be lost.
LOOK_SECONDS = 0.25
# How often what changes without an event is asked for: tokens that were revoked, matches made private or set aside.
CHECK_SECONDS = 1.0
# How long those who come in give way to news for those who are there.
GIVES_WAY_SECONDS = 0.02


class InThread(Protocol):
    """Has something looked up in a thread with a connection to the database."""

    async def __call__(self, ask: Callable[..., T], *given: Any) -> T: ...


@dataclass(eq=False)
class Feed:
    """One match that somebody follows or waits for; `head` is its version when that was last looked up.

    `changes` counts how often there was news, `rounds` how often its followers were told it.
    """

    match: str
    head: int = 0
    changes: int = 0
    rounds: int = 0
    standing: AccessState | None = None
    followers: set[Follower] = field(default_factory=set)
    waiting: dict[asyncio.Event, Waiter] = field(default_factory=dict)
    # Who is there, as far as that was looked up.
    there: Presence | None = None
    # How often something has changed in each room of the chat.
    chats: Mapping[str, int] = field(default_factory=dict)
    # Requests that are being opened: news must not be lost meanwhile.
    held: int = 0
    is_stale: bool = False
    looking: asyncio.Task[None] | None = None

    @property
    def is_wanted(self) -> bool:
        return bool(self.followers or self.waiting or self.held)


class Feeds:
    """All matches that are followed in this process.

    News is looked up `in_thread`. `let_in` reads what new readers have missed, so that no news waits for that.
    """

    def __init__(self, in_thread: InThread, let_in: InThread, metrics: StreamMetrics) -> None:
        self._in_thread, self._let_in, self._metrics = in_thread, let_in, metrics
        self._feeds: dict[str, Feed] = {}
        self._told: set[str] = set()
        self._news = asyncio.Event()
        # Matches whose readers are being told news, and whether there are none.
        self._telling = 0
        self._is_quiet = asyncio.Event()
        self._is_quiet.set()
        self._ending: set[asyncio.Task[None]] = set()

    @contextmanager
    def held(self, match: str) -> Iterator[Feed]:
        """The match's feed: from now on no news of it is missed."""
        if not self._feeds:
            self._news.set()
        feed = self._feeds.setdefault(match, Feed(match))
        feed.held += 1
        try:
            yield feed
        finally:
            feed.held -= 1
            self._forget(feed)

    def tell(self, match: str | None, version: int = 0) -> None:
        """There is news of a match, or of any match (None), because some may have been missed.

        Where its version is known it is not looked up, and a version that was announced before is no news.
        """
        feed = self._feeds.get(match) if match and version else None
        if feed is not None:
            if version > feed.head:
                feed.head = version
                self._stale(feed)
            return
        self._told.update(self._feeds if match is None else [match] if match in self._feeds else [])
        if self._told:
            self._news.set()

    async def look_on(self) -> None:
        """Look up the versions of matches when there is news, and at intervals; never ends."""
        clock = asyncio.get_running_loop().time
        due = clock()
        while True:
            with suppress(TimeoutError):
                # While nobody is there, until somebody comes.
                async with asyncio.timeout_at(due if self._feeds else None):
                    await self._news.wait()
            if clock() >= due:
                # However much is told of other matches.
                self._told.update(self._feeds)
                due = clock() + LOOK_SECONDS
            self._news.clear()
            told, self._told = self._told & self._feeds.keys(), set()
            if told:
                await in_spite_of_outages(self._look(told))

    async def check_on(self) -> None:
        """Look every second for changes without an event; never ends."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            if self._feeds:
                await in_spite_of_outages(self._check())

    async def follow(self, feed: Feed, follower: Follower, page: Page, standing: AccessState) -> None:
        """Send a reader what they missed, page by page from this one on, and then the news, until the stream ends."""
        feed.followers.add(follower)
        feed.standing = feed.standing or standing
        try:
            telling = self._tell_slowly(follower, page)
            # It is not kept while the reader takes it.
            del page
            await telling
            await self._catch_up(feed, follower)
            if feed.is_stale or feed.head > follower.position:
                # The others may have been told of it while this reader's first page was on its way. What only this
                # reader knows the next look finds: it is news to all others.
                self._stale(feed)
            if feed.there is not None:
                follower.show(feed.there)
            follower.tell_chat(feed.chats)
            await follower.ended
        finally:
            feed.followers.discard(follower)
            self._forget(feed)

    async def wait(self, feed: Feed, waiter: Waiter, seconds: float, *, known: int) -> None:
        """Until there is news of the match, beyond the `known` changes, or the time is up."""
        if feed.changes != known:
            # It came while the call was answered.
            return
        news = asyncio.Event()
        feed.waiting[news] = waiter
        try:
            async with asyncio.timeout(seconds):
                await news.wait()
        except TimeoutError:
            return
        finally:
            del feed.waiting[news]
            self._forget(feed)

    async def quiet(self) -> None:
        """Until nobody is being told news, or for `GIVES_WAY_SECONDS`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(GIVES_WAY_SECONDS):
                await self._is_quiet.wait()

    def followers(self) -> list[Follower]:
        return [follower for feed in self._feeds.values() for follower in feed.followers]

    def matches(self) -> list[str]:
        return list(self._feeds)

    def audience(self) -> Iterator[tuple[str, str | None, bool]]:
        """Everybody who follows a match or waits for it: the match, the player, and whether they hold a seat."""
        for feed in self._feeds.values():
            for one in feed.followers:
                yield feed.match, one.listener.player, one.listener.player in one.holders.values()
            for waiter in feed.waiting.values():
                yield feed.match, waiter.player, waiter.is_seated

    async def show(self, there: Mapping[str, Presence]) -> None:
        """Send presence to all readers, in turns."""
        for feed in list(self._feeds.values()):
            feed.there = there.get(feed.match, NOBODY)
            for follower in list(feed.followers):
                follower.show(feed.there)
            await asyncio.sleep(0)

    def wake(self) -> None:
        """Wake all waiting requests, so that each looks for news itself."""
        for feed in self._feeds.values():
            for news in feed.waiting:
                news.set()

    async def _look(self, told: set[str]) -> None:
        for match, head in (await self._in_thread(polls.heads, told)).items():
            feed = self._feeds.get(match)
            if feed is not None and head != feed.head:
                feed.head = head
                self._stale(feed)

    async def _check(self) -> None:
        """Check what changes without an event: readers who may follow no longer are told so, and get no more."""
        standings = await self._in_thread(polls.standings, list(self._feeds))
        for match, standing in standings.items():
            feed = self._feeds.get(match)
            if feed is not None and (standing != feed.standing or standing.grows_by_itself):
                feed.standing = standing
                self._stale(feed)
        chats = await self._in_thread(polls.chats, list(self._feeds))
        for feed in list(self._feeds.values()):
            feed.chats = chats.get(feed.match, feed.chats)
            for follower in feed.followers:
                follower.tell_chat(feed.chats)
        gone = await self._in_thread(polls.revoked, {one.digest for one in self.followers()})
        for follower in self.followers():
            if follower.digest in gone:
                follower.end(readers.REVOKED)

    def _stale(self, feed: Feed) -> None:
        feed.changes += 1
        for news in feed.waiting:
            news.set()
        feed.is_stale = True
        if feed.followers and feed.looking is None:
            feed.looking = asyncio.create_task(self._tell_news(feed))

    async def _tell_news(self, feed: Feed) -> None:
        self._telling += 1
        self._is_quiet.clear()
        try:
            while feed.is_stale and feed.followers:
                feed.is_stale = False
                await self._tell_once(feed)
        except Exception as error:
            # The next look finds a head that nobody was told of.
            feed.head = 0
            if not outages.is_passing(error):
                log.exception("telling of match %s failed", feed.match, extra={"match": feed.match})
        finally:
            feed.looking = None
            self._telling -= 1
            if not self._telling:
                self._is_quiet.set()

    async def _tell_once(self, feed: Feed) -> None:
        feed.rounds += 1
        found = await self._read(feed, [one for one in feed.followers if not one.is_behind], self._in_thread)
        together: defaultdict[int, list[Follower]] = defaultdict(list)
        by_id: dict[int, Page] = {}
        for follower in list(feed.followers):
            page = found.get(follower.listener, ...)
            if page is None:
                follower.end(readers.NOT_VISIBLE)
            elif isinstance(page, Page):
                by_id[id(page)] = page
                if follower.is_behind:
                    continue
                if follower.position < page.after:
                    # They caught up while this page was on its way: the next begins where they stand.
                    feed.is_stale = True
                else:
                    together[id(page)].append(follower)
        for which, followers in together.items():
            self._publish(feed, by_id[which], followers)

    async def _read(
        self, feed: Feed, followers: Sequence[Follower], in_thread: InThread
    ) -> Mapping[Listener, Page | None]:
        if not followers:
            return {}
        positions: dict[Listener, int] = {}
        for one in followers:
            positions[one.listener] = min(positions.get(one.listener, one.position), one.position)
        try:
            return await in_thread(pages.read, feed.match, positions, {one.table for one in followers} - {NOTHING})
        except (MatchNotFound, MatchQuarantined, Refused):
            for follower in list(feed.followers):
                follower.end(readers.FAILED)
            return {}

    def _publish(self, feed: Feed, page: Page, followers: list[Follower]) -> None:
        """Send one page to all readers of a class: the same bytes to all at the same version."""
        alike: defaultdict[tuple[int, int, Digest], list[Follower]] = defaultdict(list)
        for follower in followers:
            if not page.is_last:
                self._let_catch_up(feed, follower)
            else:
                alike[follower.position, id(follower.state), follower.table].append(follower)
        for group in alike.values():
            self._tell_group(page, page.since(group[0].place), group)

    def _tell_group(self, page: Page, news: list[Message], group: list[Follower]) -> None:
        if news:
            self._metrics.rendered += 1
            by_reader = {one.reader: one for one in group if one.resume is None}
            data = {form: form.together(news) for form in {reader.form for reader in by_reader}}
            slow = [by_reader[reader] for reader in readers.shared(by_reader, data)]
            for one in group:
                if one.resume is not None and not one.reader.send(one.reader.framed(one.written(news))):
                    slow.append(one)
            self._metrics.told(news, len(group))
            for one in slow:
                one.end(readers.OVERFLOW)
        for follower in group:
            follower.told(page)
        if page.ends:
            task = asyncio.create_task(end_in_turns(group))
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    def _let_catch_up(self, feed: Feed, follower: Follower) -> None:
        follower.is_behind = True
        task = asyncio.create_task(self._catch_up(feed, follower))
        task.add_done_callback(partial(_end_if_it_failed, follower))

    async def _catch_up(self, feed: Feed, follower: Follower) -> None:
        """Send page after page, as fast as the reader takes them, until they are where all others are."""
        while follower.reader.is_open and not follower.ended.done() and follower.is_behind:
            rounds = feed.rounds
            found = await self._read(feed, [follower], self._let_in)
            page = found.get(follower.listener)
            if page is None:
                return follower.end(readers.NOT_VISIBLE)
            telling = self._tell_slowly(follower, page)
            del found, page
            await telling
            if feed.rounds != rounds:
                # What the others were told meanwhile may be later than this page.
                self._stale(feed)
        return None

    def _tell_slowly(self, follower: Follower, page: Page) -> Awaitable[None]:
        """Tell one reader a page, and wait until they have taken it."""
        hand_over(follower, page)
        return _taken(follower, is_last=page.is_last, ends=page.ends)

    def _forget(self, feed: Feed) -> None:
        if not feed.is_wanted:
            self._feeds.pop(feed.match, None)


async def in_spite_of_outages(looking: Awaitable[None]) -> None:
    """Keep streams open through an outage: the next look finds the news."""
    try:
        await looking
    except Exception as error:
        if not outages.is_passing(error):
            log.exception("looking for news failed")


async def _taken(follower: Follower, *, is_last: bool, ends: bool) -> None:
    await follower.reader.taken()
    follower.is_behind = not is_last
    if ends:
        follower.end(readers.MATCH_OVER)


def _end_if_it_failed(follower: Follower, catching_up: asyncio.Task[None]) -> None:
    """A reader who takes no page in time, or for whom none can be had, comes back later."""
    if not catching_up.cancelled() and catching_up.exception() is not None:
        follower.end(readers.OVERFLOW)
