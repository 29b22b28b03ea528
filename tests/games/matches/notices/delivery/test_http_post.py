import re
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from queue import SimpleQueue

import pytest

from games.matches.notices.delivery import http_post
from games.matches.notices.delivery.http_post import Parcel, PostResult, PostSettings, post
from tests.support import receiver as receivers
from tests.support.receiver import Receiver, plain, receiving

# For receivers that are to be cut off, and for those that answer at once, however busy the machine is.
SECONDS, PATIENCE = 0.5, 30.0


def posted(url: str, caller: PostSettings | None = None) -> PostResult:
    parcel = Parcel(url=url, headers={"Content-Type": "application/json", "webhook-id": "1"}, body=b'{"a":1}')
    return post(parcel, caller or PostSettings(loopback=True, seconds=PATIENCE))


def named(*answers: Sequence[str]) -> tuple[Callable[[str, int], Sequence[str]], list[str]]:
    """A resolver that gives one answer after the other, and the names that it was asked."""
    asked: list[str] = []

    def resolve(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return answers[min(len(asked), len(answers)) - 1]

    return resolve, asked


def port_of(receiver: Receiver) -> str:
    return receiver.url.rpartition(":")[2]


def test_what_is_posted_comes_in_whole(receiver: Receiver) -> None:
    assert posted(receiver.url + "?a=b") == PostResult(status=204)
    (got,) = receiver.received
    assert (got.path, got.body, got.headers["webhook-id"]) == ("/hook?a=b", b'{"a":1}', "1")
    assert got.headers["host"] == receiver.url.split("/")[2]


@pytest.mark.parametrize("status", [200, 201, 299, 300, 400, 410, 500, 503])
def test_only_2xx_is_taken(status: int, receiver: Receiver) -> None:
    receiver.answer = status
    answer = posted(receiver.url)
    assert (answer.status, answer.is_taken) == (status, 200 <= status < 300)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(status: int, receiver: Receiver) -> None:
    with receiving() as other:
        receiver.answer = plain(status, Location=other.url)
        assert posted(receiver.url) == PostResult(status=status)
        assert other.received == []


def test_a_private_address_is_not_called(receiver: Receiver) -> None:
    assert posted(receiver.url, PostSettings(loopback=False, seconds=SECONDS)).error == "https_only"
    with receiving() as listening:
        https = listening.url.replace("http:", "https:")
        assert posted(https, PostSettings(loopback=False, seconds=SECONDS)) == PostResult(error="not_public")
        assert listening.received == []


def test_a_name_whose_answer_changes_to_a_private_address_is_not_called() -> None:
    resolve, _ = named(["93.184.215.14"], ["10.0.0.1"])
    caller = PostSettings(resolve=resolve, seconds=SECONDS)
    assert resolve("hooks.example", 443) == ["93.184.215.14"]
    assert posted("https://hooks.example/", caller) == PostResult(error="not_public")


def test_the_connection_goes_to_the_address_that_was_vetted_and_the_name_is_not_asked_again(receiver: Receiver) -> None:
    resolve, asked = named(["127.0.0.1"], ["192.0.2.1"])
    url = receiver.url.replace("127.0.0.1", "hooks.example")
    assert posted(url, PostSettings(loopback=True, resolve=resolve, seconds=PATIENCE)) == PostResult(status=204)
    assert asked == ["hooks.example"]
    assert receiver.received[0].headers["host"] == f"hooks.example:{port_of(receiver).partition('/')[0]}"


def test_the_next_address_is_tried_where_the_first_does_not_answer(receiver: Receiver) -> None:
    resolve, _ = named(["127.0.0.9", "127.0.0.1"])
    url = receiver.url.replace("127.0.0.1", "hooks.example")
    assert posted(url, PostSettings(loopback=True, resolve=resolve, seconds=PATIENCE)) == PostResult(status=204)


def test_a_name_with_many_addresses_gets_no_more_time_for_connecting(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    def silent(address: tuple[str, int], timeout: float) -> socket.socket:
        waited.append(timeout)
        raise TimeoutError

    monkeypatch.setattr(socket, "create_connection", silent)
    for count in (1, 2, 50):
        waited.clear()
        resolve, _ = named([f"127.0.0.{last}" for last in range(1, count + 1)])
        answer = posted("https://hooks.example/", PostSettings(loopback=True, resolve=resolve, seconds=SECONDS))
        assert answer == PostResult(error="timed_out")
        assert len(waited) == min(count, http_post.MOST_TRIED)
        assert sum(waited) == pytest.approx(http_post.CONNECT_SECONDS)


def test_a_name_whose_servers_hang_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()
    monkeypatch.setattr(http_post, "RESOLVE_SECONDS", 0.01)

    def hanging(host: str, port: int) -> Sequence[str]:
        free.wait(30)
        return ()

    assert posted("https://hooks.example/", PostSettings(resolve=hanging, seconds=SECONDS)) == PostResult(
        error="timed_out"
    )
    free.set()


@pytest.mark.parametrize("behaviour", [receivers.hanging, receivers.dripping])
def test_who_takes_too_long_is_cut_off(behaviour: Callable[[BaseHTTPRequestHandler], None], receiver: Receiver) -> None:
    receiver.answer = behaviour
    started = time.monotonic()
    assert posted(receiver.url, PostSettings(loopback=True, seconds=SECONDS)) == PostResult(error="timed_out")
    # Neither ends before a minute is over.
    assert time.monotonic() - started < PATIENCE


def test_of_a_huge_answer_nothing_but_the_status_is_read(receiver: Receiver) -> None:
    ended = SimpleQueue[str]()

    def huge(handler: BaseHTTPRequestHandler) -> None:
        try:
            receivers.huge(handler)
            ended.put("sent")
        except OSError:
            ended.put("cut off")

    receiver.answer = huge
    assert posted(receiver.url) == PostResult(status=200)
    # Far more than a connection holds that nobody reads.
    assert ended.get(timeout=PATIENCE) == "cut off"


@pytest.mark.parametrize("behaviour", [receivers.endless_headers, receivers.no_http])
def test_what_is_no_answer_of_http_is_a_failure(
    behaviour: Callable[[BaseHTTPRequestHandler], None], receiver: Receiver
) -> None:
    receiver.answer = behaviour
    assert posted(receiver.url) == PostResult(error="no_http")


def test_a_port_where_nobody_listens_is_a_failure() -> None:
    with receiving() as gone:
        url = gone.url
    assert posted(url) == PostResult(error="connection_failed")


def test_no_connection_is_left_open(receiver: Receiver) -> None:
    before = threading.active_count()
    for _ in range(5):
        posted(receiver.url)
    # The receiver's own threads end in their own time.
    until = time.monotonic() + PATIENCE
    while threading.active_count() > before + 1:
        assert time.monotonic() < until
        time.sleep(0.01)


LENGTH = re.compile(rb"(?i)content-length: *(\d+)")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for hooks.example, and its key in the same file, trusted by nobody."""
    assert shutil.which("openssl"), "this test needs openssl on PATH"
    file = tmp_path_factory.mktemp("tls") / "both.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=hooks.example"]
    command += ["-addext", "subjectAltName=DNS:hooks.example", "-keyout", str(file), "-out", str(file) + ".crt"]
    subprocess.run(command, check=True, capture_output=True)
    file.write_text(file.read_text() + Path(f"{file}.crt").read_text())
    return file


def read_request(connection: socket.socket) -> None:
    """Take a request to its last byte: closing with some of it unread would cut the answer off."""
    got = b""
    while (end := got.find(b"\r\n\r\n")) < 0 or len(got) < end + 4 + int(LENGTH.findall(got)[0]):
        got += connection.recv(65536)


@pytest.fixture
def https(certificate: Path) -> Iterator[int]:
    """The port of a TLS server that answers 204 to each call that gets through."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    raw, _ = listening.accept()
                    with context.wrap_socket(raw, server_side=True) as secured:
                        read_request(secured)
                        secured.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
                except (ssl.SSLError, ConnectionError):
                    continue
                except OSError:
                    return

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)
        thread.join(5)


def test_a_certificate_that_nobody_trusts_or_of_another_name_gets_nothing(https: int, certificate: Path) -> None:
    resolve, _ = named(["127.0.0.1"])
    trusting = ssl.create_default_context(cafile=f"{certificate}.crt")
    for host, tls, expected in (
        ("hooks.example", trusting, PostResult(status=204)),
        ("hooks.example", None, PostResult(error="tls_failed")),
        ("other.example", trusting, PostResult(error="tls_failed")),
    ):
        caller = PostSettings(loopback=True, resolve=resolve, seconds=PATIENCE, tls=tls)
        assert posted(f"https://{host}:{https}/", caller) == expected


def test_a_receiver_that_hangs_in_the_handshake_is_cut_off() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        resolve, _ = named(["127.0.0.1"])
        caller = PostSettings(loopback=True, resolve=resolve, seconds=SECONDS)
        assert posted(f"https://hooks.example:{silent.getsockname()[1]}/", caller) == PostResult(error="timed_out")
