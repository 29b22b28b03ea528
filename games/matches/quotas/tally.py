"""What matches cause, counted in events a day: in the process first, and by a thread of its own in the table."""

import threading
from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.db import Error, connection

from games.matches.concurrency.flushing import Flusher
from games.matches.quotas.callers import caller_address, names
from games.table.events import CLOCK

# What a process has counted is added to the table this often.
FLUSH_SECONDS = 2.0
# Actors that are no players.
BOT = "bot:"

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


def caused(match_id: str, actor: str, events: int) -> None:
    """Count what a command has appended: to a player, or where bot or clock has played to who answers for it."""
    tally.count(match_id, actor, events)


class PendingEvents:
    """What this process has counted and not yet added to the table: no move waits until it is."""

    def __init__(self) -> None:
        self._lock, self._adding = threading.Lock(), threading.Lock()
        self._direct: Counter[str] = Counter()
        self._by_bots: Counter[str] = Counter()
        self.flusher = Flusher("quotas", self, FLUSH_SECONDS)

    def count(self, match_id: str, actor: str, events: int) -> None:
        with self._lock:
            if actor == CLOCK or actor.startswith(BOT):
                self._by_bots[match_id] += events
            else:
                for name in names(actor, caller_address()):
                    self._direct[name] += events
        self.flusher.begin()

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
                add(direct, by_bots)
            except Error:
                with self._lock:
                    self._direct.update(direct)
                    self._by_bots.update(by_bots)


tally = PendingEvents()


def add(direct: Mapping[str, int], by_bots: Mapping[str, int]) -> None:
    """Add events to the table: by caller, and by match to who answers for what bots and the clock do there."""
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
