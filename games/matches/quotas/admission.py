"""Quotas per player and address: concurrent matches, matches with bots, events and bytes a day; per player also seats.

Two hundred calls can make bots write a hundred thousand events, so what a call leads to is counted, and to whom it is
due. What is refused are new matches, bots, seats, rematches, forks and pauses; no move in a match that runs ever is,
because other players sit there too, and nobody is kept from leaving or from going on. Everything stands in PostgreSQL,
under a lock on the rows of the caller.

What calls store has the same rows and is counted by `storage`.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from events.sharding import is_distributed
from events.store import last_events
from games.matches.errors import TooManyJoins
from games.matches.quotas.callers import ADDRESS, PLAYER, caller_address, names
from games.matches.quotas.storage import STORED, store
from games.matches.quotas.tally import Caused, add, tally
from games.matches.quotas.uses import (
    BOT_MATCHES,
    BYTES,
    EVENTS,
    MATCHES,
    SEATS,
    Spent,
    Use,
    exceeded,
    locked,
    of_day,
    spent_today,
)

# So often callers from one address sit down in one match in a day: many more than a class of pupils that tries who
# plays with whom, and far fewer than fill a match's history (`MOST_EVENTS` of `stream/guards.py`).
MOST_JOINS_OF_ADDRESS = 200

# The head's event says whether a match has ended: nothing follows the end. A row comes before the match's first event,
# and a creation that was cut short there is no match. A cold match has no event here either, and its row goes likewise.
# What has just ended stays for the count of its last events.
STREAM = """
matches_hostedmatch AS hosted LEFT JOIN match_head AS head USING (match_id)
    LEFT JOIN event ON event.match_id = head.match_id AND event.version = head.version
"""
# The same where streams lie on other nodes than these rows: asked for before, of those whose rows they are.
APART = """
matches_hostedmatch AS hosted LEFT JOIN unnest(%(matches)s::uuid[], %(types)s::text[], %(times)s::timestamptz[])
    AS event (match_id, type, at) ON event.match_id = hosted.match_id
"""
# Of most matches no address is kept any more: without one none is looked for, by an index that has none of those.
OWN = "(hosted.player_id = %(player)s::uuid OR hosted.address = nullif(%(address)s::text, '') AND hosted.address <> '')"
# An array, because a join with a few rows may be made by reading all.
GONE = """
DELETE FROM matches_hostedmatch WHERE match_id = ANY(ARRAY(
    SELECT hosted.match_id FROM {stream} WHERE {whose} AND CASE
        WHEN event.type IS NULL THEN hosted.made_at < transaction_timestamp() - interval '1 minute'
        WHEN event.type IN ('match_ended', 'match_cancelled') THEN event.at < transaction_timestamp() - interval '10 s'
    END FOR UPDATE OF hosted SKIP LOCKED))
"""
GONE_OF_CALLER, GONE_OF_ALL = (GONE.format(stream=STREAM, whose=whose) for whose in (OWN, "true"))
HOSTED_OF = "SELECT match_id::text FROM matches_hostedmatch AS hosted WHERE {whose}"
# Bots play for who has seated them, whether that player is there or not.
OF_CALLER = """
SELECT count(*) FILTER (WHERE hosted.player_id = %(player)s::uuid AND (hosted.bots OR NOT hosted.departed)),
    count(*) FILTER (WHERE hosted.player_id = %(player)s::uuid AND hosted.bots),
    count(*) FILTER (WHERE hosted.address = %(address)s),
    count(*) FILTER (WHERE hosted.address = %(address)s AND hosted.bots)
  FROM {stream}
 WHERE {whose} AND hosted.match_id IS DISTINCT FROM %(match)s::uuid
   AND coalesce(event.type NOT IN ('match_ended', 'match_cancelled'), true)
"""
RUNNING = OF_CALLER.format(stream=STREAM, whose=OWN)

HOSTED = "SELECT FROM matches_hostedmatch WHERE match_id = %(match)s"
# Who has filled a match with bots answers for it, whoever made it.
HOST = """
INSERT INTO matches_hostedmatch AS hosted (match_id, player_id, address, bots, departed, made_at)
VALUES (%(match)s, %(player)s, %(address)s, %(bots)s, false, transaction_timestamp())
ON CONFLICT (match_id) DO UPDATE
   SET player_id = EXCLUDED.player_id, address = EXCLUDED.address, bots = hosted.bots OR EXCLUDED.bots, departed = false
