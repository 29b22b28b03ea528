"""The embedded Redis, a broker only: what it forgets is found again in PostgreSQL, so it stores nothing."""

import os
import socket
import time
from pathlib import Path
from urllib.parse import quote

from config.local_stack.errors import StackError
from config.local_stack.places import UnixAccount
from config.local_stack.probes import Question
from config.local_stack.programs import Programs
from config.local_stack.services import Service, Supervisor

START_SECONDS = 10.0
SOCKET = "redis.sock"
# Who does not say the password is refused; this and every other error is an answer.
ALIVE = Question(sent=b"PING\r\n", well=b"-")


def url(sockets: Path, password: str) -> str:
    """The broker's address for Celery."""
    return f"redis+socket://:{quote(password)}@{quote(str(sockets / SOCKET))}"


def service(sockets: Path, programs: Programs, account: UnixAccount | None, password: str) -> Service:
    """The server process: no TCP, no snapshots, no log of its own. Its password is in a file: `ps` shows commands."""
    told = sockets / "redis.conf"
    with os.fdopen(os.open(told, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"requirepass {password}\n")
    if account is not None:
        os.chown(told, account.uid, account.gid)
    command: list[str | Path] = [programs.redis, told, "--port", "0", "--unixsocket", sockets / SOCKET]
    # The group of root's accounts must be able to call.
    command += ["--unixsocketperm", "700" if account is None else "770"]
    # Once a second it looks after itself, not ten times: it has no keys that expire, and a worker that waits is told in
    # vain a second later.
    command += ["--dir", sockets, "--save", "", "--appendonly", "no", "--hz", "1"]
    return Service(
        name="redis",
        command=command,
        environment={"PATH": "/usr/bin:/bin"},
        account=account,
        probe=sockets / SOCKET,
        question=ALIVE,
    )


def wait_until_ready(sockets: Path, password: str, supervisor: Supervisor) -> None:
    """Return once the server answers; raise `StackError` with its last words when it cannot start."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        supervisor.watch()
        if supervisor.deaths_of("redis"):
            raise StackError(f"Redis did not start: {supervisor.last_words('redis')}")
        if answers(sockets / SOCKET, password):
            return
        time.sleep(0.02)
    raise StackError(f"Redis does not answer after {START_SECONDS:.0f} s, see {supervisor.log_of('redis')}")


def answers(path: Path, password: str) -> bool:
    """Whether a server there takes the password."""
    # By hand, because a client would stay with the supervisor for as long as it runs, megabytes of it.
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.settimeout(START_SECONDS)
            server.connect(str(path))
            server.sendall(f"AUTH {password}\r\n".encode())
            return server.makefile("rb").readline() == b"+OK\r\n"
    except OSError:
        return False
