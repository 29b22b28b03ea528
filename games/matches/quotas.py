"""Quotas per player and address: concurrent matches, matches with bots, events and bytes a day; per player also seats.

Two hundred calls can make bots write a hundred thousand events, so what a call leads to is counted, and to whom it is
due. What is refused are new matches, bots, seats, rematches, forks and pauses; no move in a match that runs ever is,
because other players sit there too, and nobody is kept from leaving or from going on. Everything stands in PostgreSQL,
under a lock on the rows of the caller.

An address is kept as a keyed hash, for two days at most (`forget`).
"""

import math
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.db import Error, connection, transaction
from django.utils.crypto import salted_hmac

from events.format.chain import timestamp
from games.matches.adding import Adder
from games.matches.errors import QuotaExceeded
from games.table.events import CLOCK

MATCHES, BOT_MATCHES, EVENTS, SEATS, BYTES = "matches", "bot_matches", "events", "seats", "bytes"
PLAYER, ADDRESS = "player", "address"

# What a process has counted is added to the table this often.
FLUSH_SECONDS = 2.0
# Actors that are no players.
BOT = "bot:"
# Nobody knows when a match will end, and every 429 has a time after which it is worth asking again.
AGAIN_SECONDS = 60

# What a call leaves in the database, with its indexes, in bytes as measured, rounded up: docs/running.md has the table.
STORED = {
    "player": 1_500,
    "token": 800,
    "match": 13_000,
    "webhook": 4_000,
    "push subscription": 4_000,
    "exception": 350,
    "invitation": 1_000,
}

_address: ContextVar[str] = ContextVar("address", default="")

# In one order everywhere, or two callers could wait for each other.
OPEN = """
INSERT INTO matches_quotause (who, day, events)
SELECT who, (transaction_timestamp() AT TIME ZONE 'UTC')::date, 0 FROM unnest(%(who)s::text[]) AS who ORDER BY who
ON CONFLICT DO NOTHING
"""
SPENT = """
SELECT coalesce(sum(events), 0)::bigint, coalesce(sum(bytes), 0)::bigint, transaction_timestamp() FROM matches_quotause
 WHERE who = %s AND day = (transaction_timestamp() AT TIME ZONE 'UTC')::date
"""
STORE = """
UPDATE matches_quotause SET bytes = bytes + %(bytes)s
 WHERE who = ANY(%(who)s) AND day = (transaction_timestamp() AT TIME ZONE 'UTC')::date
"""
LOCK = """
SELECT who, events, bytes, transaction_timestamp() FROM matches_quotause
 WHERE who = ANY(%(who)s) AND day = (transaction_timestamp() AT TIME ZONE 'UTC')::date ORDER BY who FOR UPDATE
"""

