"""A pair of servers that Patroni leads, by `deploy/patroni.yml` as it stands, over TCP with certificates of its own.

What `pair.py` does by hand Patroni does by itself: it finds that the primary is gone, promotes the standby, brings the
old primary back, and says whom commits wait for. Each server has an address of its own on loopback.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from config.local_stack import keys, places, postgres
from config.local_stack.errors import StackError
from config.local_stack.families import children
from config.local_stack.places import PROJECT
from config.local_stack.services import Service, spawn
from tests.failover.certificates import Authority
from tests.failover.pair import NAMES, Pair, Server, is_alive, signalled, until

CONFIGURATION = PROJECT / "deploy/patroni.yml"
# As the page has them, and where they lie here.
TLS, SOCKETS = "/etc/tabularium/tls", "/run/postgresql"
ETCD = "etcd"


def address(number: int) -> str:
    """An address of this machine's alone, as another machine would have one."""
    return f"127.{1 + os.getpid() // 250 % 250}.{1 + os.getpid() % 250}.{number}"


def _installed() -> Path:
    """The programs of the machine's newest PostgreSQL: the embedded one knows no TLS."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    if not found:
        raise StackError("with Patroni it takes a PostgreSQL with TLS (apt-get install postgresql)")
    return found[-1]


class LedServer(Server):
    """One PostgreSQL and its Patroni: both are lost with their machine."""

    # Patroni stops PostgreSQL too.
    STOP, STOP_SECONDS = signal.SIGTERM, 30

    def __init__(self, home: Path, name: str, program: Path, authority: Authority) -> None:
        self.name, self._home, self._program = name, home, program
        self.account = places.servers_account()
        # Patroni empties and makes the folder of the data by itself.
        self._machine = places.private(home / name, self.account)
        self.data, self.sockets = self._machine / "data", places.private(home / f"{name}.sockets", self.account)
        self._log = home / f"{name}.log"
        self._process: subprocess.Popen[bytes] | None = None
        self.address = address(1 + NAMES.index(name))
        authority.sign(self._machine, self.address, self.account)
        self._file = home / f"{name}.yml"
        text = CONFIGURATION.read_text().replace(TLS, str(self._machine)).replace(SOCKETS, str(self.sockets))
        self._file.write_text(text)

    def wait_for(self, standby: str | None) -> None:
        """Patroni says whom commits wait for."""

    def start(self) -> None:
        """Start Patroni, unless it runs; come back when PostgreSQL lets somebody in."""
        if self._process is None or self._process.poll() is not None:
            given = Service(
                name=self.name, command=[self._program, self._file], environment=self._settings(), account=self.account
            )
            self._process = spawn(given, self._log)
        until(self.answers, f"{self.name} does not start: see {self._log}")

    def _settings(self) -> dict[str, str]:
        given = {
            "NAME": self.name,
            "POSTGRESQL_CONNECT_ADDRESS": f"{self.address}:5432",
            "POSTGRESQL_LISTEN": f"{self.address}:5432",
            "RESTAPI_CONNECT_ADDRESS": f"{self.address}:8008",
            "RESTAPI_LISTEN": f"{self.address}:8008",
            "ETCD3_HOSTS": f"{address(9)}:2379",
            "SUPERUSER_PASSWORD": keys.password(self._home, postgres.SUPERUSER),
            "REPLICATION_PASSWORD": keys.password(self._home, "replicator"),
            "POSTGRESQL_DATA_DIR": str(self.data),
            "POSTGRESQL_BIN_DIR": str(_installed()),
        }
        own = {f"PATRONI_{name}": value for name, value in given.items()}
        return {**postgres.PLAIN_ENVIRONMENT, **own, "HOME": str(self._machine)}

    @property
    def processes(self) -> list[int]:
        """Patroni and the postmaster, which is nobody's child, with the children of both."""
        assert self._process is not None
        first = [self._process.pid, *self._postmaster]
        return [*first, *(child for pid in first for child in children(pid))]

    @property
    def _postmaster(self) -> list[int]:
        try:
            pid = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        except (OSError, ValueError, IndexError):
            return []
        return [pid] if is_alive(pid) else []

    def send(self, number: signal.Signals, *, children_too: bool = True) -> None:
        for pid in self.processes if children_too else self._postmaster:
            signalled(pid, number)

    def kill(self, *, children_too: bool = True) -> None:
        """The end of the machine, or of the first process of PostgreSQL alone, which Patroni sees."""
        assert self._process is not None
        pids = self.processes if children_too else self._postmaster
        for pid in pids:
            signalled(pid, signal.SIGKILL)
        if children_too:
            self._process.wait()
        until(lambda: not any(map(is_alive, pids)), f"{self.name} does not die")
        # Orphans are ours, and Patroni takes a dead postmaster that nobody has buried for a living one.
        for pid in pids:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)


