"""Limits the unanswered requests of a web process, in total and per address."""

import asyncio
from collections import Counter
from time import monotonic

# Requests that wait for a thread, for each thread there is. At some 100 calls a second they wait for two.
QUEUE = 7
# Of one address so many are answered at a time; so many may wait.
SHARE, QUEUE_OF_ONE = 8, 64
# No honest call takes this long.
LONGEST_SECONDS = 120.0
LONGEST_SILENCE_SECONDS = 30.0

# An address as calls are counted.
Caller = str


class PendingRequests:
    """For the event loop alone, as it has no lock."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        # When each was taken, the oldest first.
        self._taken: dict[object, float] = {}
        self._of: Counter[Caller] = Counter()
        self._shares: dict[Caller, asyncio.Semaphore] = {}
        self._answered = monotonic()

    def excess(self, caller: Caller) -> str | None:
        """Why another request of a caller cannot be taken, as a problem's code.

        However many connections one address has, it leaves most threads and places to others.
        """
        if self._of[caller] >= QUEUE_OF_ONE:
            return "rate_limited"
        return "too_busy" if len(self._taken) >= self._threads * (1 + QUEUE) else None

    def begin(self, request: object, caller: Caller) -> asyncio.Semaphore:
        """Count a request. Its task answers it while it holds the returned semaphore."""
        if not self._taken:
            # Before that there was nothing to answer.
            self._answered = monotonic()
        self._taken[request] = monotonic()
        self._of[caller] += 1
        return self._shares.setdefault(caller, asyncio.Semaphore(SHARE))

    def end(self, request: object, caller: Caller) -> None:
        """The request is answered."""
        del self._taken[request]
        self._answered = monotonic()
        self._of[caller] -= 1
        if not self._of[caller]:
            del self._of[caller], self._shares[caller]

    def trouble(self) -> str:
        """Why the process should be replaced (a hanging thread cannot be ended); empty while it works."""
        now = monotonic()
        age = now - next(iter(self._taken.values()), now)
        if age > LONGEST_SECONDS:
            return f"a request has had no answer for {age:.0f} s"
        silence = now - self._answered
        if len(self._taken) > self._threads and silence > LONGEST_SILENCE_SECONDS:
            return f"requests wait, and no thread has come back for {silence:.0f} s"
        return ""
