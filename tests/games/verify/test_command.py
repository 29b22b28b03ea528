import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.verify.__main__ import _refuted
from games.verify.match_file import LARGEST
from games.verify.report import Flaw
from tests.games.verify.files import played, values, written

ROOT = Path(__file__).parents[3]
SCRIBE = played("rock-paper-wizard", seed=21)
RUNNING = played("rock-paper-wizard", seed=22, moves=5)
# Importing any of these fails, as where they are not installed.
BARE = """
import runpy, sys
absent = ("celery", "django", "psycopg", "redis", "rest_framework", "uuid_utils", "events.models", "events.store")
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name in absent or name.split(".")[0] in absent:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
runpy.run_module("games.verify", run_name="__main__")
"""


def verify(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-W", "error", "-c", BARE, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env={})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.ndjson"
    path.write_bytes(SCRIBE.file())
    return path


def test_a_valid_file_is_told_with_its_head_where_django_is_not_installed(file: Path) -> None:
    head = SCRIBE.events[-1].hash.hex()
    done = verify(str(file), "--head", head)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "valid",
        f"match   {SCRIBE.match}, rock-paper-wizard, rules 1, complete",
        f"version {len(SCRIBE.events)}",
        f"head    {head}",
        "checked chain, seals, chance, replay, the head that was kept",
    ]


def test_of_a_running_match_it_is_told_what_is_still_sealed(file: Path) -> None:
    file.write_bytes(RUNNING.file(0))
    done = verify(str(file))
    assert done.returncode == 0
    *_, checked, sealed = done.stdout.splitlines()
    assert checked == "checked chain"
    assert sealed.startswith("sealed  ")
    assert sealed.endswith("parts, the seed, the moves")


def test_the_first_event_that_does_not_follow_is_named_with_the_reason(file: Path) -> None:
    lines = values(SCRIBE.file())
    lines[7]["envelope"]["data"]["forged"] = 1
    lines[9]["envelope"]["data"]["forged"] = 1
    file.write_bytes(written(lines))
    done = verify(str(file))
    assert done.returncode == 1
    expected = "not valid at version 7: the hash does not follow from the event and the hash before it (chain)\n"
    assert done.stdout == expected


def test_another_head_than_the_one_kept_is_named(file: Path) -> None:
    done = verify(str(file), "--head", "00" * 32)
    assert (done.returncode, "the head that was kept is none of this match" in done.stdout) == (1, True)


def test_what_is_no_match_file_is_not_valid(file: Path) -> None:
    file.write_bytes(b"\x00" * 50)
    done = verify(str(file))
    assert (done.returncode, done.stdout.startswith("not valid at version 0: ")) == (1, True)


def test_what_a_file_says_writes_no_lines_of_its_own() -> None:
    told = _refuted(Flaw(check="replay", version=3, reason="no \u00e9\nvalid\x1b[2J"))
    assert told == "not valid at version 3: no \\xe9\\nvalid\\x1b[2J (replay)\n"


def test_a_file_without_end_is_not_read_on(tmp_path: Path) -> None:
    large = tmp_path / "large"
    with large.open("wb") as made:
        made.truncate(LARGEST + 1)
    done = verify(str(large))
    assert (done.returncode, done.stdout) == (2, "")
    assert "larger than any match" in done.stderr


def test_without_a_file_there_is_nothing_to_check(tmp_path: Path) -> None:
    done = verify(str(tmp_path / "none"))
    assert (done.returncode, done.stdout) == (2, "")
    assert verify().returncode == 2


@pytest.mark.parametrize(("status", "made"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_make_exits_as_the_module_does_and_with_2_for_what_is_valid_in_part(
    status: int, made: int, tmp_path: Path
) -> None:
    """With a make of its own, which would end with 2 for every failure, and a module that only exits."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name, lines in ((".ci/venv", ""), (".venv/bin/python", f'#!/bin/sh\necho "$@"\nexit {status}\n')):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(lines)
        (tmp_path / name).chmod(0o755)
    command = ["make", "verify", "FILE=match.ndjson", "HEAD=ab"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    assert (done.returncode, done.stdout) == (made, "-m games.verify match.ndjson --head ab\n")
    assert ("valid in part" in done.stderr) == (status == 3)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("tmp.")] == []
