"""A primary and its synchronous standby, of the embedded PostgreSQL's own programs."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote

import psycopg

from config.local_stack import keys, places, postgres
from config.local_stack.errors import StackError
from config.local_stack.families import children
from config.local_stack.places import PROJECT, identity
from config.local_stack.programs import programs_for
from config.local_stack.services import Service, spawn

NAMES = ("db1", "db2")
REPLICATOR = "replicator"
RULES = "local all all scram-sha-256\nlocal replication replicator scram-sha-256\n"
SECONDS = 60.0
# Of a postmaster that was killed: its children notice by themselves.
CHILDREN_SECONDS = 5.0


class Server:
    """One PostgreSQL. Its settings lie beside its data, because `pg_rewind` copies what lies in it from the other."""

    # What asks it for a fast shutdown, and how long that may take.
    STOP, STOP_SECONDS = signal.SIGINT, 20

    def __init__(self, home: Path, name: str) -> None:
        self.name, self.data, self.sockets = name, home / name, home / f"{name}.sockets"
        self.account = places.servers_account()
        self.programs = programs_for(self.account)
        self.config = home / f"{name}.conf"
        self._home, self._log = home, home / f"{name}.log"
        self._process: subprocess.Popen[bytes] | None = None
        places.private(self.sockets, self.account)
        self.wait_for(None)

    def wait_for(self, standby: str | None) -> None:
        """Write its settings: its commits wait for this standby; they hold from its start, or from a reload."""
        text = f"""
