import os
import pwd
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from config.local_stack import places
from config.local_stack.places import (
    GROUP,
    NUMBERS,
    UnixAccount,
    able,
    account_of,
    home_for,
    identity,
    lent,
    private,
    reaches,
    runs_python,
    servers_account,
    socket_folders,
)

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root lends the servers another account")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture
def account() -> UnixAccount | None:
    return servers_account()


@pytest.fixture
def closed(folder: Path) -> Path:
    """A folder that only its owner may enter."""
    path = folder / "closed"
    path.mkdir()
    path.chmod(0o700)
    return path


@pytest.fixture
def shared(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(places, "SHARED", folder / "shared")
    return folder / "shared"


def owners(account: UnixAccount | None) -> tuple[int, int, int]:
    """Whose a folder of sockets is: its mode, user and group."""
    return (0o710, account.uid, account.gid) if account else (0o700, os.geteuid(), os.getegid())


def test_sockets_have_a_folder_for_each_that_listens_and_the_world_comes_through_none(
    folder: Path, account: UnixAccount | None
) -> None:
    sockets = socket_folders(folder)
    assert sockets == folder / "run"
    expected = {
        sockets: owners(UnixAccount(0, GROUP) if account else None),
        sockets / "postgres": owners(account),
        sockets / "redis": owners(account_of("redis")),
        sockets / "web": owners(account_of("web")),
        sockets / "worker": owners(account_of("worker")),
    }
    found = {path: path.stat() for path in (sockets, *sockets.iterdir())}
    assert {path: (mode(path), stat.st_uid, stat.st_gid) for path, stat in found.items()} == expected


def test_what_killed_servers_left_in_the_socket_folders_is_deleted(folder: Path) -> None:
    (socket_folders(folder) / "postgres" / ".s.PGSQL.5432.lock").write_text("1")
    assert list((socket_folders(folder) / "postgres").iterdir()) == []


def test_a_path_too_long_for_a_socket_gets_a_temporary_folder_closed_to_the_world(folder: Path) -> None:
    sockets = socket_folders(folder / ("x" * 100))
    assert sockets.parent == Path(tempfile.gettempdir())
    assert mode(sockets) & 0o007 == 0
    places.remove(sockets)


def test_the_limit_counts_bytes_not_letters(folder: Path) -> None:
    sockets = socket_folders(folder / ("ש" * 40))
    assert sockets.parent != folder / ("ש" * 40)
    places.remove(sockets)


@as_root
def test_each_part_of_the_service_has_a_number_of_its_own_that_no_user_has() -> None:
    accounts = [servers_account(), *map(account_of, NUMBERS)]
    numbers = [account.uid for account in accounts if account]
    assert len({0, *numbers}) == len(NUMBERS) + 2
    for number in NUMBERS.values():
        with pytest.raises(KeyError):
            pwd.getpwuid(number)


@as_root
def test_of_two_accounts_neither_reads_or_fills_the_other_s_folder_and_strangers_come_to_none(folder: Path) -> None:
    sockets = socket_folders(folder)
    (sockets / "redis" / "sock").touch()
    web, stranger = account_of("web"), UnixAccount(60899, 60899)

    def may(account: UnixAccount | None, question: str) -> bool:
        command = ["/bin/sh", "-c", question]
        return subprocess.run(command, cwd="/", stderr=subprocess.DEVNULL, **identity(account)).returncode == 0

    assert may(web, f"test -e {sockets}/redis/sock")
    assert not may(web, f"ls {sockets}/redis")
    assert not may(web, f": > {sockets}/redis/other")
    assert not may(stranger, f"test -e {sockets}/redis/sock")


@as_root
def test_a_python_that_the_account_cannot_reach_is_known_before_the_start(
    closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (closed / "python").symlink_to("/bin/true")
    monkeypatch.setattr(sys, "executable", "/bin/true")
    assert runs_python(account_of("web"))
    monkeypatch.setattr(sys, "executable", str(closed / "python"))
    web = account_of("web")
    assert not runs_python(web)
    assert runs_python(None)
    # Where the machine lets root lend this right, and has what lends it.
    assert web is not None
    assert able(web) in (replace(web, reads_all=True), None)


@as_root
def test_what_reads_all_files_for_python_s_sake_writes_none_of_root_s_and_has_no_way_back(closed: Path) -> None:
    account = replace(UnixAccount(60802, 60800), reads_all=True)
    (closed / "secret").write_text("read")

    def says(question: str) -> str:
        command = lent(account, ["/bin/sh", "-c", question])
        return subprocess.run(command, cwd="/", capture_output=True, text=True, **identity(account)).stdout.strip()

    if not says("id -u"):
        pytest.skip("this root cannot lend a right")
    assert says("id -u; id -g; id -G") == "60802\n60800\n60800"
    assert says(f"cat {closed}/secret") == "read"
    assert says(f": >> {closed}/secret && echo written") == ""
    assert says("grep -c '^NoNewPrivs:.*1' /proc/self/status") == "1"


def test_an_ordinary_users_data_lies_where_he_wants_it_closed_to_others(closed: Path) -> None:
    assert home_for(closed / "data", None) == closed / "data"
    assert mode(closed / "data") == 0o700


@as_root
def test_roots_data_lies_where_it_is_wanted_if_the_servers_reach_it(folder: Path, account: UnixAccount) -> None:
    assert home_for(folder / "data", account) == folder / "data"
    assert reaches(account, folder / "data")


@as_root
def test_roots_data_moves_to_the_shared_folder_if_the_servers_cannot_reach_it(
    closed: Path, shared: Path, account: UnixAccount
) -> None:
    home = home_for(closed / "data", account)
    assert home.parent == shared
    assert reaches(account, home)
    assert not (closed / "data").exists()


@as_root
@pytest.mark.usefixtures("shared")
def test_no_folder_that_was_there_before_changes_its_permissions(closed: Path, account: UnixAccount) -> None:
    (closed / "data").mkdir(mode=0o750)
    home_for(closed / "data", account)
    assert (mode(closed), mode(closed / "data")) == (0o700, 0o750)


@as_root
@pytest.mark.usefixtures("shared")
def test_data_once_moved_is_found_again_after_the_folder_was_opened(closed: Path, account: UnixAccount) -> None:
    home = home_for(closed / "data", account)
    closed.chmod(0o755)
    assert home_for(closed / "data", account) == home


@as_root
@pytest.mark.usefixtures("shared")
def test_two_unreachable_folders_of_one_name_have_two_homes(closed: Path, account: UnixAccount) -> None:
    assert home_for(closed / "a/data", account) != home_for(closed / "b/data", account)


@as_root
def test_a_strict_umask_does_not_shut_the_servers_out(folder: Path, account: UnixAccount) -> None:
    before = os.umask(0o077)
    try:
        assert reaches(account, home_for(folder / "data", account))
    finally:
        os.umask(before)


def test_a_private_folder_is_made_private_again(folder: Path, account: UnixAccount | None) -> None:
    private(folder / "mine", account).chmod(0o755)
    assert mode(private(folder / "mine", account)) == 0o700
