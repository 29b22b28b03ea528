"""The service itself on a stack: API, workers, beat."""

import json
import os
import re
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from config import open_files
from config.environment.limits import SET_GOING, alike
from config.local_stack import unfinished
from config.local_stack.errors import StackError
from config.local_stack.places import UnixAccount
from config.local_stack.sandbox import asking
from config.local_stack.services import HOME_VARIABLE, Service, kill_orphans
from config.local_stack.stack import PROJECT, LocalStack
from config.version import VERSION

HOST = "127.0.0.1"
# They share the port; each is asked for its health and replaced by itself.
WEB = ("web-1", "web-2")
# What the service is not there without.
ASKED = (*WEB, "live")
# Granian counts connections, idle ones too, and lets nobody in beyond this many; each is a file that its process needs.
CONNECTIONS = 8_192
OTHER_FILES = 512
# The live process has a port of its own, so far from the web's; where there are several, they have the next ones.
LIVE_PORT = 10
# A port that is free lies in these; the kernel gives others to those who call somebody.
FIRST_PORT, PORTS = 10_000, 20_000
LAST_PORT = 65_535
ADVICE = "make serve PORT=8001"
# What is killed lets go of its port in a moment, on a busy machine in a few.
ORPHANS_SECONDS = 10.0
# Until the headers are there; hyper counts from the answer before, so idle connections are closed by it too.
HEADER_SECONDS = 20
# What a connection's unfinished headers may hold, twice over; granian's own bound is 26 times as much.
HEADER_BYTES = 16_384
WORKER_PROCESSES = 2
# Webhooks, browsers and mail wait for other people's servers, in one process: a thread for each of the three lanes, and
# one more for each that still waits for calls when its next run begins.
COURIER_THREADS = 5
CLOCK_PROCESSES = 2
RELAY_PROCESSES = 1
# Bots play one after the other, in one process: clocks and players need the rest of the machine.
BOT_PROCESSES = 1
# No banner, and no checks of Django's, which the migrations before have made: both write into pages that are shared.
CELERY = ["celery", "--quiet", "--skip-checks", "--app", "config"]
# Lists, notices and bots may wait for a processor, players and clocks may not; bots and mail also for lists.
NICE, LESS_NICE = ["nice"], ["nice", "-n", "5"]
# It listens on loopback, where tournaments of programs play.
RATE_LIMITS = json.dumps(
    alike(reads=60_000, moves=6_000, lobby=6_000, sign_up=600, chat=600, audit=600, streams=60_000)
)
# Threads of a Python process allocate one at a time, so heaps of their own would only keep what others could use. By
# glibc's default they kept 18 MB in a web process of eight threads.
ONE_HEAP = {"MALLOC_ARENA_MAX": "1"}
_PLENTY = {
    "matches": 10_000,
    "bot_matches": 5_000,
    "events": 10_000_000,
    "seats": 10_000,
    "bytes": 10**11,
    "among_bots": 10_000,
}
QUOTAS = json.dumps({quota: dict.fromkeys(SET_GOING[quota], most) for quota, most in _PLENTY.items()})
TEMPLATE = "config.local_stack.template"
START_SECONDS = 60.0
WATCH_SECONDS = 0.25


def serve(port: int, data: Path, say: Callable[[str], None]) -> None:
    """Run everything until interrupted; raises `StackError` when it cannot start."""
    if reason := open_files.too_few():
        raise StackError(reason)
    seed = asking.seed_of(os.environ)
    with LocalStack(data, given=os.environ, say=say) as stack:
        unfinished.refuse(stack.home)
        had_orphans = kill_orphans(stack.home, [stack.account_of(name) for name in ("web", "worker")])
        with held_ports(port, ORPHANS_SECONDS if had_orphans else 0.0):
            stack.start()
            if seed is not None:
                stack.environment[asking.MOVED] = asking.prepare(stack.home, stack.sockets / "postgres", seed)
            # Another program may have taken one meanwhile.
            refuse_ports_in_use(port)
            start_service(stack, port, TEMPLATE if seed is None else asking.TEMPLATE)
            say(announcement(stack, port, is_sandbox=seed is not None))
            while True:
                stack.supervisor.watch()
                stack.supervisor.reap()
                time.sleep(WATCH_SECONDS)


def start_service(stack: LocalStack, port: int, template: str = TEMPLATE, live: int = 1) -> None:
    """Start API, workers, beat and so many live processes, copied from this template; return once the API answers."""
    environment = {**stack.service_environment, HOME_VARIABLE: str(stack.home)}
    accounts = {name: stack.account_of(name) for name in ("web", "worker")}
    first, *services = template_and_services(environment, port, stack.sockets, accounts, live)
    asked = (*WEB, *live_names(live))
    stack.supervisor.start_copies(replace(first, command=[sys.executable, "-m", template]), *services)
    deadline = time.monotonic() + START_SECONDS
    while not (answers(port) and all(stack.supervisor.has_been_well(name) for name in asked)):
        stack.supervisor.watch()
        for name in asked:
            if stack.supervisor.deaths_of(name):
                raise StackError(f"the API did not start: {stack.supervisor.last_words(name)}")
        if time.monotonic() > deadline:
            log = stack.supervisor.log_of(WEB[0])
            raise StackError(f"the API does not answer after {START_SECONDS:.0f} s, see {log}")
        time.sleep(0.05)


