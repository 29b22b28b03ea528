"""Pages of the lists: one statement reads who asks, the matches of a page and what is shown beside them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple
from uuid import UUID

from events.sharding import is_distributed
from events.statements import fetch
from events.store import FIRST
from games.matches.accounts.tokens import CALLER, Caller
from games.matches.lists.listings import LISTINGS
from games.matches.lists.queries import AS_OF, listings_as_of

# A match of a list is some 4 kB with six seats in it, so a page holds fewer of them than of anything else.
MOST_MATCHES = 100
# After every id.
LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff"
# No index has what a sieve asks for. A page with one is taken from the next so many matches of the list without it.
MOST_SIEVED = 1_000


@dataclass(frozen=True, kw_only=True)
class Filter:
    """Which matches to list.

    `player` is the id of a player who sits there: callers see the public ones of that player's matches, and their own.
    `is_mine`: the caller sits there. `is_waiting`: the match waits for the caller. `before` is the last id of the page
    before, in the order of the list. `since` and `until` are about when a match was made, which its id tells to the
    millisecond. `has_bots`, `open_seats`, `least_events` and `most_events` are the sieve: the service's bots and
    players marked as one; at least so many free seats before the start; and, of matches that are over, at least and at
    most so many events.
    """

    game: str | None = None
    status: str | None = None
    player: str | None = None
    is_mine: bool = False
    is_waiting: bool = False
    before: str | None = None
    # Made at this time or later, and before this time.
    since: datetime | None = None
    until: datetime | None = None
    is_oldest_first: bool = False
    has_bots: bool | None = None
    open_seats: int | None = None
    least_events: int | None = None
    most_events: int | None = None


@dataclass(frozen=True, kw_only=True)
class MatchPage:
    """The caller, and up to so many matches, in order; the lists hold every event stored before `as_of`.

    `away` are the players (ids) whom the caller keeps away, where others' matches are listed for nobody in particular.

    `looked_to` is the last match that a sieve has looked at, where there may be others behind it: the page may be short
    or empty, and the list goes on there. Each row is a JSON text: match id, status, holders (seat to player id),
    document, name, visibility, delay, rated, rematch and players (id, handle, kind, revision).
    """

    caller: Caller | None
    as_of: datetime
    rows: Sequence[str]
    looked_to: str | None = None
    away: frozenset[str] = frozenset()


# OFFSET and queries in place of joins: the planner cannot know how few matches a page has, and would read whole tables.
# The limit inside is for the planner, which takes one that it cannot see for a tenth of all.
PAGE = f"""
WITH caller AS MATERIALIZED ({CALLER}),
{{page}},
told AS (
    SELECT page.match_id, json_build_array(
        page.match_id, status, holders, document, name, visibility, delay, rated,
        (SELECT again.match_id FROM matches_lobby AS again WHERE again.rematch_of = page.match_id),
        (SELECT json_agg(json_build_array(id, handle, kind, revision)) FROM matches_player WHERE id = ANY(player_ids))
    )::text AS line
    FROM page CROSS JOIN LATERAL
        (SELECT name, visibility, delay, rated FROM matches_lobby WHERE match_id = page.match_id OFFSET 0) AS lobby
)
SELECT player_id, scopes, locale, seen_on, ({{as_of}}) AS as_of,
    (SELECT array_agg(line ORDER BY match_id {{way}}) FROM told) AS lines, ({{looked_to}}) AS looked_to,
    ({{away}}) AS away
FROM (SELECT) AS one LEFT JOIN caller ON true
"""  # noqa: S608, all of it is constant

FOUND = f"""page AS MATERIALIZED (
    SELECT * FROM (
        SELECT match_id, status, holders, player_ids, document FROM matches_listing
        WHERE {{conditions}} ORDER BY {{place}} {{way}} LIMIT {MOST_MATCHES + 1}
    ) AS found LIMIT %(limit)s::integer
)"""  # noqa: S608

SIEVED = f"""looked AS MATERIALIZED (
    SELECT match_id, has_bots, open_seats, length FROM matches_listing
    WHERE {{conditions}} ORDER BY {{place}} {{way}} LIMIT {MOST_SIEVED}
),
page AS MATERIALIZED (
    SELECT row.* FROM (
        SELECT match_id FROM looked WHERE {{sieve}} ORDER BY match_id {{way}} LIMIT %(limit)s::integer
    ) AS kept CROSS JOIN LATERAL (
        SELECT match_id, status, holders, player_ids, document FROM matches_listing
        WHERE match_id = kept.match_id OFFSET 0
    ) AS row
)"""  # noqa: S608
LOOKED_TO = f"SELECT match_id FROM looked ORDER BY match_id {{way}} OFFSET {MOST_SIEVED - 1}"  # noqa: S608

AWAY = "SELECT array_agg(blocked_id::text) FROM matches_block WHERE player_id = (SELECT player_id FROM caller)"
NOBODY = "NULL::text[]"

# Where the deliveries lie on other nodes, which were asked before.
NO_TIME = "SELECT NULL::timestamptz"
THE_CALLER = "ARRAY[(SELECT player_id FROM caller)]"


def read(digest: bytes | None, wanted: Filter, *, limit: int) -> MatchPage:
    """The page for the holder of a token with this digest: public matches; their own with `is_mine` or `is_waiting`.

    `limit` is at most `MOST_MATCHES` + 1.
    """
    # Before the lists are read, which may then hold more.
    apart = listings_as_of() if is_distributed() else None
    query, values = statement(digest, wanted, limit=limit, as_of=AS_OF if apart is None else NO_TIME)
    ((player, scopes, locale, seen_on, as_of, lines, looked_to, away),) = fetch(query, values)
    as_of = apart or as_of
    caller = None if player is None else Caller(player, scopes, locale, seen_on)
    end = None if looked_to is None else str(looked_to)
    return MatchPage(
        caller=caller, as_of=as_of.astimezone(UTC), rows=lines or (), looked_to=end, away=frozenset(away or ())
    )


def first_id(at: datetime) -> str:
    """No id of a match that was made at this time or later is smaller (RFC 9562, section 5.7)."""
    milliseconds = int(at.timestamp() * 1000)
    return str(UUID(int=milliseconds << 80)) if milliseconds > 0 else FIRST


class Shape(NamedTuple):
    """What of a filter changes the statement's text: which of its parts there are."""

    of_game: bool
    of_status: bool
    of_player: bool
    is_mine: bool
    is_waiting: bool
    has_since: bool
    is_oldest_first: bool
    sieve: frozenset[str]


