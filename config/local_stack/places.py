"""Where the stack keeps its files, and the accounts that its processes run as."""

import ctypes
import errno
import hashlib
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict

from config.local_stack.errors import StackError

PROJECT = Path(__file__).resolve().parent.parent.parent
# Root's data goes here when the servers' account cannot reach the folder that was asked for.
SHARED = Path("/var/lib/tabularium")
# PostgreSQL starts under no user without a name. The others are numbers without a name, so that nothing is written into
# the machine's list of users; Debian and systemd give these numbers to nobody.
SERVERS_ACCOUNT = "nobody"
NUMBERS = {"redis": 60801, "web": 60802, "worker": 60803, "operators": 60804}
READ_ALL = "-all,+dac_read_search"
# The same for the kernel: numbers of `prctl`, the version of `capset`'s structures, and the bit of the right.
PR_SET_KEEPCAPS, PR_SET_NO_NEW_PRIVS = 8, 38
CAPABILITIES_VERSION, DAC_READ_SEARCH = 0x20080522, 1 << 2
# What all of them share: the way to the sockets.
GROUP = 60800
# A socket's whole path: 107 bytes on Linux, 103 on macOS.
SOCKET_PATH_BYTES = 103
POSTGRES_SOCKET = ".s.PGSQL.5432"

# A segment of PostgreSQL's log, which it writes at once. How a system says that it takes no more bytes.
SPACE_BYTES = 2**24
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@dataclass(frozen=True)
class UnixAccount:
    """A user and group that a process runs as; with `reads_all` it keeps of root's rights that to read every file."""

    uid: int
    gid: int
    reads_all: bool = False


class Identity(TypedDict, total=False):
    """The arguments of `subprocess` that name the account."""

    user: int
    group: int
    extra_groups: list[int]


def servers_account() -> UnixAccount | None:
    """The account for PostgreSQL; None is the present user. Root, which PostgreSQL refuses, uses `nobody`."""
    if os.geteuid() != 0:
        return None
    try:
        entry = pwd.getpwnam(SERVERS_ACCOUNT)
    except KeyError:
        raise StackError(
            f"as root an account named {SERVERS_ACCOUNT} is needed to run PostgreSQL; it is missing"
        ) from None
    return UnixAccount(entry.pw_uid, GROUP)


def account_of(name: str) -> UnixAccount | None:
    """The account of one of `NUMBERS`; None is the present user, where that is not root."""
    return UnixAccount(NUMBERS[name], GROUP) if os.geteuid() == 0 else None


def able(account: UnixAccount) -> UnixAccount | None:
    """The account as it can run this Python and read this project, with no more rights than it takes; None if never.

    Python and project may lie in a home of root's that nobody else may enter.
    """
    return next(filter(runs_python, (account, replace(account, reads_all=True))), None)


def runs_python(account: UnixAccount | None) -> bool:
    """Whether the account can run this Python and read this project."""
    command = [sys.executable, "-c", "import django, config.settings_operators, api, games.matches"]
    environment = {"PYTHONPATH": str(PROJECT), "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            lent(account, command), cwd="/", env=environment, capture_output=True, **identity(account)
        )
    except OSError:
        return False
    return done.returncode == 0


def lent(account: UnixAccount | None, command: Sequence[str | Path]) -> list[str | Path]:
    """A command for `subprocess` beside `identity`: where the account is to read every file, by `setpriv`."""
    if account is None or not account.reads_all:
        return [*command]
    # A change of user forgets the signal at the parent's death, so it is asked for anew.
    keep = ["--no-new-privs", "--pdeathsig", "TERM", "--inh-caps", READ_ALL, "--ambient-caps", READ_ALL]
    who = ["--reuid", str(account.uid), "--regid", str(account.gid), "--groups", str(account.gid)]
    return ["setpriv", *who, *keep, *command]


def identity(account: UnixAccount | None) -> Identity:
    """`subprocess` arguments for this account, for the command as `lent` says."""
    if account is None or account.reads_all:
        return {}
    return {"user": account.uid, "group": account.gid, "extra_groups": []}


def become(account: UnixAccount | None) -> None:
    """Go on as this account, with the rights that a command has by `lent` and `identity`; raises `OSError`."""
    if account is None:
        return
    os.setgroups([account.gid] if account.reads_all else [])
    os.setresgid(account.gid, account.gid, account.gid)
    libc = ctypes.CDLL(None, use_errno=True)
    if account.reads_all:
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        libc.prctl(PR_SET_KEEPCAPS, 1)
    os.setresuid(account.uid, account.uid, account.uid)
    if account.reads_all:
        # Effective, permitted and inheritable, each in two halves.
        rights = (ctypes.c_uint32 * 6)(DAC_READ_SEARCH, DAC_READ_SEARCH, 0, 0, 0, 0)
        if libc.capset((ctypes.c_uint32 * 2)(CAPABILITIES_VERSION, 0), rights) != 0:
            raise OSError(ctypes.get_errno(), "cannot keep the right to read every file")