def template_and_services(
    environment: Mapping[str, str],
    port: int,
    sockets: Path,
    accounts: Mapping[str, UnixAccount | None] = MappingProxyType({}),
    live: int = 1,
) -> list[Service]:
    """What the processes of `app_services` can be copied from, and they.

    The template keeps the rights of who calls, because each copy takes an account of its own.
    """
    services = app_services(environment, port, sockets, accounts, live)
    common = dict(set.intersection(*(set(service.environment.items()) for service in services)))
    command = [sys.executable, "-m", TEMPLATE]
    return [Service(name="template", command=command, environment=common), *services]


def app_services(
    environment: Mapping[str, str],
    port: int,
    sockets: Path,
    accounts: Mapping[str, UnixAccount | None] = MappingProxyType({}),
    live: int = 1,
) -> list[Service]:
    """API, worker, relay, clock (the worker of the clocks), bots, courier (webhooks and mail), beat, live processes.

    In `web` of the folder `sockets` API and live process are asked how they are, in `worker` the others show their
    pulse. Workers of every kind share an account.
    """
    python = [sys.executable, "-m"]
    given = {"RATE_LIMITS": RATE_LIMITS, "QUOTAS": QUOTAS, "PUBLIC_URL": f"http://{HOST}:{port}"}
    given |= {"LIVE_URL": f"http://{HOST}:{port + LIVE_PORT}", "LIVE_SOCKET": str(sockets / "web" / "live-calls.sock")}
    environment = {**ONE_HEAP, **given, **environment, "PYTHONPATH": str(PROJECT)}
    worker = [*LESS_NICE, *_worker("--concurrency", str(WORKER_PROCESSES))]
    relay = _worker("--concurrency", str(RELAY_PROCESSES), "--queues", "relay", "--hostname", "relay@%h")
    clock = _worker("--concurrency", str(CLOCK_PROCESSES), "--queues", "clock", "--hostname", "clock@%h")
    bots = [*NICE, *_worker("--concurrency", str(BOT_PROCESSES), "--queues", "bots", "--hostname", "bots@%h")]
    courier = [
        *NICE,
        *_worker("--concurrency", str(COURIER_THREADS), "--queues", "courier", "--hostname", "courier@%h"),
        *("--pool", "threads"),
    ]
    beat = [*python, *CELERY, "beat", "--loglevel", "WARNING", "--pidfile", ""]
    commands = {"worker": worker, "relay": relay, "clock": clock, "bots": bots, "courier": courier, "beat": beat}
    return [
        *(_web(name, environment, port, sockets / "web", accounts.get("web")) for name in WEB),
        *(
            _background(name, command, environment, sockets / "worker", accounts.get("worker"))
            for name, command in commands.items()
        ),
        *(
            _live(name, environment, port + LIVE_PORT + number, sockets / "web", accounts.get("web"))
            for number, name in enumerate(live_names(live))
        ),
    ]


def live_names(count: int) -> list[str]:
    """What so many live processes of one machine are called; each has the port after that of the one before."""
    return ["live", *(f"live-{number}" for number in range(2, count + 1))]


def granian(port: int, *options: str) -> list[str]:
    """The command of a web process. HTTP/2 is closed: its requests may be without an end, and nobody here needs it."""
    command = [sys.executable, "-m", "granian", "--interface", "asgi", "--http", "1", "--no-ws"]
    command += ["--host", HOST, "--port", str(port), "--log-level", "warning", "--workers-kill-timeout", "5"]
    command += ["--backlog", str(CONNECTIONS), "--backpressure", str(_connections())]
    command += ["--http1-header-read-timeout", str(HEADER_SECONDS * 1000), "--http1-buffer-size", str(HEADER_BYTES)]
    return [*command, *options, "config.asgi:application"]


def _connections() -> int:
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return CONNECTIONS if files == resource.RLIM_INFINITY else min(CONNECTIONS, max(files - OTHER_FILES, 1))


def _web(name: str, environment: Mapping[str, str], port: int, sockets: Path, account: UnixAccount | None) -> Service:
    probe = sockets / f"{name}.sock"
    return Service(
        name=name,
        command=granian(port),
        environment={**environment, "HEALTH_SOCKET": str(probe)},
        account=account,
        probe=probe,
    )


