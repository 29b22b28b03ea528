"""What the commands of make say when the machine refuses them: one line, and a status that tells."""

import errno
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from config.local_stack import checksums
from config.local_stack.__main__ import main
from config.local_stack.serve import free_port
from config.local_stack.stack import PROJECT, LocalStack
from tests.config.conftest import without_servers

COMMANDS = ("serve", "admin", "manage", "backup", "restore")


def told(*arguments: str | Path) -> tuple[int, str]:
    """The status and the last line of a command, which writes nothing else to standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "config.local_stack", *arguments],
        cwd=PROJECT,
        env=without_servers(),
        capture_output=True,
        text=True,
    )
    (line,) = done.stderr.splitlines()
    return done.returncode, line


def options(command: str, data: Path) -> list[str | Path]:
    more: dict[str, list[str | Path]] = {
        "serve": ["--port", "8455"],
        "admin": ["--port", "8455"],
        "backup": ["--to", data.with_name("kept")],
        "restore": ["--from", data.with_name("kept")],
        "manage": [],
    }
    return [command, *more[command], "--data", data]


@pytest.mark.parametrize("command", COMMANDS)
def test_data_that_is_a_file_is_told_in_one_line(folder: Path, command: str) -> None:
    (folder / "data").touch()
    (folder / "kept").mkdir()
    if command == "restore":
        (folder / "kept" / "cluster.tar").touch()
        (folder / "kept" / "heads-all.ndjson").write_text('{"format":"tabularium-heads/1"}\n')
        checksums.write(folder / "kept")
    elif command == "backup":
        (folder / "kept").rmdir()
    assert told(*options(command, folder / "data")) == (1, f"tabularium: {folder / 'data'} is no folder")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_backup_or_restore_that_is_interrupted_fails(folder: Path, command: str, number: signal.Signals) -> None:
    # It waits at this file until somebody writes it.
    waits_at = folder / ("data/postgres/postmaster.pid" if command == "backup" else "kept/SHA256SUMS")
    waits_at.parent.mkdir(parents=True)
    os.mkfifo(waits_at)
    if command == "restore":
        (folder / "kept" / "cluster.tar").touch()
    process = subprocess.Popen(
        [sys.executable, "-m", "config.local_stack", *options(command, folder / "data")],
        cwd=PROJECT,
        env=without_servers(),
        stdout=subprocess.PIPE,
        text=True,
    )
    # Open when the other side is.
    with process, waits_at.open("w"):
        process.send_signal(number)
        told, _ = process.communicate()
    assert (process.returncode, told) == (130, "stopped\n")


@pytest.mark.parametrize("command", ["admin", "manage", "backup"])
def test_what_looks_for_data_makes_no_folder_where_there_is_none(folder: Path, command: str) -> None:
    status, line = told(*options(command, folder / "dtaa"))
    assert (status, list(folder.iterdir())) == (1, [])
    assert line.startswith(f"tabularium: there is no data in {folder / 'dtaa'}; ")


def test_a_folder_below_a_file_is_told_in_one_line(folder: Path) -> None:
    (folder / "file").touch()
    for command in ("serve", "admin", "manage"):
        told_of = told(*options(command, folder / "file/deep/data"))
        assert told_of == (1, f"tabularium: {folder / 'file'} is no folder")


@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC, errno.EACCES, errno.EMFILE])
def test_what_the_system_refuses_at_the_start_is_told_in_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], number: int
) -> None:
    def refused(path: Path, *_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr("config.local_stack.__main__.interrupt_on_signals", lambda: None)
    monkeypatch.setattr(Path, "mkdir", refused)
    assert main(["serve", "--port", "8455", "--data", str(folder / "new/data")]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"tabularium: {os.strerror(number)}: {folder / 'new'}")


@pytest.mark.parametrize("at", ["lock", "secret_key.draft", "nothing written", "new", "data", "log"])
@pytest.mark.parametrize("was_there", [True, False])
def test_a_full_disk_at_the_first_start_leaves_nothing_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], at: str, was_there: bool
) -> None:
    home, opened, mkdir = folder / "new/data", os.open, Path.mkdir
    if was_there:
        (folder / "new").mkdir()
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(home))

    def refuse_file(path: Path | str, *rest: int, **more: int) -> int:
        if Path(path).name == at:
            raise full
        return opened(path, *rest, **more)

    def refuse_folder(path: Path, *rest: object, **more: object) -> None:
        if path.name == at:
            raise full
        mkdir(path, *rest, **more)  # type: ignore[arg-type]

    def refuse_bytes(size: int) -> str:
        raise full

    monkeypatch.setattr("config.local_stack.__main__.interrupt_on_signals", lambda: None)
    monkeypatch.setattr(os, "open", refuse_file)
    monkeypatch.setattr(Path, "mkdir", refuse_folder)
    # By then the file is there, and empty.
    monkeypatch.setattr("config.local_stack.keys.new_token", refuse_bytes)
    assert main(["serve", "--port", str(free_port()), "--data", str(home)]) == 1
    assert capsys.readouterr().err == f"tabularium: {os.strerror(errno.ENOSPC)}: {home}\n"
    left = [*folder.rglob("*")]
    assert left == ([folder / "new"] if was_there else [])


def test_what_a_first_start_has_stored_stays_where_the_disk_is_full_later(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("config.local_stack.__main__.interrupt_on_signals", lambda: None)
    # With servers of its own it would serve, and never come back.
    for name in os.environ.keys() - without_servers().keys():
        monkeypatch.delenv(name)
    monkeypatch.setattr(LocalStack, "_start_postgres", refused)
    assert main(["serve", "--port", str(free_port()), "--data", str(folder / "data")]) == 1
    assert (folder / "data/secret_key").stat().st_size


# It may write no file of more than so many bytes, as on a disk with so much room.
SMALL = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, 2**20))
os.execv(sys.executable, [sys.executable, "-m", "config.local_stack", *sys.argv[1:]])
"""


