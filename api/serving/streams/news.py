"""What a player's own stream tells: their notices, and how each of their matches stands."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from api import answers, resources
from api.serving.streams.formats import Message, encoded
from api.serving.streams.pages import Listener
from events.store import NO_END
from games.matches import access
from games.matches.errors import Refused
from games.matches.models.service import Listing
from games.matches.notices import inbox
from games.matches.presentation.words import Words
from games.matches.status import polls

# Notices that are told at once; the others come a second later.
MOST = 100
# The status of a match to a player who does not sit there any more.
LEFT = "left"

# A match's version and status.
Tag = tuple[int, str]


class Clock(NamedTuple):
    """A player's clock that runs: when it runs out, and at which of their seats."""

    due_at: datetime
    seat: int


class MatchNews(NamedTuple):
    """How one match stands for a player: by which tag, the message's JSON, and their clock, None where none runs."""

    match: str
    tag: Tag
    data: bytes
    clock: Clock | None

    @property
    def type(self) -> str:
        """The type of the message."""
        return "left" if self.tag[1] == LEFT else "match"


class News(NamedTuple):
    """What is new for a player: notices, and how matches stand; `over` are matches that will have no more news."""

    notices: tuple[Message, ...] = ()
    standings: tuple[MatchNews, ...] = ()
    over: Collection[str] = ()


def first(listener: Listener, position: int) -> News:
    """All that is told to a player who comes in and stands after a notice."""
    player = str(listener.player)
    return read(listener, position, {}, polls.unfinished([player])[player])


def read(listener: Listener, position: int, told: Mapping[str, Tag], listed: Mapping[str, Tag]) -> News:
    """What a player has not been told who stands after a notice and was `told` how matches stood.

    `listed` are their matches that have not ended, as the lists have them. The lists may be behind what was told.
    """
    player = str(listener.player)
    changed = [match for match, tag in listed.items() if is_news(told.get(match), tag)]
    gone = told.keys() - listed.keys()
    over = {match for match in gone if told[match][1] not in polls.UNFINISHED_STATUSES}
    found = _listed(listener, [*changed, *(gone - over)])
    notices = tuple(
        Message(place, "notice", encoded(resources.notice(notice, listener.languages[0])), notice.at.timestamp())
        for place, notice in inbox.since(player, position, limit=MOST)
    )
    return News(notices, tuple(one for one in found if is_news(told.get(one.match), one.tag)), over)


def is_news(told: Tag | None, tag: Tag) -> bool:
    """Whether a tag is news for a player who was told another one, or none: an older one never is."""
    return told is None or (tag != told and tag[0] >= told[0])


def read_match(match_id: str, listeners: Collection[Listener]) -> dict[Listener, MatchNews]:
    """How a match stands for players who were told of it, read from its stream: the lists may not have it yet.

    Nothing of a match that cannot be read: the lists tell what became of it.
    """
    call = access.call(match_id, None, people=True)
    try:
        version = call.reading.loaded.match.head.version
        found: dict[Listener, MatchNews] = {}
        # Who shares a seat and a language is told the same.
        shared: dict[tuple[int, tuple[str, ...]], MatchNews] = {}
        for listener in listeners:
            seat = call.reading.loaded.seat_of(listener.player)
            if seat is None:
                found[listener] = _left(match_id, version)
                continue
            key = seat, listener.languages
            if key not in shared:
                known = access.known_by(call, listener.player)
                shared[key] = _standing(resources.match(known, listener.player, Words(listener.languages)).body)
            found[listener] = shared[key]
        return found
    except Refused:
        return {}


def _listed(listener: Listener, matches: Collection[str]) -> Iterator[MatchNews]:
    """How matches stand for a player, as the lists have them."""
    if not matches:
        return
    player = str(listener.player)
    rows = {str(row.match_id): row for row in Listing.objects.filter(match_id__in=matches)}
    own = [row for row in rows.values() if player in map(str, row.player_ids)]
    shown = resources.matches(own, player, Words(listener.languages))
    yield from map(_standing, shown)
    for match in sorted(set(matches) - {one["id"] for one in shown}):
        # A match without a row is gone, whatever was told of it.
        yield _left(match, rows[match].version if match in rows else NO_END)


def _standing(shown: answers.matches.Match) -> MatchNews:
    seat = shown["you"]
    due_at = next((one["due_at"] for one in shown["deadlines"] if one["seat"] == seat), None)
    clock = None if due_at is None or seat is None else Clock(datetime.fromisoformat(due_at), seat)
    return MatchNews(shown["id"], (shown["version"], shown["status"]), encoded(shown), clock)


def _left(match: str, version: int) -> MatchNews:
    return MatchNews(match, (version, LEFT), encoded({"match": match}), None)
