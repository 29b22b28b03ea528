"""A line between libpq and the suite's real server that a test cuts at the moment and in the way it chooses."""

import os
import select
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import psycopg
import pytest
from django.db import connection, connections
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus, PGconn

from config.local_stack.places import POSTGRES_SOCKET, remove

UNIX, TCP = "unix", "tcp"
SECONDS = 60.0
PIECE = 65_536


def _message(kind: bytes, body: bytes) -> bytes:
    return kind + (len(body) + 4).to_bytes(4, "big") + body


GOODBYE = _message(b"E", b"SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0")
WARNING = _message(b"N", b"SWARNING\0VWARNING\0C01000\0Mnothing of importance\0\0")
# What the server says at last, while nobody has asked. libpq reads of the last two only when it cannot send any more.
LAST_WORDS = {"silence": b"", "a goodbye": GOODBYE, "half a goodbye": GOODBYE[:20], "a warning": WARNING}


def made_by_libpq() -> psycopg.Error:
    """What psycopg's cursors make of a connection that is lost, where libpq leaves its status as it was."""
    return error_from_result(PGconn.connect_start(b"host=/nowhere.invalid").make_empty_result(ExecStatus.FATAL_ERROR))


class Line:
    """One connection of Django's, passed on to the server; `cut` and its kin end it."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self._client, self._server = client, server
        self._wish, self._wished = socket.socketpair()
        self._last_words = b""
        # At the first bytes of a question, or behind so many of its answer; None is not at all.
        self._in_question, self._in_answer = False, -1
        self._thread = threading.Thread(target=self._pass_on, daemon=True)

    def begin(self) -> None:
        self._thread.start()

    def cut(self, last_words: bytes = b"") -> None:
        """Cut it now, before anything is asked; it has ended when this comes back."""
        self._last_words = last_words
        # It may have ended by itself.
        with suppress(OSError):
            self._wish.send(b"x")
        self._thread.join(SECONDS)
        assert not self._thread.is_alive()

    def cut_in_question(self) -> None:
        """Cut it as soon as something of the next question has come; the server never hears of it."""
        self._in_question = True

    def cut_in_answer(self, size: int) -> None:
        """Cut it when the server has carried out the next question, behind so many bytes of its answer."""
        self._in_answer = size

    def _pass_on(self) -> None:
        # One of both has gone.
        with self._client, self._server, self._wished, self._wish, suppress(OSError):
            while self._passes():
                pass

    def _passes(self) -> bool:
        ready, _, _ = select.select([self._client, self._server, self._wished], [], [])
        if self._wished in ready:
            self._client.sendall(self._last_words)
            return False
        if self._client in ready:
            if self._in_question:
                return False
            question = self._client.recv(PIECE)
            self._server.sendall(question)
            return bool(question)
        answer = self._server.recv(PIECE)
        if self._in_answer >= 0:
            self._client.sendall(answer[: self._in_answer])
            return False
        self._client.sendall(answer)
        return bool(answer)


class Lines:
    """Where Django connects to from this thread now; `line` is the connection that it has."""

    def __init__(self, listening: socket.socket, call: Callable[[], socket.socket]) -> None:
        self._listening, self._call = listening, call
        self._lines: list[Line] = []
        threading.Thread(target=self._let_in, daemon=True).start()

    @property
    def line(self) -> Line:
        connection.ensure_connection()
        return self._lines[-1]

    def _let_in(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                # The test has ended.
                return
            self._lines.append(Line(client, self._call()))
            self._lines[-1].begin()


def _call(host: str, port: str) -> socket.socket:
    """A connection to the suite's server, which is in a folder, or somebody's own."""
    if not host.startswith("/"):
        return socket.create_connection((host or "127.0.0.1", int(port or 5432)))
    server = socket.socket(socket.AF_UNIX)
    server.connect(os.path.join(host, POSTGRES_SOCKET))
    return server


@contextmanager
def lines(road: str) -> Iterator[Lines]:
    """Django reaches the suite's server from this thread over lines until the end of the block.

    By a socket in a folder or over TCP.
    """
    folder = tempfile.mkdtemp(prefix="tabularium-")
    listening = socket.create_server(("127.0.0.1", 0)) if road == TCP else socket.socket(socket.AF_UNIX)
    if road == UNIX:
        listening.bind(os.path.join(folder, POSTGRES_SOCKET))
        listening.listen()
    with pytest.MonkeyPatch.context() as patch, listening:
        call = partial(_call, connection.settings_dict["HOST"], connection.settings_dict["PORT"])
        host, port = (folder, "") if road == UNIX else ("127.0.0.1", str(listening.getsockname()[1]))
        # Of this thread only: all threads share one dictionary, and another's connection would be the last line then.
        patch.setattr(
            connections[connection.alias], "settings_dict", {**connection.settings_dict, "HOST": host, "PORT": port}
        )
        connection.close()
        try:
            yield Lines(listening, call)
        finally:
            connection.close()
            listening.shutdown(socket.SHUT_RDWR)
    remove(Path(folder))
