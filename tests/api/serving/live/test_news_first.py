"""Those who come in, and those whose match is over, hold up no news for the others."""

import asyncio
import gc
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from api.serving import process
from api.serving.live import feeds, followers
from api.serving.live.feeds import Feeds
from api.serving.live.stream_metrics import StreamMetrics
from api.serving.streams import pages
from api.serving.streams.pages import Listener, Page
from config import live as program
from events import store
from games.matches.access import MatchCall
from games.matches.stream.loading import load
from tests.support.streaming import PATIENCE, Running, events, one_move, seated

LOOKS = 20


def test_every_match_is_looked_at_however_much_is_told_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "LOOK_SECONDS", 0.0)
    looks: list[set[str]] = []

    async def told_again(_ask: object, told: set[str]) -> Any:
        looks.append(set(told))
        found.tell("a")
        await asyncio.sleep(0)
        return {}

    asked: Any = told_again
    found = Feeds(asked, asked, StreamMetrics())

    async def look() -> None:
        with found.held("a"), found.held("b"):
            found.tell("a")
            looking = asyncio.create_task(found.look_on())
            while len(looks) < LOOKS:
                await asyncio.sleep(0)
            looking.cancel()

    asyncio.run(look())
    assert {"a", "b"} in looks


def test_what_was_missed_is_read_by_the_threads_of_those_who_come_in(
    live: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "MOST", 2)
    read, by = pages.read, list[str]()

    def noted(*given: Any) -> Any:
        by.append(threading.current_thread().name.split("_")[0])
        return read(*given)

    monkeypatch.setattr(pages, "read", noted)
    match_id, cast = seated()
    head = one_move(match_id, cast)
    told = live.get(f"/matches/{match_id}/stream").until_version(head)
    assert [one["version"] for one in events(told)] == list(range(1, head + 1))
    # The first page came with the opening.
    assert by.count("live") == -(-(head - 2) // 2)


def test_of_what_was_missed_a_page_is_read_and_not_all_that_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST", 2)
    match_id, cast = seated()
    head = one_move(match_id, cast)
    listeners = [Listener(player, ("en",)) for player in (None, cast[0].id)]
    pages.read(match_id, dict.fromkeys(listeners, head))
    load, read = store.load, list[int]()

    def counted(*given: Any, **named: Any) -> Any:
        found = load(*given, **named)
        read.extend(event.version for event in found.events)
        return found

    monkeypatch.setattr(store, "load", counted)
    told = pages.read(match_id, dict(zip(listeners, (0, 1), strict=True)))
    assert [page.version for page in told.values() if page] == [2, 3]
    assert (sorted(read), head > 3) == ([1, 2, 3], True)


def test_what_was_missed_is_not_read_behind_all_who_come_in(live: Running) -> None:
    live.live._answering = asyncio.Semaphore(0)
    assert live.do(live.live.feeds._let_in(max, 1, 2)) == 2


def test_those_who_come_in_give_way_to_news_for_a_moment(live: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "GIVES_WAY_SECONDS", PATIENCE)
    match_id, cast = seated()
    path = f"/matches/{match_id}/stream"
    live.get(path).until_status()
    read, is_read, go_on, begun = pages.read, threading.Event(), threading.Event(), threading.Event()
    respond = live.live.handler.respond

    def slowly(*given: Any) -> Any:
        is_read.set()
        assert go_on.wait(PATIENCE)
        return read(*given)

    def noted(*given: Any) -> Any:
        begun.set()
        return respond(*given)

    monkeypatch.setattr(pages, "read", slowly)
    monkeypatch.setattr(live.live.handler, "respond", noted)
    one_move(match_id, cast)
    assert is_read.wait(PATIENCE)
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(live.get, path)
        live.until_there(lambda: live.live.slots.taken == 2)
        assert not begun.is_set()
        go_on.set()
        assert coming.result(PATIENCE).status == 200


def test_they_do_not_wait_for_news_that_takes_long(live: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "GIVES_WAY_SECONDS", 0.0)
    monkeypatch.setattr(live.live.feeds, "_is_quiet", asyncio.Event())
    assert live.get(f"/matches/{seated()[0]}/stream").status == 200


@pytest.fixture
def looks_when_told(monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A live process that looks how far matches have come when the test says so."""
    for name in ("look_on", "check_on"):
        monkeypatch.setattr(Feeds, name, lambda _: asyncio.sleep(0))
    with Running.started() as found:
        yield found


def look(live: Running, match_id: str) -> None:
    live.do(live.live.feeds._look({match_id}))


def test_news_that_a_reader_who_comes_in_knows_first_is_told_to_the_others_as_well(looks_when_told: Running) -> None:
    live = looks_when_told
    match_id, cast = seated()
    path = f"/matches/{match_id}/stream"
    there = live.get(path)
    there.until_status()
    look(live, match_id)
    head = one_move(match_id, cast)
    live.get(path).until_version(head)
    live.until_there(lambda: not any(one.is_behind for one in live.live.feeds.followers()))
    look(live, match_id)
    there.until_version(head)


def test_news_that_comes_before_a_call_has_begun_to_wait_answers_it(
    looks_when_told: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = looks_when_told
    match_id, cast = seated()
    head = load(match_id).match.head.version
    answer, looked = live.live._answer, list[bool]()

    async def late(*given: Any, **named: Any) -> Any:
        found = await answer(*given, **named)
        if not looked:
            looked.append(True)
            # The call was answered with nothing, and now there is something.
            await live.live.look_up(one_move, match_id, cast)
            await live.live.feeds._look({match_id})
        return found

    monkeypatch.setattr(live.live, "_answer", late)
    answered = live.get(f"/matches/{match_id}/events?after={head}&wait=30").next()
    assert [one["version"] for one in answered["items"]] == [head + 1]


def test_streams_of_a_match_that_is_over_end_some_at_a_time() -> None:
    turns, ended, back = 0, Counter[int](), list[int]()

    class Ending:
        def end(self, reason: str, retry_ms: int) -> None:
            assert reason == "match_over"
            ended[turns] += 1
            back.append(retry_ms)

    async def end() -> None:
        nonlocal turns
        ending: Any = followers.end_in_turns([Ending() for _ in range(3 * followers.ENDS)])  # type: ignore[misc]
        task = asyncio.create_task(ending)
        while not task.done():
            await asyncio.sleep(0)
            turns += 1

    asyncio.run(end())
    assert list(ended.values()) == [followers.ENDS] * 3
    # A browser comes back by itself; each of them at another moment.
    assert len(set(back)) == len(back)
    assert (min(back), max(back) // 1000) == (2000, 6)


def test_an_open_stream_keeps_neither_what_it_was_opened_by_nor_what_it_was_told_first(live: Running) -> None:
    def kept() -> Counter[str]:
        gc.collect()
        return Counter(type(one).__name__ for one in gc.get_objects() if type(one) in (MatchCall, Page))

    match_id, cast = seated()
    path = f"/matches/{match_id}/stream"
    live.get(path).until_status()
    before = kept()
    for who in (*cast, None):
        live.get(path, who).until_status()
    live.until_there(lambda: kept() <= before)
    assert len(live.live.feeds.followers()) == 5


def test_the_process_hardly_ever_looks_through_all_it_has_for_what_it_can_forget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[object] = []
    monkeypatch.setattr("config.rights.refuse_to_start", lambda: None)
    monkeypatch.setattr(process, "allow_open_files", lambda: None)
    monkeypatch.setattr(sys, "setswitchinterval", lambda _: None)
    monkeypatch.setattr(gc, "freeze", lambda: done.append("frozen"))
    monkeypatch.setattr(gc, "set_threshold", lambda *after: done.append(after))
    monkeypatch.setattr(asyncio, "run", lambda work: work.close())
    program.main(["--port", "1"])
    assert done == ["frozen", process.LIVE_COLLECTS_AFTER]
