"""What commands of `manage.py` say when the machine or the database refuses them."""

import os
import subprocess
import sys
from pathlib import Path

from config.local_stack.stack import PROJECT


def told(environment: dict[str, str], *arguments: str | Path) -> tuple[int, str, str]:
    """Status, output and complaint of a command."""
    command: list[str | Path] = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=PROJECT, env={**os.environ, **environment}, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_a_database_that_is_away_is_told_in_one_line(tmp_path: Path) -> None:
    away = {"DATABASE_URL": f"postgresql://somebody:hidden@/none?host={tmp_path}"}
    status, said, complaint = told(away, "publish_heads", "--all", "--out", tmp_path)
    assert (status, said, complaint.count("\n")) == (1, "", 1)
    assert complaint.startswith("tabularium: ")
    assert str(tmp_path) in complaint
    assert "hidden" not in complaint


def test_a_file_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    status, said, complaint = told({}, "publish_heads", "--all", "--out", missing)
    assert (status, said, complaint.count("\n")) == (1, "", 1)
    assert complaint.startswith("tabularium: ")
    assert str(missing) in complaint
