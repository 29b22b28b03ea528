"""The suite's chance, an early pytest plugin: what `events.randomness` draws follows from the run's seed and the test.

A test draws the same alone, in the whole suite and in any worker: its ids, seeds, salts, keys and tokens follow from the
seed that pytest prints (`--randomly-seed`), from its own name, and from what it drew before. A fixture that serves
several tests has chance of its own, because another test may be the first to ask for it. Threads may differ in their
order, so each has chance of its own too, as has each call that a pool is given: by where they were started, not when.

Ids rise as `events.randomness` promises, within a test and the threads it waits for; those of different tests rise
beside each other and differ in their other bits. A module that draws while it is imported has chance of its own as well.
Processes that a test starts draw from the system, as every service does.
"""

import hashlib
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.thread import _worker
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import hypothesis.core
import pytest
from hypothesis import HealthCheck
from hypothesis.internal.conjecture import providers

from api.serving.edge.threads import Threads
from events import randomness
from tests.support.examples import examples

# An id that is never drawn: ids of tests begin later.
UNKNOWN_ID = "01940000-0000-7000-8000-00000000dead"
# The time in the first id of each test, in milliseconds since 1970.
FIRST_MOMENT = 0x019500000000


@dataclass(eq=False)
class Stream:
    """What one thread draws; `moment` is that of the last id it has made or waited for, `ids` are those of all threads."""

    key: bytes
    moment: int = FIRST_MOMENT
    ids: list[str] = field(default_factory=list)
    drawn: Counter[str] = field(default_factory=Counter)

    def token_bytes(self, kind: str, size: int) -> bytes:
        """The next bytes of a kind: one more of another kind does not change them."""
        if not self.key:
            raise RuntimeError("a pool's thread draws for the calls that the pool is given, and not for itself")
        self.drawn[kind] += 1
        return hashlib.shake_256(self.key + f"{kind} {self.drawn[kind]}".encode()).digest(size)

    def uuid7(self) -> UUID:
        """The next id."""
        self.moment += 1
        number = int.from_bytes(self.moment.to_bytes(6, "big") + self.token_bytes("new_id", 10), "big")
        number = number & ~(0xF << 76) | 7 << 76
        made = UUID(int=number & ~(3 << 62) | 2 << 62)
        self.ids.append(str(made))
        return made

    def branch(self) -> "Stream":
        """The stream of the next thread, or call in a pool, that this one starts."""
        return Stream(self.token_bytes("branch", 32), self.moment, self.ids)

    def wait_for(self, other: "Stream") -> None:
        """From now on ids are greater than the other's so far."""
        self.moment = max(self.moment, other.moment)


_fed = pytest.MonkeyPatch()
_seed = 0
_times: Counter[str] = Counter()
_imports: dict[str, Stream] = {}
# What the main thread draws, innermost last; another thread has its stream on itself.
_main: list[Stream] = []


def current() -> Stream:
    """The running thread's stream."""
    stream = getattr(threading.current_thread(), "stream", None)
    if stream is not None:
        return stream  # type: ignore[no-any-return]
    return _main[-1] if _main else _stream_of_import()


def _stream_of_import() -> Stream:
    """The stream of the module of tests that is being imported; RuntimeError for anything else outside of tests."""
    frame = sys._getframe()
    while frame.f_code.co_name != "<module>" or not frame.f_globals["__name__"].startswith("tests."):
        if frame.f_back is None:
            raise RuntimeError("an id or a secret is drawn outside of tests, where no run could repeat it")
        frame = frame.f_back
    name = frame.f_globals["__name__"]
    return _imports.setdefault(name, _beginning(f"{_seed} {name}"))


def _beginning(said: str) -> Stream:
    return Stream(hashlib.sha256(said.encode(errors="surrogatepass")).digest())


def ids_drawn() -> list[str]:
    """All ids that the running test has drawn."""
    return list(current().ids)


