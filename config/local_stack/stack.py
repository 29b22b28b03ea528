"""One stack: a locked home folder with PostgreSQL and Redis running, and the environment its clients need."""

import fcntl
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TextIO

from config.local_stack import keys, log_files, places, postgres, redis
from config.local_stack.errors import MigrationFailed, StackError
from config.local_stack.places import PROJECT as PROJECT
from config.local_stack.places import UnixAccount
from config.local_stack.programs import programs_for
from config.local_stack.services import Supervisor

# These would give the web and the worker more rights than they need.
PRIVILEGED = ("DATABASE_OPERATORS_URL", "DATABASE_OWNER_URL", "DATABASE_SUPERUSER_URL")
# A migration that finds no database is run again for so long: a server that has crashed comes back in seconds.
MIGRATION_SECONDS, MIGRATION_PAUSE_SECONDS = 60.0, 1.0


class LocalStack:
    """PostgreSQL and Redis under a folder, each unless `given` (the environment) names a real server instead.

    Use it in a `with` statement: entering locks the folder and raises `StackError` when another stack holds it;
    leaving stops everything that was started, PostgreSQL by a clean shutdown.
    """

    def __init__(self, folder: Path, *, given: Mapping[str, str], say: Callable[[str], None] = print) -> None:
        self._given = given
        self._say = say
        self._account = places.servers_account()
        # Empty where there is a home already.
        self._made: Sequence[Path] = ()
        if places.existing_home(folder, self._account) is None:
            self._made = places.not_there(folder)
        try:
            self.home = places.home_for(folder, self._account)
        except OSError:
            places.take_back(self._made, None)
            raise
        self.supervisor = Supervisor(self.home / "log", say)
        self.environment = dict(given)
        self._sockets: Path | None = None
        self._lock: TextIO | None = None

    def __enter__(self) -> "LocalStack":
        try:
            self._lock = take_lock(self.home)
        except OSError:
            # Of another stack that was faster there is a lock.
            places.take_back([self.home, *self._made] if self._made else [], None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, (OSError, StackError)) and self._made:
            self.supervisor.stop()
            # A full disk or a port in use, most likely. The lock is still held, so nobody else is there.
            places.take_back(self._made, self.home)
        self.close()

    @property
    def service_environment(self) -> dict[str, str]:
        """For web and worker: all but the addresses of the operators, the owner and the superuser."""
        return {name: value for name, value in self.environment.items() if name not in PRIVILEGED}

    def start(self) -> None:
        """Start the servers and bring the schema up to date; raises `StackError` when something cannot be started."""
        self.start_servers()
        self._migrate()

    def start_servers(self) -> None:
        """Start PostgreSQL, with its roles and an empty database, and Redis; `StackError` where the disk is full."""
        places.refuse_full_disk(self.home)
        self.supervisor.logs.mkdir(mode=0o700, exist_ok=True)
        self.environment.setdefault("SECRET_KEY", keys.secret_key(self.home))
        self.environment.setdefault("VAPID_KEY", keys.vapid_key(self.home))
        self.environment.setdefault("LOG_KEY", keys.log_key(self.home))
        # Mails hold codes, so the folder is as closed as the logs.
        mails = places.private(self.home / "mail", self.account_of("worker"))
        self.environment.setdefault("MAIL_URL", f"file:{mails}")
        if "DATABASE_URL" not in self._given:
            self._start_postgres()
        if "CELERY_BROKER_URL" not in self._given:
            self._start_redis()

    def close(self) -> None:
        """Stop what was started; harmless when called twice."""
        self.supervisor.stop()
        if self._sockets is not None and self._sockets.parent != self.home:
            places.remove(self._sockets)
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def account_of(self, name: str) -> UnixAccount | None:
        """The account that web or workers run as; None is the present user, root too where it has to be."""
        account, web = places.account_of(name), self._web
        return None if account is None or web is None else replace(account, reads_all=web.reads_all)

    @cached_property
    def _web(self) -> UnixAccount | None:
        account = places.account_of("web")
        found = None if account is None else places.able(account)
        if found != account:
            kept = "all of root's rights" if found is None else "root's right to read every file"
            self._say(
                f"as root: web and workers keep {kept}, because no other user can run {sys.executable} or read"
                f" {PROJECT}; move both to where everybody may read, or serve as a user who is not root"
            )
        return found

    def _start_postgres(self) -> None:
        sockets, programs, account = self.sockets / "postgres", programs_for(self._account), self._account
        data = postgres.create_cluster(self.home, programs, account)
        postgres.clear_stale_pid(data)
        postgres.end_remains(data, account)
        postgres.lock_superuser(self.home, data, programs, account)
        self.supervisor.start(postgres.service(self.home, data, sockets, programs, account))
        postgres.prepare(self.home, sockets, self.supervisor)
        self.environment.update(postgres.urls(self.home, sockets))

    def _start_redis(self) -> None:
        sockets, programs = self.sockets / "redis", programs_for(self._account)
        if not programs.redis.exists():
            raise StackError("there is no packaged Redis for this machine; set CELERY_BROKER_URL to one of your own")
        password = keys.password(self.home, "redis")
        self.supervisor.start(redis.service(sockets, programs, places.account_of("redis"), password))
        redis.wait_until_ready(sockets, password, self.supervisor)
        self.environment["CELERY_BROKER_URL"] = redis.url(sockets, password)

    def _migrate(self) -> None:
        if "DATABASE_OWNER_URL" not in self.environment:
            self._say("DATABASE_OWNER_URL is not set, so the schema is taken as it is")
            return
        command = [sys.executable, "manage.py", "migrate", "--database", "owner", "--no-input"]
        # The operators' tables are made too, independent of the caller's settings.
        command += ["--settings", "config.settings_operators"]
        log = self.supervisor.log_of("migrate")
        begins, end = log_files.size(log), time.monotonic() + MIGRATION_SECONDS
        places.refuse_full_disk(self.home)
        while (status := self._run(command, log)) == os.EX_TEMPFAIL and time.monotonic() < end:
            # A server that has died is started again.
            self.supervisor.watch()
            time.sleep(MIGRATION_PAUSE_SECONDS)
        if status != 0:
            raise MigrationFailed(log, log_files.last_words(log, begins))

    def _run(self, command: Sequence[str], log: Path) -> int:
        with log.open("ab") as output:
            done = subprocess.run(command, cwd=PROJECT, env=self.environment, stdout=output, stderr=subprocess.STDOUT)
        return done.returncode

    @property
    def sockets(self) -> Path:
        """The folder of the sockets of `postgres`, `redis` and `web`, and of the pulses of each `worker`."""
        if self._sockets is None:
            self._sockets = places.socket_folders(self.home)
        return self._sockets


