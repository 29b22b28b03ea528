"""`python -m tests.failover.point_in_time`: a server is restored to a moment before its last moves, and played on.

A base backup, an archive of the WAL, and heads of all matches that are kept elsewhere, as docs/running.md has it. It
ends with 1 unless the restored server names just the matches that lost events, every chain holds, and every match goes
on.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import django

from config.environment.databases import database
from config.local_stack import keys, places, postgres
from config.local_stack.errors import StackError
from config.local_stack.places import PROJECT
from config.local_stack.stack import LocalStack
from tests.failover.pair import REPLICATOR, RULES, Server

# Of so many matches these many go on after the moment.
MATCHES, LATER, MOVES = 12, 5, 3
ROLES = {
    "DATABASE_URL": postgres.SERVICE,
    "DATABASE_OPERATORS_URL": postgres.OPERATORS,
    "DATABASE_OWNER_URL": postgres.OWNER,
}


class Archived(Server):
    """A server whose WAL is kept beside it, and that can be put back to a moment."""

    def __init__(self, home: Path, name: str, archive: Path) -> None:
        self._archive = archive
        super().__init__(home, name)

    def wait_for(self, standby: str | None, moment: str = "") -> None:
        super().wait_for(standby)
        with self.config.open("a") as settings:
            there = f"{self._archive}/%f"
            settings.write(f"archive_mode = on\narchive_timeout = 60\narchive_command = 'cmp -s %p {there} || {{")
            settings.write(f" test ! -f {there} && cp %p {there}.part && mv {there}.part {there}; }}'\n")
            if moment:
                settings.write(f"restore_command = 'cp {self._archive}/%f %p'\nrecovery_target_time = '{moment}'\n")
                settings.write("recovery_target_action = promote\n")

    def make(self) -> None:
        """A cluster, and the role that copies it."""
        made = postgres.create_cluster(self._home, self.programs, self.account)
        postgres.lock_superuser(self._home, made, self.programs, self.account)
        made.rename(self.data)
        self.start()
        command = [sys.executable, "-m", "config.local_stack.roles", str(self._home), str(self.sockets)]
        subprocess.run(command, cwd=PROJECT, check=True)
        password = keys.password(self._home, REPLICATOR)
        self.tell(f"CREATE ROLE {REPLICATOR} LOGIN REPLICATION PASSWORD '{password}'")

    def copy_to(self, other: "Archived") -> None:
        places.private(other.data, other.account)
        self.run("pg_basebackup", "-h", self.sockets, "-U", REPLICATOR, "-D", other.data, "-X", "none", "-c", "fast")

    def go_back_to(self, moment: str) -> None:
        """Start as the cluster was at this moment, and stay there."""
        self.wait_for(None, moment)
        signal = self.data / "recovery.signal"
        signal.touch()
        if self.account is not None:
            os.chown(signal, self.account.uid, self.account.gid)
        self.start()
        end = time.monotonic() + 60
        while self.ask("SELECT pg_is_in_recovery()") != (False,):
            if time.monotonic() > end:
                raise StackError(f"{self.name} is not promoted")
            time.sleep(0.05)


def main() -> int:
    with ExitStack() as opened:
        home = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="past-")))
        home.chmod(0o711)
        (home / "pg_hba.conf").write_text(RULES)
        archive = places.private(home / "archive", places.servers_account())
        server, restored = (Archived(home, name, archive) for name in ("db1", "db2"))
        for one in (server, restored):
            opened.callback(one.stop)
        server.make()
        stack = opened.enter_context(LocalStack(home / "data", given={**os.environ, **_urls(server)}))
        stack.start()
        os.environ.update(stack.service_environment, DJANGO_SETTINGS_MODULE="config.settings")
        django.setup()
        return _tried(server, restored, stack, home)


def _urls(server: Server) -> dict[str, str]:
    return {name: server.url(role) for name, role in ROLES.items()}


def _tried(server: Archived, restored: Archived, stack: LocalStack, home: Path) -> int:
    from tests.support.cast import match_of, person, play_some

    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    matches = [match_of(*cast) for _ in range(MATCHES)]
    server.copy_to(restored)
    for number, match in enumerate(matches):
        play_some(match, cast, moves=MOVES, seed=number)
    (moment,) = server.ask("SELECT clock_timestamp()::text")
    for match in matches[:LATER]:
        play_some(match, cast, moves=MOVES)
    environment = {**stack.environment, "DJANGO_SETTINGS_MODULE": "config.settings_operators"}
    _manage(environment, "publish_heads", "--all", "--out", str(home))
    _archive_all(server)
    server.kill()
    begun = time.monotonic()
    restored.go_back_to(str(moment))
    print(f"back at {moment} after {time.monotonic() - begun:.1f} s", flush=True)
    environment |= _urls(restored)
    _manage(environment, "hold_sending")
    status, told = _manage(environment, "audit_matches", "--heads", str(home / "heads-all.ndjson"))
    print(told, end="")
    _turn_to(restored)
    return _verdict(
        {
            "just the matches that lost events are named": (status, _named(told, matches)) == (1, {*matches[:LATER]}),
            "all chains hold": _manage(environment, "audit_matches")[0] == 0,
            "every match goes on": all(_goes_on(match, cast) for match in matches),
        }
    )


def _named(told: str, matches: Sequence[str]) -> set[str]:
    return {match for match in matches if match in told}


def _verdict(found: Mapping[str, bool]) -> int:
    for what, is_so in found.items():
        print(f"{'ok' if is_so else 'not so':6} {what}")
    return int(not all(found.values()))


def _turn_to(server: Server) -> None:
    """This process goes on with another server, and remembers nothing."""
    from django.db import connection

    from games.matches.stream import loading

    connection.close()
    connection.settings_dict.update(database(server.url(postgres.SERVICE)))
    loading.recent.clear()


def _goes_on(match: str, cast: Sequence[Any]) -> bool:
    from games.matches.stream.loading import load
    from tests.support.cast import play_some

    before = load(match).match.head.version
    play_some(match, cast, moves=1)
    return load(match).match.head.version > before


def _archive_all(server: Server) -> None:
    (last,) = server.ask("SELECT pg_walfile_name(pg_switch_wal())")
    end = time.monotonic() + 60
    while server.ask("SELECT last_archived_wal >= %s FROM pg_stat_archiver", last) != (True,):
        if time.monotonic() > end:
            raise StackError("the WAL is not archived")
        time.sleep(0.1)


def _manage(environment: Mapping[str, str], *arguments: str) -> tuple[int, str]:
    """The status of a command and what it said."""
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=PROJECT, env=dict(environment), stdout=subprocess.PIPE, text=True)
    return done.returncode, done.stdout


if __name__ == "__main__":
    sys.exit(main())
