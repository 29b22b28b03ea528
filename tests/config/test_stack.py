import os
import pwd
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import redis

from config.environment.mail import VAPID_BYTES
from config.environment.mail import vapid_key as checked
from config.local_stack import postgres, services
from config.local_stack import redis as broker
from config.local_stack.errors import StackError
from config.local_stack.families import children
from config.local_stack.keys import log_key, password, password_file, secret_key, vapid_key
from config.local_stack.places import account_of, identity, servers_account
from config.local_stack.programs import programs_for
from config.local_stack.redis import answers
from config.local_stack.stack import PROJECT, LocalStack
from tests.config import waiting
from tests.config.conftest import reachable_folder, without_servers

StartStack = Callable[[], LocalStack]


@pytest.fixture(scope="module")
def lasting() -> Iterator[LocalStack]:
    """One for all tests that only look at it."""
    with reachable_folder() as folder, LocalStack(folder / "data", given=without_servers()) as stack:
        stack.start_servers()
        yield stack


def ask(stack: LocalStack, variable: str, query: str) -> object:
    with psycopg.connect(stack.environment[variable], autocommit=True) as connection:
        row = connection.execute(query.encode()).fetchone()
        return row[0] if row else None


def test_a_stack_started_again_finds_its_data(start_stack: StartStack) -> None:
    first = start_stack()
    ask(first, "DATABASE_OWNER_URL", "SELECT 1")
    with psycopg.connect(first.environment["DATABASE_OWNER_URL"], autocommit=True) as connection:
        connection.execute("CREATE TABLE memory AS SELECT 42 AS answer")
    first.close()
    assert "database system is shut down" in first.supervisor.last_words("postgres", 1)

    second = start_stack()
    assert ask(second, "DATABASE_OWNER_URL", "SELECT answer FROM memory") == 42
    assert second.environment["SECRET_KEY"] == first.environment["SECRET_KEY"]


def test_what_supervises_the_service_has_no_clients_of_its_servers() -> None:
    """Each of them is ten megabytes that nobody uses after the start; what reads mails and certificates is two."""
    loaded = "import sys, config.local_stack.__main__; print(*sys.modules)"
    said = subprocess.check_output([sys.executable, "-c", loaded], cwd=PROJECT, text=True)
    assert not {"psycopg", "redis", "celery", "django", "email", "http", "ssl"} & {*said.split()}


def test_a_stack_starts_again_after_its_servers_were_killed(start_stack: StartStack) -> None:
    first = start_stack()
    for name in ("postgres", "redis"):
        os.kill(first.supervisor.pid_of(name), signal.SIGKILL)
    first.close()
    assert (first.home / "postgres/postmaster.pid").exists()
    assert ask(start_stack(), "DATABASE_URL", "SELECT 1") == 1


def test_a_pid_file_that_names_another_process_does_not_keep_the_stack_from_starting(start_stack: StartStack) -> None:
    first = start_stack()
    os.kill(first.supervisor.pid_of("postgres"), signal.SIGKILL)
    first.close()
    pid_file = first.home / "postgres/postmaster.pid"
    lines = pid_file.read_text().splitlines()
    # A process of the servers' own account: any other PostgreSQL itself knows to be a stranger.
    with subprocess.Popen(["sleep", "60"], **identity(servers_account())) as stranger:
        pid_file.write_text("\n".join([str(stranger.pid), *lines[1:]]) + "\n")
        assert ask(start_stack(), "DATABASE_URL", "SELECT 1") == 1
        stranger.kill()


def test_a_second_stack_on_the_same_folder_is_told_in_one_line(lasting: LocalStack) -> None:
    with pytest.raises(StackError) as refused, LocalStack(lasting.home, given=without_servers()):
        pass
    assert str(refused.value) == f"Tabularium is running on {lasting.home} already (process {os.getpid()})"


