"""The followers of a match: their positions, the messages to them, and the ends of their streams.

For the event loop alone.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from api.serving.live import readers
from api.serving.live.readers import Reader
from api.serving.streams import pages
from api.serving.streams.formats import Message, encoded
from api.serving.streams.pages import Listener, Page, ReaderPlace
from api.serving.streams.tables import NOTHING, Digest
from games.matches.status.presence import Presence

# So many streams end in one turn of the loop: each takes as long as a hundred writes.
ENDS = 10


@dataclass(eq=False)
class Follower:
    """A reader's place in one match: what they were told last. `is_behind` while missed pages are on their way.

    `ended` is the reader's own where the stream is of this match alone. Where it is a player's own stream, `resume`
    says how this reader goes on from a version of this match.
    """

    reader: Reader
    ended: asyncio.Future[str]
    listener: Listener
    digest: bytes | None
    position: int
    state: tuple[Message, ...]
    resume: Callable[["Follower", int], str] | None = None
    match: str = ""
    # Of the table that they were told last.
    table: Digest = NOTHING
    is_behind: bool = True
    holders: Mapping[int, str] = field(default_factory=dict)
    # Who is there, as they were told last.
    present: bytes = b""
    # How often something had changed in their room of the chat, and which that was, as they were told last.
    chat: tuple[str, int] = ("", 0)

    @property
    def place(self) -> ReaderPlace:
        return ReaderPlace(self.position, self.state, self.table)

    def end(self, reason: str, retry_ms: int = readers.RETRY_MS) -> None:
        """End the stream; of a player's own only what it told of this match, where that is all that ends."""
        if self.resume is None or reason in (readers.OVERFLOW, readers.REVOKED, readers.RESTART):
            resume = str(self.position) if self.resume is None else self.resume(self, self.position)
            self.reader.end(reason, resume=resume, retry_ms=retry_ms)
        elif not self.ended.done():
            told = Message(self.position, "match_end", encoded({"match": self.match, "reason": reason}))
            self.reader.send(self.reader.framed(self.written([told])))
            self.ended.set_result(reason)

    def written(self, news: list[Message]) -> bytes:
        """Messages in this reader's form."""
        form, resume = self.reader.form, self.resume
        if resume is None:
            return form.together(news)
        return b"".join([form.write(resume(self, one.version), one.type, one.data) for one in news])

    def told(self, page: Page) -> None:
        """Record that the reader has the page."""
        self.position = max(self.position, page.version)
        self.state = page.state or self.state
        self.table = page.table.digest if page.table else self.table
        self.holders = page.holders

    def show(self, there: Presence) -> None:
        """Tell who is there, if that has changed; nothing while missed pages are on their way."""
        present = pages.present(self.match, self.holders, there)
        if present != self.present and not self.is_behind and not self.ended.done():
            self.present = present
            if not self.reader.send(self.reader.framed(self.written([Message(self.position, "presence", present)]))):
                self.end(readers.OVERFLOW)

    def tell_chat(self, chats: Mapping[str, int]) -> None:
        """Tell that something is new in the reader's room of the chat; nothing while missed pages are on their way."""
        room = pages.room(self.holders, self.listener)
        told = room, chats.get(room, 0)
        if told[1] and told != self.chat and not self.is_behind and not self.ended.done():
            self.chat = told
            data = encoded({"match": self.match, "room": room, "changes": told[1]})
            if not self.reader.send(self.reader.framed(self.written([Message(self.position, "chat", data)]))):
                self.end(readers.OVERFLOW)


async def end_in_turns(followers: list[Follower]) -> None:
    """End the streams of a match that is over, some at a time: readers of other matches are told news meanwhile.

    Nobody need come back, but browsers do by themselves: not all at once.
    """
    moments = spread(len(followers), readers.RETURN_MS)
    for number, (follower, moment) in enumerate(zip(followers, moments, strict=True), 1):
        follower.end(readers.MATCH_OVER, retry_ms=readers.RETRY_MS + moment)
        if not number % ENDS:
            await asyncio.sleep(0)


def hand_over(follower: Follower, page: Page) -> None:
    """Give one reader a page. Whoever waits until it is `taken` need not keep the page meanwhile.

    A stream that ends before that goes on behind it.
    """
    news = page.since(follower.place)
    data = follower.written(news)
    follower.told(page)
    if news:
        follower.reader.hand_over_page(data)


def spread(count: int, over_ms: int) -> Iterator[int]:
    """So many moments, evenly over a time in milliseconds."""
    return (over_ms * number // max(count, 1) for number in range(count))
