"""The embedded PostgreSQL: cluster, roles, addresses."""

import os
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote

from config.local_stack import keys
from config.local_stack.errors import StackError
from config.local_stack.places import POSTGRES_SOCKET, PROJECT, UnixAccount, identity, private, remove
from config.local_stack.probes import Question
from config.local_stack.programs import Programs
from config.local_stack.services import Service, Supervisor

DATABASE = "tabularium"
SUPERUSER = "postgres"
OWNER = "tabularium_owner"
SERVICE = "tabularium_service"
OPERATORS = "tabularium_operators"
# Where the views are that this role sees in the place of some tables (`events/roles.py`).
OPERATORS_SCHEMA = "operators"
# A password that is not yet the superuser's.
DRAFT = "unused"
# After a kill, the children of the old server may hold its memory for a moment more, and the new one refuses to start.
STARTS = 4
# A fast shutdown writes a checkpoint first.
STOP_SECONDS = 60.0
CONNECTIONS = 200
# What it keeps of its tables beside the kernel's cache, which has them too: a quarter of PostgreSQL's default. The rows
# that a move touches are the newest, and fit. An older cluster, and one whose operator says so, keeps its own.
SHARED_BUFFERS = "32MB"
# A new connection that asks for TLS, which no server has on a Unix socket (SSLRequest): N. A process answers that the
# first one has to start, also while the server recovers or is full, and no line in the log tells of it. An error (E) is
# the first process's own answer where it can start no other. Each question costs a process, and a server that is killed
# has to recover: it is asked seldom, and given half a minute.
ALIVE = Question(sent=struct.pack("!ii", 8, 80877103), well=(b"N", b"E"), seconds=10.0, failures=3)
# $0 is the folder of a cluster, in which each of its processes works. A process may see where those of its own account
# work; root may not always see it of others, as in a container.
KILL_REMAINS = """
for found in /proc/[0-9]*; do
    if [ "$found/cwd" -ef "$0" ] && read -r name <"$found/comm" && [ "$name" = postgres ]; then
        kill -9 "${found#/proc/}"
    fi
done
"""
PLAIN_ENVIRONMENT = {"LC_ALL": "C", "TZ": "UTC", "PATH": "/usr/bin:/bin"}


def url(sockets: Path, user: str, password: str, database: str = DATABASE) -> str:
    """The address of a database for a role."""
    return f"postgresql://{user}:{quote(password)}@/{database}?host={quote(str(sockets), safe='')}"


def create_cluster(home: Path, programs: Programs, account: UnixAccount | None) -> Path:
    """The data folder of the cluster, initialised on the first call.

    `initdb` works in a draft that is renamed when done, so an interrupted one leaves nothing that looks like data.
    """
    data, draft = home / "postgres", home / "postgres.draft"
    if data.exists():
        return data
    remove(draft)
    private(draft, account)
    # The built-in locale sorts by code point and knows Unicode's letters, whatever is installed.
    command: list[str | Path] = [
        programs.initdb,
        "--pgdata",
        draft,
        "--username",
        SUPERUSER,
        # Not what it runs with: see `service`.
        "--auth",
        "reject",
        "--no-instructions",
    ]
    command += ["--encoding", "UTF8", "--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"]
    command += ["--set", "timezone=UTC", "--set", "log_timezone=UTC", "--set", f"max_connections={CONNECTIONS}"]
    command += ["--set", f"shared_buffers={SHARED_BUFFERS}"]
    done = subprocess.run(command, cwd="/", env=PLAIN_ENVIRONMENT, capture_output=True, text=True, **identity(account))
    if done.returncode != 0:
        raise StackError(f"initdb failed: {' | '.join(done.stderr.strip().splitlines()[-3:])}")
    draft.rename(data)
    return data


def lock_superuser(home: Path, data: Path, programs: Programs, account: UnixAccount | None) -> None:
    """Give the superuser a password, if they have none yet, before anybody can call; older clusters have none.

    Without a server no password is asked for: `--single` reads statements from its input, as the cluster's owner.
    """
    if keys.password_file(home, SUPERUSER).exists():
        return
    draft = keys.password(home, DRAFT)
    statement = f"ALTER ROLE {SUPERUSER} PASSWORD '{draft}'\n"
    command: list[str | Path] = [programs.postgres, "--single", "-D", data, "postgres"]
    done = subprocess.run(
        command, cwd="/", env=PLAIN_ENVIRONMENT, input=statement, capture_output=True, text=True, **identity(account)
    )
    # It ends with 0 whatever became of the statement, and tells of failures as the server's log does.
    if done.returncode != 0 or "ERROR:" in done.stderr:
        raise StackError("PostgreSQL's superuser could not be given a password")
    keys.password_file(home, DRAFT).rename(keys.password_file(home, SUPERUSER))