def test_servers_listen_in_the_private_folder_only(lasting: LocalStack) -> None:
    assert (lasting.home / "run").stat().st_mode & 0o007 == 0
    assert ask(lasting, "DATABASE_URL", "SHOW listen_addresses") == ""
    assert ask(lasting, "DATABASE_SUPERUSER_URL", "SHOW unix_socket_directories") == str(lasting.home / "run/postgres")


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("fsync", "on"),
        ("synchronous_commit", "on"),
        ("full_page_writes", "on"),
        ("server_encoding", "UTF8"),
        ("timezone", "UTC"),
        ("log_timezone", "UTC"),
    ],
)
def test_the_database_keeps_what_it_has_committed_and_speaks_utf8_and_utc(
    superuser: psycopg.Connection, setting: str, value: str
) -> None:
    row = superuser.execute("SELECT current_setting(%s)", [setting]).fetchone()
    assert row == (value,)


def test_letters_of_all_our_languages_change_case(superuser: psycopg.Connection) -> None:
    assert superuser.execute("SELECT upper('żółw'), lower('ŻÓŁW')").fetchone() == ("ŻÓŁW", "żółw")


def test_the_services_role_owns_nothing(superuser: psycopg.Connection) -> None:
    owned = "SELECT count(*) FROM pg_shdepend WHERE deptype = 'o' AND refobjid = 'tabularium_service'::regrole"
    assert superuser.execute(owned).fetchone() == (0,)


@pytest.mark.parametrize("statement", ["CREATE TABLE mine ()", "CREATE SCHEMA mine", "CREATE TEMPORARY TABLE mine ()"])
def test_the_services_role_creates_nothing(statement: str) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(statement.encode())


def test_neither_service_nor_owner_has_a_superusers_powers(superuser: psycopg.Connection) -> None:
    powers = "SELECT bool_or(rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls OR rolreplication) FROM pg_roles"
    named = " WHERE rolname IN ('tabularium_owner', 'tabularium_service', 'tabularium_operators')"
    assert superuser.execute((powers + named).encode()).fetchone() == (False,)


def test_database_and_schema_belong_to_the_owner(superuser: psycopg.Connection) -> None:
    query = """SELECT (SELECT datdba::regrole::text FROM pg_database WHERE datname = current_database()),
                      (SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = 'public')"""
    assert superuser.execute(query).fetchone() == ("tabularium_owner", "tabularium_owner")


def test_web_and_worker_are_not_told_the_owners_address(lasting: LocalStack) -> None:
    told = lasting.service_environment
    assert {"DATABASE_URL", "CELERY_BROKER_URL", "SECRET_KEY"} <= told.keys()
    assert not {"DATABASE_OPERATORS_URL", "DATABASE_OWNER_URL", "DATABASE_SUPERUSER_URL"} & told.keys()


def test_servers_of_ones_own_are_used_instead_of_embedded_ones(folder: Path) -> None:
    with LocalStack(folder / "data", given=os.environ) as stack:
        stack.start_servers()
        assert not (stack.home / "postgres").exists()
        assert not (stack.home / "run").exists()
        assert stack.environment["DATABASE_URL"] == os.environ["DATABASE_URL"]


def test_an_interrupted_initialisation_is_begun_anew(folder: Path, start_stack: StartStack) -> None:
    with LocalStack(folder / "data", given=os.environ) as unused:
        draft = unused.home / "postgres.draft"
    draft.mkdir()
    (draft / "PG_VERSION").write_text("18\n")
    assert ask(start_stack(), "DATABASE_URL", "SELECT 1") == 1
    assert not draft.exists()


