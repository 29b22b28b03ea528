"""A backup of the embedded servers while they serve, and a folder of data made from one.

A backup is a folder: the cluster as it was at one instant, what a home keeps secret beside it (the key and the
passwords of the roles, without which no mail's code and no kept state is good), the heads of all matches shortly
before, and the checksums of all of it.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from config.local_stack import checksums, keys, operators, places, postgres, unfinished
from config.local_stack.errors import MigrationFailed, StackError
from config.local_stack.programs import programs_for
from config.local_stack.stack import PROJECT, LocalStack
from events.randomness import new_id
from events.synced import sync

CLUSTER, HEADS, PASSWORDS = "cluster.tar", "heads-all.ndjson", "passwords"
# What `pg_basebackup` writes last.
MANIFEST = "backup_manifest"
# So many of the restored matches are audited, with all that is sealed. The heads say nothing of a row that was changed
# before the backup was made.
SAMPLE = ("--sample", "100")
KEYS = ("secret_key", "vapid_key", "log_key")
# The servers of somebody else are backed up by their own means.
SERVERS = ("DATABASE_URL", "CELERY_BROKER_URL")


def back_up(data: Path, folder: Path, given: Mapping[str, str], say: Callable[[str], None]) -> None:
    """Write a backup of a running stack into a new folder; `StackError` where that cannot be.

    It is on the disk when this comes back, or not there at all.
    """
    _refuse_servers_of_others(given)
    _refuse_what_is_there(folder)
    environment = operators.environment(data, given)
    home = operators.home_of(data)
    _refuse_damaged_keys(home, "put back the one of an earlier backup")
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Of this backup alone: another into the same folder may be on its way.
    draft = Path(tempfile.mkdtemp(prefix=f"{folder.name}.draft-", dir=folder.parent))
    try:
        # Earlier than the cluster: what they tell of has to be in it.
        _manage(environment, "publish_heads", "--all", "--out", str(draft.absolute()))
        _copy_cluster(home, draft / CLUSTER)
        _copy_secrets(home, draft)
        checksums.write(draft)
        checksums.sync(draft)
        _give_name(draft, folder)
        sync(folder.parent)
    finally:
        places.remove(draft)
    say(
        f"backup: {folder}\n{', '.join(KEYS)} and {PASSWORDS} in it open everything: keep it as closed as the data.\n"
        f"Keep {folder / HEADS} elsewhere too: it shows later what a restored copy has lost."
    )


def restore(data: Path, folder: Path, given: Mapping[str, str], say: Callable[[str], None]) -> int:
    """Make a home from a backup, check it against the heads there, audit a sample, and leave it with sending on hold.

    0 where every head is in the histories that are stored and no audit fails, else 1; what is wrong is said.
    `StackError` where there is data already, or no backup, or a damaged one; nothing is left of an attempt that failed.
    One that was killed leaves a mark: the folder does not serve, and the next attempt begins anew there.
    """
    _refuse_servers_of_others(given)
    _refuse_damage(folder, say)
    found = _names_in(places.existing_home(data, places.servers_account()))
    with ExitStack() as ended:
        stack = LocalStack(data, given=given, say=say)
        if found is None:
            # Where it cannot even be locked.
            ended.callback(_remove_empty, stack.home)
        ended.enter_context(stack)
        kept = unfinished.kept(stack.home) if unfinished.is_in(stack.home) else found
        try:
            _clear_unfinished(kept, stack.home)
            if (stack.home / "postgres").exists():
                raise StackError(f"there is data in {stack.home} already; name a new folder: make restore DATA=…")
            _refuse_other_secrets(folder, stack.home)
            unfinished.begin(stack.home, kept)
            _place(folder, stack.home)
            stack.start()
            environment = {**stack.service_environment, "DJANGO_SETTINGS_MODULE": operators.SETTINGS}
            _manage(environment, "hold_sending")
            status = _managed(environment, "audit_matches", "--heads", str((folder / HEADS).absolute()))
            status = _managed(environment, "audit_matches", *SAMPLE) or status
            # The files of cold matches are in no backup: what was restored needs them where COLD_STORAGE says.
            status = _managed(environment, "move_cold", "--check") or status
            if not (folder / checksums.SUMS).exists():
                stack.supervisor.stop()
                _refuse_damaged_pages(stack.home / "postgres", folder)
            unfinished.end(stack.home)
        except BaseException as error:
            stack.supervisor.stop()
            _undo(kept, stack.home)
            if isinstance(error, MigrationFailed):
                # Its log has gone with the home.
                raise StackError(f"the migration failed: {error.words}") from None
            raise
    say(
        f"restored: {data}\n"
        "mail and webhooks are on hold until make manage ARGS=resume_sending (--forget drops what was due)"
    )
    return status


def _refuse_what_is_there(folder: Path) -> None:
    if folder.exists():
        raise StackError(f"{folder} is there already; name a new folder: make backup TO=…")


def _give_name(draft: Path, folder: Path) -> None:
    _refuse_what_is_there(folder)
    try:
        draft.rename(folder)
    except OSError:
        # Another backup was faster, by a moment.
        _refuse_what_is_there(folder)
        raise


def _refuse_damage(folder: Path, say: Callable[[str], None]) -> None:
    """Raise `StackError` unless a folder is a backup, as it was made as far as can be known before it is unpacked."""
    if not (folder / CLUSTER).exists():
        raise StackError(f"{folder} is no backup")
    if (folder / checksums.SUMS).exists():
        if flaw := checksums.flaw(folder):
            raise StackError(f"the backup in {folder} is not as it was made, take another copy: {flaw}")
        _refuse_damaged_keys(folder, "take another copy of the backup")
        _refuse_no_heads(folder)
        return
    say(f"{folder} is of an older version and has no checksums: of its keys and heads no change can be seen")
    missing = [name for name in (HEADS, PASSWORDS) if not (folder / name).exists()]
    if missing or not _is_whole(folder / CLUSTER):
        raise StackError(f"the backup in {folder} is not whole, take another copy: see {(missing or [CLUSTER])[0]}")
    _refuse_damaged_keys(folder, "take another copy of the backup")
    _refuse_no_heads(folder)


def _refuse_damaged_keys(folder: Path, remedy: str) -> None:
    """Raise `StackError` where a key or password of a home, or of a backup, holds none.

    Checksums do not tell: it may have been damaged when the backup was made.
    """
    for path in sorted([*(folder / name for name in KEYS if (folder / name).exists()), *folder.glob(f"{PASSWORDS}/*")]):
        keys.read(path, remedy)


def _refuse_no_heads(folder: Path) -> None:
    # With it comes a library that the supervisor, which imports this module, does without.
    from games.matches.audit.heads_file import read

    try:
        read(folder / HEADS)
    except ValueError as error:
        raise StackError(f"{folder / HEADS} is no file of heads, take another copy of the backup: {error}") from None


def _is_whole(archive: Path) -> bool:
    try:
        with tarfile.open(archive) as cluster:
            return MANIFEST in cluster.getnames()
    except tarfile.TarError:
        return False


def _names_in(home: Path | None) -> set[str] | None:
    """What is in a home, and each of its passwords; None where there is none."""
    if home is None:
        return None
    return {str(path.relative_to(home)) for path in [*home.iterdir(), *home.glob(f"{PASSWORDS}/*")]}


def _refuse_other_secrets(source: Path, home: Path) -> None:
    """Raise `StackError` where a home has a secret that the backup's would replace, or passwords of another cluster."""
    keys_of_both = (home / name for name in KEYS if (source / name).exists() and (home / name).exists())
    for path in [*keys_of_both, *home.glob(f"{PASSWORDS}/*")]:
        kept = source / path.relative_to(home)
        if not kept.exists() or kept.read_bytes() != path.read_bytes():
            raise StackError(f"{path} is not the backup's; name a new folder: make restore DATA=…")


