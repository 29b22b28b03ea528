import shutil
import subprocess
from pathlib import Path

import pytest

from config.local_stack.stack import PROJECT


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    (tmp_path / ".ci").mkdir()
    shutil.copy(PROJECT / ".ci/venv", tmp_path / ".ci/venv")
    (tmp_path / "requirements.txt").touch()
    return tmp_path


def fake_python(folder: Path, version: str) -> Path:
    """Something that tells its version and can do nothing else."""
    path = folder / "python"
    path.write_text(f'#!/bin/sh\ncase "$2" in *version_info*) echo {version} ;; *) exit 1 ;; esac\n')
    path.chmod(0o755)
    return path


def set_up(clone: Path, python: Path | str, *, path: Path | str = "/usr/bin:/bin") -> subprocess.CompletedProcess[str]:
    environment = {"PATH": str(path), "PYTHON": str(python)}
    return subprocess.run(
        ["sh", ".ci/venv", "requirements.txt"], cwd=clone, env=environment, capture_output=True, text=True
    )


@pytest.mark.parametrize("version", ["3.10", "3.15", "2.7"])
def test_another_python_is_told_so_in_one_line(clone: Path, version: str) -> None:
    done = set_up(clone, fake_python(clone, version))
    told = f"tabularium: Python 3.11 to 3.14 is needed, found: {version}; name one with PYTHON=/path/to/python3.14\n"
    assert (done.returncode, done.stderr) == (1, told)


def test_no_python_at_all_is_told_in_one_line(clone: Path) -> None:
    (clone / "bin").mkdir()
    for tool in ("sh", "dirname", "cat", "grep", "tail"):
        (clone / "bin" / tool).symlink_to(str(shutil.which(tool)))
    done = set_up(clone, "", path=clone / "bin")
    told = "tabularium: Python 3.11 to 3.14 is needed, found: none; name one with PYTHON=/path/to/python3.14\n"
    assert (done.returncode, done.stderr) == (1, told)


@pytest.mark.parametrize(
    "python", ["/nowhere/python", "/etc/passwd", "/", "/bin/true", "/bin/echo", 'a"b', "my python"]
)
def test_a_python_that_does_not_run_is_told_in_one_line_that_names_it(clone: Path, python: str) -> None:
    done = set_up(clone, python)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"tabularium: PYTHON={python} does not run; name a Python 3.11 to 3.14\n"


def test_a_python_may_lie_in_a_folder_with_a_space(clone: Path) -> None:
    (clone / "my folder").mkdir()
    done = set_up(clone, fake_python(clone / "my folder", "3.10"))
    assert "found: 3.10;" in done.stderr


def test_a_python_that_cannot_make_an_environment_is_told_with_its_last_words(clone: Path) -> None:
    python = clone / "python"
    python.write_text(
        '#!/bin/sh\ncase "$2" in *version_info*) echo 3.11 ;; *ensurepip*) ;;'
        " *) echo first; echo 'no room left' >&2; exit 1 ;; esac\n"
    )
    python.chmod(0o755)
    done = set_up(clone, python)
    assert (done.returncode, done.stderr) == (1, f"tabularium: {python} cannot make .venv: no room left\n")


def test_a_python_without_ensurepip_is_told_which_package_to_install(clone: Path) -> None:
    done = set_up(clone, fake_python(clone, "3.11"))
    assert done.returncode == 1
    assert done.stderr.startswith(
        "tabularium: Python 3.11 lacks venv and ensurepip (Debian: apt install python3.11-venv)"
    )
    assert len(done.stderr.splitlines()) == 1
