"""Presence: every few seconds a live process stores who follows matches here, and sends who follows them anywhere."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator

from api.serving.live.accounts import Accounts
from api.serving.live.feeds import Feeds, InThread, in_spite_of_outages
from events.store import new_id
from games.matches.status import presence
from games.matches.status.presence import Here

# Whoever comes is seen after so long, and once more where another live process tells it; whoever leaves is so much
# later than `STAYS_SECONDS`. Nobody is told more often of one match.
LOOK_SECONDS = 5.0


class Attendance:
    """Those who follow matches in this process, for all processes. For the event loop alone."""

    def __init__(self, feeds: Feeds, accounts: Accounts, in_thread: InThread) -> None:
        self._feeds, self._accounts, self._in_thread = feeds, accounts, in_thread
        self._process = new_id()

    async def look_on(self) -> None:
        """Say who is here and tell who is there, again and again; never ends."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await in_spite_of_outages(self.look())

    async def look(self) -> None:
        """Say who is here, and tell who is there; nothing where nobody is here."""
        here, matches = [*self._here()], self._feeds.matches()
        if here:
            await self._feeds.show(await self._in_thread(presence.renewed, self._process, here, matches))

    def _here(self) -> Iterator[Here]:
        # A player with two windows is one; of those without a token each counts.
        watching: defaultdict[str, list[str | None]] = defaultdict(list)
        seated: set[Here] = {Here(None, account.listener.player) for account in self._accounts.open}
        for match, player, is_seated in self._feeds.audience():
            if is_seated:
                seated.add(Here(match, player))
            else:
                watching[match].append(player)
        yield from seated
        for match, who in watching.items():
            yield Here(match, None, who.count(None), frozenset(filter(None, who)))
