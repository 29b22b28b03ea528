"""All that concerns a player on one stream: their notices, and how each of their matches stands.

A notice has a position by which the stream goes on. How the matches stand comes as a whole when a reader comes back, so
it needs none. The matches that a reader follows in full are those of `feeds`, each with a version of its own.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils.timezone import now

from api.serving.live import readers
from api.serving.live.feeds import CHECK_SECONDS, InThread, in_spite_of_outages
from api.serving.live.followers import Follower
from api.serving.live.readers import Reader
from api.serving.streams import news
from api.serving.streams.formats import encoded
from api.serving.streams.pages import Listener
from games.matches.notices import shown_positions
from games.matches.presentation import resources as presented
from games.matches.status import polls

# A player's clock that has no more left than this is running out.
LAST = timedelta(seconds=30)


@dataclass(eq=False)
class AccountStream:
    """One reader of a player's own stream, and the matches that they follow in full, in the order of their wish."""

    reader: Reader
    listener: Listener
    digest: bytes | None
    position: int
    told: dict[str, news.Tag] = field(default_factory=dict)
    followers: list[Follower] = field(default_factory=list)
    # Those of the player that run, by match; and which of them they were told of.
    clocks: dict[str, news.Clock] = field(default_factory=dict)
    warned: dict[str, news.Clock] = field(default_factory=dict)

    def resume(self, of: Follower | None = None, version: int = 0) -> str:
        """Where the stream goes on; one of the followers may be about to be told a version."""
        versions = [version if one is of else one.position for one in self.followers]
        return "-".join(map(str, [shown_positions.shown(str(self.listener.player), self.position), *versions]))

    def end(self, reason: str, retry_ms: int = readers.RETRY_MS) -> None:
        self.reader.end(reason, resume=self.resume(), retry_ms=retry_ms)

    def is_behind(self, listed: Mapping[str, news.Tag]) -> bool:
        """Whether the lists have changes of the player's matches that the stream has not sent."""
        return not self.told.keys() <= listed.keys() or any(
            news.is_news(self.told.get(match), tag) for match, tag in listed.items()
        )

    def tell(self, new: news.News) -> None:
        """Send what is new. A reader that is too slow is ended, and reconnects."""
        written = [self._told(one) for one in new.standings if news.is_news(self.told.get(one.match), one.tag)]
        for notice in new.notices:
            self.position = max(self.position, notice.version)
            written.append(self.reader.form.write(self.resume(), notice.type, notice.data))
        for match in new.over:
            self.told.pop(match, None)
        self._send(written)

    def _told(self, one: news.MatchNews) -> bytes:
        """The message of how a match stands, which the reader has from now on."""
        self.told[one.match] = one.tag
        if one.clock is None:
            self.clocks.pop(one.match, None)
            self.warned.pop(one.match, None)
        else:
            self.clocks[one.match] = one.clock
        return self.reader.form.write(self.resume(), one.type, one.data)

    def warn(self, moment: datetime) -> None:
        """Send `clock` once for each of the player's clocks that is running out."""
        written = []
        for match, clock in self.clocks.items():
            if timedelta() < clock.due_at - moment <= LAST and self.warned.get(match) != clock:
                self.warned[match] = clock
                due_at, told_at = presented.time(clock.due_at), presented.time(moment)
                told = {"match": match, "seat": clock.seat, "due_at": due_at, "now": told_at}
                written.append(self.reader.form.write(self.resume(), "clock", encoded(told)))
        self._send(written)

    def _send(self, written: list[bytes]) -> None:
        if written and not self.reader.send(self.reader.framed(b"".join(written))):
            self.end(readers.OVERFLOW)


class Accounts:
    """The players' own streams that are open in this process. For the event loop alone."""

    def __init__(self, in_thread: InThread) -> None:
        self._in_thread = in_thread
        self.open: set[AccountStream] = set()
        # Matches that were announced, of which players are told next.
        self._announced: set[str] = set()
        self._news = asyncio.Event()

    def announce(self, match: str, version: int) -> None:
        """A match has reached a version: send it at once to streams that know the match, whatever the lists have."""
        if any(one.told[match][0] < version for one in self._told_of(match)):
            self._announced.add(match)
            self._news.set()

    async def announce_on(self) -> None:
        """Tell of announced matches; never ends."""
        while True:
            await self._news.wait()
            self._news.clear()
            announced, self._announced = self._announced, set()
            await asyncio.gather(*(in_spite_of_outages(self._tell_news(match)) for match in announced))

    async def look_on(self) -> None:
        """Look every second for news of each stream; never ends."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            if self.open:
                await in_spite_of_outages(self._look())

    async def check_on(self) -> None:
        """Look every second for revoked tokens, however much there is to send; never ends."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            if self.open:
                await in_spite_of_outages(self._check())

    async def _check(self) -> None:
        gone = await self._in_thread(polls.revoked, {one.digest for one in self.open})
        for account in list(self.open):
            if account.digest in gone:
                account.end(readers.REVOKED)

    async def _look(self) -> None:
        players = {str(one.listener.player) for one in self.open}
        last = await self._in_thread(polls.notices, players)
        matches = await self._in_thread(polls.unfinished, players)
        for account in list(self.open):
            player = str(account.listener.player)
            if player in last and (last[player] > account.position or account.is_behind(matches[player])):
                told = dict(account.told)
                account.tell(
                    await self._in_thread(news.read, account.listener, account.position, told, matches[player])
                )
            account.warn(now())

    async def _tell_news(self, match: str) -> None:
        listeners = {one.listener for one in self._told_of(match)}
        found = await self._in_thread(news.read_match, match, listeners)
        for account in self._told_of(match):
            if account.listener in found:
                account.tell(news.News(standings=(found[account.listener],)))

    def _told_of(self, match: str) -> list[AccountStream]:
        return [one for one in self.open if match in one.told]
