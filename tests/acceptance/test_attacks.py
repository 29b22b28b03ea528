import http.client
import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from api.serving.edge.bodies import BODY_SECONDS
from bench.siege.attacks import posts_without_bodies
from clients.api import sign_up
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


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"get /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n", 400, "bad_request"),
        (b"MKCOL /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n", 400, "bad_request"),
        (b"CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: 127.0.0.1\r\n", 400, "bad_request"),
        (b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n", 404, "not_found"),
        (b"GET /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: " + b"x" * 12_000 + b"\r\n", 200, None),
        (b"POST /api/v1/players HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: x, chunked\r\n", 400, "bad_request"),
        # What hyper refuses before it calls anything: no body, no type, no server (docs/api/errors.md).
        (b"no request", 400, None),
        (b"GET /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: " + b"x" * 20_000 + b"\r\n", 431, None),
    ],
)
def test_no_answer_of_the_web_names_its_software_and_every_refusal_that_can_be_is_a_problem(
    service: Running, sent: bytes, status: int, code: str | None
) -> None:
    with connected(service) as attack:
        attack.sendall(sent + b"Connection: close\r\n\r\n")
        head, _, body = b"".join(iter(lambda: attack.recv(4096), b"")).partition(b"\r\n\r\n")
    assert int(head.split()[1]) == status
    assert b"granian" not in head.lower()
    if status == 200 or code:
        assert b"\r\nserver: tabularium\r\n" in head + b"\r\n"
    assert code is None or json.loads(body)["code"] == code
    assert body or status in (400, 431)


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


def test_a_web_process_whose_parent_stands_still_serves_on_and_is_replaced_when_it_ends(service: Running) -> None:
    """Who serves is asked, not its parent: that would start another, and does nothing else."""
    parent = service.processes.pid_of("web-1")
    server = worker_of(parent)
    os.kill(parent, signal.SIGSTOP)
    service.wait_for(lambda: is_stopped(parent), seconds=60)
    assert is_well(service)
    os.kill(server, signal.SIGKILL)
    service.wait_for(lambda: service.processes.pid_of("web-1") != parent, seconds=60)
    service.wait_for(lambda: service.processes.has_been_well("web-1"), seconds=60)
    assert is_well(service)


def is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
