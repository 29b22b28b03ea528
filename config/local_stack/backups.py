"""A backup of the embedded servers while they serve, and a folder of data made from one.

A backup is a folder: the cluster as it was at one instant, what a home keeps secret beside it (the key and the
passwords of the roles, without which no mail's code and no kept state is good), and the heads of all matches shortly
before.
"""

import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path

from config.local_stack import keys, operators, places, postgres
from config.local_stack.errors import StackError
from config.local_stack.programs import programs_for
from config.local_stack.stack import PROJECT, LocalStack

CLUSTER, HEADS, SECRET_KEY, PASSWORDS = "cluster.tar", "heads-all.ndjson", "secret_key", "passwords"
# The servers of somebody else are backed up by their own means.
SERVERS = ("DATABASE_URL", "CELERY_BROKER_URL")


def back_up(data: Path, folder: Path, given: Mapping[str, str], say: Callable[[str], None]) -> None:
    """Write a backup of a running stack into a new folder; `StackError` where that cannot be."""
    _refuse_servers_of_others(given)
    if folder.exists():
        raise StackError(f"{folder} is there already; name a new folder: make backup TO=…")
    environment = operators.environment(data, given)
    home = places.home_for(data, places.servers_account())
    # Whole or not at all.
    draft = folder.with_name(folder.name + ".draft")
    places.remove(draft)
    draft.mkdir(mode=0o700, parents=True)
    # Earlier than the cluster: what they tell of has to be in it.
    _manage(environment, "publish_heads", "--all", "--out", str(draft.absolute()))
    _copy_cluster(home, draft / CLUSTER)
    shutil.copytree(home / PASSWORDS, draft / PASSWORDS)
    shutil.copy2(home / SECRET_KEY, draft / SECRET_KEY)
    draft.rename(folder)
    say(
        f"backup: {folder}\n{SECRET_KEY} and {PASSWORDS} in it open everything: keep it as closed as the data.\n"
        f"Keep {HEADS} elsewhere too: it shows later what a restored copy has lost."
    )


def restore(data: Path, folder: Path, given: Mapping[str, str], say: Callable[[str], None]) -> int:
    """Make a home from a backup, check it against the heads there, and leave it with sending on hold.

    0 where every head is in the histories that are stored, else 1, and each match that lost events is said.
    `StackError` where there is data already, or no backup.
    """
    _refuse_servers_of_others(given)
    if not (folder / CLUSTER).exists():
        raise StackError(f"{folder} is no backup")
    with LocalStack(data, given=given, say=say) as stack:
        if (stack.home / "postgres").exists():
            raise StackError(f"there is data in {stack.home} already; name a new folder: make restore DATA=…")
        _place(folder, stack.home)
        stack.start()
        environment = {**stack.service_environment, "DJANGO_SETTINGS_MODULE": operators.SETTINGS}
        _manage(environment, "hold_sending")
        status = _managed(environment, "audit_matches", "--heads", str((folder / HEADS).absolute()))
    say(
        f"restored: {data}\n"
        "mail and webhooks are on hold until make manage ARGS=resume_sending (--forget drops what was due)"
    )
    return status


def _refuse_servers_of_others(given: Mapping[str, str]) -> None:
    if named := next((name for name in SERVERS if name in given), None):
        raise StackError(f"{named} is set: docs/running.md says how servers of your own are backed up")


def _copy_cluster(home: Path, target: Path) -> None:
    sockets = operators.sockets_of(home)
    environment = {**postgres.PLAIN_ENVIRONMENT, "PGPASSWORD": keys.password(home, postgres.SUPERUSER)}
    command: list[str | Path] = [programs_for(None).backup, "--host", sockets, "--username", postgres.SUPERUSER]
    # One stream, so that it needs no account that may write the folder.
    command += ["--no-password", "--pgdata", "-", "--format", "tar", "--wal-method", "fetch", "--checkpoint", "fast"]
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        done = subprocess.run(command, cwd="/", env=environment, stdout=file, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise StackError(f"pg_basebackup failed: {' | '.join(done.stderr.strip().splitlines()[-3:])}")


def _place(folder: Path, home: Path) -> None:
    """The cluster, for the account of PostgreSQL alone, and the secrets; the cluster appears last and whole."""
    account = places.servers_account()
    shutil.copytree(folder / PASSWORDS, home / PASSWORDS, dirs_exist_ok=True)
    shutil.copy2(folder / SECRET_KEY, home / SECRET_KEY)
    draft = home / "postgres.draft"
    places.remove(draft)
    places.private(draft, account)
    with tarfile.open(folder / CLUSTER) as cluster:
        cluster.extractall(draft, filter="tar")
    if account is not None:
        for path in draft.rglob("*"):
            os.chown(path, account.uid, account.gid, follow_symlinks=False)
    places.private(draft, account)
    draft.rename(home / "postgres")


def _manage(environment: Mapping[str, str], *arguments: str) -> None:
    if _managed(environment, *arguments) != 0:
        raise StackError(f"{arguments[0]} failed")


def _managed(environment: Mapping[str, str], *arguments: str) -> int:
    return subprocess.run([sys.executable, "manage.py", *arguments], cwd=PROJECT, env=environment).returncode
