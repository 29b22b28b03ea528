"""The rounds of a failover: what is killed or stands still, and how it comes back; the players go on meanwhile."""

import random
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle

from bench.siege.clocks import abandoned_matches
from clients.api import Problem
from config.local_stack.errors import StackError
from config.local_stack.stack import LocalStack
from events.patience import LONGEST_SECONDS
from tests.failover.nodes import OURS, Node
from tests.failover.pair import Pair, signalled

# So long everybody plays before a round, and after it.
PLAY_SECONDS = 2.0
# A machine that stands still is given up after so long; a standby that hangs goes on after so long.
FROZEN_SECONDS, HANGS_SECONDS, DOWN_SECONDS = 2.0, 7.0, 2.0
# Matches whose players are away, made in each round: their clocks run out in all that comes.
ABANDONED = 1
REDIS = "redis"


@dataclass(frozen=True, kw_only=True)
class Fault:
    """What was done to the service, and when, by the machine's clock: when it began, and when it had been done."""

    what: str
    at: float
    done: float


class Rounds:
    """The rounds on a pair of servers and two nodes."""

    def __init__(self, pair: Pair, nodes: Sequence[Node], stack: LocalStack, seed: int) -> None:
        self._pair, self._nodes, self._stack = pair, nodes, stack
        self._pick = random.Random(seed)
        self.faults: list[Fault] = []
        self.rejoined: list[str] = []
        self._was_fenced = False
        self._victims = cycle([(0, REDIS)] + [(node, name) for name in OURS for node in range(len(nodes))])

    def play(self, rounds: int) -> None:
        """Have so many, each with a failure of PostgreSQL and, from the second on, of another process."""
        for number, (name, fail) in zip(range(rounds), cycle(KINDS.items()), strict=False):
            self._make_clocks()
            self.watch(PLAY_SECONDS)
            begun = time.monotonic()
            fail(self)
            if number >= 1:
                self._kill_another()
            self.watch(PLAY_SECONDS)
            print(f"  {number + 1}. {name}: {time.monotonic() - begun:.1f} s", flush=True)

    def watch(self, seconds: float = 0.0) -> None:
        """Replace the dead for so long."""
        end = time.monotonic() + seconds
        while True:
            self._stack.supervisor.watch()
            for node in self._nodes:
                node.supervisor.watch()
            if time.monotonic() >= end:
                return
            time.sleep(0.02)

    def _make_clocks(self) -> None:
        for node in self._nodes:
            try:
                abandoned_matches(node.url, ABANDONED)
            except (Problem, OSError) as error:
                # It may not be quite back.
                print(f"  no clocks: {error}")

    def _do(self, what: str, harm: Callable[[], None]) -> None:
        begun = time.monotonic()
        harm()
        self.faults.append(Fault(what=what, at=begun, done=time.monotonic()))

    def _kill_another(self) -> None:
        node, name = next(self._victims)
        self.watch(self._pick.uniform(0, 1))
        supervisor = self._stack.supervisor if name == REDIS else self._nodes[node].supervisor
        self._do(name, partial(signalled, supervisor.pid_of(name), signal.SIGKILL))

    def kill_primary(self) -> None:
        """The machine of the primary loses its power."""
        self._do("primary", self._pair.primary.kill)
        self._take_over()

    def crash_primary(self) -> None:
        """Its first process is killed, and the others end by themselves, whatever they were at."""
        self._do("primary", partial(self._pair.primary.kill, children_too=False))
        self._take_over()

    def freeze_primary(self) -> None:
        """It stands still, is given up and its power cut."""
        self._do("primary, frozen", partial(self._pair.primary.send, signal.SIGSTOP))
        self.watch(FROZEN_SECONDS)
        self._pair.primary.kill()
        self._take_over()

    def _take_over(self) -> None:
        self._pair.fence()
        self._pair.promote(watch=self.watch)
        self.watch(PLAY_SECONDS)
        self._check_fence()
        self.rejoined.append(self._pair.rejoin(watch=self.watch))

    def _check_fence(self) -> None:
        """Once: the old primary, started as it was left, takes nothing in."""
        if self._was_fenced:
            return
        self._was_fenced, old = True, self._pair.standby
        old.start()
        if old.ask("SELECT pg_is_in_recovery()") != (True,):
            raise StackError("the old primary can be written to")
        old.stop()

    def kill_standby(self) -> None:
        self._do("standby", self._pair.standby.kill)
        self.watch(DOWN_SECONDS)
        self._pair.standby.start()
        self._pair.be_synchronous(watch=self.watch)

    def hang_standby(self) -> None:
        self._hang("standby, hangs", HANGS_SECONDS)

    def lose_standby(self) -> None:
        """It hangs for longer than a call waits for it."""
        self._hang("standby, away for long", LONGEST_SECONDS + HANGS_SECONDS)

    def _hang(self, what: str, seconds: float) -> None:
        self._do(what, partial(self._pair.standby.send, signal.SIGSTOP))
        self.watch(seconds)
        self._pair.standby.send(signal.SIGCONT)
        self._pair.be_synchronous(watch=self.watch)


# In this order: the first two are the short form.
KINDS: Mapping[str, Callable[[Rounds], None]] = {
    "the primary is killed": Rounds.kill_primary,
    "the standby hangs": Rounds.hang_standby,
    "the primary stands still": Rounds.freeze_primary,
    "the standby is killed": Rounds.kill_standby,
    "the primary's first process is killed": Rounds.crash_primary,
    "the standby is away for long": Rounds.lose_standby,
}


def waits(faults: Sequence[Fault], moves: Sequence[Mapping[str, float]]) -> Iterator[tuple[str, float]]:
    """For each failure the seconds until the next move was taken that was sent after it."""
    for fault in faults:
        came = [move["came"] for move in moves if move["sent"] >= fault.done]
        yield fault.what, min(came, default=float("inf")) - fault.at