@contextmanager
def drawing(name: str, seed: int) -> Iterator[None]:
    """Draw what follows from a name and a seed; a second time in one run, as for a test that is repeated, other things."""
    said = f"{seed} {name}"
    _times[said] += 1
    if _times[said] > 1:
        said += f" {_times[said]}"
    _main.append(_beginning(said))
    try:
        yield
    finally:
        _main.pop()


def feed() -> None:
    """Let `events.randomness` draw from the running test."""

    def token_bytes(size: int) -> bytes:
        # Named by who asks: a match's seed is the same however many salts were drawn before.
        return current().token_bytes(sys._getframe(1).f_code.co_name, size)

    _fed.setattr(randomness, "token_bytes", token_bytes)
    _fed.setattr(randomness, "uuid7", lambda: current().uuid7())
    _fed.setattr(threading.Thread, "start", _start)
    _fed.setattr(threading.Thread, "join", _join)
    _fed.setattr(ThreadPoolExecutor, "submit", _submit)
    _fed.setattr(Threads, "run", _run)


# A copy of this process would draw what we draw.
os.register_at_fork(after_in_child=_fed.undo)


def _start(thread: threading.Thread, original: Callable[[threading.Thread], None] = threading.Thread.start) -> None:
    if _main:
        stream = current()
        # When a pool starts a thread depends on how busy the others are: the calls it is given have streams, not it.
        target = getattr(thread, "_target", None)
        is_pooled = target is _worker or getattr(target, "__func__", None) is Threads._answer
        thread.stream = Stream(b"", stream.moment, stream.ids) if is_pooled else stream.branch()  # type: ignore[attr-defined]
    original(thread)


def _join(thread: threading.Thread, timeout: float | None = None, original: Any = threading.Thread.join) -> None:
    original(thread, timeout)
    stream = getattr(thread, "stream", None)
    # One that an earlier test has left behind would bring its time along.
    if _main and not thread.is_alive() and stream is not None and stream.ids is current().ids:
        current().wait_for(stream)


def _submit(
    pool: ThreadPoolExecutor,
    work: Callable[..., Any],
    /,
    *args: Any,
    original: Any = ThreadPoolExecutor.submit,
    **kwargs: Any,
) -> Future[Any]:
    return original(pool, _branched(work) if _main else work, *args, **kwargs)  # type: ignore[no-any-return]


def _run(threads: Threads, work: Callable[..., Any], *given: Any, original: Any = Threads.run) -> Any:
    return original(threads, _branched(work) if _main else work, *given)


def _branched(work: Callable[..., Any]) -> Callable[..., Any]:
    """A call in a pool, which draws from a stream of its own, whichever thread makes it."""
    stream = current().branch()

    def branched(*args: Any, **kwargs: Any) -> Any:
        thread: Any = threading.current_thread()
        thread.stream, own = stream, thread.stream
        try:
            return work(*args, **kwargs)
        finally:
            own.wait_for(stream)
            thread.stream = own

    return branched


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    global _seed
    # Trylast, because by now pytest-randomly has made up its mind, or, in a worker, been told.
    _seed = int(config.getoption("randomly_seed", 0))
    if hypothesis.core.global_force_seed is None:
        _fed.setattr(hypothesis.core, "global_force_seed", _seed)
    # How long an example takes is the machine's doing, which nothing repeats.
    hypothesis.settings.register_profile(
        "suite", deadline=None, max_examples=examples(100), suppress_health_check=[HealthCheck.too_slow]
    )
    hypothesis.settings.load_profile("suite")
    # It draws from the constants of all that is imported, which is more in the whole suite than where a test runs alone;
    # to read them takes each worker two seconds.
    _fed.setattr(providers, "_get_local_constants", lambda: providers._local_constants)
    feed()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    with drawing(item.nodeid, _seed):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    if fixturedef.scope == "function":
        return (yield)
    with drawing(f"{request.node.nodeid} {fixturedef.argname} {getattr(request, 'param_index', 0)}", _seed):
        return (yield)
