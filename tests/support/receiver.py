"""Somebody's server that webhooks are sent to: a real one on loopback, which does as the test says."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Received:
    """One request as it came in."""

    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(kw_only=True)
class Receiver:
    """What has come in, and what is answered: a status, or a function that writes the answer itself."""

    url: str
    received: list[Received] = field(default_factory=list)
    answer: int | Callable[[BaseHTTPRequestHandler], None] = 204


@contextmanager
def receiving(answer: int | Callable[[BaseHTTPRequestHandler], None] = 204, port: int = 0) -> Iterator[Receiver]:
    """A server on a free port until the end of the block."""
    receiver = Receiver(url="", answer=answer)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.received.append(Received(path=self.path, headers=headers, body=body))
            self.do_GET()

        def do_GET(self) -> None:
            if callable(receiver.answer):
                receiver.answer(self)
            else:
                plain(receiver.answer)(self)

        def log_message(self, *_: Any) -> None:
            """Silence."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *_: Any) -> None:
            """A caller that has hung up is no news."""

    with Server(("127.0.0.1", port), Handler) as server:
        receiver.url = f"http://127.0.0.1:{server.server_port}/hook"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()


def plain(status: int, **headers: str) -> Callable[[BaseHTTPRequestHandler], None]:
    """A status without a body."""

    def write(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return write


def hanging(handler: BaseHTTPRequestHandler) -> None:
    """No answer, for longer than anybody waits in a test."""
    time.sleep(60)


def dripping(handler: BaseHTTPRequestHandler) -> None:
    """A header that never ends, byte by byte."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
    for _ in range(600):
        handler.wfile.write(b"a")
        handler.wfile.flush()
        time.sleep(0.1)


def endless_headers(handler: BaseHTTPRequestHandler) -> None:
    """More headers than any program reads."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n" + b"X-Filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n" * 200_000)


def huge(handler: BaseHTTPRequestHandler) -> None:
    """20 MB."""
    size = 20_000_000
    handler.send_response(200)
    handler.send_header("Content-Length", str(size))
    handler.end_headers()
    for _ in range(size // 100_000):
        handler.wfile.write(bytes(100_000))


def no_http(handler: BaseHTTPRequestHandler) -> None:
    """Something else than HTTP."""
    handler.wfile.write(b"220 mail.example ESMTP\r\n")