def reaches(account: UnixAccount | None, folder: Path) -> bool:
    """Whether the account can go through this folder and every one above it."""
    question = ["/bin/sh", "-c", 'test -x "$0"', str(folder)]
    try:
        return subprocess.run(question, cwd="/", stderr=subprocess.DEVNULL, **identity(account)).returncode == 0
    except OSError as error:
        # A container without the right to change users.
        raise StackError(f"cannot start a process as {SERVERS_ACCOUNT}: {error}") from None


def home_for(wanted: Path, account: UnixAccount | None) -> Path:
    """The folder that holds everything of one stack; made if need be.

    It is the one wanted, or, where root's servers cannot reach that, one of its own under `SHARED`. What is stored
    there once is found there again, even if the wanted folder has become reachable since.
    """
    wanted = wanted.absolute()
    found = existing_home(wanted, account)
    if account is None:
        wanted.mkdir(mode=0o700, parents=True, exist_ok=True)
        return wanted
    if found is not None and found != wanted:
        return found
    wanted.parent.mkdir(parents=True, exist_ok=True)
    if reaches(account, found or wanted.parent):
        return passable(wanted)
    passable(SHARED)
    return passable(_hidden(wanted))


def existing_home(wanted: Path, account: UnixAccount | None) -> Path | None:
    """The folder that `home_for` gives where it is there already; `StackError` where it, or one above it, is a file."""
    wanted = wanted.absolute()
    # A link to nowhere is there too.
    there = next((path for path in (wanted, *wanted.parents) if path.exists() or path.is_symlink()), None)
    if there is not None and not there.is_dir():
        raise StackError(f"{there} is no folder")
    if account is not None and _hidden(wanted).exists():
        return _hidden(wanted)
    return wanted if wanted.exists() else None


def not_there(folder: Path) -> list[Path]:
    """Which folders do not exist yet of this one, those above it and the shared one; the innermost first."""
    return [path for path in (folder.absolute(), *folder.absolute().parents, SHARED) if not path.exists()]


def refuse_full_disk(home: Path) -> None:
    """Raise `StackError` where there is no room for what a start writes: PostgreSQL would end in words of its own."""
    draft = home / "space.draft"
    try:
        with draft.open("wb") as file:
            file.write(bytes(SPACE_BYTES))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        if error.errno not in FULL:
            raise
        room = f"{SPACE_BYTES // 2**20} MB"
        raise StackError(f"no room for {home}: a start needs {room} of free disk ({error.strerror})") from None
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def take_back(made: Sequence[Path], home: Path | None) -> None:
    """Delete folders that were made for a home in which nothing has been stored yet; `made` begins with the innermost.

    The lock and empty files, which a full disk leaves, are nothing.
    """
    files = [] if home is None else [path for path in home.rglob("*") if path.is_file() and path.name != "lock"]
    if home is not None and not any(path.stat().st_size for path in files):
        remove(home)
    for folder in made:
        with suppress(OSError):
            folder.rmdir()


def _hidden(wanted: Path) -> Path:
    digest = hashlib.sha256(os.fsencode(wanted)).hexdigest()[:12]
    return SHARED / f"{wanted.parent.name}-{digest}"


def passable(folder: Path) -> Path:
    """Make a folder that every account may enter; an existing one keeps its permissions."""
    if not folder.exists():
        folder.mkdir(parents=True)
        # A strict umask would shut the servers' account out of the new folder.
        folder.chmod(0o755)
    return folder


def private(folder: Path, account: UnixAccount | None) -> Path:
    """Make a folder for this account alone (0700), whosever it was."""
    folder.mkdir(mode=0o700, exist_ok=True)
    if account is not None:
        os.chown(folder, account.uid, account.gid)
    folder.chmod(0o700)
    return folder


def socket_folders(home: Path) -> Path:
    """A folder for each that listens, and for the workers' pulses, all empty, in one.

    That is `run` in the home, or a temporary one where its path is too long for a socket.

    Call it only while holding the home's lock: what killed servers have left there is deleted.
    """
    run = home / "run"
    if _fits(run):
        remove(run)
        run.mkdir(mode=0o700)
        return _divided(run)
    # TMPDIR may be long itself, or root's own.
    for base in (Path(tempfile.gettempdir()), Path("/tmp")):  # noqa: S108 (mkdtemp makes the folder, 0700)
        if _fits(base / "tabularium-xxxxxxxx") and reaches(servers_account(), base):
            return _divided(Path(tempfile.mkdtemp(prefix="tabularium-", dir=base)))
    raise StackError(f"no folder with a path short enough for a socket; {run} is too long")


def _divided(run: Path) -> Path:
    """In each folder only the account that listens there makes anything; the group goes through, others do not."""
    if os.geteuid() == 0:
        os.chown(run, 0, GROUP)
        run.chmod(0o710)
    accounts = {"postgres": servers_account()} | {name: account_of(name) for name in ("redis", "web", "worker")}
    for name, account in accounts.items():
        folder = private(run / name, account)
        if account is not None:
            folder.chmod(0o710)
    return run


def _fits(folder: Path) -> bool:
    return len(os.fsencode(folder / "postgres" / POSTGRES_SOCKET)) <= SOCKET_PATH_BYTES


def remove(folder: Path) -> None:
    """Delete a folder of ours and all in it."""
    shutil.rmtree(folder, ignore_errors=True)
