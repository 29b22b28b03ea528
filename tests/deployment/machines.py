"""Two nodes and the nginx before them, started as `deploy/` has it."""

import os
import resource
import shutil
import signal
import ssl
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from config.local_stack import places
from config.local_stack.errors import StackError
from config.local_stack.places import PROJECT
from config.local_stack.serve import HOST, answers, free_port
from config.local_stack.services import Service, spawn
from tests.deployment import files
from tests.failover.certificates import Authority

UNIT = "tabularium@.service"
SECONDS = 60.0


@dataclass(frozen=True)
class Called:
    """A node as nginx has it: its name, and where each of its processes is on this machine."""

    name: str
    ports: Mapping[str, int]


class Node:
    """The processes of one machine, each as its unit starts and stops it."""

    def __init__(self, home: Path, number: int, environment: Mapping[str, str]) -> None:
        self.name = f"node{number}.internal"
        self.web, self.live = free_port(), free_port()
        self._runtime = places.private(home / f"n{number}", None)
        # Two machines have two addresses, and here two ports.
        ports = {"WEB_HOST": HOST, "WEB_PORT": str(self.web), "LIVE_HOST": HOST, "LIVE_PORT": str(self.live)}
        self._environment = {**environment, **ports, "PATH": os.environ["PATH"]}
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.web}"

    @property
    def called(self) -> Called:
        return Called(self.name, {"web": self.web, "live": self.live, "live-2": self.live + 1})

    def start(self) -> None:
        for name in files.PROCESSES:
            own = files.own_environment(UNIT, name, self._runtime)
            given = Service(
                name=name, command=files.command(UNIT, name), environment={**self._environment, **own}
            )  # fmt: skip
            self._running[name] = spawn(given, self._runtime / f"{name}.log")
        are_there = lambda: all(map(answers, self.called.ports.values()))  # noqa: E731
        until(are_there, f"{self.name} does not start: see {self._runtime}")

    def stop(self) -> None:
        """As `systemctl stop`: each is told to end, and waited for."""
        for process in self._running.values():
            process.send_signal(signal.SIGTERM)
        patience = float(files.unit(UNIT)["TimeoutStopSec"][0])
        for name, process in self._running.items():
            try:
                process.wait(patience)
            except subprocess.TimeoutExpired:
                raise StackError(f"{name} of {self.name} does not end within {patience:.0f} s") from None

    def end(self) -> None:
        for process in self._running.values():
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


class Front:
    """nginx by `deploy/nginx.conf` before these nodes and no others, with a certificate of its own."""

    def __init__(self, home: Path, nodes: Sequence[Called]) -> None:
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        if not Path(program).exists():
            raise StackError("there is no nginx here (apt-get install nginx-light)")
        self.port, self._home, self._nodes = free_port(), places.private(home / "nginx", None), nodes
        authority = Authority(home / "tls")
        authority.sign(self._home, HOST, None)
        self.authority = authority.certificate
        self.trust = ssl.create_default_context(cafile=str(authority.certificate))
        self._command = [program, "-p", str(self._home), "-c", str(self._home / "nginx.conf")]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.write()
        subprocess.run([*self._command, "-t"], check=True, capture_output=True)
        given = Service(name="nginx", command=self._command, environment={"PATH": os.environ["PATH"]})
        self._process = spawn(given, self._home / "log")

    def write(self, *, without: str = "") -> None:
        """Its files; a node that is left out is told nothing new."""
        tls = {"tls/public.crt": "server.crt", "tls/public.key": "server.key"}
        changed = {f"/etc/tabularium/{old}": str(self._home / new) for old, new in tls.items()}
        changed |= {"listen 443": f"listen {HOST}:{self.port}", "play.example.org": HOST}
        there = {node.name: node.ports for node in self._nodes}
        for name, (process, port) in product(files.NODES, files.PORTS.items()):
            called, down = there.get(name, {}).get(process), " down" if name == without else ""
            changed[f"{name}:{port}"] = f"{HOST}:{called}{down}" if called else f"{HOST}:1 down"
        files_each = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], 32_768)
        (self._home / "tabularium.conf").write_text(files.front(changed))
        (self._home / "nginx.conf").write_text(
            f"daemon off; pid {self._home}/pid; error_log {self._home}/log; user root; worker_processes auto;\n"
            f"worker_rlimit_nofile {files_each}; events {{ worker_connections {files_each // 2}; }}\n"
            f"http {{ access_log off; include {self._home}/tabularium.conf; {self._temporary()} }}\n"
        )

    def _temporary(self) -> str:
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        return " ".join(f"{kind}_temp_path {self._home}/{kind};" for kind in kinds)

    def reload(self, *, without: str = "") -> None:
        """Have it leave a node out, or none: `nginx -s reload`, which cuts nobody off."""
        self.write(without=without)
        subprocess.run([*self._command, "-s", "reload"], check=True, capture_output=True)
        time.sleep(1)

    def end(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()


def migrate(environment: Mapping[str, str]) -> None:
    """Make the schema, as the unit does."""
    subprocess.run(files.command("tabularium-migrate.service"), env=dict(environment), check=True, cwd=PROJECT)


def until(holds: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + SECONDS
    while not holds():
        if time.monotonic() > end:
            raise StackError(otherwise)
        time.sleep(0.05)
