import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from clients.api import Api, sign_up
from config.local_stack.serve import ASKED, HOST, answers, free_port, template_and_services
from config.local_stack.services import Supervisor
from config.local_stack.stack import LocalStack
from tests.support.stack import STACK


@dataclass(frozen=True, kw_only=True)
class Running:
    """The service as `make serve` runs it, on the suite's PostgreSQL and Redis."""

    url: str
    stack: LocalStack
    processes: Supervisor
    opened: list[Api] = field(default_factory=list)

    def api(self, token: str | None = None) -> Api:
        """A connection of its own for one caller; it is closed when the test ends."""
        self.opened.append(Api(self.url, token))
        return self.opened[-1]

    def wait_for(self, what: Callable[[], bool], *, seconds: float) -> None:
        """Come back when `what` holds, keeping the service's processes alive meanwhile; fail after `seconds`."""
        end = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < end, f"it did not happen within {seconds} s"
            self.stack.supervisor.watch()
            self.processes.watch()
            time.sleep(0.05)


def seat(service: Running, wish: dict[str, Any], host: str) -> tuple[str, list[str]]:
    """A running match that `host` has made over HTTP, and the tokens of its seats in order."""
    match: str = service.api(host).post("/matches", wish)["id"]
    guests = [sign_up(service.url, "Seat")[1] for _ in range(1, wish["seats"])]
    for token in guests:
        service.api(token).post(f"/matches/{match}/join")
    return match, [host, *guests]


@pytest.fixture
def service(running: Running) -> Iterator[Running]:
    yield running
    while running.opened:
        running.opened.pop().close()


@pytest.fixture(scope="module")
def template() -> str:
    """The program that the service's processes are copied from; a module may name another."""
    return "config.local_stack.template"


@pytest.fixture(scope="module")
def more_environment() -> Mapping[str, str]:
    """Variables that a module gives the service besides."""
    return {}


# For one module and no longer: the worker would take away what other tests hand on to consumers of their own.
@pytest.fixture(scope="module")
def running(request: pytest.FixtureRequest, template: str, more_environment: Mapping[str, str]) -> Iterator[Running]:
    stack, port = request.config.stash[STACK], free_port()
    supervisor = Supervisor(stack.supervisor.logs, print)
    # The tests' own receivers of webhooks are on this machine.
    environment = {**stack.service_environment, "WEBHOOKS_TO_LOOPBACK": "1", **more_environment}
    first, *services = template_and_services(environment, port, stack.sockets)
    supervisor.start_copies(replace(first, command=[sys.executable, "-m", template]), *services)
    found = Running(url=f"http://{HOST}:{port}", stack=stack, processes=supervisor)
    found.wait_for(lambda: answers(port) and all(map(supervisor.has_been_well, ASKED)), seconds=120)
    yield found
    supervisor.stop()
