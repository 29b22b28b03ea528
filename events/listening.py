"""Waiting for news of a match: one connection of a process listens for all that wait in it."""

import logging
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections

from events.outbox import CHANNEL

log = logging.getLogger(__name__)

RECONNECT_SECONDS = 1.0
# With nobody waiting for so long, the connection is given back.
IDLE_SECONDS = 1.0
# What of the parameters of a request's connection holds for any.
NAMED = ("dbname", "user", "password", "host", "port", "connect_timeout")

_lock = threading.Lock()
_waiting: dict[str, set[threading.Event]] = defaultdict(set)
_thread: threading.Thread | None = None


@contextmanager
def news_of(match: str) -> Iterator[threading.Event]:
    """An event that is set when the relay tells of the match; look at the stream once more before waiting for it.

    News can be lost while the listening connection is being made anew, so wait for a few seconds at a time.
    """
    news = threading.Event()
    with _lock:
        _waiting[match].add(news)
    _listen()
    try:
        yield news
    finally:
        with _lock:
            _waiting[match].discard(news)
            if not _waiting[match]:
                del _waiting[match]


def _listen() -> None:
    global _thread
    with _lock:
        if _thread is None or not _thread.is_alive():
            _thread = threading.Thread(target=_listen_while_wanted, name="listening", daemon=True)
            _thread.start()


def _listen_while_wanted() -> None:
    while True:
        try:
            return _listen_on_one_connection()
        except psycopg.OperationalError as error:
            if not _is_wanted():
                return None
            log.warning("listening was cut off: %s", type(error).__name__)
            time.sleep(RECONNECT_SECONDS)


def _is_wanted() -> bool:
    global _thread
    with _lock:
        if not _waiting:
            # Said under the lock, so that the next caller starts another.
            _thread = None
        return bool(_waiting)


def _listen_on_one_connection() -> None:
    # A connection of its own: a request's is given back while the request waits.
    parameters = connections[DEFAULT_DB_ALIAS].get_connection_params()
    named = {name: parameters[name] for name in NAMED if name in parameters}
    with psycopg.connect(**named, autocommit=True) as connection:
        connection.execute(f'LISTEN "{CHANNEL}"')
        # What was told before the LISTEN has been missed.
        _tell(None)
        while _is_wanted():
            for notice in connection.notifies(timeout=IDLE_SECONDS):
                _tell(notice.payload)


def _tell(match: str | None) -> None:
    with _lock:
        told = _waiting.values() if match is None else [_waiting[match]] if match in _waiting else []
        for news in [one for waiting in told for one in waiting]:
            news.set()