def _live(name: str, environment: Mapping[str, str], port: int, sockets: Path, account: UnixAccount | None) -> Service:
    probe = sockets / f"{name}.sock"
    command = [sys.executable, "-m", "config.live", "--host", HOST, "--port", str(port)]
    given = {**environment, "HEALTH_SOCKET": str(probe)}
    if name != "live":
        # The web hands its calls to the first.
        given["LIVE_SOCKET"] = ""
    return Service(name=name, command=command, environment=given, account=account, probe=probe)


def _background(
    name: str, command: list[str], environment: Mapping[str, str], pulses: Path, account: UnixAccount | None
) -> Service:
    pulse = pulses / name
    given = {**environment, "PULSE_FILE": str(pulse)}
    return Service(name=name, command=command, environment=given, account=account, pulse=pulse)


def _worker(*options: str) -> list[str]:
    # No worker here listens to others: looking for them costs a second at the start, and telling them that it is there
    # costs more than all else that an idle worker does.
    quiet = ["--loglevel", "WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"]
    return [sys.executable, "-m", *CELERY, "worker", *quiet, *options]


def announcement(stack: LocalStack, port: int, *, is_sandbox: bool = False) -> str:
    """Where everything is."""
    root = f"http://{HOST}:{port}"
    live = f"http://{HOST}:{port + LIVE_PORT}/api/v1"
    places = {
        "API": f"{root}/api/v1",
        "live": live,
        "docs": f"{root}/api/docs/",
        "data": stack.home,
        "logs": stack.supervisor.logs,
    }
    if is_sandbox:
        places = {"clock": f"{root}/sandbox/clock", **places}
    told = [f"{name:5} {place}" for name, place in places.items()]
    return "\n".join([f"Tabularium {VERSION}", *told, "Ctrl-C stops it."])


def answers(port: int, host: str = HOST) -> bool:
    """Whether a healthy server answers on this port."""
    # By hand, because Python's client would stay with the supervisor for as long as it runs, megabytes of it.
    try:
        with socket.create_connection((host, port), timeout=2) as server:
            server.sendall(f"GET /healthz HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
            return server.makefile("rb").readline().split()[1:2] == [b"200"]
    except OSError:
        return False


def port_of(text: str, advice: str = ADVICE) -> int:
    """The port that a text names; raises `StackError` for any other. 0 would be another port in each process."""
    port = int(text) if re.fullmatch("[0-9]{1,5}", text) else 0
    if not 0 < port <= LAST_PORT:
        raise StackError(f"{text!r} is no port from 1 to {LAST_PORT}; choose one: {advice}")
    return port


def refuse_port_in_use(port: int, advice: str = ADVICE) -> None:
    """Raise `StackError` when somebody listens on the port; `advice` is the call with another."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except (OSError, OverflowError) as error:
            raise _unusable(port, error, advice) from None


def refuse_ports_in_use(port: int) -> None:
    """The same for the web's port and the live process's."""
    for one in (port, port + LIVE_PORT):
        refuse_port_in_use(one)


def hold_port(port: int, advice: str = ADVICE) -> socket.socket:
    """Keep other services from the port until the socket is closed; raises `StackError` when it cannot be had.

    The servers listen seconds after this look at the port, and with SO_REUSEPORT, so the kernel would let servers of
    two services in. Of an abstract name it lets one in. The name belongs to the network that the port belongs to, and
    is free again once its process has ended. Only Linux has such names.
    """
    lock = socket.socket(socket.AF_UNIX)
    try:
        if sys.platform.startswith("linux"):
            lock.bind(f"\0tabularium-port-{port}")
        refuse_port_in_use(port, advice)
    except OSError as error:
        lock.close()
        raise _unusable(port, error, advice) from None
    except StackError:
        lock.close()
        raise
    return lock


@contextmanager
def held_ports(port: int, seconds: float) -> Iterator[None]:
    """Hold the web's port and the live process's, which somebody may give up within so many seconds."""
    end = time.monotonic() + seconds
    with ExitStack() as held:
        for one in (port, port + LIVE_PORT):
            held.enter_context(_held_by(one, end))
        yield


def _held_by(port: int, end: float) -> socket.socket:
    while True:
        try:
            return hold_port(port)
        except StackError:
            if time.monotonic() >= end:
                raise
            time.sleep(0.05)


def _unusable(port: int, error: Exception, advice: str) -> StackError:
    return StackError(f"port {port} cannot be used ({error}); choose another: {advice}")


def free_port() -> int:
    """A port that is free at this moment, as is that of the live process beside it; nobody is given one by chance."""
    while True:
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            port: int = FIRST_PORT + probe.getsockname()[1] % PORTS
        with suppress(StackError):
            refuse_ports_in_use(port)
            return port


def interrupt_on_signals() -> None:
    """Let Ctrl-C, SIGTERM and a closed terminal end the program alike, through `KeyboardInterrupt`."""

    def interrupt(number: int, frame: object) -> None:
        # From here on everything is stopping; a second signal must not cut that short.
        for stopping in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(stopping, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
