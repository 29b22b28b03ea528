"""A coordinator of Citus and its workers, on this machine: Debian's PostgreSQL, or whose `pg_config` is named."""

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psycopg
from psycopg import sql

from config.local_stack import places, postgres
from config.local_stack.errors import StackError
from config.local_stack.places import identity
from config.local_stack.postgres import DATABASE, OPERATORS, OPERATORS_SCHEMA, OWNER, SERVICE, SUPERUSER

SECONDS = 60.0
# Of all nodes: their sockets lie in folders that nobody else may enter, and a node calls the others by their folders.
RULES = "local all all trust\nlocal replication all trust\n"
SETTINGS = """
shared_preload_libraries = 'citus'
listen_addresses = ''
unix_socket_directories = '{sockets}'
hba_file = '{rules}'
cluster_name = '{name}'
max_connections = 300
max_prepared_transactions = 300
max_worker_processes = 32
wal_level = logical
max_wal_senders = 20
max_replication_slots = 20
shared_buffers = 64MB
timezone = UTC
log_timezone = UTC
fsync = {fsync}
citus.local_hostname = '{sockets}'
citus.node_conninfo = 'sslmode=prefer'
citus.enable_statistics_collection = off
# Tests take guards off and put them back, as an intruder would; the service itself asks for it when it distributes.
citus.enable_unsafe_triggers = on
# What was prepared on a node that was lost is finished after so long; until then it holds its rows.
citus.recover_2pc_interval = 5s
# A shard that has moved is dropped at once, because nobody waits here for old readers.
citus.defer_shard_delete_interval = 1s
synchronous_standby_names = '{standby}'
"""


