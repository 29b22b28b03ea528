"""The suite's chance: what a test draws follows from the seed and from its name, whatever else runs and in which order."""

import os
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis.internal.conjecture import providers

from events.randomness import new_id, new_key, new_salt, new_seed, new_token
from tests.support import chance
from tests.support.chance import UNKNOWN_ID, drawing, ids_drawn


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """What work draws as the test of this name in a run of its own."""

    def alone(work: Callable[[], Any], name: str = "test", seed: int = 1) -> Any:
        monkeypatch.setattr(chance, "_times", Counter[str]())
        with drawing(name, seed):
            return work()

    return alone


def everything() -> list[object]:
    return [(new_id(), new_seed(32), new_salt(), new_key(32), new_token(32)) for _ in range(3)]


def in_threads(order: list[int]) -> list[object]:
    """What three threads draw that come to it in this order, and the id after them."""
    found: dict[int, object] = {}
    turns = {number: threading.Event() for number in [*order, -1]}
    after = dict(zip(order, [*order[1:], -1], strict=True))

    def work(number: int) -> None:
        turns[number].wait()
        found[number] = everything()
        turns[after[number]].set()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    turns[order[0]].set()
    for thread in threads:
        thread.join()
    return [*sorted(found.items()), new_id()]


def in_a_pool(workers: int) -> list[object]:
    with ThreadPoolExecutor(workers) as pool:
        found: list[object] = list(pool.map(lambda _: everything(), range(6)))
    return [*found, new_id()]


def test_the_same_test_draws_the_same_in_every_run_of_a_seed(run: Callable[..., Any]) -> None:
    assert run(everything) == run(everything)


def test_another_test_another_seed_and_a_repetition_draw_something_else(run: Callable[..., Any]) -> None:
    def repeated() -> list[object]:
        with drawing("test", 1):
            return everything()

    found = [run(everything), run(repeated), run(everything, name="other"), run(everything, seed=2)]
    assert len({str(one) for one in found}) == 4


def test_ids_rise_and_are_remembered(run: Callable[..., Any]) -> None:
    ids, remembered = run(lambda: ([new_id() for _ in range(1000)], ids_drawn()))
    assert remembered == ids == sorted({*ids})
    assert ids[0] > UNKNOWN_ID


def test_how_many_salts_were_drawn_changes_no_seed_and_no_id(run: Callable[..., Any]) -> None:
    plain = run(lambda: [new_seed(32), new_id()])
    assert plain == run(lambda: [[new_salt(), new_salt()] and new_seed(32), new_salt() and new_id()])


def test_threads_draw_the_same_in_whatever_order_they_come_to_it(run: Callable[..., Any]) -> None:
    found = run(lambda: in_threads([0, 1, 2]))
    assert found == run(lambda: in_threads([2, 0, 1]))
    assert len({str(drawn) for _, drawn in found[:-1]}) == 3


def test_what_a_pool_is_given_draws_the_same_whichever_thread_does_it(run: Callable[..., Any]) -> None:
    found = run(lambda: in_a_pool(1))
    assert found == run(lambda: in_a_pool(2)) == run(lambda: in_a_pool(6))
    assert len({str(drawn) for drawn in found}) == 7


def test_an_id_is_greater_than_those_of_threads_that_were_waited_for(run: Callable[..., Any]) -> None:
    ids = run(lambda: (in_a_pool(3), in_threads([1, 0, 2]), ids_drawn())[-1])
    assert len({*ids}) == len(ids)
    pooled, threaded = ids.index(max(ids[:19])), ids.index(max(ids))
    assert (pooled, threaded) == (18, len(ids) - 1)


# Python 3.12 warns of copies of a process with threads; this one draws and ends.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_copy_of_the_process_draws_from_the_system(run: Callable[..., Any]) -> None:
    def copied() -> str:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(writing, new_id().encode())
            os._exit(0)
        os.close(writing)
        os.waitpid(child, 0)
        with os.fdopen(reading) as told:
            return told.read()

    assert run(copied) != run(copied)


def test_what_a_property_is_tried_on_hangs_on_no_module_that_other_tests_have_imported() -> None:
    assert len(providers._get_local_constants()) == 0
