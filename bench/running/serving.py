"""The whole service as `make serve` runs it, for what is measured from outside."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.request import urlopen

import django

from bench.limits import UNCOUNTED
from config.local_stack.serve import HOST, LIVE_PORT, WATCH_SECONDS, free_port, live_names, start_service
from config.local_stack.stack import LocalStack, temporary_stack


@dataclass(frozen=True)
class Served:
    """A running service: its servers, the port of its web processes, and how many live processes it has."""

    stack: LocalStack
    port: int
    processes: int = 1

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def live(self) -> Mapping[str, int]:
        """The live processes, each with its port."""
        return {name: self.port + LIVE_PORT + number for number, name in enumerate(live_names(self.processes))}

    def watch(self, seconds: float, look: Callable[[], object] = lambda: None) -> None:
        """Keep it alive for so long, as `make serve` does, and look each time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.stack.supervisor.watch()
            look()
            time.sleep(WATCH_SECONDS)

    def live_metrics(self, name: str = "live") -> list[str]:
        """The lines of a live process' own figures."""
        with urlopen(f"http://{HOST}:{self.live[name]}/metrics") as answer:
            return list(answer.read().decode().splitlines())


def started(stack: LocalStack, live: int = 1) -> Served:
    """The service on these servers, when it answers."""
    port = free_port()
    start_service(stack, port, live=live)
    return Served(stack, port, live)


@contextmanager
def serving(given: Mapping[str, str] = os.environ, live: int = 1) -> Iterator[Served]:
    """A service with so many live processes, on servers of its own, which are gone afterwards."""
    with temporary_stack(given) as stack:
        yield started(stack, live)


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
