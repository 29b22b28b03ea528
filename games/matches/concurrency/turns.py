"""Turns at what only one call in a process may do at a time, dealt out fairly among the addresses that callers have.

The next turn goes to the caller whose address has had the fewest turns of late. So someone who comes for the first time
waits for each address that crowds the line once, and not for all that it sends. A full line gives up whoever would be
served last, so such an address keeps nobody out.
"""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field

# What an address has had counts for so long.
OF_LATE_SECONDS = 300.0


@dataclass(eq=False)
class Wish:
    """One call that wants a turn. The event is set when it is decided; whether it `has_turn` then says how."""

    who: str
    is_known: bool
    has_turn: bool = False
    decided: threading.Event = field(default_factory=threading.Event)


class Line:
    """Who waits and whose turn it is, at times that are passed in. No lock: `Turns` has one."""

    def __init__(self, places: int, *, of_one: int) -> None:
        self.places, self._of_one = places, of_one
        self._running: Wish | None = None
        # In the order in which they came.
        self._waiting: list[Wish] = []
        # The turns of late, and how many of them each caller has had: kept, because the line asks at every turn.
        self._had: deque[tuple[float, str]] = deque()
        self._turns_of: Counter[str] = Counter()

    @property
    def free(self) -> int:
        return self.places - len(self._here())

    def join(self, wish: Wish, moment: float) -> bool:
        """Whether the wish may wait: neither has its caller too many here, nor would it be served last in a full line.

        In a full line it takes the place of the wish that would be, which is decided: it has no turn.
        """
        if wish.who and sum(other.who == wish.who for other in self._here()) >= self._of_one:
            return False
        self._waiting.append(wish)
        if self.free >= 0:
            return True
        last = self._in_order(moment)[-1]
        self._waiting.remove(last)
        last.decided.set()
        return last is not wish

    def go_on(self, moment: float) -> None:
        """Give the turn to the wish that is next, where nobody has it."""
        self._forget(moment)
        if self._running is None and self._waiting:
            self._running = self._in_order(moment)[0] if len(self._waiting) > 1 else self._waiting[0]
            self._waiting.remove(self._running)
            if self._running.who:
                self._had.append((moment, self._running.who))
                self._turns_of[self._running.who] += 1
            self._running.has_turn = True
            self._running.decided.set()

    def leave(self, wish: Wish) -> None:
        """Take a wish out, wherever it is."""
        if wish is self._running:
            self._running = None
        elif wish in self._waiting:
            self._waiting.remove(wish)

    def _here(self) -> list[Wish]:
        return [*self._waiting, *([self._running] if self._running else [])]

    def _in_order(self, moment: float) -> list[Wish]:
        """Those who wait, the next first: by turns of late and wishes before this one, and of equals known callers."""
        self._forget(moment)
        before: Counter[str] = Counter()
        ranks = []
        for place, wish in enumerate(self._waiting):
            ranks.append((self._turns_of[wish.who] + before[wish.who], not wish.is_known, place, wish))
            before[wish.who] += bool(wish.who)
        return [wish for *_, wish in sorted(ranks, key=lambda rank: rank[:3])]

    def _forget(self, moment: float) -> None:
        while self._had and self._had[0][0] < moment - OF_LATE_SECONDS:
            _, who = self._had.popleft()
            self._turns_of[who] -= 1
            if not self._turns_of[who]:
                del self._turns_of[who]


class Turns:
    """One turn at a time, and at most `places` calls that have it or wait; `of_one` of them from one address."""

    def __init__(self, places: int, *, of_one: int, now: Callable[[], float] = time.monotonic) -> None:
        self._line, self._lock, self._now = Line(places, of_one=of_one), threading.Lock(), now

    @property
    def places(self) -> int:
        return self._line.places

    @property
    def free(self) -> int:
        """How many more may wait."""
        with self._lock:
            return self._line.free

    def take(self, who: str, *, patience: float, is_known: bool = False) -> Wish | None:
        """Wait for a turn for up to `patience` seconds; None where there was none. Whoever gets one has to `leave`.

        `who` is an address, empty where nobody calls from outside. Of two who have had as many turns the one that
        `is_known` goes first.
        """
        wish = Wish(who, is_known)
        with self._lock:
            if not self._line.join(wish, self._now()):
                return None
            self._line.go_on(self._now())
        wish.decided.wait(patience)
        with self._lock:
            if not wish.has_turn:
                self._line.leave(wish)
                return None
        return wish

    def leave(self, wish: Wish) -> None:
        """Give the turn back."""
        with self._lock:
            self._line.leave(wish)
            self._line.go_on(self._now())
