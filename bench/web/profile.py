"""Where does the time of a POST of a move go? `make profile` prints the top, and writes all to `.data/profile`.

It sends some thousand moves through every layer of a web process except the socket. During a call it samples the stack
a thousand times a second. The samples measure elapsed time, so they include the waits for PostgreSQL.
"""

import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from unittest import mock

from bench import figures
from bench.web.calls import log_to_nobody
from bench.web.table import Table
from config.local_stack.places import PROJECT, passable
from games.rock_paper_wizard.chapters import scoring

SEATS, MATCHES, MOVES = 3, 20, 200
SECONDS = 0.001
# Lines that are printed of each table; the files hold all.
TOP = 20
OURS = ("api", "config", "events", "games")
# A stack, the outermost first: a module and a function each.
Stack = tuple[tuple[str, str], ...]


def main(game: str = "rock-paper-wizard") -> None:
    figures.server()
    samples = Samples()
    with mock.patch.object(scoring, "GOAL", 10**9), log_to_nobody():
        for _ in range(MATCHES):
            table = Table(game, SEATS)
            handler = table.calls.handler
            play = next(call for name, _, call in table.questions() if name == "POST move")
            with mock.patch.object(handler, "answer", samples.of(handler.answer)), samples.taken():
                for _ in range(MOVES):
                    play()
    folder = passable(passable(PROJECT / ".data") / "profile")
    _write(folder, game, samples.stacks)


class Samples:
    """How often each stack was met while a call was answered."""

    def __init__(self) -> None:
        self.stacks: Counter[Stack] = Counter()
        self._answers = False

    def of(self, answer: Callable[..., Any]) -> Callable[..., Any]:
        """The same function; samples are taken while it runs."""

        def sampled(*arguments: Any) -> Any:
            self._answers = True
            try:
                return answer(*arguments)
            finally:
                self._answers = False

        return sampled

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Look at the stack at every tick of a clock that knows nothing of calls."""
        signal.signal(signal.SIGALRM, self._look)
        signal.setitimer(signal.ITIMER_REAL, SECONDS, SECONDS)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _look(self, number: int, frame: FrameType | None) -> None:
        # A tick that comes while the one before is being noted is none of the call's.
        if self._answers and (found := stack(frame)) and found[-1][0] != __name__:
            self.stacks[found] += 1


def stack(frame: FrameType | None) -> Stack:
    """What a frame was called by, down to the answering itself."""
    found = []
    while frame is not None and frame.f_code.co_name != "sampled":
        found.append((str(frame.f_globals.get("__name__")), frame.f_code.co_qualname))
        frame = frame.f_back
    return tuple(reversed(found))


def room(module: str) -> str:
    """Where a module belongs: a room of ours, another's package, or Python's own library."""
    names = module.split(".")
    if names[0] in OURS:
        return ".".join(names[: 3 if names[:2] in (["games", "matches"], ["api", "serving"]) else 2])
    return "Python" if names[0] in (*sys.stdlib_module_names, "<frozen importlib") else names[0]


def own(stacks: Mapping[Stack, int], named: Callable[[tuple[str, str]], str]) -> Counter[str]:
    """Samples in which a name stood innermost."""
    found: Counter[str] = Counter()
    for each, count in stacks.items():
        found[named(each[-1])] += count
    return found


def within(stacks: Mapping[Stack, int], named: Callable[[tuple[str, str]], str]) -> Counter[str]:
    """Samples in which a name stood anywhere, once for each sample."""
    found: Counter[str] = Counter()
    for each, count in stacks.items():
        found.update(dict.fromkeys(map(named, each), count))
    return found


def report(stacks: Mapping[Stack, int], top: int | None = None) -> Iterator[str]:
    """Tables by room and by function, in percent of all samples; of each the `top` lines."""
    whole = sum(stacks.values())
    yield f"{whole} samples; itself: what runs there and in C called from there; with all: and in what it calls"
    for title, named in (("room", lambda call: room(call[0])), ("function", ".".join)):
        alone, together = own(stacks, named), within(stacks, named)
        for by, found in (("itself", alone), ("with all", together)):
            yield ""
            yield f"| itself % | with all % | {title}, by {by} |"
            yield "| --- | --- | --- |"
            for name, _ in found.most_common(top):
                yield f"| {100 * alone[name] / whole:.1f} | {100 * together[name] / whole:.1f} | {name} |"


def folded(stacks: Mapping[Stack, int]) -> Iterator[str]:
    """A line a stack, as programs that draw flame graphs take it."""
    for each, count in sorted(stacks.items()):
        yield f"{';'.join(map('.'.join, each))} {count}"


def _write(folder: Path, game: str, stacks: Mapping[Stack, int]) -> None:
    table, flames = folder / f"move-{game}.md", folder / f"move-{game}.folded"
    table.write_text("\n".join(report(stacks)) + "\n")
    flames.write_text("\n".join(folded(stacks)) + "\n")
    print(f"{MATCHES * MOVES} moves of {game}, {SEATS} seats")
    print("\n".join(report(stacks, TOP)))
    print(f"\nAll of it: {table}\nStacks for a flame graph: {flames}")