def service(home: Path, data: Path, sockets: Path, programs: Programs, account: UnixAccount | None) -> Service:
    """The server process: no TCP, its socket in the private folder, and nobody comes in without a password."""
    # Beside the cluster, not in it: root writes nothing where another account could have laid a link.
    rules = home / "pg_hba.conf"
    # The second is for backups.
    rules.write_text("local all all scram-sha-256\nlocal replication postgres scram-sha-256\n")
    rules.chmod(0o644)
    options = ["-c", "listen_addresses=", "-c", f"hba_file={rules}", "-c", "password_encryption=scram-sha-256"]
    # Four processes fewer: nothing here is so large that others should read it ahead, and nobody replicates by row.
    options += ["-c", "io_method=sync", "-c", "max_logical_replication_workers=0"]
    return Service(
        name="postgres",
        command=[programs.postgres, "-D", data, "-k", sockets, *options],
        environment=PLAIN_ENVIRONMENT,
        account=account,
        # Fast shutdown: sessions are cut off, everything committed is written out.
        stop_signal=signal.SIGINT,
        patience=STOP_SECONDS,
        probe=sockets / POSTGRES_SOCKET,
        question=ALIVE,
        is_stopping=lambda: is_stopping(data),
        end_remains=lambda: end_remains(data, account),
    )


def end_remains(data: Path, account: UnixAccount | None) -> None:
    """End what a dead server has left running: its processes end by themselves, but not one that stands still.

    The memory that they share keeps a new server from starting. What is committed is in the write-ahead log.
    """
    command: list[str | Path] = ["/bin/sh", "-c", KILL_REMAINS, data]
    subprocess.run(command, cwd="/", env=PLAIN_ENVIRONMENT, capture_output=True, **identity(account))


def is_stopping(data: Path) -> bool:
    """Whether the server of a cluster says that it stops.

    After SIGTERM it lets nobody new in and waits for who is in: connections that are kept may stay for ever.
    """
    try:
        return (data / "postmaster.pid").read_text().splitlines()[7].strip() == "stopping"
    except (OSError, IndexError):
        return False


def clear_stale_pid(data: Path) -> None:
    """Prepare the data folder of a server that was killed; call it only while holding the stack's lock.

    A server that has outlived its supervisor is stopped. A pid file whose number now belongs to some other process or
    to a zombie, as happens in containers, would make PostgreSQL refuse to start and is removed. In all other cases
    PostgreSQL's own judgement is the better one.
    """
    pid_file = data / "postmaster.pid"
    try:
        pid = int(pid_file.read_text().splitlines()[0])
        alive = Path(f"/proc/{pid}").exists()
    except (OSError, ValueError, IndexError):
        return
    if _serves(pid, data):
        _stop_orphan(pid, data)
    elif alive:
        pid_file.unlink(missing_ok=True)


def _serves(pid: int, data: Path) -> bool:
    # A zombie's command line is empty: it serves no more, even if it is never reaped.
    try:
        return os.fsencode(data) in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False


def _stop_orphan(pid: int, data: Path) -> None:
    os.kill(pid, signal.SIGINT)
    deadline = time.monotonic() + STOP_SECONDS
    while _serves(pid, data):
        if time.monotonic() > deadline:
            raise StackError(f"a PostgreSQL server from an earlier run (process {pid}) does not stop")
        time.sleep(0.1)


def prepare(home: Path, sockets: Path, supervisor: Supervisor) -> None:
    """Return once the server answers and has its roles and the database; `StackError` with last words when it cannot.

    A process of its own does it: psycopg would stay with the supervisor for as long as it runs.
    """
    command: list[str | Path] = [sys.executable, "-m", "config.local_stack.roles", home, sockets]
    with supervisor.log_of("roles").open("wb") as output:
        preparing = subprocess.Popen(command, cwd=PROJECT, stdout=output, stderr=output)
    try:
        while preparing.poll() is None:
            supervisor.watch()
            if supervisor.deaths_of("postgres") >= STARTS:
                raise StackError(f"PostgreSQL did not start: {supervisor.last_words('postgres')}")
            time.sleep(0.05)
    finally:
        preparing.kill()
        preparing.wait()
    if preparing.returncode != 0:
        raise StackError(f"PostgreSQL's roles could not be made: {supervisor.last_words('roles')}")


def urls(home: Path, sockets: Path) -> dict[str, str]:
    """The address of the database for each role, by the variable that tells it."""
    roles = {
        "DATABASE_URL": SERVICE,
        "DATABASE_OPERATORS_URL": OPERATORS,
        "DATABASE_OWNER_URL": OWNER,
        "DATABASE_SUPERUSER_URL": SUPERUSER,
    }
    return {name: url(sockets, role, keys.password(home, role)) for name, role in roles.items()}