# Each part of a sieve, by its name in the filter.
SIEVES = {
    "has_bots": "has_bots = %(has_bots)s::boolean",
    "open_seats": "open_seats >= %(open_seats)s::integer",
    "least_events": "length >= %(least_events)s::integer",
    "most_events": "length <= %(most_events)s::integer",
}


def statement(
    digest: bytes | None, wanted: Filter, *, limit: int, as_of: str = AS_OF
) -> tuple[str, Mapping[str, object]]:
    """What `read` asks, and its values by name."""
    sieve = {name: value for name in SIEVES if (value := getattr(wanted, name)) is not None}
    least = FIRST if wanted.since is None else first_id(wanted.since)
    most = LAST if wanted.until is None else first_id(wanted.until)
    given = {
        "digest": digest,
        "consumer": LISTINGS,
        "game": wanted.game,
        "status": wanted.status,
        "player": wanted.player,
        # The end that the list begins at, which each page moves, and the other one.
        "before": (wanted.before or FIRST) if wanted.is_oldest_first else min(wanted.before or LAST, most),
        "since": least,
        "until": most,
        "limit": limit,
        **sieve,
    }
    shape = Shape(
        of_game=wanted.game is not None,
        of_status=wanted.status is not None,
        of_player=wanted.player is not None,
        is_mine=wanted.is_mine,
        is_waiting=wanted.is_waiting,
        has_since=wanted.since is not None,
        is_oldest_first=wanted.is_oldest_first,
        sieve=frozenset(sieve),
    )
    return _of_shape(shape, as_of), given


@cache
def _of_shape(shape: Shape, as_of: str) -> str:
    place, way = _place(shape), "ASC" if shape.is_oldest_first else "DESC"
    conditions = " AND ".join([*_conditions(shape), *_ends(shape, place)])
    filled = {"conditions": conditions, "place": place.format("match_id"), "way": way}
    # Whoever asks for their own matches, or for those of one player, is shown all of them.
    around = {"way": way, "as_of": as_of, "away": AWAY if _is_of_all(shape) else NOBODY}
    if not shape.sieve:
        return PAGE.format(page=FOUND.format(**filled), looked_to="NULL::uuid", **around)
    sieve = " AND ".join(SIEVES[name] for name in sorted(shape.sieve))
    page, looked_to = SIEVED.format(**filled, sieve=sieve), LOOKED_TO.format(way=way)
    return PAGE.format(page=page, looked_to=looked_to, **around)


def _is_of_all(shape: Shape) -> bool:
    return not (shape.of_player or shape.is_mine or shape.is_waiting)


def _ends(shape: Shape, place: str) -> Iterator[str]:
    """Between which ids the matches are."""
    name = place.format("match_id")
    if shape.is_oldest_first:
        yield f"{name} > {place.format('%(before)s::uuid')}"
        yield f"{name} < {place.format('%(until)s::uuid')}"
    else:
        yield f"{name} < {place.format('%(before)s::uuid')}"
    if shape.has_since:
        yield f"{name} >= {place.format('%(since)s::uuid')}"


# Ids as texts and as bytes sort as ids do. By the id itself the planner, which cannot know how few are a player's or
# have a status, would take an index of other rows too that is in this order, and walk past all of them to find a page.
# So each kind of question has an order of its own, which no index has but those that were made for it.
def _place(shape: Shape) -> str:
    """By what a match stands in the answer."""
    if not _is_of_all(shape):
        return "({})::text"
    return "uuid_send({})" if shape.of_game or shape.of_status else "{}"


def _conditions(shape: Shape) -> Iterator[str]:
    if shape.of_game:
        yield "game = %(game)s::text"
    if shape.of_status:
        yield "status = %(status)s::text"
    if shape.of_player:
        yield "player_ids @> ARRAY[%(player)s::uuid]"
    if shape.is_mine:
        yield f"player_ids @> {THE_CALLER}"
    if shape.is_waiting:
        yield f"waiting_player_ids @> {THE_CALLER}"
    if not shape.is_mine and not shape.is_waiting:
        # In the statement's text, not a value: a plan that PostgreSQL keeps for all values can use no index that is of
        # public ones alone, and would walk past all matches.
        yield f"(visibility = 'public' OR player_ids @> {THE_CALLER})" if shape.of_player else "visibility = 'public'"
