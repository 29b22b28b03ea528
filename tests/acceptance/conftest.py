import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from clients.api import Api
from config.local_stack.serve import HOST, free_port, start_service
from config.local_stack.stack import LocalStack
from tests.stack import STACK


@dataclass(frozen=True, kw_only=True)
class Running:
    """The service as `make serve` runs it, on the suite's PostgreSQL and Redis."""

    url: str
    stack: LocalStack
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
            time.sleep(0.05)


@pytest.fixture
def service(running: Running) -> Iterator[Running]:
    yield running
    while running.opened:
        running.opened.pop().close()


@pytest.fixture(scope="session")
def running(request: pytest.FixtureRequest) -> Running:
    stack, port = request.config.stash[STACK], free_port()
    start_service(stack, port)
    return Running(url=f"http://{HOST}:{port}", stack=stack)
