"""All that concerns a player on one stream: their notices, and how each of their matches stands.

A notice has a position by which the stream goes on. How the matches stand comes as a whole when a reader comes back, so
it needs none. The matches that a reader follows in full are those of `feeds`, each with a version of its own.
"""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from api import resources
from api.live import readers
from api.live.feeds import CHECK_SECONDS, Follower, InThread
from api.live.formats import Message, encoded
from api.live.pages import Listener
from api.live.readers import Reader
from events import outages
from games.matches import watch
from games.matches.models.service import Listing
from games.matches.notices import inbox
from games.matches.presentation.words import Words

log = logging.getLogger(__name__)

# Notices that are told at once; the others come a second later.
MOST = 100

# By match its version and its status, as the lists have them.
Standings = Mapping[str, tuple[int, str]]


class News(NamedTuple):
    """What a player is told, and where they stand then: after which notice, with which matches."""

    position: int
    messages: tuple[Message, ...]
    matches: Standings


def first(listener: Listener, position: int) -> News:
    """All that is told to a player who comes in and stands after a notice."""
    player = str(listener.player)
    return read(listener, position, {}, watch.unfinished([player])[player])


def read(listener: Listener, position: int, told: Standings, matches: Standings) -> News:
    """What a player has not been told who stands after a notice and was `told` how matches stood: as `matches` now."""
    player = str(listener.player)
    changed = [match for match, tag in matches.items() if told.get(match) != tag]
    messages = [*_matches(listener, [*changed, *(told.keys() - matches.keys())], position)]
    for place, notice in inbox.since(player, position, limit=MOST):
        shown = resources.notice(notice, listener.languages[0])
        position = place
        messages.append(Message(place, "notice", encoded(shown), notice.at.timestamp()))
    return News(position, tuple(messages), matches)


def _matches(listener: Listener, changed: list[str], position: int) -> list[Message]:
    """Each match as `GET /matches?mine=true` shows it; of one that the player has left no more than that."""
    if not changed:
        return []
    player, words = str(listener.player), Words(listener.languages)
    rows = {str(row.match_id): row for row in Listing.objects.filter(match_id__in=changed)}
    own = [row for row in rows.values() if player in map(str, row.player_ids)]
    shown = [Message(position, "match", encoded(one)) for one in resources.matches(own, player, words)]
    left = set(changed) - {str(row.match_id) for row in own}
    return [*shown, *(Message(position, "left", encoded({"match": match})) for match in sorted(left))]


@dataclass(eq=False)
class Account:
    """One reader of a player's own stream, and the matches that they follow in full, in the order of their wish."""

    reader: Reader
    listener: Listener
    digest: bytes | None
    position: int
    told: Standings = field(default_factory=dict)
    followers: list[Follower] = field(default_factory=list)

    def resume(self, of: Follower | None = None, version: int = 0) -> str:
        """Where the stream goes on; one of the followers may be about to be told a version."""
        versions = [version if one is of else one.position for one in self.followers]
        return "-".join(map(str, [self.position, *versions]))

    def end(self, reason: str, retry_ms: int = readers.RETRY_MS) -> None:
        self.reader.end(reason, resume=self.resume(), retry_ms=retry_ms)

    def tell(self, news: News) -> None:
        """Tell what is new; a reader who is too slow comes back."""
        written = []
        for message in news.messages:
            self.position = max(self.position, message.version)
            written.append(self.reader.form.write(self.resume(), message.type, message.data))
        self.told = news.matches
        if written and not self.reader.send(self.reader.framed(b"".join(written))):
            self.end(readers.OVERFLOW)


class Accounts:
    """The players' own streams that are open in this process. For the event loop alone."""

    def __init__(self, in_thread: InThread) -> None:
        self._in_thread = in_thread
        self.open: set[Account] = set()

    async def look_on(self) -> None:
        """Find out every second what is new for whom; never ends."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                if self.open:
                    await self._look()
            except Exception as error:
                # Streams stay open through an outage.
                if not outages.is_passing(error):
                    log.exception("looking for players' news failed")

    async def _look(self) -> None:
        players = {str(one.listener.player) for one in self.open}
        last = await self._in_thread(watch.notices, players)
        matches = await self._in_thread(watch.unfinished, players)
        gone = await self._in_thread(watch.revoked, {one.digest for one in self.open})
        for account in list(self.open):
            player = str(account.listener.player)
            if account.digest in gone:
                account.end(readers.REVOKED)
            elif player in last and (last[player] > account.position or matches[player] != account.told):
                account.tell(
                    await self._in_thread(read, account.listener, account.position, account.told, matches[player])
                )
