"""Where the stack keeps its files, and the account that its servers run as."""

import hashlib
import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from config.local_stack.errors import StackError

# Root's data goes here when the servers' account cannot reach the folder that was asked for.
SHARED = Path("/var/lib/tabularium")
SERVERS_ACCOUNT = "nobody"
# A socket's whole path: 107 bytes on Linux, 103 on macOS.
SOCKET_PATH_BYTES = 103
POSTGRES_SOCKET = ".s.PGSQL.5432"


@dataclass(frozen=True)
class Account:
    """A user and group that a process runs as."""

    uid: int
    gid: int


class Identity(TypedDict, total=False):
    """The arguments of `subprocess` that name the account."""

    user: int
    group: int
    extra_groups: list[int]


def servers_account() -> Account | None:
    """The account for PostgreSQL and Redis; None is the present user. Root, which PostgreSQL refuses, uses `nobody`."""
    if os.geteuid() != 0:
        return None
    try:
        entry = pwd.getpwnam(SERVERS_ACCOUNT)
    except KeyError:
        raise StackError(
            f"as root an account named {SERVERS_ACCOUNT} is needed to run PostgreSQL; it is missing"
        ) from None
    return Account(entry.pw_uid, entry.pw_gid)


def identity(account: Account | None) -> Identity:
    """`subprocess` arguments for this account."""
    return {} if account is None else {"user": account.uid, "group": account.gid, "extra_groups": []}


def reaches(account: Account | None, folder: Path) -> bool:
    """Whether the account can go through this folder and every one above it."""
    question = ["/bin/sh", "-c", 'test -x "$0"', str(folder)]
    try:
        return subprocess.run(question, cwd="/", stderr=subprocess.DEVNULL, **identity(account)).returncode == 0
    except OSError as error:
        # A container without the right to change users.
        raise StackError(f"cannot start a process as {SERVERS_ACCOUNT}: {error}") from None


def home_for(wanted: Path, account: Account | None) -> Path:
    """The folder that holds everything of one stack; made if need be.

    It is the one wanted, or, where root's servers cannot reach that, one of its own under `SHARED`. What is stored
    there once is found there again, even if the wanted folder has become reachable since.
    """
    wanted = wanted.absolute()
    if account is None:
        wanted.mkdir(mode=0o700, parents=True, exist_ok=True)
        return wanted
    digest = hashlib.sha256(os.fsencode(wanted)).hexdigest()[:12]
    hidden = SHARED / f"{wanted.parent.name}-{digest}"
    if hidden.exists():
        return hidden
    wanted.parent.mkdir(parents=True, exist_ok=True)
    if reaches(account, wanted if wanted.exists() else wanted.parent):
        return passable(wanted)
    passable(SHARED)
    return passable(hidden)


def passable(folder: Path) -> Path:
    """Make a folder that every account may enter; an existing one keeps its permissions."""
    if not folder.exists():
        folder.mkdir(parents=True)
        # A strict umask would shut the servers' account out of the new folder.
        folder.chmod(0o755)
    return folder


def private(folder: Path, account: Account | None) -> Path:
    """Make a folder for the servers' account alone (0700)."""
    folder.mkdir(mode=0o700, exist_ok=True)
    if account is not None:
        os.chown(folder, account.uid, account.gid)
    folder.chmod(0o700)
    return folder


def socket_folder(home: Path, account: Account | None, name: str = "run") -> Path:
    """An empty folder for sockets, 0700: `name` in the home, or a temporary one where that path is too long.

    Call it only while holding the home's lock: what killed servers have left there is deleted.
    """
    run = home / name
    if _fits(run):
        remove(run)
        return private(run, account)
    # TMPDIR may be long itself, or root's own.
    for base in (Path(tempfile.gettempdir()), Path("/tmp")):  # noqa: S108 (mkdtemp makes the folder, 0700)
        if _fits(base / "tabularium-xxxxxxxx") and reaches(account, base):
            return private(Path(tempfile.mkdtemp(prefix="tabularium-", dir=base)), account)
    raise StackError(f"no folder with a path short enough for a socket; {run} is too long")


def _fits(folder: Path) -> bool:
    return len(os.fsencode(folder / POSTGRES_SOCKET)) <= SOCKET_PATH_BYTES


def remove(folder: Path) -> None:
    """Delete a folder of ours and all in it."""
    shutil.rmtree(folder, ignore_errors=True)
