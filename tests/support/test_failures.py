"""A test that failed is run again as it was, by the line that pytest printed."""

import json
import os
import re
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from config.local_stack.stack import PROJECT
from tests.support import one_in_fifty
from tests.support.chance import drawing
from tests.support.failures import VARIABLES, command, folder_of

NAME = "tests/support/one_in_fifty.py::test_alice_does_not_begin_behind_a_wall_of_force"
# By what it runs elsewhere, on servers of its own.
OURS = ("CELERY_", "DATABASE_", "PYTEST_", *VARIABLES)


def failing_seed() -> int:
    """A seed with which the test fails; it is drawn in this process, in the middle of the suite."""
    for seed in count():
        try:
            with drawing(NAME, seed):
                one_in_fifty.test_alice_does_not_begin_behind_a_wall_of_force()
        except AssertionError:
            return seed
    raise AssertionError("no end of seeds")


def run(line: str) -> str:
    """What a run of pytest says that fails."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    done = subprocess.run(["sh", "-c", line], cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=200)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def recipe(line: str) -> str:
    """What make would run for this line, after its set-up."""
    return subprocess.check_output(
        ["sh", "-c", line.replace("make", "make --dry-run", 1)], cwd=PROJECT, text=True
    ).splitlines()[-1]


def said(output: str, pattern: str) -> str:
    (found,) = {*re.findall(pattern, output, re.M)}
    return str(found)


def made(folder: Path) -> dict[str, list[Any]]:
    """The match files in a folder, without the times and the hashes over them."""
    files = {path.name: [json.loads(line) for line in path.read_text().splitlines()] for path in folder.iterdir()}
    for lines in files.values():
        lines[-1].pop("head")
        for line in lines[1:-1]:
            line.pop("hash")
            line["envelope"].pop("at")
    return files


def test_a_failure_by_chance_is_repeated_by_the_line_it_prints() -> None:
    seed, folder = failing_seed(), folder_of(NAME)
    first = run(f"{sys.executable} -m pytest --randomly-seed={seed} tests/support/one_in_fifty.py")
    line, found = said(first, "^make test .*$"), made(folder)
    assert line == f'make test ARGS="-n0 --randomly-seed={seed} {NAME}"'
    assert said(first, "^matches it made: (.*)/$") == str(folder.relative_to(PROJECT))
    assert len(found) == 1
    again = run(recipe(line))
    assert made(folder) == found
    assert said(again, "^E +AssertionError: .*$") == said(first, "^E +AssertionError: .*$")
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    "name", ["a.py::b", "a.py::b[c d]", "a.py::b[$HOME `id` \"'\\\\ # ]"], ids=["plain", "spaced", "odd"]
)
def test_the_line_names_the_test_whatever_its_name_is(name: str) -> None:
    python = f"{sys.executable} -c 'import sys; print(*sys.argv[-3:], sep=chr(10))'"
    line = recipe(command(name, 7)).replace(".venv/bin/python", python)
    told = subprocess.check_output(["sh", "-c", line], cwd=PROJECT, text=True)
    assert told.splitlines() == ["-n0", "--randomly-seed=7", name]
