"""The embedded PostgreSQL: cluster, roles, addresses."""

import os
import signal
import subprocess
import time
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

from config.local_stack import keys
from config.local_stack.errors import StackError
from config.local_stack.places import POSTGRES_SOCKET, Account, identity, private, remove
from config.local_stack.programs import Programs
from config.local_stack.services import Service, Supervisor

DATABASE = "tabularium"
SUPERUSER = "postgres"
OWNER = "tabularium_owner"
SERVICE = "tabularium_service"
OPERATORS = "tabularium_operators"
# A password that is not yet the superuser's.
DRAFT = "unused"
START_SECONDS = 60.0
# After a kill, the children of the old server may hold its memory for a moment more, and the new one refuses to start.
STARTS = 4
# A fast shutdown writes a checkpoint first.
STOP_SECONDS = 60.0
CONNECTIONS = 200
PLAIN_ENVIRONMENT = {"LC_ALL": "C", "TZ": "UTC", "PATH": "/usr/bin:/bin"}


def url(sockets: Path, user: str, password: str, database: str = DATABASE) -> str:
    """The address of a database for a role."""
    return f"postgresql://{user}:{quote(password)}@/{database}?host={quote(str(sockets), safe='')}"


def create_cluster(home: Path, programs: Programs, account: Account | None) -> Path:
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
    done = subprocess.run(command, cwd="/", env=PLAIN_ENVIRONMENT, capture_output=True, text=True, **identity(account))
    if done.returncode != 0:
        raise StackError(f"initdb failed: {' | '.join(done.stderr.strip().splitlines()[-3:])}")
    draft.rename(data)
    return data


def lock_superuser(home: Path, data: Path, programs: Programs, account: Account | None) -> None:
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


def service(home: Path, data: Path, sockets: Path, programs: Programs, account: Account | None) -> Service:
    """The server process: no TCP, its socket in the private folder, and nobody comes in without a password."""
    # Beside the cluster, not in it: root writes nothing where another account could have laid a link.
    rules = home / "pg_hba.conf"
    rules.write_text("local all all scram-sha-256\n")
    rules.chmod(0o644)
    options = ["-c", "listen_addresses=", "-c", f"hba_file={rules}", "-c", "password_encryption=scram-sha-256"]
    return Service(
        name="postgres",
        command=[programs.postgres, "-D", data, "-k", sockets, *options],
        environment=PLAIN_ENVIRONMENT,
        account=account,
        # Fast shutdown: sessions are cut off, everything committed is written out.
        stop_signal=signal.SIGINT,
        patience=STOP_SECONDS,
    )


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


def wait_until_ready(home: Path, sockets: Path, supervisor: Supervisor) -> None:
    """Return once the server answers; raise `StackError` with its last words when it cannot start."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        supervisor.watch()
        if supervisor.deaths_of("postgres") >= STARTS:
            raise StackError(f"PostgreSQL did not start: {supervisor.last_words('postgres')}")
        try:
            if (sockets / POSTGRES_SOCKET).exists():
                psycopg.connect(_as_superuser(home, sockets, "postgres")).close()
                return
        except psycopg.OperationalError:
            # Still recovering.
            pass
        time.sleep(0.05)
    raise StackError(f"PostgreSQL does not answer after {START_SECONDS:.0f} s, see {supervisor.log_of('postgres')}")


def prepare_roles(home: Path, sockets: Path) -> None:
    """Roles and database, made if missing: the owner migrates, the service owns nothing, operators have its rights too.

    Rights on tables are granted by the migrations that make them.
    """
    with psycopg.connect(_as_superuser(home, sockets, "postgres"), autocommit=True) as connection:
        for role in (OWNER, SERVICE, OPERATORS):
            name, password = sql.Identifier(role), sql.Literal(keys.password(home, role))
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone():
                connection.execute(sql.SQL("CREATE ROLE {}").format(name))
            connection.execute(sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(name, password))
            # A role may change its own settings for all sessions to come, and a stolen one would.
            connection.execute(sql.SQL("ALTER ROLE {} RESET ALL").format(name))
        grant = sql.SQL("GRANT {} TO {}")
        connection.execute(grant.format(sql.Identifier(SERVICE), sql.Identifier(OPERATORS)))
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            create = sql.SQL("CREATE DATABASE {} OWNER {}")
            connection.execute(create.format(sql.Identifier(DATABASE), sql.Identifier(OWNER)))
    with psycopg.connect(_as_superuser(home, sockets, DATABASE)) as connection:
        database, owner, service_role = (sql.Identifier(name) for name in (DATABASE, OWNER, SERVICE))
        for statement in (
            "ALTER SCHEMA public OWNER TO {owner}",
            "REVOKE ALL ON DATABASE {database} FROM PUBLIC",
            "GRANT CONNECT ON DATABASE {database} TO {service_role}",
            "REVOKE ALL ON SCHEMA public FROM PUBLIC",
            "GRANT USAGE ON SCHEMA public TO {service_role}",
        ):
            names = {"database": database, "owner": owner, "service_role": service_role}
            connection.execute(sql.SQL(statement).format(**names))


def urls(home: Path, sockets: Path) -> dict[str, str]:
    """The address of the database for each role, by the variable that tells it."""
    roles = {
        "DATABASE_URL": SERVICE,
        "DATABASE_OPERATORS_URL": OPERATORS,
        "DATABASE_OWNER_URL": OWNER,
        "DATABASE_SUPERUSER_URL": SUPERUSER,
    }
    return {name: url(sockets, role, keys.password(home, role)) for name, role in roles.items()}


def _as_superuser(home: Path, sockets: Path, database: str) -> str:
    return url(sockets, SUPERUSER, keys.password(home, SUPERUSER), database)
