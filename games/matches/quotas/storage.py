"""What calls leave in the database, counted in bytes a day."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.conf import settings
from django.db import connection, transaction

from games.matches.quotas.callers import PLAYER, caller_address, names
from games.matches.quotas.uses import BYTES, exceeded, locked, of_day

# What a call leaves in the database, with its indexes, in bytes as measured, rounded up: docs/running.md has the table.
# Of kinds with texts of any length it is all but the texts: they count by their own bytes, up to four a character.
STORED = {
    "player": 1_500,
    "token": 800,
    "app": 1_200,
    "app token": 2_500,
    "app device": 1_000,
    "match": 13_000,
    "webhook": 2_000,
    "push subscription": 4_000,
    "exception": 350,
    "invitation": 1_000,
    # With its code; and that it was asked for.
    "account mail": 1_000,
    "vacation": 400,
    "wish": 800,
    "block": 300,
    "follow": 300,
    "cup": 8_000,
    "cup entry": 2_500,
    "own note": 500,
    "mute": 300,
    "chat message": 1_400,
    "report": 2_700,
    # One on its way through one channel is a delivery.
    "notice": 650,
    "delivery": 500,
}

STORE = """
UPDATE matches_quotause SET bytes = bytes + %(bytes)s
 WHERE who = ANY(%(who)s) AND day = (transaction_timestamp() AT TIME ZONE 'UTC')::date
"""

FULL = """
SELECT who, (day + 1)::timestamp AT TIME ZONE 'UTC' FROM matches_quotause
 WHERE who = ANY(%(who)s) AND day = (transaction_timestamp() AT TIME ZONE 'UTC')::date AND bytes >= %(limit)s
"""


def admit_stored(kind: str, count: int = 1, *, player: str = "", texts: Iterable[str] = ()) -> None:
    """Count what a call is about to store, of a kind of `STORED`, to a player and to the address: `QuotaExceeded`.

    Called in the transaction that stores it, so that nothing is counted where nothing comes of it. `texts` are those of
    any length in it.
    """
    _admit(STORED[kind] * count + size_of(texts), player)


def admit_growth(before: Iterable[str], after: Iterable[str], *, player: str) -> None:
    """Count by how much stored texts are about to grow, in the same way; what shrinks gives nothing back."""
    _admit(max(0, size_of(after) - size_of(before)), player)


def size_of(texts: Iterable[str]) -> int:
    """How many bytes these texts take in the database."""
    return sum(len(text.encode(errors="replace")) for text in texts)


@transaction.atomic
def _admit(size: int, player: str) -> None:
    who = names(player, caller_address())
    if not (who and size):
        return
    spent, now = locked(who)
    for use in of_day(spent, now):
        if use.quota == BYTES and use.used + size > use.limit:
            raise exceeded(use, now)
    store(who, size)


@transaction.atomic
def count_stored(kind: str, *, player: str) -> None:
    """Count what a call is about to store to a player alone, and refuse nothing."""
    who = names(player, "")
    locked(who)
    store(who, STORED[kind])


def store(who: Sequence[str], size: int) -> None:
    """Count so many bytes to callers whose rows are locked."""
    with connection.cursor() as cursor:
        cursor.execute(STORE, {"who": list(who), "bytes": size})


def full(players: Collection[str]) -> Mapping[str, datetime]:
    """The players who have used up their bytes of the day, and until when; without what the tally still holds."""
    who = {f"{PLAYER} {player}": player for player in players}
    with connection.cursor() as cursor:
        cursor.execute(FULL, {"who": list(who), "limit": settings.QUOTAS[BYTES][PLAYER]})
        return {who[name]: until for name, until in cursor.fetchall()}
