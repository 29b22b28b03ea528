import asyncio
import http.client
import time

import pytest
from django.db import DatabaseError, InterfaceError, OperationalError
from prometheus_client.parser import text_string_to_metric_families as parsed

from api.serving.live.server import Live
from api.serving.live.stream_metrics import StreamMetrics
from api.serving.streams.formats import Message
from games.matches.models.service import Heartbeat
from games.matches.status import figures
from tests.support.asserting import assert_nothing_raised
from tests.support.streaming import HOST, Running, one_move, seated


def asked(live: Running, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection(HOST, live.port)
    connection.request("GET", "/metrics", headers=headers)
    answer = connection.getresponse()
    told = answer.status, answer.read().decode()
    connection.close()
    return told


def test_the_process_tells_this_machine_how_many_streams_there_are_and_how_late_they_are(live: Running) -> None:
    match_id, cast = seated()
    stream = live.get(f"/matches/{match_id}/stream")
    stream.until_status()
    stream.until_version(one_move(match_id, cast))
    status, text = asked(live)
    told = {one.name + str(one.labels or ""): one.value for family in parsed(text) for one in family.samples}
    assert (status, told["tabularium_streams_open"], told["tabularium_streams_renderings_total"]) == (200, 1, 1)
    assert 0 < told["tabularium_streams_lag_seconds{'quantile': '0.99'}"] < 60
    assert asked(live, **{"X-Forwarded-For": "192.0.2.1"})[0] == 404


def test_it_shows_that_it_is_at_work(request: pytest.FixtureRequest) -> None:
    # An earlier process of another test's may have shown it.
    Heartbeat.objects.filter(name=figures.LIVE).delete()
    live: Running = request.getfixturevalue("live")
    live.until(lambda: figures.LIVE in figures.beats())


def test_a_lag_is_that_of_the_oldest_message_and_a_part_of_them_is_below_it() -> None:
    counted = StreamMetrics()
    assert counted.lag(0.5) == 0.0
    for age in range(100):
        counted._lags.append(age / 100)
    assert (counted.lag(0.5), counted.lag(0.99)) == (0.5, 0.99)
    counted.told([Message(1, "status", b"{}")], readers=3)
    assert (counted.messages, len(counted._lags)) == (3, 100)
    now = time.time()
    counted.told([Message(1, "event", b"{}", at) for at in (now - 100, now)] + [Message(1, "status", b"{}")], readers=1)
    assert counted._lags[-1] >= 100


@pytest.mark.parametrize("lost", [OperationalError, InterfaceError, DatabaseError])
def test_no_error_of_the_database_ends_what_shows_that_the_process_is_at_work(lost: type[Exception]) -> None:
    def fail() -> None:
        raise lost

    async def tried() -> None:
        live = Live()
        try:
            with assert_nothing_raised():
                await live._tried(fail)
        finally:
            live.pool.shutdown()
            live.news.shutdown()

    asyncio.run(tried())
