"""A backup of the suite's own servers while they serve, restored beside them."""

import errno
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from threading import Barrier
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from config.environment.databases import database
from config.local_stack import backups, checksums, operators, unfinished
from config.local_stack.checksums import SUMS
from config.local_stack.errors import MigrationFailed, StackError
from config.local_stack.serve import free_port
from config.local_stack.stack import PROJECT, LocalStack
from events.store import new_id
from games.matches import tasks
from games.matches.audit import audits
from games.matches.models.notices import Dispatch
from games.matches.notices import holds
from games.matches.stream import loading
from games.matches.stream.loading import load
from tests.config.conftest import reachable_folder, without_servers
from tests.games.matches.audit.tampering import FLIPPED, changed
from tests.support.cast import Person, legal, match_of, person
from tests.support.stack import STACK


@pytest.fixture(scope="module")
def home(request: pytest.FixtureRequest) -> Path:
    """The home of the suite's servers."""
    return request.config.stash[STACK].home


@pytest.fixture
def cast() -> tuple[Person, ...]:
    return person("Alice"), person("Bob"), person("Carol")


@pytest.fixture(autouse=True)
def no_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests have stored is not audited here."""
    monkeypatch.setattr(backups, "SAMPLE", ("--sample", "0"))


def play(match_id: str, who: Person) -> None:
    answer = who.post(f"/matches/{match_id}/moves", legal(match_id, 0)[0])
    assert answer.status_code == 201


def dispatch(who: Person) -> Dispatch:
    """A mail that is due, before all that other tests may have left."""
    return Dispatch.objects.create(id=new_id(), player_id=who.id, channel="mail", available_at="2000-01-01T00:00:00Z")


@pytest.fixture
def restored(home: Path, cast: tuple[Person, ...], monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """A stack from a backup of a match, after which the match has gone on; Django speaks with it."""
    match_id, due = match_of(*cast), dispatch(cast[0])
    with reachable_folder() as folder:
        backups.back_up(home, folder / "kept", without_servers(), print)
        at_backup = load(match_id).match.head
        play(match_id, cast[0])
        call_command("publish_heads", all=True, out=folder)
        Dispatch.objects.filter(id=due.id).delete()
        assert backups.restore(folder / "data", folder / "kept", without_servers(), print) == 0
        with LocalStack(folder / "data", given=without_servers()) as stack, monkeypatch.context() as patch:
            stack.start_servers()
            connection.close()
            for name, value in database(stack.environment["DATABASE_URL"]).items():
                patch.setitem(connection.settings_dict, name, value)
            loading.recent.clear()
            yield {"match": match_id, "head": at_backup, "due": due, "later": folder / "heads-all.ndjson"}
            connection.close()
            loading.recent.clear()
        with pytest.raises(StackError, match="already"):
            backups.restore(folder / "data", folder / "kept", without_servers(), print)


def test_a_restored_service_goes_on_with_every_match_says_what_it_lost_and_sends_nothing_until_told(
    restored: dict[str, Any], cast: tuple[Person, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    match_id = restored["match"]
    assert load(match_id).match.head == restored["head"]
    assert not audits.examine(match_id).failed
    with pytest.raises(CommandError, match="are not in the histories"):
        call_command("audit_matches", heads=[restored["later"]])
    told = capsys.readouterr().out
    assert f"match {match_id} stood at version {restored['head'].version + 1} and was cut back behind it" in told
    due = Dispatch.objects.get(id=restored["due"].id)
    assert holds.is_held()
    assert tasks.send_mails() == tasks.send_webhooks() == 0
    due.refresh_from_db()
    assert (due.state, due.attempts) == ("pending", 0)
    play(match_id, cast[0])
    call_command("resume_sending", forget=True)
    due.refresh_from_db()
    assert (due.state, due.last_error, holds.since()) == ("dropped", "restored", None)


def test_a_restore_audits_a_sample_and_names_the_match_that_was_changed_before_the_backup(
    home: Path,
    folder: Path,
    cast: tuple[Person, ...],
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    match_id = match_of(*cast)
    # As if it had been drawn.
    monkeypatch.setattr(backups, "SAMPLE", (match_id,))
    change = (
        f"UPDATE event_secret SET part = {FLIPPED.format('part', 12)} WHERE match_id = '{match_id}' AND version = 1"
    )
    url = request.config.stash[STACK].environment["DATABASE_SUPERUSER_URL"]
    with psycopg.connect(url, autocommit=True) as superuser, changed(superuser, "event_secret", match_id, change):
        backups.back_up(home, folder / "kept", without_servers(), print)
    # Its head is that of the file of heads.
    assert backups.restore(folder / "data", folder / "kept", without_servers(), print) == 1
    told = capfd.readouterr()
    assert f"{match_id} fails seals at version 1\n" in told.out
    assert "CommandError: 1 of 1 matches fail\n" in told.err


@pytest.fixture(scope="module")
def copy_of(home: Path, folder_of_module: Path) -> Callable[[], Path]:
    """Makes a copy of one backup, to be damaged."""
    backups.back_up(home, folder_of_module / "kept", without_servers(), print)
    numbers = count()

    def copy() -> Path:
        return Path(shutil.copytree(folder_of_module / "kept", folder_of_module / f"copy-{next(numbers)}"))

    return copy


@pytest.fixture(scope="module")
def folder_of_module() -> Iterator[Path]:
    with reachable_folder() as path:
        yield path


def flip(path: Path, at: float) -> None:
    """Change one bit, so far into a file."""
    with path.open("r+b") as file:
        file.seek(int(path.stat().st_size * at))
        (byte,) = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte ^ 1]))


def cut(path: Path, at: float) -> None:
    os.truncate(path, int(path.stat().st_size * at))


DAMAGES: dict[str, Callable[[Path], None]] = {
    "a bit of the cluster": lambda copy: flip(copy / backups.CLUSTER, 0.5),
    "a bit of the cluster's last byte": lambda copy: flip(copy / backups.CLUSTER, 0.999999),
    "a bit of the heads": lambda copy: flip(copy / backups.HEADS, 0.3),
    "a bit of a key": lambda copy: flip(copy / "secret_key", 0.5),
    "a bit of a password": lambda copy: flip(next((copy / backups.PASSWORDS).iterdir()), 0.5),
    "a bit of a checksum": lambda copy: flip(copy / SUMS, 0.0),
    "a bit of a name": lambda copy: flip(copy / SUMS, 0.99),
    "half a cluster": lambda copy: cut(copy / backups.CLUSTER, 0.5),
    "no cluster": lambda copy: (copy / backups.CLUSTER).unlink(),
    "an empty cluster": lambda copy: cut(copy / backups.CLUSTER, 0.0),
    "no heads": lambda copy: (copy / backups.HEADS).unlink(),
    "no key": lambda copy: (copy / "secret_key").unlink(),
    "no passwords": lambda copy: shutil.rmtree(copy / backups.PASSWORDS),
    "half the checksums": lambda copy: cut(copy / SUMS, 0.5),
    "empty checksums": lambda copy: cut(copy / SUMS, 0.0),
    "a file more": lambda copy: (copy / "vapid_key.old").touch(),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_copy_is_refused_before_anything_is_written(
    copy_of: Callable[[], Path], folder: Path, damage: Callable[[Path], None]
) -> None:
    copy = copy_of()
    damage(copy)
    with pytest.raises(StackError) as refused:
        backups.restore(folder / "data", copy, without_servers(), print)
    assert "\n" not in str(refused.value)
    assert str(copy) in str(refused.value)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("name", ["secret_key", "vapid_key", "log_key", "passwords/tabularium"])
@pytest.mark.parametrize("has_sums", [True, False])
def test_a_damaged_key_is_named_where_it_lies_in_the_backup_and_nothing_is_written(
    copy_of: Callable[[], Path], folder: Path, name: str, has_sums: bool
) -> None:
    copy = copy_of()
    (copy / name).write_bytes(b"\x00\xff")
    (copy / SUMS).unlink()
    if has_sums:
        # It was damaged when the backup was made.
        checksums.write(copy)
    with pytest.raises(StackError) as refused:
        backups.restore(folder / "data", copy, without_servers(), lambda _: None)
    said = f"{copy / name} is damaged, it holds no key: take another copy of the backup"
    assert str(refused.value) == said
    assert list(folder.iterdir()) == []


def test_no_backup_is_made_of_a_key_that_is_damaged(home: Path, folder: Path) -> None:
    key = operators.home_of(home) / "secret_key"
    kept = key.read_bytes()
    key.write_bytes(b"")
    try:
        with pytest.raises(StackError) as refused:
            backups.back_up(home, folder / "copy", without_servers(), print)
    finally:
        key.write_bytes(kept)
    assert str(refused.value) == f"{key} is damaged, it holds no key: put back the one of an earlier backup"
    assert list(folder.iterdir()) == []


def test_a_damaged_copy_makes_the_command_fail_with_one_line(copy_of: Callable[[], Path], folder: Path) -> None:
    copy = copy_of()
    flip(copy / backups.CLUSTER, 0.7)
    command: list[str | Path] = [sys.executable, "-m", "config.local_stack", "restore"]
    command += ["--from", copy, "--data", folder / "data"]
    done = subprocess.run(command, cwd=PROJECT, env=without_servers(), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"tabularium: the backup in {copy} is not as it was made, take another copy: cluster.tar is damaged\n"
    )


@pytest.mark.parametrize("at", [0.0, 0.3, 0.99])
def test_half_a_copy_of_an_older_version_s_backup_is_refused_too(
    copy_of: Callable[[], Path], folder: Path, at: float
) -> None:
    copy = copy_of()
    (copy / SUMS).unlink()
    cut(copy / backups.CLUSTER, at)
    with pytest.raises(StackError, match="is not whole"):
        backups.restore(folder / "data", copy, without_servers(), print)
    assert list(folder.iterdir()) == []


# What is no file of heads, and none has a bit of the true one.
NO_HEADS = {
    "empty": b"",
    "garbage": b"\x8f\xff\x00\n",
    "another format": b'{"format":"tabularium-heads/9"}\n',
    "no head": b'{"at":"2026-11-21T00:00:00+00:00","format":"tabularium-heads/1"}\n{"match":"1","version":1,"head":"2"}\n',
}


@pytest.mark.parametrize("heads", NO_HEADS.values(), ids=NO_HEADS)
@pytest.mark.parametrize("has_sums", [False, True], ids=["of an older version", "with checksums"])
def test_a_backup_without_a_file_of_heads_is_refused_before_anything_is_written(
    copy_of: Callable[[], Path], folder: Path, heads: bytes, *, has_sums: bool
) -> None:
    copy = copy_of()
    (copy / backups.HEADS).write_bytes(heads)
    (copy / SUMS).unlink()
    if has_sums:
        checksums.write(copy)
    with pytest.raises(StackError, match=r"is no file of heads, take another copy") as refused:
        backups.restore(folder / "data", copy, without_servers(), print)
    assert "\n" not in str(refused.value)
    assert list(folder.iterdir()) == []


def test_a_backup_of_an_older_version_is_restored_and_said_to_have_no_checksums(
    copy_of: Callable[[], Path], folder: Path
) -> None:
    copy, said = copy_of(), list[str]()
    (copy / SUMS).unlink()
    assert backups.restore(folder / "data", copy, without_servers(), said.append) == 0
    assert "has no checksums" in "\n".join(said)


def test_an_older_version_s_backup_with_a_page_that_was_changed_is_refused_and_nothing_is_left(
    copy_of: Callable[[], Path], folder: Path
) -> None:
    copy = copy_of()
    (copy / SUMS).unlink()
    with tarfile.open(copy / backups.CLUSTER) as cluster, connection.cursor() as cursor:
        # What neither a start nor an audit reads.
        cursor.execute("SELECT pg_relation_filepath('pg_description')")
        at = cluster.getmember(cursor.fetchone()[0]).offset_data + 4096
    flip(copy / backups.CLUSTER, at / (copy / backups.CLUSTER).stat().st_size)
    with pytest.raises(StackError, match=r"is not as it was made, take another copy: .*checksum"):
        backups.restore(folder / "data", copy, without_servers(), print)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("name", [*backups.KEYS, "passwords/postgres", "passwords/of_another"])
def test_a_home_with_other_secrets_than_the_backup_s_is_refused_and_keeps_them(
    copy_of: Callable[[], Path], folder: Path, name: str
) -> None:
    secret = folder / "data" / name
    secret.parent.mkdir(parents=True)
    secret.write_text("mine")
    with pytest.raises(StackError, match=f"{secret} is not the backup's"):
        backups.restore(folder / "data", copy_of(), without_servers(), print)
    assert secret.read_text() == "mine"
    assert [path for path in (folder / "data").rglob("*") if path.is_file()] == [secret]


def test_a_home_with_the_backup_s_own_secrets_is_left_with_them_where_a_restore_fails(
    copy_of: Callable[[], Path], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, secrets = copy_of(), ["passwords/postgres", "secret_key"]
    (folder / "data" / "passwords").mkdir(parents=True)
    for name in secrets:
        shutil.copy(copy / name, folder / "data" / name)
    monkeypatch.setattr(LocalStack, "start", full)
    with pytest.raises(OSError, match="No space left"):
        backups.restore(folder / "data", copy, without_servers(), print)
    left = [path for path in (folder / "data").rglob("*") if path.is_file()]
    assert sorted(str(path.relative_to(folder / "data")) for path in left) == secrets


@pytest.mark.parametrize("is_there", [False, True], ids=["no folder", "a folder"])
def test_of_a_restore_that_fails_nothing_is_left_but_what_was_there(
    copy_of: Callable[[], Path], folder: Path, is_there: bool
) -> None:
    copy = copy_of()
    # As it was made, and no cluster: PostgreSQL does not start on it.
    archive = folder / "archive"
    with tarfile.open(archive, "w") as cluster:
        cluster.addfile(tarfile.TarInfo(backups.MANIFEST))
    shutil.copy(archive, copy / backups.CLUSTER)
    archive.unlink()
    (copy / SUMS).unlink()
    checksums.write(copy)
    if is_there:
        (folder / "data").mkdir()
        (folder / "data" / "of mine").touch()
    with pytest.raises(StackError):
        backups.restore(folder / "data", copy, without_servers(), print)
    left = sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
    assert left == (["data", "data/of mine"] if is_there else [])


def test_a_restore_that_fails_in_the_migration_names_no_log_that_it_has_deleted(
    copy_of: Callable[[], Path], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def migrate(stack: LocalStack) -> None:
        raise MigrationFailed(stack.supervisor.log_of("migrate"), "disk full")

    monkeypatch.setattr(LocalStack, "start_servers", lambda _: None)
    monkeypatch.setattr(LocalStack, "_migrate", migrate)
    with pytest.raises(StackError) as failed:
        backups.restore(folder / "data", copy_of(), without_servers(), print)
    assert str(failed.value) == "the migration failed: disk full"
    assert list(folder.iterdir()) == []


# It may not write a byte into a file: what comes first on a disk that is full.
FULL = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


def test_of_a_restore_onto_a_full_disk_nothing_is_left_and_one_line_says_why(
    copy_of: Callable[[], Path], folder: Path
) -> None:
    command: list[str | Path] = [sys.executable, "-c", FULL, "-m", "config.local_stack", "restore"]
    command += ["--from", copy_of(), "--data", folder / "data"]
    done = subprocess.run(command, cwd=PROJECT, env=without_servers(), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("tabularium: ")
    assert done.stderr.count("\n") == 1
    assert list(folder.iterdir()) == []


def test_where_a_restore_cannot_even_lock_its_folder_none_is_left(
    copy_of: Callable[[], Path], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = copy_of()
    monkeypatch.setattr("config.local_stack.stack.take_lock", full)
    with pytest.raises(OSError, match="No space left"):
        backups.restore(folder / "data", copy, without_servers(), print)
    assert list(folder.iterdir()) == []


# It restores, and is killed as a machine is by a power cut when it comes to the function that is named.
KILLED = """
import os, signal, sys
from pathlib import Path
from config.local_stack import backups
setattr(backups, sys.argv[1], lambda *_: os.kill(os.getpid(), signal.SIGKILL))
backups.restore(Path(sys.argv[2]), Path(sys.argv[3]), os.environ, print)
"""


# Whether the folder was there is seen at its end, not by where it was killed: each of both once is enough.
@pytest.mark.parametrize(
    ("at", "is_there"),
    [("_manage", False), ("_managed", True)],
    ids=["before sending is on hold, no folder", "before the heads are read, a folder"],
)
def test_a_restore_that_was_killed_does_not_serve_and_is_begun_anew(
    copy_of: Callable[[], Path], folder: Path, is_there: bool, at: str
) -> None:
    copy, data = copy_of(), folder / "data"
    if is_there:
        data.mkdir()
        (data / "of mine").touch()
    command: list[str | Path] = [sys.executable, "-c", KILLED, at, data, copy]
    killed = subprocess.run(command, cwd=PROJECT, env=without_servers(), capture_output=True, text=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert (data / "postgres").exists()
    command = [sys.executable, "-m", "config.local_stack", "serve", "--port", str(free_port()), "--data", data]
    served = subprocess.run(command, cwd=PROJECT, env=without_servers(), capture_output=True, text=True, timeout=300)
    assert (served.returncode, served.stdout) == (1, "")
    assert served.stderr.count("\n") == 1
    assert f"a restore into {data} has not ended" in served.stderr
    assert backups.restore(data, copy, without_servers(), print) == 0
    assert not (data / unfinished.MARK).exists()
    assert (data / "of mine").exists() == is_there


def test_a_backup_s_checksums_are_those_that_sha256sum_reads(copy_of: Callable[[], Path]) -> None:
    copy = copy_of()
    done = subprocess.run(["sha256sum", "--check", "--strict", "--quiet", SUMS], cwd=copy, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    listed = {line.split("  ", 1)[1] for line in (copy / SUMS).read_text().splitlines()}
    assert {backups.CLUSTER, backups.HEADS, "secret_key", "passwords/postgres"} <= listed


def test_two_backups_into_one_folder_do_not_touch_each_other_and_one_of_them_is_it(
    home: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both_copied, refused = Barrier(2), list[StackError]()
    copy_secrets = backups._copy_secrets

    def copy_beside_another(source: Path, target: Path) -> None:
        both_copied.wait(120)
        copy_secrets(source, target)

    def back_up() -> None:
        try:
            backups.back_up(home, folder / "kept", without_servers(), print)
        except StackError as error:
            refused.append(error)

    monkeypatch.setattr(backups, "_copy_secrets", copy_beside_another)
    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(back_up) for _ in range(2)]:
            done.result()
    assert [path.name for path in folder.iterdir()] == ["kept"]
    assert checksums.flaw(folder / "kept") == ""
    assert "is there already" in str(*refused)


def test_checkpoints_take_nothing_away_from_a_backup_that_is_under_way(
    home: Path, folder: Path, superuser: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def before_the_copy(*given: Any, **named: Any) -> Any:
        if "pg_basebackup" in str(given[0][0]):
            # As if they came while it copies.
            started_at = superuser.execute("SELECT pg_walfile_name(pg_current_wal_lsn())").fetchone()
            for _ in range(2):
                superuser.execute("SELECT pg_switch_wal()")
                superuser.execute("CHECKPOINT")
            assert started_at in superuser.execute("SELECT name FROM pg_ls_waldir()").fetchall()
        return run(*given, **named)

    run = subprocess.run
    monkeypatch.setattr(subprocess, "run", before_the_copy)
    backups.back_up(home, folder / "kept", without_servers(), print)
    # The slot goes when the server has noticed that the backup has hung up.
    end = time.monotonic() + 60
    while superuser.execute("SELECT FROM pg_replication_slots").fetchone() is not None:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_backup_that_fails_leaves_nothing(home: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checksums, "sync", full)
    with pytest.raises(OSError, match="No space left"):
        backups.back_up(home, folder / "kept", without_servers(), print)
    assert list(folder.iterdir()) == []


def test_a_backup_whose_server_has_gone_after_the_heads_fails_in_one_line(
    home: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where no server listens.
    monkeypatch.setattr(backups, "_manage", lambda *_: monkeypatch.setattr(operators, "sockets_of", lambda _: folder))
    with pytest.raises(StackError, match="the database cannot be copied") as refused:
        backups.back_up(home, folder / "kept", without_servers(), print)
    assert "\n" not in str(refused.value)
    assert list(folder.iterdir()) == []


def full(*_: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_backup_is_on_the_disk_before_it_has_its_name_and_its_name_is_before_it_is_told(
    home: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[int, bool]] = []
    said: list[int] = []

    def noting(descriptor: int) -> None:
        synced.append((os.fstat(descriptor).st_ino, (folder / "kept").exists()))
        fsync(descriptor)

    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", noting)
    backups.back_up(home, folder / "kept", without_servers(), lambda _: said.append(len(synced)))
    before = {inode for inode, is_named in synced if not is_named}
    assert before == {path.stat().st_ino for path in [folder / "kept", *(folder / "kept").rglob("*")]}
    assert [inode for inode, is_named in synced if is_named] == [folder.stat().st_ino]
    assert said == [len(synced)]


def test_a_backup_names_only_files_that_are_there_when_it_is_done(
    home: Path, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    backups.back_up(home, folder / "kept", without_servers(), print)
    told = capfd.readouterr().out
    named = [Path(word) for word in told.split() if word.startswith(str(folder))]
    assert folder / "kept" / backups.HEADS in named
    assert [path for path in named if not path.exists()] == []


def test_what_is_on_hold_goes_out_when_told(cast: tuple[Person, ...]) -> None:
    due = dispatch(cast[0])
    call_command("hold_sending")
    tasks.send_mails()
    due.refresh_from_db()
    assert due.state == "pending"
    call_command("resume_sending")
    tasks.send_mails()
    due.refresh_from_db()
    # It belongs to no notice, so nobody wants it any more.
    assert due.state == "dropped"


def test_servers_of_others_are_not_backed_up_by_this(folder: Path) -> None:
    given = {**without_servers(), "DATABASE_URL": os.environ["DATABASE_URL"]}
    with pytest.raises(StackError, match=r"docs/running\.md"):
        backups.back_up(folder, folder / "kept", given, print)
    with pytest.raises(StackError, match="no backup"):
        backups.restore(folder / "data", folder / "kept", without_servers(), print)


def test_a_backup_is_written_into_a_new_folder(home: Path, folder: Path) -> None:
    with pytest.raises(StackError, match="there already"):
        backups.back_up(home, folder, without_servers(), print)