def _clear_unfinished(kept: set[str] | None, home: Path) -> None:
    """Delete what a killed attempt has made; only for who holds the home's lock."""
    if unfinished.is_in(home):
        postgres.clear_stale_pid(home / "postgres")
        # The lock is held, and the logs are about to be written.
        _remove_all_but({*(kept or ()), "lock", "log", unfinished.MARK}, home)


def _undo(kept: set[str] | None, home: Path) -> None:
    """Delete what an attempt has made in a home, and the home where there was none."""
    # The mark goes last: a kill meanwhile must not leave a cluster without it.
    _remove_all_but({*(kept or ()), unfinished.MARK}, home)
    unfinished.end(home)
    if kept is None:
        home.rmdir()


def _remove_empty(home: Path) -> None:
    with suppress(OSError):
        home.rmdir()


def _remove_all_but(kept: set[str], home: Path) -> None:
    for path in [*home.glob(f"{PASSWORDS}/*"), *home.iterdir()]:
        if str(path.relative_to(home)) in kept:
            continue
        if path.is_dir():
            places.remove(path)
        else:
            path.unlink()


def _refuse_servers_of_others(given: Mapping[str, str]) -> None:
    if named := next((name for name in SERVERS if name in given), None):
        raise StackError(f"{named} is set: docs/running.md says how servers of your own are backed up")


