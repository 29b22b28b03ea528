"""What matches cause, counted a day: in the process first, and by a thread of its own in the table.

Events of moves, bots and clocks; and the bytes of notices, which are written when nobody calls. They refuse nothing by
themselves.
"""

import threading
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import connection

from games.matches.concurrency.flushing import Flusher, is_kept
from games.matches.quotas.callers import caller_address, names
from games.table.events import CLOCK

# What a process has counted is added to the table this often.
FLUSH_SECONDS = 2.0
# Actors that are no players.
BOT = "bot:"

ADD = """
INSERT INTO matches_quotause AS row (who, day, events, bytes)
SELECT who, (transaction_timestamp() AT TIME ZONE 'UTC')::date, sum(events), sum(bytes) FROM (
    SELECT who, events, 0 AS bytes FROM unnest(%(who)s::text[], %(events)s::bigint[]) AS direct (who, events)
    UNION ALL
    SELECT who, 0, bytes FROM unnest(%(stored_by)s::text[], %(stored)s::bigint[]) AS stored (who, bytes)
    UNION ALL
    SELECT answers.who, bots.events, 0
      FROM unnest(%(matches)s::uuid[], %(by_bots)s::bigint[]) AS bots (match_id, events)
      JOIN matches_hostedmatch AS hosted USING (match_id),
      LATERAL (VALUES ('player ' || hosted.player_id), ('address ' || nullif(hosted.address, ''))) AS answers (who)
    UNION ALL
    SELECT 'address ' || nullif(hosted.address, ''), 0, told.bytes
      FROM unnest(%(told_in)s::uuid[], %(told)s::bigint[]) AS told (match_id, bytes)
      JOIN matches_hostedmatch AS hosted USING (match_id)
) AS caused WHERE who IS NOT NULL GROUP BY who ORDER BY who
ON CONFLICT (who, day) DO UPDATE SET events = row.events + EXCLUDED.events, bytes = row.bytes + EXCLUDED.bytes
"""


@dataclass(frozen=True)
class Caused:
    """Events by the caller's row, and those of bots by match; bytes by the caller's row, and those of notices by match.

    Whoever answers for a match answers for its bots' events, as a player and by address; and for the bytes by address
    alone, because each player answers for their own notices.
    """

    direct: Counter[str] = field(default_factory=Counter)
    by_bots: Counter[str] = field(default_factory=Counter)
    stored: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)

    def update(self, other: "Caused") -> None:
        """Count all of the other too."""
        self.direct.update(other.direct)
        self.by_bots.update(other.by_bots)
        self.stored.update(other.stored)
        self.told.update(other.told)

    def __bool__(self) -> bool:
        return bool(self.direct or self.by_bots or self.stored or self.told)


def caused(match_id: str, actor: str, events: int) -> None:
    """Count what a command has appended: to a player, or where bot or clock has played to who answers for it."""
    tally.count(match_id, actor, events)


class PendingUse:
    """What this process has counted and not yet added to the table: no move waits until it is."""

    def __init__(self) -> None:
        self._lock, self._adding = threading.Lock(), threading.Lock()
        self._new = Caused()
        self.flusher = Flusher("quotas", self, FLUSH_SECONDS)

    def count(self, match_id: str, actor: str, events: int) -> None:
        with self._lock:
            if actor == CLOCK or actor.startswith(BOT):
                self._new.by_bots[match_id] += events
            else:
                for name in names(actor, caller_address()):
                    self._new.direct[name] += events
        self.flusher.begin()

    def count_told(self, match_id: str, player: str, *, notice: int, deliveries: int) -> None:
        """Count the bytes of a notice and its deliveries to its player, and the notice to the address of its match.

        How many deliveries there are is the player's choice, and nobody pays for a stranger's.
        """
        with self._lock:
            self._new.told[match_id] += notice
            for name in names(player, ""):
                self._new.stored[name] += notice + deliveries
        self.flusher.begin()

    def count_stored(self, player: str, size: int) -> None:
        """Count bytes to a player who calls, and to their address."""
        with self._lock:
            for name in names(player, caller_address()):
                self._new.stored[name] += size
        self.flusher.begin()

    @property
    def is_empty(self) -> bool:
        return not self._new

    def flush(self) -> None:
        """Add what was counted to the table; without a database it is kept for the next time."""
        # What another thread is adding has to be there too, when this returns.
        with self._adding:
            with self._lock:
                new, self._new = self._new, Caused()
            if new and is_kept(partial(add, new)):
                with self._lock:
                    self._new.update(new)


tally = PendingUse()


def add(caused: Caused) -> None:
    """Add what was caused to the table."""
    if not caused:
        return
    values: dict[str, Any] = {
        "who": list(caused.direct),
        "events": list(caused.direct.values()),
        "stored_by": list(caused.stored),
        "stored": list(caused.stored.values()),
        "matches": list(caused.by_bots),
        "by_bots": list(caused.by_bots.values()),
        "told_in": list(caused.told),
        "told": list(caused.told.values()),
    }
    with connection.cursor() as cursor:
        cursor.execute(ADD, values)