def test_the_key_of_push_messages_is_made_once(folder: Path) -> None:
    assert vapid_key(folder) == vapid_key(folder)
    assert checked(vapid_key(folder)) == vapid_key(folder)
    with pytest.raises(ValueError, match="VAPID_KEY"):
        checked(vapid_key(folder)[: VAPID_BYTES // 2])
    assert (folder / "vapid_key").stat().st_mode & 0o777 == 0o600


def test_the_secret_key_is_made_once_and_readable_by_its_owner_only(folder: Path) -> None:
    assert secret_key(folder) == secret_key(folder)
    assert len(secret_key(folder)) >= 50
    assert (folder / "secret_key").stat().st_mode & 0o777 == 0o600


def test_a_path_with_spaces_and_other_letters_works(folder: Path, plain_environment: dict[str, str]) -> None:
    with LocalStack(folder / "mes données 100%", given=plain_environment) as stack:
        stack.start_servers()
        assert ask(stack, "DATABASE_URL", "SELECT 1") == 1


ROLES = ("DATABASE_URL", "DATABASE_OPERATORS_URL", "DATABASE_OWNER_URL", "DATABASE_SUPERUSER_URL")


def refused(url: str) -> bool:
    try:
        psycopg.connect(url, passfile="/dev/null").close()
    except psycopg.OperationalError as error:
        return "password" in str(error)
    return False


def with_password(url: str, word: str) -> str:
    return url.replace(f":{urlsplit(url).password}@", f":{word}@" if word else "@")


def test_no_role_comes_in_without_its_own_password(lasting: LocalStack) -> None:
    urls = [lasting.environment[name] for name in ROLES]
    assert len({urlsplit(url).password for url in urls}) == len(ROLES)
    for url in urls:
        assert not refused(url)
        assert refused(with_password(url, ""))
        assert refused(with_password(url, "another"))
    verifiers = "SELECT bool_and(rolpassword LIKE 'SCRAM-SHA-256$%') FROM pg_authid WHERE rolcanlogin"
    assert ask(lasting, "DATABASE_SUPERUSER_URL", verifiers) is True


def test_the_broker_answers_nobody_without_its_password(lasting: LocalStack) -> None:
    path = str(lasting.sockets / "redis/redis.sock")
    with redis.Redis(unix_socket_path=path) as caller, pytest.raises(redis.AuthenticationError):
        caller.ping()
    with redis.Redis(unix_socket_path=path, password=password(lasting.home, "redis")) as caller:
        assert caller.ping()
        # Where nobody plays it is nine times more work to look after keys that never expire.
        assert caller.config_get("hz") == {"hz": "1"}
    # As the start asks.
    assert answers(Path(path), password(lasting.home, "redis"))
    assert not answers(Path(path), "another")
    assert not answers(Path(path).with_name("none.sock"), password(lasting.home, "redis"))
    assert Path(path).stat().st_mode & 0o007 == 0


def test_no_password_stands_in_a_command_or_in_a_file_that_others_may_read(lasting: LocalStack) -> None:
    files = [password_file(lasting.home, name) for name in ("postgres", "tabularium_owner", "redis")]
    words = [file.read_bytes() for file in files]
    assert all(file.stat().st_mode & 0o077 == 0 for file in (files[0].parent, *files))
    for name in ("postgres", "redis"):
        command = Path(f"/proc/{lasting.supervisor.pid_of(name)}/cmdline").read_bytes()
        assert not any(word in command for word in words)
    assert (lasting.sockets / "redis/redis.conf").stat().st_mode & 0o077 == 0


def test_servers_run_under_accounts_of_their_own(lasting: LocalStack) -> None:
    for name, account in (("postgres", servers_account()), ("redis", account_of("redis"))):
        runs_as = Path(f"/proc/{lasting.supervisor.pid_of(name)}").stat().st_uid
        assert runs_as == (account.uid if account else os.geteuid())


def test_a_cluster_from_before_there_were_passwords_is_brought_over(
    folder: Path, start_stack: StartStack, plain_environment: dict[str, str]
) -> None:
    with LocalStack(folder / "data", given=plain_environment) as older:
        programs, account = programs_for(servers_account()), servers_account()
        data = older.home / "postgres"
        data.mkdir(mode=0o700)
        if account is not None:
            # As it was: the account's own group.
            os.chown(data, account.uid, pwd.getpwuid(account.uid).pw_gid)
        command: list[str | Path] = [programs.initdb, "--pgdata", data, "--username", "postgres", "--auth", "trust"]
        subprocess.run(command, cwd="/", env={"LC_ALL": "C"}, check=True, capture_output=True, **identity(account))
        for statement in ("CREATE ROLE tabularium_owner LOGIN", "CREATE DATABASE tabularium OWNER tabularium_owner"):
            subprocess.run(
                [programs.postgres, "--single", "-D", data, "postgres"],
                input=f"{statement}\n".encode(),
                cwd="/",
                check=True,
                capture_output=True,
                **identity(account),
            )

    stack = start_stack()
    for name in ROLES:
        assert not refused(stack.environment[name])
        assert refused(with_password(stack.environment[name], ""))


def test_lost_passwords_are_made_anew(start_stack: StartStack) -> None:
    first = start_stack()
    first.close()
    for file in (first.home / "passwords").iterdir():
        file.unlink()
    second = start_stack()
    assert all(not refused(second.environment[name]) for name in ROLES)
    assert not set(map(first.environment.get, ROLES)) & set(map(second.environment.get, ROLES))


DAMAGED = {"binary": b"\xff\xfe\x00", "empty": b"", "a zero byte": b"a\x00b", "a line more": b"a\nb"}


@pytest.mark.parametrize("kept", DAMAGED.values(), ids=DAMAGED)
@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("secret_key", secret_key),
        ("vapid_key", vapid_key),
        ("log_key", log_key),
        ("passwords/redis", partial(password, name="redis")),
    ],
)
def test_a_damaged_secret_is_told_in_one_line_that_names_it(
    tmp_path: Path, name: str, read: Callable[[Path], str], kept: bytes
) -> None:
    read(tmp_path)
    (tmp_path / name).write_bytes(kept)
    with pytest.raises(StackError, match=f"{tmp_path / name} is damaged") as refused:
        read(tmp_path)
    assert "\n" not in str(refused.value)


