"""Pages of the lists: one statement reads who asks, the matches of a page and what is shown beside them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from uuid import UUID

from events.sharding import is_distributed
from events.statements import fetch
from games.matches.accounts.tokens import CALLER, Caller
from games.matches.lists.listings import LISTINGS
from games.matches.lists.queries import AS_OF, listings_as_of

# A match of a list is some 4 kB with six seats in it, so a page holds fewer of them than of anything else.
MOST_MATCHES = 100
# After every id.
LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff"


@dataclass(frozen=True, kw_only=True)
class Filter:
    """Which matches to list.

    `player` is the id of a player who sits there: callers see the public ones of that player's matches, and their own.
    `is_mine`: the caller sits there. `is_waiting`: the match waits for the caller. `before` is the last id of the page
    before. `since` and `until` are about when a match was made, which its id tells to the millisecond.
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


@dataclass(frozen=True, kw_only=True)
class MatchPage:
    """The caller, and up to so many matches, newest first; the lists hold every event stored before `as_of`.

    Each row is a JSON text: match id, status, holders (seat to player id), document, name, visibility, delay, rated,
    rematch and players (id, handle, kind, revision).
    """

    caller: Caller | None
    as_of: datetime
    rows: Sequence[str]


# OFFSET and queries in place of joins: the planner cannot know how few matches a page has, and would read whole tables.
# The limit inside is for the planner, which takes one that it cannot see for a tenth of all.
PAGE = f"""
WITH caller AS MATERIALIZED ({CALLER}),
page AS MATERIALIZED (
    SELECT * FROM (
        SELECT match_id, status, holders, player_ids, document FROM matches_listing
        WHERE {{conditions}} ORDER BY {{place}} DESC LIMIT {MOST_MATCHES + 1}
    ) AS found LIMIT %(limit)s::integer
),
told AS (
    SELECT page.match_id, json_build_array(
        page.match_id, status, holders, document, name, visibility, delay, rated,
        (SELECT again.match_id FROM matches_lobby AS again WHERE again.rematch_of = page.match_id),
        (SELECT json_agg(json_build_array(id, handle, kind, revision)) FROM matches_player WHERE id = ANY(player_ids))
    )::text AS line
    FROM page CROSS JOIN LATERAL
        (SELECT name, visibility, delay, rated FROM matches_lobby WHERE match_id = page.match_id OFFSET 0) AS lobby
)
SELECT player_id, scopes, locale, seen_on, ({AS_OF}) AS as_of,
    (SELECT array_agg(line ORDER BY match_id DESC) FROM told) AS lines
FROM (SELECT) AS one LEFT JOIN caller ON true
"""  # noqa: S608, all of it is constant

THE_CALLER = "ARRAY[(SELECT player_id FROM caller)]"


def read(digest: bytes | None, wanted: Filter, *, limit: int) -> MatchPage:
    """The page for the holder of a token with this digest: public matches; their own with `is_mine` or `is_waiting`.

    `limit` is at most `MOST_MATCHES` + 1.
    """
    query, values = statement(digest, wanted, limit=limit)
    apart = None
    if is_distributed():
        # Before the lists are read, which may then hold more.
        apart = listings_as_of()
        query = query.replace(AS_OF, "SELECT NULL::timestamptz")
    ((player, scopes, locale, seen_on, as_of, lines),) = fetch(query, values)
    as_of = apart or as_of
    caller = None if player is None else Caller(player, scopes, locale, seen_on)
    return MatchPage(caller=caller, as_of=as_of.astimezone(UTC), rows=lines or ())


def first_id(at: datetime) -> str:
    """No id of a match that was made at this time or later is smaller (RFC 9562, section 5.7)."""
    milliseconds = int(at.timestamp() * 1000)
    return str(UUID(int=milliseconds << 80)) if milliseconds > 0 else str(UUID(int=0))


# Whether there is a game, a status, a player, `is_mine`, `is_waiting` and `since`.
Shape = tuple[bool, bool, bool, bool, bool, bool]


def statement(digest: bytes | None, wanted: Filter, *, limit: int) -> tuple[str, Mapping[str, object]]:
    """What `read` asks, and its values by name."""
    given = {
        "digest": digest,
        "consumer": LISTINGS,
        "game": wanted.game,
        "status": wanted.status,
        "player": wanted.player,
        "before": min(wanted.before or LAST, LAST if wanted.until is None else first_id(wanted.until)),
        "since": None if wanted.since is None else first_id(wanted.since),
        "limit": limit,
    }
    there = (wanted.game is not None, wanted.status is not None, wanted.player is not None)
    return _of_shape((*there, wanted.is_mine, wanted.is_waiting, wanted.since is not None)), given


@cache
def _of_shape(shape: Shape) -> str:
    place = _place(shape)
    conditions = [*_conditions(shape), f"{place.format('match_id')} < {place.format('%(before)s::uuid')}"]
    if shape[-1]:
        conditions.append(f"{place.format('match_id')} >= {place.format('%(since)s::uuid')}")
    return PAGE.format(conditions=" AND ".join(conditions), place=place.format("match_id"))


# Ids as texts and as bytes sort as ids do. By the id itself the planner, which cannot know how few are a player's or
# have a status, would take an index of other rows too that is in this order, and walk past all of them to find a page.
# So each kind of question has an order of its own, which no index has but those that were made for it.
def _place(shape: Shape) -> str:
    """By what a match stands in the answer."""
    of_game, of_status, of_player, is_mine, is_waiting, _ = shape
    if of_player or is_mine or is_waiting:
        return "({})::text"
    return "uuid_send({})" if of_game or of_status else "{}"


def _conditions(shape: Shape) -> Iterator[str]:
    of_game, of_status, of_player, is_mine, is_waiting, _ = shape
    if of_game:
        yield "game = %(game)s::text"
    if of_status:
        yield "status = %(status)s::text"
    if of_player:
        yield "player_ids @> ARRAY[%(player)s::uuid]"
    if is_mine:
        yield f"player_ids @> {THE_CALLER}"
    if is_waiting:
        yield f"waiting_player_ids @> {THE_CALLER}"
    if not is_mine and not is_waiting:
        # In the statement's text, not a value: a plan that PostgreSQL keeps for all values can use no index that is of
        # public ones alone, and would walk past all matches.
        yield f"(visibility = 'public' OR player_ids @> {THE_CALLER})" if of_player else "visibility = 'public'"
