import asyncio
import gc
import threading
import weakref
from collections.abc import Callable, Iterator

import pytest

from api.serving.edge.threads import Threads

PATIENCE_SECONDS = 60.0


@pytest.fixture
def threads() -> Iterator[Threads]:
    made = Threads(2, name="test")
    yield made
    made.close()


class Held:
    """A call that goes on until it is let go."""

    def __init__(self) -> None:
        self.has_begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self) -> str:
        self.has_begun.set()
        assert self.may_end.wait(PATIENCE_SECONDS)
        return threading.current_thread().name


def thread() -> str:
    return threading.current_thread().name


def test_the_thread_that_was_at_work_last_takes_the_next_call(threads: Threads) -> None:
    async def calls() -> tuple[str, list[str]]:
        first, second = Held(), Held()
        both = [asyncio.create_task(threads.run(held)) for held in (first, second)]
        await asyncio.to_thread(second.has_begun.wait, PATIENCE_SECONDS)
        first.may_end.set()
        await both[0]
        second.may_end.set()
        last = await both[1]
        return last, [await threads.run(thread) for _ in range(5)]

    last, after = asyncio.run(calls())
    assert after == [last] * 5


def test_no_more_threads_are_begun_than_are_needed_and_never_more_than_the_most(threads: Threads) -> None:
    async def one_by_one() -> None:
        for _ in range(5):
            await threads.run(thread)

    async def at_once() -> set[str]:
        return set(await asyncio.gather(*(threads.run(thread) for _ in range(20))))

    asyncio.run(one_by_one())
    assert threads.begun == 1
    assert asyncio.run(at_once()) <= {"test-0", "test-1"}
    assert threads.begun == 2


def test_beyond_a_few_no_thread_is_begun_while_no_call_waits_for_long() -> None:
    threads = Threads(3, name="patient", few=1, late=PATIENCE_SECONDS)

    async def calls() -> tuple[str, str]:
        held = Held()
        busy = asyncio.create_task(threads.run(held))
        waits = asyncio.create_task(threads.run(thread))
        await asyncio.to_thread(held.has_begun.wait, PATIENCE_SECONDS)
        held.may_end.set()
        return await busy, await waits

    assert asyncio.run(calls()) == ("patient-0", "patient-0")
    threads.close()


def test_a_call_that_has_waited_for_long_gets_a_thread_of_its_own() -> None:
    threads = Threads(3, name="late", few=1, late=0.01)

    async def calls() -> tuple[str, str]:
        held = Held()
        busy = asyncio.create_task(threads.run(held))
        await asyncio.sleep(0)
        # The first thread is held, so only another can answer.
        waited = await threads.run(thread)
        held.may_end.set()
        return await busy, waited

    assert asyncio.run(calls()) == ("late-0", "late-1")
    threads.close()


def test_calls_that_find_no_thread_are_made_in_their_order(threads: Threads) -> None:
    order: list[int] = []

    async def calls() -> None:
        held = [Held(), Held()]
        busy = [asyncio.create_task(threads.run(one)) for one in held]
        waiting = [asyncio.create_task(threads.run(order.append, number)) for number in range(10)]
        await asyncio.sleep(0)
        held[0].may_end.set()
        await asyncio.gather(*waiting)
        held[1].may_end.set()
        await asyncio.gather(*busy)

    asyncio.run(calls())
    assert order == list(range(10))


@pytest.mark.parametrize("error", [ValueError("x"), SystemExit(1)])
def test_what_a_call_raises_is_its_callers_and_the_thread_goes_on(threads: Threads, error: BaseException) -> None:
    def fail() -> None:
        raise error

    async def calls() -> tuple[object, str]:
        raised = await asyncio.gather(_caught(threads, fail))
        return raised[0], await threads.run(thread)

    assert asyncio.run(calls()) == (error, "test-0")


async def _caught(threads: Threads, work: Callable[[], object]) -> BaseException | None:
    try:
        await threads.run(work)
    except BaseException as error:
        return error
    return None


def test_a_caller_who_stops_waiting_takes_no_thread_and_a_call_that_has_begun_goes_on(threads: Threads) -> None:
    made: list[int] = []

    async def calls() -> None:
        held = [Held(), Held()]
        busy = [asyncio.create_task(threads.run(one)) for one in held]
        left = asyncio.create_task(threads.run(made.append, 1))
        await asyncio.to_thread(held[0].has_begun.wait, PATIENCE_SECONDS)
        left.cancel()
        busy[0].cancel()
        await asyncio.gather(left, busy[0], return_exceptions=True)
        for one in held:
            one.may_end.set()
        await busy[1]
        await threads.run(made.append, 2)

    asyncio.run(calls())
    assert made == [2]


def test_after_the_end_what_waits_is_given_up_and_every_thread_ends_with_its_work() -> None:
    threads = Threads(1, name="ends")
    made: list[int] = []

    async def calls() -> str:
        held = Held()
        busy = asyncio.create_task(threads.run(held))
        waits = asyncio.create_task(threads.run(made.append, 1))
        await asyncio.to_thread(held.has_begun.wait, PATIENCE_SECONDS)
        threads.close()
        with pytest.raises(asyncio.CancelledError):
            await waits
        held.may_end.set()
        return await busy

    assert asyncio.run(calls()) == "ends-0"
    for one in threading.enumerate():
        if one.name == "ends-0":
            one.join(PATIENCE_SECONDS)
            assert not one.is_alive()
    assert made == []


def test_a_thread_that_waits_keeps_nothing_of_the_call_before(threads: Threads) -> None:
    class Given:
        pass

    async def call() -> "weakref.ref[Given]":
        given = Given()
        await threads.run(lambda _: None, given)
        return weakref.ref(given)

    kept = asyncio.run(call())
    asyncio.run(threads.run(thread))
    gc.collect()
    assert kept() is None
