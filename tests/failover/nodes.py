"""Two nodes of the service, as on two machines: each has web, live, workers of every kind and a beat."""

import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from signal import SIGKILL

from config.local_stack import places
from config.local_stack.errors import StackError
from config.local_stack.serve import ASKED, HOST, answers, free_port, template_and_services
from config.local_stack.services import Service, Supervisor
from config.local_stack.stack import LocalStack
from tests.failover.pair import signalled

START_SECONDS = 120.0
OURS = ("web-1", "live", "relay", "worker", "clock", "web-2", "bots", "courier", "beat")
PLAIN, BROKEN = "config.local_stack.template", "tests.failover.broken"


class Node:
    """All processes of one machine but the servers."""

    def __init__(self, stack: LocalStack, number: int, environment: Mapping[str, str]) -> None:
        self.port = free_port()
        self._sockets = places.private(stack.sockets / f"n{number}", None)
        logs = places.private(stack.home / f"node{number}", None)
        for folder in ("web", "worker"):
            places.private(self._sockets / folder, None)
        self.supervisor, self._number, self._environment = Supervisor(logs, print), number, environment

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    def start(self) -> None:
        first, *services = template_and_services(self._environment, self.port, self._sockets)
        module = BROKEN if "BROKEN" in self._environment else PLAIN
        first = replace(first, command=[sys.executable, "-m", module])
        self.supervisor.start_copies(first, *map(self._named, services))

    def _named(self, service: Service) -> Service:
        """Workers of two machines have two names."""
        return replace(service, command=[str(part).replace("@%h", f"@{self._number}.%h") for part in service.command])

    @property
    def is_well(self) -> bool:
        return answers(self.port) and all(map(self.supervisor.has_been_well, ASKED))

    def end(self) -> None:
        """End it at once: nobody waits for what its processes are at."""
        for pid in self._pids():
            signalled(pid, SIGKILL)
        self.supervisor.stop()

    def _pids(self) -> list[int]:
        # None, where it was ended before.
        with suppress(StopIteration):
            return [self.supervisor.pid_of(name) for name in OURS]
        return []


def started(stack: LocalStack, environment: Mapping[str, str]) -> list[Node]:
    """Both nodes, when they are well."""
    nodes = [Node(stack, number, environment) for number in (1, 2)]
    for node in nodes:
        node.start()
    end = time.monotonic() + START_SECONDS
    while not all(node.is_well for node in nodes):
        if time.monotonic() > end:
            raise StackError(f"the nodes do not start: see {stack.home}")
        for node in nodes:
            node.supervisor.watch()
        time.sleep(0.05)
    return nodes
