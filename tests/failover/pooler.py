"""A PgBouncer by `deploy/pgbouncer.ini`, before one server that is reached by its sockets."""

import re
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from config.local_stack import places, postgres
from config.local_stack.errors import StackError
from config.local_stack.places import PROJECT, UnixAccount
from config.local_stack.services import Service, spawn

CONFIGURATION = PROJECT / "deploy/pgbouncer.ini"
# From this version on it keeps prepared statements apart, and takes this setting.
PREPARES, SETTING = (1, 22), "max_prepared_statements = 200\n"
SECONDS = 20.0


def prepares(program: str) -> bool:
    """Whether this version keeps the prepared statements of its callers apart."""
    told = subprocess.check_output([program, "--version"], text=True)
    major, minor, *_ = told.split()[1].split(".")
    return (int(major), int(minor)) >= PREPARES


class Pooler:
    """It listens in its folder, and lets in the users whose passwords it is given."""

    def __init__(self, program: str, folder: Path, server: Path, users: Mapping[str, str]) -> None:
        self.account: UnixAccount | None = places.servers_account()
        self.sockets = places.private(folder, self.account)
        self._command: list[str | Path] = [program, self.sockets / "ini"]
        self._process: subprocess.Popen[bytes] | None = None
        self._server, self._log = server, folder.with_suffix(".log")
        (folder / "users").write_text("".join(f'"{name}" "{password}"\n' for name, password in users.items()))
        (folder / "ini").write_text(_text(folder, server))

    def change(self, old: str, new: str) -> None:
        """Another setting than the file has."""
        path = self.sockets / "ini"
        text = path.read_text()
        if old not in text:
            raise ValueError(f"{old!r} is not in {CONFIGURATION.name}")
        path.write_text(text.replace(old, new))

    def lead_to(self, server: Path) -> None:
        """From now on it stands before another server: `systemctl reload`."""
        self.change(str(self._server), str(server))
        self._server = server
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    def start(self) -> None:
        environment = postgres.PLAIN_ENVIRONMENT
        given = Service(name="pgbouncer", command=self._command, environment=environment, account=self.account)
        self._process = spawn(given, self._log)
        end = time.monotonic() + SECONDS
        while not (self.sockets / places.POSTGRES_SOCKET).exists():
            if self._process.poll() is not None or time.monotonic() > end:
                raise StackError(f"PgBouncer does not start: {self._log.read_text()[-1000:]}")
            time.sleep(0.01)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def _text(folder: Path, server: Path) -> str:
    text = CONFIGURATION.read_text().replace("listen_addr = 127.0.0.1", f"listen_addr =\nunix_socket_dir = {folder}")
    # Over sockets there is no TLS.
    text = re.sub(r"^server_tls_.*\n", "", text, flags=re.MULTILINE)
    # The name of a socket has the port in it.
    text = text.replace("listen_port = 6432", f"listen_port = {places.POSTGRES_SOCKET.rpartition('.')[2]}")
    text = text.replace("/etc/pgbouncer/userlist.txt", str(folder / "users"))
    return re.sub(r"= host=\S+ port=\d+", f"= host={server}", text)
