"""On which day a player was last here, and a token last used.

By the first a guest who never comes back is told from one who does (`retention`), by the second a token that nobody
needs. A process notes each token once a day, by a thread of its own, so that no call waits for it; but
one who was away for so long that they may be deleted is noted at once.
"""

import threading
from datetime import UTC, date, datetime, timedelta

from django.conf import settings
from django.db import Error, connection

from games.matches.concurrency.flushing import Flusher

FLUSH_SECONDS = 10.0
# Of more a process forgets whom it has noted, and notes some of them twice: a few megabytes.
MOST_KNOWN = 50_000

SEEN = """
UPDATE matches_player SET seen_on = %(day)s
WHERE id = ANY(%(players)s::uuid[]) AND (seen_on IS NULL OR seen_on < %(day)s)
"""
USED = """
UPDATE matches_token SET last_used_on = %(day)s
WHERE digest = ANY(%(tokens)s::bytea[]) AND (last_used_on IS NULL OR last_used_on < %(day)s)
"""


def today() -> date:
    """The day, in UTC."""
    return datetime.now(UTC).date()


class Seen:
    """Who was here and is not yet noted in the table, and who was noted on this day already."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._day = date.min
        # Tokens, by what is kept of them; those that are new with their players.
        self._known: set[bytes] = set()
        self._new: dict[bytes, str] = {}
        self.flusher = Flusher("seen", self, FLUSH_SECONDS)

    @property
    def is_empty(self) -> bool:
        return not self._new

    def note(self, player_id: str, token: bytes, day: date, last: date | None = None) -> None:
        """A token of the player's, by its digest, was used on a day; `last` is the player's day in the table."""
        with self._lock:
            if day != self._day or len(self._known) >= MOST_KNOWN:
                # Whoever is not in the table yet stays, and counts for the new day: by a few seconds.
                self._day, self._known = day, set(self._new)
            if token in self._known:
                return
            self._known.add(token)
            self._new[token] = player_id
        self.flusher.begin()
        if _may_expire(last, day):
            self.flush()

    def flush(self) -> None:
        """Note them in the table; without a database they are kept for the next time."""
        with self._lock:
            new, self._new, day = self._new, {}, self._day
        try:
            if new:
                with connection.cursor() as cursor:
                    cursor.execute(SEEN, {"day": day, "players": sorted(set(new.values()))})
                    cursor.execute(USED, {"day": day, "tokens": sorted(new)})
        except Error:
            with self._lock:
                self._new |= new


def _may_expire(last: date | None, day: date) -> bool:
    days = settings.GUEST_DAYS
    return bool(days) and last is not None and day - last >= timedelta(days=days)


seen = Seen()
