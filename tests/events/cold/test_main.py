"""The tool that makes a match file of a cold file, without a database."""

import os
import subprocess
import sys
from pathlib import Path

from django.core.files.storage import storages

from events.cold import contents, files
from events.cold.contents import Contents
from tests.events.cold.test_moving import ended, stored

PROJECT = Path(__file__).parents[3]


def run(path: Path) -> subprocess.CompletedProcess[bytes]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-m", "events.cold", str(path)], cwd=PROJECT, env=kept, capture_output=True, check=False
    )


def test_a_cold_file_becomes_its_match_file_without_a_database(tmp_path: Path) -> None:
    match = ended()
    whole = Contents(first={"match": match}, rows=stored(match), last={"complete": True})
    file = files.write(match, contents.pack(whole))
    done = run(Path(storages["cold"].path(file.name)))
    assert (done.returncode, done.stdout) == (0, contents.match_file(whole))


def test_a_damaged_file_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "x.zst"
    path.write_bytes(b"no")
    done = run(path)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == f"{path} is no cold file: ValueError\n".encode()
