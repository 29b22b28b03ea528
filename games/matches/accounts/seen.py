"""On which day a player was last here, a token last used, from which address an account came first on a day, and in
which browser it logged in.

By the first a guest who never comes back is told from one who does (`retention`), by the second a token that nobody
needs, and by the third two accounts of one person (`ratings/signals.py`). A process notes each token once a day, by a
thread of its own, so that no call waits for it; but one who was away for so long that they may be deleted is noted at
once.
"""

import threading
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from django.conf import settings
from django.db import Error, connection
from django.utils.crypto import salted_hmac

from games.matches.concurrency.flushing import Flusher
from games.matches.quotas.callers import caller_address

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

# Guests play no rated matches, and nobody else's addresses are compared.
FROM = """
INSERT INTO matches_seenfrom (player_id, day, address)
SELECT player.id, %(day)s, here.address FROM unnest(%(players)s::uuid[], %(addresses)s::text[]) AS here (id, address)
JOIN matches_player AS player ON player.id = here.id AND player.kind IN ('account', 'bot')
WHERE here.address <> ''
ON CONFLICT DO NOTHING
"""
# How rows of browsers begin; an address has none of these characters.
BROWSER = "browser:"
FORGET = "DELETE FROM matches_seenfrom WHERE day < %s"
# How long addresses, as keyed hashes, are kept.
KEPT = timedelta(days=30)


def today() -> date:
    """The day, in UTC."""
    return datetime.now(UTC).date()


class Seen:
    """Who was here and is not yet noted in the table, and who was noted on this day already."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._day = date.min
        # Tokens, by what is kept of them; those that are new with their players and the address they came from.
        self._known: set[bytes] = set()
        self._new: dict[bytes, tuple[str, str]] = {}
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
            self._new[token] = player_id, caller_address()
        self.flusher.begin()
        if _may_expire(last, day):
            self.flush()

    def flush(self) -> None:
        """Note them in the table; without a database they are kept for the next time."""
        with self._lock:
            new, self._new, day = self._new, {}, self._day
        try:
            if new:
                # In one order everywhere, or two processes could wait for each other.
                players, addresses = zip(*sorted(set(new.values())), strict=True)
                with connection.cursor() as cursor:
                    cursor.execute(SEEN, {"day": day, "players": sorted(set(players))})
                    cursor.execute(USED, {"day": day, "tokens": sorted(new)})
                    cursor.execute(FROM, {"day": day, "players": list(players), "addresses": list(addresses)})
        except Error:
            with self._lock:
                self._new |= new


def note_browser(player_id: str, marks: Iterable[str]) -> None:
    """An account has logged in with a browser that has these marks (`marks.py`), some of other accounts."""
    keyed = (salted_hmac("tabularium.browsers", mark, algorithm="sha256").hexdigest() for mark in marks)
    named = sorted({BROWSER + one[: 32 - len(BROWSER)] for one in keyed})
    with connection.cursor() as cursor:
        cursor.execute(FROM, {"day": today(), "players": [player_id] * len(named), "addresses": named})


def forget() -> None:
    """Delete the addresses of more than `KEPT` ago."""
    with connection.cursor() as cursor:
        cursor.execute(FORGET, [today() - KEPT])


def _may_expire(last: date | None, day: date) -> bool:
    days = settings.GUEST_DAYS
    return bool(days) and last is not None and day - last >= timedelta(days=days)


seen = Seen()
