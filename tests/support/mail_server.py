"""Somebody's mail server: a real one on loopback that takes connections in and then does as the test says."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

# What is done with one connection until the event is set.
Behaviour = Callable[[socket.socket, threading.Event], None]


@dataclass(kw_only=True)
class MailServer:
    """Where it listens, how many connections there were in all, and how many at once at most."""

    port: int
    connections: int = 0
    at_once: int = 0
    most_at_once: int = 0


def silent(connected: socket.socket, over: threading.Event) -> None:
    """Not a word."""
    with suppress(OSError):
        # Whatever is said; empty when the other side has hung up.
        while not over.is_set() and connected.recv(1000):
            pass


def dripping(connected: socket.socket, over: threading.Event) -> None:
    """A greeting that does not end."""
    with suppress(OSError):
        while not over.wait(0.02):
            connected.sendall(b"2")


@contextmanager
def serving(behaviour: Behaviour = silent) -> Iterator[MailServer]:
    """A server on a free port until the end of the block, which also ends the connections that are still there."""
    over, lock = threading.Event(), threading.Lock()
    open_ones: set[socket.socket] = set()
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listening:
        server = MailServer(port=listening.getsockname()[1])

        def attend(connected: socket.socket) -> None:
            with lock:
                server.connections += 1
                server.at_once += 1
                server.most_at_once = max(server.most_at_once, server.at_once)
                open_ones.add(connected)
            if over.is_set():
                _hang_up(connected)
            with connected:
                behaviour(connected, over)
                with lock:
                    open_ones.discard(connected)
                    server.at_once -= 1

        def accept() -> None:
            with suppress(OSError):
                while True:
                    threading.Thread(target=attend, args=(listening.accept()[0],), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        try:
            yield server
        finally:
            over.set()
            _hang_up(listening)
            # A behaviour that waits for the other side does not see that it is over.
            with lock:
                for connected in open_ones:
                    _hang_up(connected)


def _hang_up(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
