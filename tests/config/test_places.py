import os
import tempfile
from pathlib import Path

import pytest

from config.local_stack import places
from config.local_stack.places import Account, home_for, private, reaches, servers_account, socket_folder

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root lends the servers another account")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture
def account() -> Account | None:
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


def test_the_socket_folder_is_private_and_belongs_to_the_servers(folder: Path, account: Account | None) -> None:
    sockets = socket_folder(folder, account)
    assert sockets == folder / "run"
    assert (mode(sockets), sockets.stat().st_uid) == (0o700, account.uid if account else os.geteuid())


def test_what_killed_servers_left_in_the_socket_folder_is_deleted(folder: Path, account: Account | None) -> None:
    (socket_folder(folder, account) / ".s.PGSQL.5432.lock").write_text("1")
    assert list(socket_folder(folder, account).iterdir()) == []


def test_a_path_too_long_for_a_socket_gets_a_private_temporary_folder(folder: Path, account: Account | None) -> None:
    sockets = socket_folder(folder / ("x" * 100), account)
    assert sockets.parent == Path(tempfile.gettempdir())
    assert mode(sockets) == 0o700
    sockets.rmdir()


def test_the_limit_counts_bytes_not_letters(folder: Path, account: Account | None) -> None:
    sockets = socket_folder(folder / ("ש" * 40), account)
    assert sockets.parent != folder / ("ש" * 40)
    sockets.rmdir()


def test_an_ordinary_users_data_lies_where_he_wants_it_closed_to_others(closed: Path) -> None:
    assert home_for(closed / "data", None) == closed / "data"
    assert mode(closed / "data") == 0o700


@as_root
def test_roots_data_lies_where_it_is_wanted_if_the_servers_reach_it(folder: Path, account: Account) -> None:
    assert home_for(folder / "data", account) == folder / "data"
    assert reaches(account, folder / "data")


@as_root
def test_roots_data_moves_to_the_shared_folder_if_the_servers_cannot_reach_it(
    closed: Path, shared: Path, account: Account
) -> None:
    home = home_for(closed / "data", account)
    assert home.parent == shared
    assert reaches(account, home)
    assert not (closed / "data").exists()


@as_root
@pytest.mark.usefixtures("shared")
def test_no_folder_that_was_there_before_changes_its_permissions(closed: Path, account: Account) -> None:
    (closed / "data").mkdir(mode=0o750)
    home_for(closed / "data", account)
    assert (mode(closed), mode(closed / "data")) == (0o700, 0o750)


@as_root
@pytest.mark.usefixtures("shared")
def test_data_once_moved_is_found_again_after_the_folder_was_opened(closed: Path, account: Account) -> None:
    home = home_for(closed / "data", account)
    closed.chmod(0o755)
    assert home_for(closed / "data", account) == home


@as_root
@pytest.mark.usefixtures("shared")
def test_two_unreachable_folders_of_one_name_have_two_homes(closed: Path, account: Account) -> None:
    assert home_for(closed / "a/data", account) != home_for(closed / "b/data", account)


@as_root
def test_a_strict_umask_does_not_shut_the_servers_out(folder: Path, account: Account) -> None:
    before = os.umask(0o077)
    try:
        assert reaches(account, home_for(folder / "data", account))
    finally:
        os.umask(before)


def test_a_private_folder_is_made_private_again(folder: Path, account: Account | None) -> None:
    private(folder / "mine", account).chmod(0o755)
    assert mode(private(folder / "mine", account)) == 0o700
