"""What a player's own stream tells: their notices, and how each of their matches stands."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from api import answers, resources
from api.serving.streams.formats import Message, encoded
from api.serving.streams.pages import Listener
from games.matches.models.service import Listing
from games.matches.notices import inbox
from games.matches.presentation.words import Words
from games.matches.status import polls

# Notices that are told at once; the others come a second later.
MOST = 100

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
