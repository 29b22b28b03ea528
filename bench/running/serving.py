"""The whole service as `make serve` runs it, for what is measured from outside."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.request import urlopen

import django

from bench.limits import UNCOUNTED
from config.local_stack.serve import HOST, LIVE_PORT, WATCH_SECONDS, free_port, start_service
from config.local_stack.stack import LocalStack, temporary_stack


@dataclass(frozen=True)
class Served:
    """A running service: its servers, the port of its web processes and, `LIVE_PORT` above it, of its live process."""

    stack: LocalStack
    port: int

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    def watch(self, seconds: float, look: Callable[[], object] = lambda: None) -> None:
        """Keep it alive for so long, as `make serve` does, and look each time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.stack.supervisor.watch()
            look()
            time.sleep(WATCH_SECONDS)

    def live_metrics(self) -> list[str]:
        """The lines of the live process' own figures."""
        with urlopen(f"http://{HOST}:{self.port + LIVE_PORT}/metrics") as answer:
            return list(answer.read().decode().splitlines())


def started(stack: LocalStack) -> Served:
    """The service on these servers, when it answers."""
    port = free_port()
    start_service(stack, port)
    return Served(stack, port)


@contextmanager
def serving(given: Mapping[str, str] = os.environ) -> Iterator[Served]:
    """A service on servers of its own, which are gone afterwards."""
    with temporary_stack(given) as stack:
        yield started(stack)


@contextmanager
def address_of(url: str | None) -> Iterator[str]:
    """The address of a running service, if one is given; else of one of its own that refuses no call for its number."""
    if url:
        yield url
        return
    with serving({**os.environ, **UNCOUNTED}) as served:
        yield served.url


def set_django_up(stack: LocalStack) -> None:
    """Have this process look into the service's database; once, so one service a process."""
    os.environ.update(stack.environment, DJANGO_SETTINGS_MODULE="config.settings")
    django.setup()