RETURNING xmax = 0
"""
DEPART = "UPDATE matches_hostedmatch SET departed = true WHERE match_id = %s AND player_id = %s"

# What the lists say, and for a minute what they may not hold yet: a seat is counted before it is taken.
SEATS_OF = """
SELECT count(*) FROM (
    SELECT match_id FROM matches_listing WHERE player_ids @> ARRAY[%(player)s::uuid] AND status IN ('open', 'active')
    UNION
    SELECT match_id FROM matches_takenseat AS taken LEFT JOIN matches_listing AS listing USING (match_id)
     WHERE taken.player_id = %(player)s::uuid AND taken.taken_at > transaction_timestamp() - interval '1 minute'
       AND coalesce(listing.status IN ('open', 'active'), true)
) AS seats WHERE match_id IS DISTINCT FROM %(match)s::uuid
"""
TAKE = """
INSERT INTO matches_takenseat (match_id, player_id, taken_at)
VALUES (%(match)s, %(player)s, transaction_timestamp())
ON CONFLICT (match_id, player_id) DO UPDATE SET taken_at = EXCLUDED.taken_at
"""

FORGET_SEATS = "DELETE FROM matches_takenseat WHERE taken_at < transaction_timestamp() - interval '1 minute'"
FORGET_USE = "DELETE FROM matches_quotause WHERE day < (transaction_timestamp() AT TIME ZONE 'UTC')::date"
FORGET_ADDRESSES = """
UPDATE matches_hostedmatch SET address = '' WHERE address <> '' AND made_at < transaction_timestamp() - interval '1 day'
"""


def admit(player: str, match_id: str, *, bots: bool = False, copied: int = 0, sits: bool = False) -> None:
    """Let a player make a match, start it or seat `bots` in it, before anything of that is written: `QuotaExceeded`.

    Where the player `sits` down by that, the seat counts too.

    From now on the player answers for the match until it ends. What a fork will have `copied` counts once, now, as
    events. The bytes of a match count once too, when it is made.
    """
    tally.flush()
    caller: dict[str, Any] = {"player": player, "address": caller_address(), "match": match_id, "bots": bots}
    with transaction.atomic(), connection.cursor() as cursor:
        spent, now = locked(names(caller["player"], caller["address"]))
        _forget_ended(cursor, OWN, caller)
        cursor.execute(HOSTED, caller)
        unpaid = STORED["match"] if cursor.fetchone() is None else 0
        wanted = {MATCHES: 1, BOT_MATCHES: int(bots), EVENTS: max(copied, 1), BYTES: unpaid}
        for use in _uses(_running(caller), spent, now):
            if wanted[use.quota] and use.used + wanted[use.quota] > use.limit:
                raise exceeded(use, now)
        if sits:
            _take_seat(caller, now)
        cursor.execute(HOST, caller)
        ((fresh,),) = cursor.fetchall()
        if fresh:
            add(Caused(direct=Counter({who: copied for who in spent if copied})))
            store(list(spent), STORED["match"])


def admit_seat(player: str, match_id: str) -> None:
    """Let a player take a seat, before it is written: `QuotaExceeded`, also once the events of the day are used.

    `TooManyJoins` once callers from the address have taken seats of this match too often today.
    """
    tally.flush()
    with transaction.atomic():
        address = caller_address()
        joins = _joins(match_id, address)
        # Under the lock of their rows, so that calls at once find no room twice.
        spent, now = locked([*names(player, address), *joins])
        if any(spent.pop(name).events >= MOST_JOINS_OF_ADDRESS for name in joins):
            raise TooManyJoins(most=MOST_JOINS_OF_ADDRESS)
        _refuse_spent(spent, now)
        _take_seat({"player": player, "match": match_id}, now)


def count_join(match_id: str) -> None:
    """Count to the caller's address that somebody has sat down in the match.

    Afterwards, because of several who want one seat only one gets it; so some more than the limit may be at it at once.
    """
    if joins := _joins(match_id, caller_address()):
        with transaction.atomic():
            locked(joins)
            add(Caused(direct=Counter(joins)))


def uses(player: str) -> list[Use]:
    """How much of each quota of theirs a player has used."""
    tally.flush()
    (name,) = names(player, "")
    caller = {"player": player, "address": "", "match": None}
    today, now = spent_today(name)
    return [*_uses(_running(caller), {name: today}, now), _seats(caller)]


def admit_events(player: str) -> None:
    """Let a player cause events that are no moves: `QuotaExceeded` once those of the day are used."""
    tally.flush()
    with transaction.atomic():
        _refuse_spent(*locked(names(player, caller_address())))


def depart(match_id: str, player: str) -> None:
    """Count a match no longer among those that a player has running, because they have given their seat up.

    It goes on counting for the address, and with bots in it for the player; and so do the events that it goes on to
    cause. So nobody gets more matches going by leaving each.
    """
    with connection.cursor() as cursor:
        cursor.execute(DEPART, [match_id, player])


def forget() -> None:
    """Forget what was used before today, addresses of yesterday and matches that have ended."""
    with connection.cursor() as cursor:
        for statement in (FORGET_SEATS, FORGET_USE, FORGET_ADDRESSES):
            cursor.execute(statement)
        _forget_ended(cursor, "true", {})


def _forget_ended(cursor: CursorWrapper, whose: str, caller: Mapping[str, Any]) -> None:
    """Forget the matches that have ended, of a caller or of all."""
    if is_distributed():
        cursor.execute(GONE.format(stream=APART, whose=whose), {**caller, **_streams(whose, caller)})
    else:
        cursor.execute(GONE_OF_CALLER if whose == OWN else GONE_OF_ALL, caller or None)


def _streams(whose: str, caller: Mapping[str, Any]) -> dict[str, list[Any]]:
    """What `APART` takes: the last events of the matches in whosever rows."""
    with connection.cursor() as cursor:
        cursor.execute(HOSTED_OF.format(whose=whose), caller or None)
        found = last_events([match for (match,) in cursor.fetchall()])
    return {
        "matches": list(found),
        "types": [kind for kind, _ in found.values()],
        "times": [at for _, at in found.values()],
    }


def _joins(match_id: str, address: str) -> list[str]:
    """The row that counts who has sat down there from this address; none without one."""
    # A row's name is short, and the address a keyed hash already.
    return [f"joins {hashlib.sha256(f'{match_id} {address}'.encode()).hexdigest()[:32]}"] if address else []


def _refuse_spent(spent: Mapping[str, Spent], now: datetime) -> None:
    for use in of_day(spent, now):
        if use.quota == EVENTS and use.used >= use.limit:
            raise exceeded(use, now)


def _running(caller: Mapping[str, Any]) -> dict[tuple[str, str], int]:
    with connection.cursor() as cursor:
        if is_distributed():
            apart = {**caller, **_streams(OWN, caller)}
            cursor.execute(OF_CALLER.format(stream=APART, whose=OWN), apart)
        else:
            cursor.execute(RUNNING, caller)
        ((own, own_bots, of_address, bots_of_address),) = cursor.fetchall()
    return {
        (PLAYER, MATCHES): own,
        (PLAYER, BOT_MATCHES): own_bots,
        (ADDRESS, MATCHES): of_address,
        (ADDRESS, BOT_MATCHES): bots_of_address,
    }


def _take_seat(caller: Mapping[str, Any], now: datetime) -> None:
    use = _seats(caller)
    if use.used >= use.limit:
        raise exceeded(use, now)
    with connection.cursor() as cursor:
        cursor.execute(TAKE, caller)


def _seats(caller: Mapping[str, Any]) -> Use:
    with connection.cursor() as cursor:
        cursor.execute(SEATS_OF, caller)
        ((used,),) = cursor.fetchall()
    return Use(quota=SEATS, of=PLAYER, used=used, limit=settings.QUOTAS[SEATS][PLAYER], resets_at=None)


def _uses(running: Mapping[tuple[str, str], int], spent: Mapping[str, Spent], now: datetime) -> Iterator[Use]:
    for name in spent:
        of = name.partition(" ")[0]
        for quota in (MATCHES, BOT_MATCHES):
            used, limit = running[of, quota], settings.QUOTAS[quota][of]
            yield Use(quota=quota, of=of, used=used, limit=limit, resets_at=None)
    yield from of_day(spent, now)
