import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from redis import ConnectionError, Redis

from config.local_stack import redis
from config.local_stack.programs import programs_for
from config.local_stack.services import Supervisor
from config.local_stack.stack import PROJECT
from games.matches.status import figures
from tests.config.conftest import reachable_folder

BEAT = "deploy/run beat"
COMMANDS = [BEAT, *(f"deploy/run {name}" for name in ("worker", "relay", "clock", "bots", "courier"))]
QUEUES = {"celery", "relay", "clock", "bots", "courier"}
# The first thing that a task of each queue writes.
HOLD = "LOCK TABLE matches_heartbeat IN ACCESS EXCLUSIVE MODE"
AT_WORK = "SELECT name FROM matches_heartbeat WHERE at > %s + interval '2 seconds'"
PASSWORD = "the-broker-s"
PATIENCE_SECONDS = 120


class Workers:
    """Every process of Celery as `deploy/run` starts it, with a Redis of their own that is started again when it is killed."""

    def __init__(self, folder: Path) -> None:
        self.redis, self.folder = Supervisor(folder, print), folder
        self.redis.start(redis.service(folder, programs_for(None), None, PASSWORD))
        redis.wait_until_ready(folder, PASSWORD, self.redis)
        self.broker = Redis(unix_socket_path=str(folder / redis.SOCKET), password=PASSWORD)
        environment = {**os.environ, "CELERY_BROKER_URL": redis.url(folder, PASSWORD), "VENV": sys.prefix}
        self.processes = {line: self._begin(line, environment) for line in COMMANDS}

    def _begin(self, line: str, environment: dict[str, str]) -> subprocess.Popen[bytes]:
        with self.output(line).open("wb") as file:
            return subprocess.Popen(
                shlex.split(line),
                cwd=PROJECT,
                env={**environment, "PULSE_FILE": str(self._pulse(line))},
                stdout=file,
                stderr=file,
                start_new_session=True,
            )

    def wait_for(self, what: Callable[[], bool]) -> None:
        """Come back when `what` holds; all processes have to live meanwhile."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not self._holds(what):
            assert self.ended() == {}
            assert time.monotonic() < end
            time.sleep(0.05)

    def _holds(self, what: Callable[[], bool]) -> bool:
        try:
            return what()
        except ConnectionError:
            return False

    def output(self, line: str) -> Path:
        """What a process has said."""
        return self.folder / f"{COMMANDS.index(line)}.out"

    def _pulse(self, line: str) -> Path:
        return self.folder / f"{COMMANDS.index(line)}.pulse"

    def forget_pulses(self) -> None:
        for line in COMMANDS:
            self._pulse(line).unlink(missing_ok=True)

    def show_their_pulse(self) -> bool:
        """Whether every process has given a sign of life since they were forgotten."""
        return all(self._pulse(line).exists() for line in COMMANDS)

    def miss_redis(self) -> bool:
        """Whether every worker has tried to connect again, and failed."""
        return all("Trying again in" in self.output(line).read_text() for line in COMMANDS if line != BEAT)

    def ended(self) -> dict[str, int]:
        """The status of each process that should live and does not."""
        return {line: one.returncode for line, one in self.processes.items() if one.poll() is not None}

    def running(self) -> set[str]:
        """The queues whose messages are with a worker and not done."""
        return {json.loads(message)[2] for message in self.broker.hvals("unacked")}

    def end(self) -> None:
        for one in self.processes.values():
            # Its children too.
            os.killpg(one.pid, signal.SIGKILL)
            one.wait()
        self.broker.close()
        self.redis.stop()


@pytest.fixture
def workers() -> Iterator[Workers]:
    with reachable_folder() as folder:
        workers = Workers(folder)
        yield workers
        workers.end()


def test_no_process_ends_when_redis_is_killed_under_running_tasks_and_all_work_afterwards(
    workers: Workers, superuser: psycopg.Connection
) -> None:
    assert len(workers.processes) == 6
    with superuser.transaction():
        superuser.execute(HOLD)
        workers.wait_for(lambda: workers.running() == QUEUES)
        killed = workers.redis.pid_of("redis")
        os.kill(killed, signal.SIGKILL)
        workers.wait_for(workers.miss_redis)
        # `make serve` replaces those that give no sign, and an outage is no reason to.
        workers.forget_pulses()
        workers.wait_for(workers.show_their_pulse)
        while workers.redis.pid_of("redis") == killed:
            workers.redis.watch()
        # Connected again, they take messages of the new one, which began empty.
        workers.wait_for(lambda: workers.running() == QUEUES)
    workers.forget_pulses()
    (done,) = superuser.execute("SELECT clock_timestamp()").fetchone() or ()
    everybody = {figures.WORKER, figures.RELAY, figures.CLOCK, figures.BOTS, figures.COURIER}
    workers.wait_for(lambda: {name for (name,) in superuser.execute(AT_WORK, [done])} == everybody)
    workers.wait_for(workers.show_their_pulse)
    assert workers.ended() == {}
