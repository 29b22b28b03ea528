"""For `make failover`: a worker of Citus and its synchronous standby, led by a coordinator that is told of a takeover."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psycopg

from config.local_stack import places, postgres
from config.local_stack.places import PROJECT
from config.local_stack.programs import Programs
from tests.citus.cluster import RULES, Cluster, programs
from tests.failover.pair import NAMES, Pair, Server

SHARDS = 8
# What a node of Citus needs beside what every server of the pair has.
SETTINGS = """
shared_preload_libraries = 'citus'
wal_level = logical
max_connections = 300
max_prepared_transactions = 300
max_worker_processes = 32
max_replication_slots = 20
citus.node_conninfo = 'sslmode=prefer'
citus.enable_statistics_collection = off
citus.local_hostname = '{sockets}'
"""
UPDATE_NODE = "SELECT citus_update_node(nodeid, %s, 5432) FROM pg_dist_node WHERE nodename = %s"


@dataclass(frozen=True)
class Installed(Programs):
    """The programs of an installed PostgreSQL."""

    @property
    def initdb(self) -> Path:
        return self.root / "initdb"

    @property
    def postgres(self) -> Path:
        return self.root / "postgres"


class WorkerServer(Server):
    """A server of the pair, with Citus in it."""

    def __init__(self, home: Path, name: str) -> None:
        super().__init__(home, name)
        self.programs = Installed(programs())

    def wait_for(self, standby: str | None) -> None:
        super().wait_for(standby)
        self.config.write_text(self.config.read_text() + SETTINGS.format(sockets=self.sockets))


class WorkerPair(Pair):
    """The pair is one worker; a coordinator and a second worker are beside it, and go on."""

    def __init__(self, home: Path) -> None:
        (home / "pg_hba.conf").write_text(RULES)
        self.home, self.told = home, []
        self.primary: Server = WorkerServer(home, NAMES[0])
        self.standby: Server = WorkerServer(home, NAMES[1])
        self._beside = Cluster(home, programs(), workers=1, fsync=True)

    def start(self) -> None:
        """Make the pair, and then the coordinator, who knows it as its first worker."""
        super().start()
        self._beside.start()
        self._beside.join(self.primary.sockets)

    def schema_is_there(self) -> None:
        """Distribute it."""
        command = [sys.executable, "manage.py", "distribute", "--shards", str(SHARDS)]
        subprocess.run(
            command, cwd=PROJECT, env={**os.environ, "DATABASE_OWNER_URL": self.url(postgres.OWNER)}, check=True
        )

    def promote(self, *, watch: Callable[[], object] = lambda: None) -> None:
        """The standby is the primary, and the coordinator is told where its shards are, as Patroni tells it."""
        before = self.primary.sockets
        super().promote(watch=watch)
        self._beside.coordinator.ask(UPDATE_NODE, str(self.primary.sockets), str(before))

    def url(self, role: str) -> str:
        """The coordinator, through which everybody goes."""
        return f"{self._beside.coordinator.url(role)}&connect_timeout=2"

    def stop(self) -> None:
        self._beside.stop()
        super().stop()

    def _create_primary(self) -> None:
        places.private(self.primary.data, self.primary.account)
        self.primary.run("initdb", "-D", self.primary.data, "-U", postgres.SUPERUSER, "-A", "reject", "-E", "UTF8")

    def _prepare(self) -> None:
        super()._prepare()
        with psycopg.connect(self.primary.url(postgres.SUPERUSER), autocommit=True) as connection:
            connection.execute("CREATE EXTENSION citus")