class Node:
    """One PostgreSQL with Citus in it."""

    def __init__(self, home: Path, name: str, programs: Path, *, fsync: bool = False) -> None:
        self.name, self.data, self.sockets = name, home / name, home / f"{name}.s"
        self.account, self.programs, self.is_safe = places.servers_account(), programs, fsync
        self._home, self._log = home, home / f"{name}.log"
        self._process: subprocess.Popen[bytes] | None = None
        places.private(self.sockets, self.account)

    def make(self) -> None:
        """Its cluster, empty."""
        places.private(self.data, self.account)
        self.run("initdb", "-D", self.data, "-U", SUPERUSER, "--auth", "reject", "-E", "UTF8", "--locale", "C.UTF-8")

    def settle(self, *, standby: str = "") -> None:
        """Write its settings: its commits wait for this standby; they hold from its start, or from a reload."""
        rules = self._home / "pg_hba.conf"
        rules.write_text(RULES)
        text = SETTINGS.format(
            sockets=self.sockets, rules=rules, name=self.name, standby=standby, fsync="on" if self.is_safe else "off"
        )
        (self.data / "postgresql.conf").write_text(text)

    def start(self) -> None:
        """Start it; come back when it lets somebody in."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.data],
                cwd="/", env=postgres.PLAIN_ENVIRONMENT, stdout=log, stderr=log, **identity(self.account),
            )  # fmt: skip
        end = time.monotonic() + SECONDS
        while not self.answers():
            if time.monotonic() > end or self._process.poll() is not None:
                raise StackError(f"{self.name} does not start: {self._log.read_text()[-1000:]}")
            time.sleep(0.1)

    def answers(self) -> bool:
        """Whether it lets somebody in."""
        with suppress(psycopg.OperationalError):
            psycopg.connect(self.url(SUPERUSER, "postgres"), connect_timeout=2).close()
            return True
        return False

    def kill(self) -> None:
        """Kill its first process; the others notice by themselves."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            postgres.end_remains(self.data, self.account)

    def stop(self) -> None:
        """A fast shutdown, or, of one that stands still, the end."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()

    def run(self, program: str, *arguments: str | Path) -> None:
        """One of PostgreSQL's programs, as the server's account."""
        done = subprocess.run(
            [self.programs / program, *arguments],
            cwd="/", env=postgres.PLAIN_ENVIRONMENT, capture_output=True, text=True, **identity(self.account),
        )  # fmt: skip
        if done.returncode != 0:
            raise StackError(f"{program} failed at {self.name}: {done.stderr[-1000:]}")

    def url(self, role: str, database: str = DATABASE) -> str:
        """The address of one of its databases for a role."""
        return f"postgresql://{role}@/{database}?host={self.sockets}"

    def ask(self, statement: str, *values: object, role: str = SUPERUSER) -> list[tuple[object, ...]]:
        """The rows of a statement of one's own making, in the service's database."""
        with psycopg.connect(self.url(role), autocommit=True) as connection:
            cursor = connection.execute(statement.encode(), values or None)
            return cursor.fetchall() if cursor.description else []


class Cluster:
    """A coordinator and its workers."""

    def __init__(self, home: Path, programs: Path, *, workers: int = 2, fsync: bool = False) -> None:
        self.home = home
        self.coordinator = Node(home, "c", programs, fsync=fsync)
        self.workers = [Node(home, f"w{number}", programs, fsync=fsync) for number in range(1, workers + 1)]

    @property
    def nodes(self) -> Sequence[Node]:
        return [self.coordinator, *self.workers]

    def start(self) -> None:
        """Make all of them, with the roles and an empty database, and make them one cluster."""
        for node in self.nodes:
            node.make()
            node.settle()
            node.start()
            _prepare(node)
        self.coordinator.ask("SELECT citus_set_coordinator_host(%s, 5432)", str(self.coordinator.sockets))
        for worker in self.workers:
            self.join(worker.sockets)

    def join(self, sockets: Path) -> None:
        """Make a server a worker too, which has the roles, the database and the extension."""
        self.coordinator.ask("SELECT citus_add_node(%s, 5432)", str(sockets))

    def stop(self) -> None:
        """Stop all of them."""
        for node in self.nodes:
            node.stop()

    @property
    def environment(self) -> dict[str, str]:
        """The variables by which the service and its suite find the coordinator."""
        roles = {
            "DATABASE_URL": SERVICE,
            "DATABASE_OPERATORS_URL": OPERATORS,
            "DATABASE_OWNER_URL": OWNER,
            "DATABASE_SUPERUSER_URL": SUPERUSER,
        }
        return {name: self.coordinator.url(role) for name, role in roles.items()}


def _prepare(node: Node) -> None:
    """The roles and the database of `config/local_stack/roles.py`, and the extension."""
    named = {"database": DATABASE, "owner": OWNER, "service": SERVICE, "operators": OPERATORS}
    names = {key: sql.Identifier(name) for key, name in named.items()}
    with psycopg.connect(node.url(SUPERUSER, "postgres"), autocommit=True) as connection:
        for role in (OWNER, SERVICE, OPERATORS):
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(role)))
        path = sql.SQL("ALTER ROLE {} SET search_path = {}, public")
        connection.execute(path.format(names["operators"], sql.Identifier(OPERATORS_SCHEMA)))
        connection.execute(sql.SQL("CREATE DATABASE {database} OWNER {owner}").format(**names))
    with psycopg.connect(node.url(SUPERUSER)) as connection:
        for statement in (
            "CREATE EXTENSION citus",
            "ALTER SCHEMA public OWNER TO {owner}",
            "REVOKE ALL ON DATABASE {database} FROM PUBLIC",
            "GRANT CONNECT ON DATABASE {database} TO {service}, {operators}",
            "REVOKE ALL ON SCHEMA public FROM PUBLIC",
            "GRANT USAGE ON SCHEMA public TO {service}",
        ):
            connection.execute(sql.SQL(statement).format(**names))


def programs() -> Path:
    """The folder of the programs of the newest PostgreSQL that has Citus; `StackError` where there is none."""
    named = os.environ.get("PG_CONFIG")
    found = [Path(named)] if named else sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_config"), key=_version)
    for config in reversed(found):
        shared = subprocess.run([config, "--sharedir"], capture_output=True, text=True, check=True).stdout.strip()
        if Path(shared, "extension/citus.control").exists():
            return config.parent
    raise StackError("no PostgreSQL here has Citus: sh .ci/citus builds it, PG_CONFIG names one")


def _version(config: Path) -> int:
    return int(config.parts[-3])
