import os
from pathlib import Path

import pytest

from config.local_stack import programs
from config.local_stack.errors import StackError
from config.local_stack.places import UnixAccount, servers_account
from config.local_stack.programs import NEEDED, Programs, programs_for, runs

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root lends the servers another account")


@pytest.fixture
def closed_packages(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    """The installed packages, seen through a folder that the servers' account cannot enter."""
    real, closed = programs._installed_root(), folder / "closed"
    closed.mkdir(mode=0o700)
    for name in {Path(needed).parts[0] for needed in NEEDED}:
        (closed / name).symlink_to(real / name)
    monkeypatch.setattr(programs, "_installed_root", lambda: closed)
    monkeypatch.setattr(programs, "SHARED", folder / "shared")
    return Programs(closed)


def test_the_installed_programs_run() -> None:
    assert runs(programs_for(servers_account()), servers_account())


def test_a_missing_program_does_not_run(folder: Path) -> None:
    assert not runs(Programs(folder), None)


@as_root
def test_programs_out_of_the_servers_reach_are_copied_once(closed_packages: Programs, folder: Path) -> None:
    account = servers_account()
    assert not runs(closed_packages, account)
    copy = programs_for(account)
    assert runs(copy, account)
    assert copy.root.parent == folder / "shared"
    made = copy.root.stat().st_ctime_ns
    assert programs_for(account).root.stat().st_ctime_ns == made
    assert [path.name for path in (folder / "shared").iterdir()] == [copy.root.name]


@as_root
def test_a_copy_made_under_a_strict_umask_runs(closed_packages: Programs) -> None:
    before = os.umask(0o077)
    try:
        assert programs_for(servers_account()).root != closed_packages.root
    finally:
        os.umask(before)


def test_programs_that_run_nowhere_are_an_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "_installed_root", lambda: folder)
    with pytest.raises(StackError, match="do not run on this machine"):
        programs_for(None)


def test_the_account_that_servers_run_as_is_never_root() -> None:
    account = servers_account()
    assert (account is None) == (os.geteuid() != 0)
    assert account is None or (isinstance(account, UnixAccount) and account.uid != 0)
