"""How much of a quota is used, and the rows that say how much of the day's."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection

from events.format.chain import timestamp
from games.matches.errors import QuotaExceeded

MATCHES, BOT_MATCHES, EVENTS, SEATS, BYTES = "matches", "bot_matches", "events", "seats", "bytes"
# Nobody knows when a match will end, and every 429 has a time after which it is worth asking again.
AGAIN_SECONDS = 60

# In one order everywhere, or two callers could wait for each other.
OPEN = """
INSERT INTO matches_quotause (who, day, events)
SELECT who, (transaction_timestamp() AT TIME ZONE 'UTC')::date, 0 FROM unnest(%(who)s::text[]) AS who ORDER BY who
ON CONFLICT DO NOTHING
"""
LOCK = """
SELECT who, events, bytes, transaction_timestamp() FROM matches_quotause
 WHERE who = ANY(%(who)s) AND day = (transaction_timestamp() AT TIME ZONE 'UTC')::date ORDER BY who FOR UPDATE
"""


SPENT = """
SELECT coalesce(sum(events), 0)::bigint, coalesce(sum(bytes), 0)::bigint, transaction_timestamp() FROM matches_quotause
 WHERE who = %s AND day = (transaction_timestamp() AT TIME ZONE 'UTC')::date
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


def locked(names: Sequence[str]) -> tuple[dict[str, Spent], datetime]:
    """What was spent today by caller, whose rows are locked until the end of the transaction; and the time."""
    who: dict[str, Any] = {"who": names}
    with connection.cursor() as cursor:
        cursor.execute(OPEN, who)
        cursor.execute(LOCK, who)
        rows = cursor.fetchall()
    return {name: Spent(events, stored) for name, events, stored, _ in rows}, rows[0][3]


def spent_today(name: str) -> tuple[Spent, datetime]:
    """What a caller has spent today, without a lock, and the time."""
    with connection.cursor() as cursor:
        cursor.execute(SPENT, [name])
        ((events, stored, now),) = cursor.fetchall()
    return Spent(events, stored), now


def of_day(spent: Mapping[str, Spent], now: datetime) -> Iterator[Use]:
    """The quotas of the day of each caller."""
    midnight = midnight_after(now)
    for name, today in spent.items():
        of = name.partition(" ")[0]
        for quota, used in ((EVENTS, today.events), (BYTES, today.bytes)):
            yield Use(quota=quota, of=of, used=used, limit=settings.QUOTAS[quota][of], resets_at=midnight)


def midnight_after(now: datetime) -> datetime:
    """When the quotas of the day begin anew."""
    return now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)


def exceeded(use: Use, now: datetime) -> QuotaExceeded:
    """The refusal of what a quota has no room for."""
    wait = timedelta(seconds=AGAIN_SECONDS) if use.resets_at is None else use.resets_at - now
    return QuotaExceeded(
        quota=use.quota,
        of=use.of,
        used=use.used,
        limit=use.limit,
        resets_at=None if use.resets_at is None else timestamp(use.resets_at),
        retry_after=math.ceil(wait.total_seconds()),
    )
