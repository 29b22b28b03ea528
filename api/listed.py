"""Matches of a page as JSON texts: each is put into words once for all callers, as long as its row stays the same."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, cast
from uuid import UUID

import orjson

from api import resources
from games.matches import access
from games.matches.access import Person
from games.matches.models.matches import LobbyData
from games.matches.presentation.resources import time
from games.matches.presentation.shapes import MatchDocument
from games.matches.presentation.words import Words
from games.matches.stream.cache import Recent
from games.table.state import ACTIVE


class InWords(NamedTuple):
    """A match in words, in three pieces: before the caller's seat, from there to the time, and after it."""

    id: str
    holders: dict[str, int]
    # Those who have no seat are told of it later.
    is_delayed: bool
    before: bytes
    between: bytes
    after: bytes


# By languages and row. Row and pieces take some 8 kB together.
told: Recent[InWords] = Recent(most=300)


def matches(
    rows: Sequence[str], viewer: str | None, words: Words, at: datetime, away: frozenset[str] = frozenset()
) -> list[orjson.Fragment]:
    """Matches of a page (`match_pages.MatchPage`) for one caller at a time, but for those of players kept `away`.

    A match in which the caller sits too is shown.
    """
    moment = time(at).encode()
    found = (_told(row, words) for row in rows)
    shown = (one for one in found if viewer in one.holders or away.isdisjoint(one.holders))
    return [_shown(one, viewer, words, moment) for one in shown]


def last_id(rows: Sequence[str]) -> str:
    """The id of the last match of a page."""
    return str(orjson.loads(rows[-1])[0])


def _shown(match: InWords, viewer: str | None, words: Words, moment: bytes) -> orjson.Fragment:
    seat = None if viewer is None else match.holders.get(viewer)
    if match.is_delayed and seat is None:
        # As it was told to them: no list has that.
        return orjson.Fragment(orjson.dumps(resources.match(access.known(match.id, viewer), viewer, words).body))
    you = b"null" if seat is None else b"%d" % seat
    return orjson.Fragment(b"".join((match.before, you, match.between, moment, match.after)))


def _told(row: str, words: Words) -> InWords:
    key = f"{words.languages} {row}"
    known = told.get(key)
    if known is None:
        known = _in_words(row, words)
        told.put(key, known)
    return known


def _in_words(row: str, words: Words) -> InWords:
    match_id, status, holders, document, name, visibility, delay, rated, again, players = orjson.loads(row)
    lobby = LobbyData(UUID(match_id), name, visibility, {}, delay, rated)
    people = {one[0]: Person(*one) for one in players or ()}
    shown = resources.match_to_all(
        cast(MatchDocument, {**document, "status": status}),
        {int(seat): holder for seat, holder in holders.items()},
        lobby,
        people,
        words,
    )
    return InWords(
        id=match_id,
        # Whoever holds two seats is told the first.
        holders={holder: int(seat) for seat, holder in reversed(holders.items())},
        is_delayed=delay is not None and status == ACTIVE,
        before=orjson.dumps(shown)[:-1] + b',"you":',
        between=b',"rematch":' + orjson.dumps(again) + b',"now":"',
        after=b'","links":' + orjson.dumps(resources.match_links(match_id)) + b"}",
    )