@contextmanager
def temporary_stack(given: Mapping[str, str]) -> Iterator[LocalStack]:
    """A started stack whose data is deleted afterwards."""
    with temporary_home(given) as stack:
        stack.start()
        yield stack


@contextmanager
def temporary_home(given: Mapping[str, str]) -> Iterator[LocalStack]:
    """A stack that is not started yet, with an empty home; its data is deleted afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="tabularium-"))
    # Root's servers run under another account and must get through; what is secret inside is 0700 itself.
    folder.chmod(0o711)
    stack = LocalStack(folder / "data", given=given)
    try:
        with stack:
            yield stack
    finally:
        places.remove(stack.home)
        places.remove(folder)


def take_lock(home: Path) -> TextIO:
    """Hold the folder until the returned file is closed; the kernel lets go of it even if we are killed."""
    lock = os.fdopen(os.open(home / "lock", os.O_RDWR | os.O_CREAT, 0o600), "r+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = lock.read().strip() or "unknown"
        lock.close()
        raise StackError(f"Tabularium is running on {home} already (process {holder})") from None
    # The lock holds without the number, which only tells the next one who holds it: the disk may be full.
    with suppress(OSError):
        lock.truncate(0)
        os.write(lock.fileno(), f"{os.getpid()}\n".encode())
    return lock