class LedPair(Pair):
    """Two servers and etcd, on one machine here; elsewhere etcd has three machines."""

    def __init__(self, home: Path, program: Path) -> None:
        self.home, self.told = home, []
        self._authority = Authority(home / "tls")
        self.primary, self.standby = (LedServer(home, name, program, self._authority) for name in NAMES)
        self._etcd: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Have Patroni make both, and come back when each commit waits for the standby."""
        self._start_etcd()
        self.primary.start()
        until(lambda: self._leads(self.primary), "Patroni does not make a primary")
        self._prepare()
        self.standby.start()
        self.be_synchronous()

    def _start_etcd(self) -> None:
        program, folder = shutil.which(ETCD), places.private(self.home / ETCD, None)
        if program is None:
            raise StackError("Patroni needs etcd (apt-get install etcd-server)")
        clients, peers = f"http://{address(9)}:2379", f"http://{address(9)}:2380"
        command: list[str | Path] = [program, "--data-dir", folder, "--name", ETCD]
        command += ["--initial-cluster", f"{ETCD}={peers}"]
        command += ["--listen-client-urls", clients, "--advertise-client-urls", clients]
        command += ["--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers]
        service = Service(name=ETCD, command=command, environment=postgres.PLAIN_ENVIRONMENT)
        self._etcd = spawn(service, self.home / "etcd.log")

    def _leads(self, server: Server) -> bool:
        try:
            return server.ask("SELECT pg_is_in_recovery()") == (False,)
        except (StackError, OSError):
            return False

    def be_synchronous(self, *, watch: Callable[[], object] = lambda: None) -> None:
        """Come back when Patroni lets every commit wait for the standby, and one has."""
        self._wait_until_followed(watch)

    def fence(self) -> None:
        """Patroni does."""

    def promote(self, *, watch: Callable[[], object] = lambda: None) -> None:
        """Wait until Patroni has promoted the standby."""
        self.primary, self.standby = self.standby, self.primary
        until(lambda: self._leads(self.primary), "Patroni does not promote", watch)
        self._tell()

    def rejoin(self, *, watch: Callable[[], object] = lambda: None) -> str:
        """Start the old primary's machine; how Patroni brought it back."""
        self.standby.start()
        self.be_synchronous(watch=watch)
        return "Patroni"

    def url(self, role: str) -> str:
        """Of both servers, the one that can be written to; both have to show their certificates."""
        hosts = ",".join(sorted(server.address for server in self.servers if isinstance(server, LedServer)))
        secret = quote(keys.password(self.home, role))
        return (
            f"postgresql://{role}:{secret}@{hosts}/{postgres.DATABASE}?target_session_attrs=read-write"
            f"&connect_timeout=2&tcp_user_timeout=10000&sslmode=verify-full&sslrootcert={self._authority.certificate}"
        )

    def stop(self) -> None:
        super().stop()
        if self._etcd is not None:
            self._etcd.terminate()
            self._etcd.wait()