def test_a_secret_whose_line_was_ended_by_hand_is_taken(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("by hand\n")
    assert secret_key(tmp_path) == "by hand\n"


# The second is read by the process that makes the roles.
@pytest.mark.parametrize("name", ["secret_key", "passwords/postgres"])
def test_a_stack_with_a_damaged_secret_does_not_start_and_says_why(start_stack: StartStack, name: str) -> None:
    first = start_stack()
    first.close()
    (first.home / name).write_bytes(DAMAGED["binary"])
    with pytest.raises(StackError, match=f"{first.home / name} is damaged") as refused:
        start_stack()
    assert "\n" not in str(refused.value)
    assert "Traceback" not in str(refused.value)


def test_a_wrong_password_of_the_superuser_is_told_at_once(start_stack: StartStack) -> None:
    first = start_stack()
    first.close()
    password_file(first.home, "postgres").write_text("of another cluster")
    with pytest.raises(StackError, match=r"PostgreSQL refuses the password in .*/passwords/postgres") as refused:
        start_stack()
    # It is not asked again until the time of a slow start is over.
    assert "does not answer" not in str(refused.value)
    assert "\n" not in str(refused.value)


# A guard against hanging; nothing is measured by it.
PATIENCE = 120.0


def until(condition: Callable[[], bool], stack: LocalStack) -> bool:
    """Whether it holds in the end, while the stack's servers are looked after."""
    return waiting.until(condition, watching=stack.supervisor, seconds=PATIENCE)


@pytest.fixture
def asked_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers are given up after seconds; one that a busy machine lets answer later is only begun anew once more."""
    for server in (postgres, broker):
        monkeypatch.setattr(server, "ALIVE", replace(server.ALIVE, seconds=1.0, failures=3))


def lets_in(stack: LocalStack) -> bool:
    """Whether a new connection is answered."""
    try:
        psycopg.connect(stack.environment["DATABASE_OWNER_URL"], connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def is_alive(pid: int) -> bool:
    """Whether it runs; who is dead may have nobody to bury it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
@pytest.mark.usefixtures("asked_often")
@pytest.mark.parametrize("all_of_it", [False, True], ids=["its first process alone", "all of it"])
def test_a_database_that_hangs_is_begun_anew_with_all_that_was_committed(
    start_stack: StartStack, *, all_of_it: bool
) -> None:
    stack = start_stack()
    first = stack.supervisor.pid_of("postgres")
    assert until(lambda: stack.supervisor.has_been_well("postgres"), stack)
    with psycopg.connect(stack.environment["DATABASE_OWNER_URL"], autocommit=True) as kept:
        kept.execute("CREATE TABLE memory AS SELECT 42 AS answer")
        stopped = [first, *(children(first) if all_of_it else [])]
        for pid in stopped:
            # One that has answered a question may have ended since.
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        if not all_of_it:
            # Who is in goes on, and nobody else comes in.
            assert kept.execute("SELECT answer FROM memory").fetchone() == (42,)
        assert not lets_in(stack)
        assert until(lambda: stack.supervisor.pid_of("postgres") != first and lets_in(stack), stack)
    assert ask(stack, "DATABASE_OWNER_URL", "SELECT answer FROM memory") == 42
    assert until(lambda: not any(map(is_alive, stopped)), stack)


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
@pytest.mark.parametrize("restarted", [False, True], ids=["beside the stack", "by the next stack"])
def test_a_database_that_died_is_begun_anew_though_a_process_of_it_stands_still(
    start_stack: StartStack, *, restarted: bool
) -> None:
    stack = start_stack()
    first = stack.supervisor.pid_of("postgres")
    with psycopg.connect(stack.environment["DATABASE_OWNER_URL"], autocommit=True) as kept:
        kept.execute("CREATE TABLE memory AS SELECT 42 AS answer")
        hung = kept.info.backend_pid
        os.kill(hung, signal.SIGSTOP)
        os.kill(first, signal.SIGKILL)
        if restarted:
            stack.close()
            stack = start_stack()
        else:
            assert until(lambda: stack.supervisor.pid_of("postgres") != first and lets_in(stack), stack)
    assert ask(stack, "DATABASE_OWNER_URL", "SELECT answer FROM memory") == 42
    assert until(lambda: not is_alive(hung), stack)


def test_a_database_that_was_told_to_stop_and_waits_for_its_clients_is_begun_anew(
    start_stack: StartStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "LINGER_SECONDS", 1.0)
    stack = start_stack()
    first = stack.supervisor.pid_of("postgres")
    with psycopg.connect(stack.environment["DATABASE_OWNER_URL"], autocommit=True) as kept:
        kept.execute("CREATE TABLE memory AS SELECT 42 AS answer")
        os.kill(first, signal.SIGTERM)
        assert until(lambda: stack.supervisor.pid_of("postgres") != first and lets_in(stack), stack)
    assert ask(stack, "DATABASE_OWNER_URL", "SELECT answer FROM memory") == 42


@pytest.mark.usefixtures("asked_often")
def test_a_broker_that_hangs_is_begun_anew(start_stack: StartStack) -> None:
    stack = start_stack()
    first, path = stack.supervisor.pid_of("redis"), stack.sockets / "redis/redis.sock"
    assert until(lambda: stack.supervisor.has_been_well("redis"), stack)
    os.kill(first, signal.SIGSTOP)
    assert until(lambda: stack.supervisor.pid_of("redis") != first, stack)
    assert until(lambda: answers(path, password(stack.home, "redis")), stack)


def test_servers_that_are_well_stay_and_their_logs_say_nothing_of_being_asked(start_stack: StartStack) -> None:
    stack = start_stack()
    servers = [stack.supervisor.pid_of(name) for name in ("postgres", "redis")]
    logs = [stack.supervisor.log_of(name) for name in ("postgres", "redis")]
    before = [log.read_text() for log in logs]
    assert until(lambda: all(map(stack.supervisor.has_been_well, ("postgres", "redis"))), stack)
    assert [stack.supervisor.pid_of(name) for name in ("postgres", "redis")] == servers
    said = [log.read_text().removeprefix(known) for log, known in zip(logs, before, strict=True)]
    assert not [line for text in said for line in text.splitlines() if re.search("packet|connection|protocol", line)]


def test_a_migration_that_a_crash_of_the_server_ends_is_run_again(
    start_stack: StartStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack = start_stack()
    monkeypatch.setattr("config.local_stack.stack.MIGRATION_PAUSE_SECONDS", 0.2)
    # On a busy machine the first run alone may take a minute.
    monkeypatch.setattr("config.local_stack.stack.MIGRATION_SECONDS", 5 * PATIENCE)
    server, owner = stack.supervisor.pid_of("postgres"), dict(stack.environment)
    run, statuses = LocalStack._run, list[int]()

    def crash_once(of: LocalStack, command: Sequence[str], log: Path) -> int:
        if not statuses:
            os.kill(server, signal.SIGKILL)
        statuses.append(run(of, command, log))
        return statuses[-1]

    monkeypatch.setattr(LocalStack, "_run", crash_once)
    stack._migrate()
    assert (statuses[0], statuses[-1]) == (75, 0)
    with psycopg.connect(owner["DATABASE_OWNER_URL"]) as connection:
        assert connection.execute("SELECT count(*) > 0 FROM django_migrations").fetchone() == (True,)
