import http.client
import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from bench.siege.attacks import posts_without_bodies
from clients.api import sign_up
from config.web import BODY_SECONDS
from tests.acceptance.conftest import Running

# Less than a thread of the service would wait for a body, so an answer within it waited for none.
AT_ONCE = 0.8 * BODY_SECONDS
SLOW = (
    b"POST /api/v1/players HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
)


def connected(service: Running) -> socket.socket:
    address = urlsplit(service.url)
    return socket.create_connection((address.hostname, address.port), timeout=BODY_SECONDS + 10)


def status(service: Running, path: str) -> int:
    """The answer to a call on a connection of its own, which has to come at once."""
    with closing(http.client.HTTPConnection(urlsplit(service.url).netloc, timeout=AT_ONCE)) as connection:
        connection.request("GET", path)
        return connection.getresponse().status


def is_well(service: Running) -> bool:
    """Whether both processes answer; the kernel spreads connections over them."""
    return {status(service, path) for path in ("/healthz", "/api/v1/games") for _ in range(10)} == {200}


def test_forty_requests_of_http_2_without_an_end_on_each_of_two_connections_stop_nothing(service: Running) -> None:
    for _ in range(4):
        with connected(service) as attack:
            attack.sendall(posts_without_bodies(attack.getpeername()))
            time.sleep(0.1)
    assert is_well(service)
    assert sign_up(service.url, "Alice")


@contextmanager
def slow_bodies(service: Running, count: int) -> Iterator[list[socket.socket]]:
    slow = [connected(service) for _ in range(count)]
    for one in slow:
        one.sendall(SLOW)
    yield slow
    for one in slow:
        one.close()


def test_eighty_slow_bodies_hold_nobody_up_and_are_told_so(service: Running) -> None:
    with slow_bodies(service, 80) as slow:
        assert is_well(service)
        assert sign_up(service.url, "Alice")
        answer = b"".join(iter(lambda: slow[0].recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"code":"request_timeout"' in answer


def worker_of(pid: int) -> int:
    """The process that granian has started to serve."""
    (worker,) = (int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return worker


def test_a_web_process_that_hangs_is_replaced(service: Running) -> None:
    before = service.processes.pid_of("web-1")
    os.kill(worker_of(before), signal.SIGSTOP)
    service.wait_for(lambda: service.processes.pid_of("web-1") != before, seconds=60)
    service.wait_for(lambda: service.processes.has_been_well("web-1"), seconds=60)
    assert is_well(service)
