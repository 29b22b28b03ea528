"""All that concerns a player on one stream: their notices, and how each of their matches stands.

A notice has a position by which the stream goes on. How the matches stand comes as a whole when a reader comes back, so
it needs none. The matches that a reader follows in full are those of `feeds`, each with a version of its own.
"""

import asyncio
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
    told: news.Standings = field(default_factory=dict)
    followers: list[Follower] = field(default_factory=list)
    # Those of the player that run, by match; and which of them they were told of.
    clocks: dict[str, news.Clock] = field(default_factory=dict)
    warned: dict[str, news.Clock] = field(default_factory=dict)

    def resume(self, of: Follower | None = None, version: int = 0) -> str:
        """Where the stream goes on; one of the followers may be about to be told a version."""
        versions = [version if one is of else one.position for one in self.followers]
        return "-".join(map(str, [self.position, *versions]))

    def end(self, reason: str, retry_ms: int = readers.RETRY_MS) -> None:
        self.reader.end(reason, resume=self.resume(), retry_ms=retry_ms)

    def tell(self, new: news.News) -> None:
        """Tell what is new; a reader who is too slow comes back."""
        written = []
        for message in new.messages:
            self.position = max(self.position, message.version)
            written.append(self.reader.form.write(self.resume(), message.type, message.data))
        self.told = new.matches
        for match, clock in new.clocks.items():
            self.clocks.pop(match, None)
            if clock is None:
                self.warned.pop(match, None)
            else:
                self.clocks[match] = clock
        self._send(written)

    def warn(self, moment: datetime) -> None:
        """Tell once of each clock of the player that is running out."""
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

    async def look_on(self) -> None:
        """Find out every second what is new for whom; never ends."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            if self.open:
                await in_spite_of_outages(self._look())

    async def check_on(self) -> None:
        """Find out every second whose token is good no longer, however much there is to be told; never ends."""
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
            if player in last and (last[player] > account.position or matches[player] != account.told):
                account.tell(
                    await self._in_thread(news.read, account.listener, account.position, account.told, matches[player])
                )
            account.warn(now())