# The head's event says whether a match has ended: nothing follows the end. A row comes before the match's first event,
# and a creation that was cut short there is no match. What has just ended stays for the count of its last events.
STREAM = """
matches_hostedmatch AS hosted LEFT JOIN match_head AS head USING (match_id)
    LEFT JOIN event ON event.match_id = head.match_id AND event.version = head.version
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

ADD = """
INSERT INTO matches_quotause AS row (who, day, events)
SELECT who, (transaction_timestamp() AT TIME ZONE 'UTC')::date, sum(events) FROM (
    SELECT * FROM unnest(%(who)s::text[], %(events)s::bigint[]) AS direct (who, events)
    UNION ALL
    SELECT answers.who, bots.events FROM unnest(%(matches)s::uuid[], %(by_bots)s::bigint[]) AS bots (match_id, events)
      JOIN matches_hostedmatch AS hosted USING (match_id),
      LATERAL (VALUES ('player ' || hosted.player_id), ('address ' || nullif(hosted.address, ''))) AS answers (who)
) AS caused WHERE who IS NOT NULL GROUP BY who ORDER BY who
ON CONFLICT (who, day) DO UPDATE SET events = row.events + EXCLUDED.events
"""

FORGET_SEATS = "DELETE FROM matches_takenseat WHERE taken_at < transaction_timestamp() - interval '1 minute'"
FORGET_USE = "DELETE FROM matches_quotause WHERE day < (transaction_timestamp() AT TIME ZONE 'UTC')::date"
FORGET_ADDRESSES = """
UPDATE matches_hostedmatch SET address = '' WHERE address <> '' AND made_at < transaction_timestamp() - interval '1 day'
"""


@dataclass(frozen=True, kw_only=True)
class Use:
    """How much of a quota is used; `resets_at` is None for what ends with the matches."""

    quota: str
    of: str
    used: int
    limit: int
    resets_at: datetime | None


class Spent(NamedTuple):
    """What a caller has caused today."""

    events: int
    bytes: int


@contextmanager
def called_from(network: str) -> Iterator[None]:
    """What is done inside is done by a caller from this network address."""
    token = _address.set(network)
    try:
        yield
    finally:
        _address.reset(token)


def caller_address() -> str:
    """The keyed hash of the address that the present call comes from; empty where nobody calls."""
    network = _address.get()
    return _hash(network) if network else ""


@lru_cache(maxsize=1000)
def _hash(network: str) -> str:
    return salted_hmac("tabularium.quotas", network, algorithm="sha256").hexdigest()[:32]


def admit(player: str, match_id: str, *, bots: bool = False, copied: int = 0, sits: bool = False) -> None:
    """Let a player make a match, start it or seat `bots` in it, before anything of that is written: `QuotaExceeded`.

    Where the player `sits` down by that, the seat counts too.

    From now on the player answers for the match until it ends. What a fork will have `copied` counts once, now, as
    events. The bytes of a match count once too, when it is made.
    """
    tally.flush()
    caller: dict[str, Any] = {"player": player, "address": caller_address(), "match": match_id, "bots": bots}
    with transaction.atomic(), connection.cursor() as cursor:
        spent, now = _locked(_names(caller["player"], caller["address"]))
        cursor.execute(GONE_OF_CALLER, caller)
        cursor.execute(HOSTED, caller)
        unpaid = STORED["match"] if cursor.fetchone() is None else 0
        wanted = {MATCHES: 1, BOT_MATCHES: int(bots), EVENTS: max(copied, 1), BYTES: unpaid}
        for use in _uses(_running(caller), spent, now):
            if wanted[use.quota] and use.used + wanted[use.quota] > use.limit:
                raise _exceeded(use, now)
        if sits:
            _take_seat(caller, now)
        cursor.execute(HOST, caller)
        ((fresh,),) = cursor.fetchall()
        if fresh:
            _add({who: copied for who in spent if copied}, {})
            _store(list(spent), STORED["match"])


def admit_seat(player: str, match_id: str) -> None:
    """Let a player take a seat, before it is written: `QuotaExceeded`, also once the events of the day are used."""
    admit_events(player)
    with transaction.atomic():
        # Under the lock of their row, so that calls at once find no room twice.
        _, now = _locked(_names(player, ""))
        _take_seat({"player": player, "match": match_id}, now)


@transaction.atomic
def admit_stored(kind: str, count: int = 1, *, player: str = "") -> None:
    """Count what a call is about to store, of a kind of `STORED`, to a player and to the address: `QuotaExceeded`.

    Called in the transaction that stores it, so that nothing is counted where nothing comes of it.
    """
    size, who = STORED[kind] * count, _names(player, caller_address())
    if not (who and size):
        return
    spent, now = _locked(who)
    for use in _of_day(spent, now):
        if use.quota == BYTES and use.used + size > use.limit:
            raise _exceeded(use, now)
    _store(who, size)


@transaction.atomic
def count_stored(kind: str, *, player: str) -> None:
    """Count what a call is about to store to a player alone, and refuse nothing."""
    who = _names(player, "")
    _locked(who)
    _store(who, STORED[kind])


def uses(player: str) -> list[Use]:
    """How much of each quota of theirs a player has used."""
    tally.flush()
    (name,) = _names(player, "")
    caller = {"player": player, "address": "", "match": None}
    with connection.cursor() as cursor:
        cursor.execute(SPENT, [name])
        ((events, stored, now),) = cursor.fetchall()
    return [*_uses(_running(caller), {name: Spent(events, stored)}, now), _seats(caller)]


def admit_events(player: str) -> None:
    """Let a player cause events that are no moves: `QuotaExceeded` once those of the day are used."""
    tally.flush()
    with transaction.atomic():
        spent, now = _locked(_names(player, caller_address()))
    for use in _of_day(spent, now):
        if use.quota == EVENTS and use.used >= use.limit:
            raise _exceeded(use, now)


def caused(match_id: str, actor: str, events: int) -> None:
    """Count what a command has appended: to a player, or where bot or clock has played to who answers for it."""
    tally.count(match_id, actor, events)


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
        for statement in (FORGET_SEATS, FORGET_USE, FORGET_ADDRESSES, GONE_OF_ALL):
            cursor.execute(statement)


class Tally:
    """What this process has counted and not yet added to the table: no move waits until it is."""

    def __init__(self) -> None:
        self._lock, self._adding = threading.Lock(), threading.Lock()
        self._direct: Counter[str] = Counter()
        self._by_bots: Counter[str] = Counter()
        self.adder = Adder("quotas", self, FLUSH_SECONDS)

    def count(self, match_id: str, actor: str, events: int) -> None:
        with self._lock:
            if actor == CLOCK or actor.startswith(BOT):
                self._by_bots[match_id] += events
            else:
                for name in _names(actor, caller_address()):
                    self._direct[name] += events
        self.adder.begin()

    @property
    def is_empty(self) -> bool:
        return not self._direct and not self._by_bots

    def flush(self) -> None:
        """Add what was counted to the table; without a database it is kept for the next time."""
        # What another thread is adding has to be there too, when this returns.
        with self._adding:
            with self._lock:
                direct, self._direct = self._direct, Counter()
                by_bots, self._by_bots = self._by_bots, Counter()
            try:
                _add(direct, by_bots)
            except Error:
                with self._lock:
                    self._direct.update(direct)
                    self._by_bots.update(by_bots)


tally = Tally()


def _names(player: str, address: str) -> list[str]:
    return [f"{kind} {one}" for kind, one in ((PLAYER, player), (ADDRESS, address)) if one]


def _locked(names: Sequence[str]) -> tuple[dict[str, Spent], datetime]:
    """What was spent today by caller, whose rows are locked until the end of the transaction; and the time."""
    who: dict[str, Any] = {"who": names}
    with connection.cursor() as cursor:
        cursor.execute(OPEN, who)
        cursor.execute(LOCK, who)
        rows = cursor.fetchall()
    return {name: Spent(events, stored) for name, events, stored, _ in rows}, rows[0][3]


def _running(caller: Mapping[str, Any]) -> dict[tuple[str, str], int]:
    with connection.cursor() as cursor:
        cursor.execute(RUNNING, caller)
        ((own, own_bots, of_address, bots_of_address),) = cursor.fetchall()
    return {
        (PLAYER, MATCHES): own,
        (PLAYER, BOT_MATCHES): own_bots,
        (ADDRESS, MATCHES): of_address,
        (ADDRESS, BOT_MATCHES): bots_of_address,
    }


def _store(who: Sequence[str], size: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(STORE, {"who": list(who), "bytes": size})


def _take_seat(caller: Mapping[str, Any], now: datetime) -> None:
    use = _seats(caller)
    if use.used >= use.limit:
        raise _exceeded(use, now)
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
    yield from _of_day(spent, now)


def _of_day(spent: Mapping[str, Spent], now: datetime) -> Iterator[Use]:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    for name, today in spent.items():
        of = name.partition(" ")[0]
        for quota, used in ((EVENTS, today.events), (BYTES, today.bytes)):
            yield Use(quota=quota, of=of, used=used, limit=settings.QUOTAS[quota][of], resets_at=midnight)


def _exceeded(use: Use, now: datetime) -> QuotaExceeded:
    wait = timedelta(seconds=AGAIN_SECONDS) if use.resets_at is None else use.resets_at - now
    return QuotaExceeded(
        quota=use.quota,
        of=use.of,
        used=use.used,
        limit=use.limit,
        resets_at=None if use.resets_at is None else timestamp(use.resets_at),
        retry_after=math.ceil(wait.total_seconds()),
    )


def _add(direct: Mapping[str, int], by_bots: Mapping[str, int]) -> None:
    if not (direct or by_bots):
        return
    values: dict[str, Any] = {
        "who": list(direct),
        "events": list(direct.values()),
        "matches": list(by_bots),
        "by_bots": list(by_bots.values()),
    }
    with connection.cursor() as cursor:
        cursor.execute(ADD, values)
