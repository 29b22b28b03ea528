"""Calls that are made at the same moment."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from games.matches.errors import Refused


def at_once(*calls: Callable[[], object]) -> list[object]:
    """All calls from threads of their own behind one barrier; what each came to, a refusal by its class."""
    barrier = threading.Barrier(len(calls))

    def one(call: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return call()
        except Refused as refused:
            return type(refused)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(one, calls))