def test_a_disk_without_room_for_a_start_is_told_in_one_line_and_nothing_is_left(folder: Path) -> None:
    command = [sys.executable, "-c", SMALL, *map(str, options("serve", folder / "data"))]
    command[command.index("8455")] = str(free_port())
    done = subprocess.run(command, cwd=PROJECT, env=without_servers(), capture_output=True, text=True)
    told = f"tabularium: no room for {folder / 'data'}: a start needs 16 MB of free disk ("
    assert (done.returncode, done.stderr.count("\n"), done.stderr.startswith(told)) == (1, 1, True)
    assert list(folder.iterdir()) == []


def test_a_handful_of_open_files_is_told_in_one_line(folder: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -n 600; exec "$@"', "sh", sys.executable, "-m", "config.local_stack"]
        + [str(option) for option in options("serve", folder / "data")],
        cwd=PROJECT,
        env=without_servers(),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, len(done.stderr.splitlines()), list(folder.iterdir())) == (1, 1, [])
    assert done.stderr.startswith("tabularium: only 600 files may be open here (ulimit -n); ")


@pytest.mark.parametrize(
    "data", ['/srv/a"b', "/srv/a'b", "/srv/a b", "/srv/$(id)".replace("$", "$$"), "/srv/a;b", "/srv/`id`"]
)
@pytest.mark.parametrize("target", ["serve", "admin", "backup", "restore", "operator", "manage"])
def test_make_hands_on_any_folder_as_it_is_named(target: str, data: str) -> None:
    given = ["HANDLE=olga", "TO=/srv/kept", "FROM=/srv/kept", f"DATA={data}"]
    done = subprocess.run(["make", "--dry-run", target, *given], cwd=PROJECT, capture_output=True, text=True)
    words = shlex.split(done.stdout.splitlines()[-1])
    assert words[words.index("--data") + 1] == data.replace("$$", "$")
