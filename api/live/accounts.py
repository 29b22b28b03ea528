"""All that concerns a player on one stream: their notices, and how each of their matches stands.

A notice has a position by which the stream goes on. How the matches stand comes as a whole when a reader comes back, so
it needs none. The matches that a reader follows in full are those of `feeds`, each with a version of its own.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.timezone import now

from api import answers, resources
from api.live import readers
from api.live.feeds import CHECK_SECONDS, InThread, in_spite_of_outages
from api.live.followers import Follower
from api.live.formats import Message, encoded
from api.live.pages import Listener
from api.live.readers import Reader
from games.matches.models.service import Listing
from games.matches.notices import inbox
from games.matches.presentation import resources as presented
from games.matches.presentation.words import Words
from games.matches.status import polls

# Notices that are told at once; the others come a second later.
MOST = 100
# A player's clock that has no more left than this is running out.
LAST = timedelta(seconds=30)

# By match its version and its status, as the lists have them.
Standings = Mapping[str, tuple[int, str]]


class Clock(NamedTuple):
    """A player's clock that runs: when it runs out, and at which of their seats."""

    due_at: datetime
    seat: int


class News(NamedTuple):
    """What a player is told, and where they stand then: after which notice, with which matches.

    `clocks` has each match that is told of, and the player's clock there, None where none runs.
    """

    position: int
    messages: tuple[Message, ...]
    matches: Standings
    clocks: Mapping[str, Clock | None]


def first(listener: Listener, position: int) -> News:
    """All that is told to a player who comes in and stands after a notice."""
    player = str(listener.player)
    return read(listener, position, {}, polls.unfinished([player])[player])


def read(listener: Listener, position: int, told: Standings, matches: Standings) -> News:
    """What a player has not been told who stands after a notice and was `told` how matches stood: as `matches` now."""
    player = str(listener.player)
    changed = [match for match, tag in matches.items() if told.get(match) != tag]
    rows = _listed(player, [*changed, *(told.keys() - matches.keys())])
    shown = {
        one["id"]: one for one in resources.matches(filter(None, rows.values()), player, Words(listener.languages))
    }
    messages = [_told_of(match, shown.get(match), position) for match in [*shown, *sorted(rows.keys() - shown.keys())]]
    for place, notice in inbox.since(player, position, limit=MOST):
        position = place
        told_of = encoded(resources.notice(notice, listener.languages[0]))
        messages.append(Message(place, "notice", told_of, notice.at.timestamp()))
    return News(position, tuple(messages), matches, {match: _clock(row, player) for match, row in rows.items()})


def _listed(player: str, changed: list[str]) -> dict[str, Listing | None]:
    """Each match as the lists have it; None for one that the player has left."""
    if not changed:
        return {}
    rows = {str(row.match_id): row for row in Listing.objects.filter(match_id__in=changed)}
    own = {match: row for match, row in rows.items() if player in map(str, row.player_ids)}
    return {**own, **dict.fromkeys(set(changed) - own.keys())}


def _told_of(match: str, shown: answers.matches.Match | None, position: int) -> Message:
    if shown is None:
        return Message(position, "left", encoded({"match": match}))
    return Message(position, "match", encoded(shown))


def _clock(row: Listing | None, player: str) -> Clock | None:
    """The player's clock that runs in a match."""
    if row is None:
        return None
    seat = next(int(seat) for seat, holder in row.holders.items() if holder == player)
    due_at = next((one["due_at"] for one in row.document["deadlines"] if one["seat"] == seat), None)
    return None if due_at is None else Clock(datetime.fromisoformat(due_at), seat)


@dataclass(eq=False)
class Account:
    """One reader of a player's own stream, and the matches that they follow in full, in the order of their wish."""

    reader: Reader
    listener: Listener
    digest: bytes | None
    position: int
    told: Standings = field(default_factory=dict)
    followers: list[Follower] = field(default_factory=list)
    # Those of the player that run, by match; and which of them they were told of.
    clocks: dict[str, Clock] = field(default_factory=dict)
    warned: dict[str, Clock] = field(default_factory=dict)

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
        for match, clock in news.clocks.items():
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
        self.open: set[Account] = set()

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
                    await self._in_thread(read, account.listener, account.position, account.told, matches[player])
                )
            account.warn(now())
