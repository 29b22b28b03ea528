"""Through all matches, oldest first: in several processes, and with a mark from which an interrupted walk goes on.

The service may go on meanwhile: matches that are made on the way have later ids and are met at the end.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import connections
from django.db.models.functions import Now
from django.utils import timezone

from events import store
from games.matches.concurrency import processes
from games.matches.models.service import WalkMark

# So many matches are handed to a process at once, and so many pieces may be ahead of the mark for each process.
PIECE, AHEAD = 100, 2
# An interrupted walk is gone on from for so long: what it has done is as old, and the matches have gone on since.
GOOD_FOR = timedelta(days=1)
# What became of each match of a piece. A function of a module: other processes find it by its name.
Work = Callable[[Sequence[str]], Sequence[tuple[str, str]]]


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far a walk is: the matches of this call and of those that it goes on from, how many there are, seconds."""

    done: int
    here: int
    of: int
    seconds: float

    def __str__(self) -> str:
        rate = self.here / self.seconds if self.seconds else 0.0
        left = f", {max(self.of - self.done, 0) / rate:,.0f} s left" if rate else ""
        return f"{self.done:,} of {self.of:,} matches, {rate:,.0f} a second{left}"


@dataclass(frozen=True, kw_only=True)
class Step:
    """A piece that is done: what became of each of its matches, and how far the walk is now."""

    found: Sequence[tuple[str, str]]
    progress: Progress


class Walk:
    """A walk of this name, whose `work` is done by so many processes; by one, in this very process.

    It goes on where the one before was interrupted, if that was of the same `code` and a day ago at most; else it
    begins anew.
    """

    def __init__(self, name: str, work: Work, *, code: str, processes: int = 1, anew: bool = False) -> None:
        self.name, self._work, self._code, self._processes = name, work, code, processes
        if anew:
            WalkMark.objects.filter(name=name).delete()
        self._mark = WalkMark.objects.filter(name=name, code=code, at__gt=Now() - GOOD_FOR).first()
        self.found: Counter[str] = Counter(self._mark.found if self._mark else {})

    @property
    def resumes(self) -> bool:
        """Whether it goes on where another was interrupted."""
        return self._mark is not None

    def steps(self) -> Iterator[Step]:
        """Do the work, a piece at a time; `found` counts by the first word of what became of a match."""
        began, here, of = time.monotonic(), 0, store.count_matches()
        for piece, found in self._done(_pieces(str(self._mark.after) if self._mark else None)):
            self.found.update(verdict.split()[0] for _, verdict in found)
            here += len(piece)
            self._note(piece[-1])
            progress = Progress(done=self.found.total(), here=here, of=of, seconds=time.monotonic() - began)
            yield Step(found=found, progress=progress)
        WalkMark.objects.filter(name=self.name).delete()

    def _note(self, last: str) -> None:
        told = {"code": self._code, "after": last, "found": dict(self.found), "at": timezone.now()}
        WalkMark.objects.update_or_create(name=self.name, defaults=told)

    def _done(self, pieces: Iterator[list[str]]) -> Iterator[tuple[list[str], Sequence[tuple[str, str]]]]:
        if self._processes == 1:
            yield from ((piece, self._work(piece)) for piece in pieces)
            return
        # In the order of the ids, or the mark would stand behind matches that are not done.
        under_way: deque[tuple[list[str], Future[Any]]] = deque()
        pool = processes.pool(self._processes)
        try:
            for piece in pieces:
                under_way.append((piece, pool.submit(_called, self._work, piece)))
                if len(under_way) >= AHEAD * self._processes:
                    yield _result(under_way)
            while under_way:
                yield _result(under_way)
        finally:
            pool.shutdown(cancel_futures=True)


def _result(under_way: deque[tuple[list[str], Future[Any]]]) -> tuple[list[str], Any]:
    piece, future = under_way.popleft()
    return piece, future.result()


def _called(work: Work, piece: list[str]) -> Sequence[tuple[str, str]]:
    try:
        return work(piece)
    except BaseException:
        # Whatever it was, the next piece does not begin on a connection that this one has left.
        connections.close_all()
        raise


def _pieces(after: str | None) -> Iterator[list[str]]:
    while piece := store.matches_after(after, limit=PIECE):
        yield piece
        after = piece[-1]