include '{self.data}/postgresql.conf'
listen_addresses = ''
unix_socket_directories = '{self.sockets}'
hba_file = '{self._home}/pg_hba.conf'
ident_file = '{self.data}/pg_ident.conf'
cluster_name = '{self.name}'
wal_log_hints = on
wal_keep_size = 1GB
synchronous_standby_names = '{f"FIRST 1 ({standby})" if standby else ""}'
"""
        self.config.write_text(text)

    def start(self) -> None:
        """Start it; come back when it lets somebody in."""
        command: list[str | Path] = [self.programs.postgres, "-D", self.data, "-c", f"config_file={self.config}"]
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        given = Service(
            name=self.name, command=command, environment=postgres.PLAIN_ENVIRONMENT, account=self.account,
            stop_signal=signal.SIGINT,
        )  # fmt: skip
        self._process = spawn(given, self._log)
        until(self.answers, f"{self.name} does not start: see {self._log}")

    def answers(self) -> bool:
        if self._process is None or self._process.poll() is not None:
            raise StackError(f"{self.name} has ended: {self._log.read_text()[-1000:]}")
        try:
            psycopg.connect(self.url(postgres.SUPERUSER, "postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def url(self, role: str, database: str = postgres.DATABASE) -> str:
        return postgres.url(self.sockets, role, keys.password(self._home, role), database)

    def ask(self, statement: str, *values: object) -> tuple[object, ...]:
        """The first row of a statement of the superuser's, of one's own making."""
        with psycopg.connect(self.url(postgres.SUPERUSER, "postgres"), autocommit=True) as connection:
            return connection.execute(statement.encode(), values).fetchone() or ()

    def tell(self, statement: str) -> None:
        """A statement of the superuser's that has no rows."""
        with psycopg.connect(self.url(postgres.SUPERUSER, "postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    @property
    def processes(self) -> list[int]:
        """The postmaster and its children."""
        assert self._process is not None
        return [self._process.pid, *children(self._process.pid)]

    def send(self, number: signal.Signals, *, children_too: bool = True) -> None:
        """A signal to all of it, or to its first process alone."""
        for pid in self.processes if children_too else self.processes[:1]:
            signalled(pid, number)

    def kill(self, *, children_too: bool = True) -> None:
        """kill -9, and come back when nothing of it is left."""
        assert self._process is not None
        pids = self.processes
        self.send(signal.SIGKILL, children_too=children_too)
        self._process.wait()
        end = time.monotonic() + CHILDREN_SECONDS
        while any(map(is_alive, pids)):
            if time.monotonic() > end:
                self.note("its children are left, and killed")
                for pid in filter(is_alive, pids):
                    signalled(pid, signal.SIGKILL)
            time.sleep(0.005)

    def stop(self) -> None:
        """A fast shutdown, or, of one that stands still, the end."""
        if self._process is not None and self._process.poll() is None:
            self.send(signal.SIGCONT)
            self._process.send_signal(self.STOP)
            try:
                self._process.wait(self.STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()

    def be_standby(self) -> None:
        """From its next start on, whoever starts it."""
        signal_file = self.data / "standby.signal"
        signal_file.touch()
        if self.account is not None:
            os.chown(signal_file, self.account.uid, self.account.gid)

    def note(self, text: str) -> None:
        with self._log.open("a") as log:
            log.write(f"-- {text}\n")

    def run(self, program: str, *arguments: str | Path, watch: Callable[[], object] = lambda: None) -> None:
        """One of PostgreSQL's programs, as the server's account; `watch` is called while it runs."""
        command = [self.programs.postgres.with_name(program), *arguments]
        with self._log.open("ab") as log:
            log.write(f"-- {program} {' '.join(map(str, arguments))}\n".encode())
            log.flush()
            running = subprocess.Popen(
                command, cwd="/", env=self._environment(program), stdout=log, stderr=log, **identity(self.account)
            )
        while running.poll() is None:
            watch()
            time.sleep(0.01)
        if running.returncode != 0:
            raise StackError(f"{program} failed: see {self._log}")

    def _environment(self, program: str) -> dict[str, str]:
        role = REPLICATOR if program == "pg_basebackup" else postgres.SUPERUSER
        return {**postgres.PLAIN_ENVIRONMENT, "PGPASSWORD": keys.password(self._home, role)}


class Pair:
    """Two servers, of which one is the primary; the other is its synchronous standby."""

    def __init__(self, home: Path) -> None:
        (home / "pg_hba.conf").write_text(RULES)
        self.home = home
        self.primary, self.standby = Server(home, NAMES[0]), Server(home, NAMES[1])
        # Whoever has to be told of another primary.
        self.told: list[Callable[[Server], None]] = []

    @property
    def servers(self) -> tuple[Server, Server]:
        return self.primary, self.standby

    def start(self) -> None:
        """Make both clusters, the roles and an empty database; come back when each commit waits for the standby."""
        self._create_primary()
        self.primary.start()
        self._prepare()
        password = keys.password(self.home, REPLICATOR)
        self.primary.tell(f"CREATE ROLE {REPLICATOR} LOGIN REPLICATION PASSWORD '{password}'")
        self.copy()
        self.standby.start()
        self.be_synchronous()

    def _prepare(self) -> None:
        command: Sequence[str | Path] = [sys.executable, "-m", "config.local_stack.roles", self.home]
        subprocess.run([*command, self.primary.sockets], cwd=PROJECT, check=True)

    def _create_primary(self) -> None:
        one = self.primary
        made = postgres.create_cluster(self.home, one.programs, one.account)
        postgres.lock_superuser(self.home, made, one.programs, one.account)
        made.rename(one.data)

    def copy(self, *, watch: Callable[[], object] = lambda: None) -> None:
        """The standby's data anew, as a copy of the primary's."""
        standby = self.standby
        places.remove(standby.data)
        places.private(standby.data, standby.account)
        self._have_slot(standby.name)
        standby.run(
            "pg_basebackup", "-h", self.primary.sockets, "-U", REPLICATOR, "-D", standby.data, "-R", "-S", standby.name,
            "-X", "stream", "-c", "fast", watch=watch,
        )  # fmt: skip

    def _have_slot(self, name: str) -> None:
        self.primary.ask(
            "SELECT pg_create_physical_replication_slot(%s)"
            " WHERE NOT EXISTS (SELECT FROM pg_replication_slots WHERE slot_name = %s)",
            name,
            name,
        )

    def be_synchronous(self, *, watch: Callable[[], object] = lambda: None) -> None:
        """Let every commit of the primary wait for the standby; come back when one has."""
        self.primary.wait_for(self.standby.name)
        self.primary.tell("SELECT pg_reload_conf()")
        self._wait_until_followed(watch)

    def _wait_until_followed(self, watch: Callable[[], object]) -> None:
        until(self.is_synchronous, "the standby does not follow", watch)
        # Which of the two it was that has read its settings: the process that all commits ask does so by itself.
        time.sleep(0.2)
        (position,) = self.primary.ask("SELECT pg_current_wal_lsn()")
        self.primary.tell("SELECT pg_logical_emit_message(true, 'failover', '')")
        until(lambda: self._has(position), "the standby does not catch up", watch)

    def is_synchronous(self) -> bool:
        found = self.primary.ask(
            "SELECT sync_state = 'sync' AND state = 'streaming' FROM pg_stat_replication WHERE application_name = %s",
            self.standby.name,
        )
        return found == (True,)

    def _has(self, position: object) -> bool:
        found = self.primary.ask(
            "SELECT flush_lsn >= %s::pg_lsn FROM pg_stat_replication WHERE application_name = %s",
            position,
            self.standby.name,
        )
        return found == (True,)

    def schema_is_there(self) -> None:
        """What is to be done with the database before anybody uses it."""

    def fence(self) -> None:
        """Make sure that the primary, which is dead, never comes back as one: started as it is, it is a standby."""
        self.primary.be_standby()

    def promote(self, *, watch: Callable[[], object] = lambda: None) -> None:
        """The standby is the primary from now on, and waits for nobody until the other is back."""
        self.primary, self.standby = self.standby, self.primary
        self.primary.run("pg_ctl", "promote", "-D", self.primary.data, "-w", "-t", "60", watch=watch)
        self._tell()

    def _tell(self) -> None:
        for tell in self.told:
            tell(self.primary)

    def rejoin(self, *, watch: Callable[[], object] = lambda: None) -> str:
        """The old primary comes back as a standby; how: what only it had is given up."""
        source = f"host={self.primary.sockets} user={postgres.SUPERUSER} dbname=postgres"
        self.standby.wait_for(None)
        self._have_slot(self.standby.name)
        # A server that was killed is recovered first, which is not done to a standby.
        (self.standby.data / "standby.signal").unlink(missing_ok=True)
        # Before PostgreSQL 16 it sees the takeover after a checkpoint only.
        self.primary.tell("CHECKPOINT")
        how = "pg_rewind"
        try:
            # Otherwise it recovers by the settings among the data, and WAL that it needs then is thrown away.
            settings = f"--config-file={self.standby.config}"
            self.standby.run(
                "pg_rewind", "-D", self.standby.data, settings, f"--source-server={source}", "-R", watch=watch
            )  # fmt: skip
            self._follow()
        except StackError:
            how = "pg_basebackup"
            self.copy(watch=watch)
        self.standby.start()
        self.be_synchronous(watch=watch)
        return how

    def _follow(self) -> None:
        """Whom the standby follows, and by which slot: `pg_rewind` has copied what the other had of itself.

        Its `-R` notes the superuser, as whom it was called. The last lines count, and go before all other files.
        """
        self.standby.be_standby()
        told = f"host={self.primary.sockets} user={REPLICATOR} password={keys.password(self.home, REPLICATOR)}"
        with (self.standby.data / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"primary_conninfo = '{told}'\nprimary_slot_name = '{self.standby.name}'\n")

    def url(self, role: str) -> str:
        """Of both servers, the one that can be written to."""
        hosts = ",".join(quote(str(one.sockets), safe="") for one in sorted(self.servers, key=lambda one: one.name))
        secret = quote(keys.password(self.home, role))
        return (
            f"postgresql://{role}:{secret}@/{postgres.DATABASE}?host={hosts}"
            "&target_session_attrs=read-write&connect_timeout=2"
        )

    def stop(self) -> None:
        for server in self.servers:
            server.stop()


def until(holds: Callable[[], bool], otherwise: str, watch: Callable[[], object] = lambda: None) -> None:
    """Come back when it holds; `StackError` after a minute."""
    end = time.monotonic() + SECONDS
    while not holds():
        if time.monotonic() > end:
            raise StackError(otherwise)
        watch()
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def signalled(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return