def _copy_cluster(home: Path, target: Path) -> None:
    sockets = operators.sockets_of(home)
    environment = {**postgres.PLAIN_ENVIRONMENT, "PGPASSWORD": keys.password(home, postgres.SUPERUSER)}
    command: list[str | Path] = [programs_for(None).backup, "--host", sockets, "--username", postgres.SUPERUSER]
    # One stream, so that it needs no account that may write the folder.
    command += ["--no-password", "--pgdata", "-", "--format", "tar", "--wal-method", "fetch", "--checkpoint", "fast"]
    with (
        _wal_kept(home, sockets),
        os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file,
    ):
        done = subprocess.run(command, cwd="/", env=environment, stdout=file, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise StackError(f"pg_basebackup failed: {' | '.join(done.stderr.strip().splitlines()[-3:])}")


@contextmanager
def _wal_kept(home: Path, sockets: Path) -> Iterator[None]:
    """The server removes no WAL until the end of the block: the backup copies it last, and any checkpoint might."""
    # It would stay with the supervisor, which imports this module.
    import psycopg

    url = postgres.url(sockets, postgres.SUPERUSER, keys.password(home, postgres.SUPERUSER))
    try:
        with psycopg.connect(url, autocommit=True) as connection:
            # Temporary: it goes with the connection, however that ends.
            slot = f"backup_{new_id().replace('-', '_')}"
            connection.execute("SELECT pg_create_physical_replication_slot(%s, true, true)", [slot])
            yield
    except psycopg.Error as error:
        raise StackError(f"the database cannot be copied: {' '.join(str(error).split())}") from None


def _place(folder: Path, home: Path) -> None:
    """The cluster, for the account of PostgreSQL alone, and the secrets; the cluster appears last and whole."""
    account = places.servers_account()
    _copy_secrets(folder, home)
    draft = home / "postgres.draft"
    places.remove(draft)
    places.private(draft, account)
    try:
        with tarfile.open(folder / CLUSTER) as cluster:
            cluster.extractall(draft, filter="tar")
    except (tarfile.TarError, OSError) as error:
        raise StackError(f"{folder / CLUSTER} cannot be unpacked: {error}") from None
    if account is not None:
        for path in draft.rglob("*"):
            os.chown(path, account.uid, account.gid, follow_symlinks=False)
    places.private(draft, account)
    draft.rename(home / "postgres")


def _refuse_damaged_pages(cluster: Path, folder: Path) -> None:
    """Raise `StackError` where a page of a cluster that was shut down is not as PostgreSQL wrote it.

    The manifest would tell of every file, but the package's `pg_verifybackup` does not run.
    """
    command: list[str | Path] = [programs_for(None).check, "--check", "--pgdata", cluster]
    done = subprocess.run(command, cwd="/", env=postgres.PLAIN_ENVIRONMENT, capture_output=True, text=True)
    if done.returncode != 0:
        flaw = next(iter(done.stderr.strip().splitlines()), "").removeprefix("pg_checksums: error: ")
        raise StackError(f"the backup in {folder} is not as it was made, take another copy: {flaw}")


def _copy_secrets(source: Path, target: Path) -> None:
    shutil.copytree(source / PASSWORDS, target / PASSWORDS, dirs_exist_ok=True)
    # Those that the environment names are not there.
    for key in filter(lambda name: (source / name).exists(), KEYS):
        shutil.copy2(source / key, target / key)


def _manage(environment: Mapping[str, str], *arguments: str) -> None:
    """Run a command of `manage.py` of which only what goes wrong is shown; `StackError` where it fails."""
    if _run(environment, *arguments, stdout=subprocess.DEVNULL) != 0:
        raise StackError(f"{arguments[0]} failed")


def _managed(environment: Mapping[str, str], *arguments: str) -> int:
    """The exit status of a command of `manage.py`, which says what it has found."""
    return _run(environment, *arguments)


def _run(environment: Mapping[str, str], *arguments: str, stdout: int | None = None) -> int:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=PROJECT, env=environment, stdout=stdout).returncode
