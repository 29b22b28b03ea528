"""What commands of `manage.py` say when the machine or the database refuses them."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from config.local_stack.stack import PROJECT


def told(environment: Mapping[str, str | None], *arguments: str | Path) -> tuple[int, str, str]:
    """Status, output and complaint of a command; a variable that is None it has not."""
    command: list[str | Path] = [sys.executable, "manage.py", *arguments]
    given = {name: value for name, value in {**os.environ, **environment}.items() if value is not None}
    done = subprocess.run(command, cwd=PROJECT, env=given, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_a_database_that_is_away_is_told_in_one_line_and_its_status_says_to_try_again(tmp_path: Path) -> None:
    away = {"DATABASE_URL": f"postgresql://somebody:hidden@/none?host={tmp_path}"}
    status, said, complaint = told(away, "publish_heads", "--all", "--out", tmp_path)
    assert (status, said, complaint.count("\n")) == (75, "", 1)
    assert complaint.startswith("tabularium: ")
    assert str(tmp_path) in complaint
    assert "hidden" not in complaint


def test_a_file_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    status, said, complaint = told({}, "publish_heads", "--all", "--out", missing)
    assert (status, said, complaint.count("\n")) == (1, "", 1)
    assert complaint.startswith("tabularium: ")
    assert str(missing) in complaint


def test_a_server_without_citus_is_told_in_one_line_and_nothing_is_changed() -> None:
    status, said, complaint = told({}, "distribute")
    assert (status, said) == (1, "")
    assert (
        complaint.splitlines()[-1] == "CommandError: this database has no Citus: CREATE EXTENSION citus, on every node"
    )


def test_only_the_owner_distributes_the_store() -> None:
    status, _, complaint = told({"DATABASE_OWNER_URL": None}, "distribute")
    assert status == 1
    assert "set DATABASE_OWNER_URL" in complaint
