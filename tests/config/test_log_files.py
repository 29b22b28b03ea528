import errno
import json
from pathlib import Path

import pytest

from config.local_stack import log_files
from config.local_stack.log_files import LONGEST_QUOTE, last_words


def test_on_a_full_disk_a_log_is_cut_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("shutil.copyfile", full)
    monkeypatch.setattr(log_files, "LOG_BYTES", 100)
    log = tmp_path / "worker.log"
    log.write_text("x" * 101)
    assert log_files.rotate(log)
    assert log.stat().st_size == 0


def quoted(tmp_path: Path, text: str, begins: int = 0) -> str:
    (tmp_path / "worker.log").write_text(text)
    return last_words(tmp_path / "worker.log", begins)


def test_why_a_server_ended_is_quoted_before_what_it_said_last(tmp_path: Path) -> None:
    lines = [
        "LOG:  starting PostgreSQL",
        "FATAL:  the database system is starting up",
        'FATAL:  could not write lock file "postmaster.pid": No space left on device',
        "LOG:  aborting startup due to startup process failure",
        "LOG:  database system is shut down",
    ]
    assert quoted(tmp_path, "\n".join(lines)) == " | ".join([lines[2], *lines[3:]])


def test_of_a_traceback_the_error_is_quoted_and_no_line_of_code(tmp_path: Path) -> None:
    lines = [
        "Traceback (most recent call last):",
        '  File "store.py", line 7, in run',
        "    raise error.with_traceback(None)",
        "psycopg.OperationalError: could not extend file: No space left on device",
    ]
    assert quoted(tmp_path, "\n".join(lines)) == lines[3]


def test_a_line_of_json_is_quoted_by_its_message_and_its_error(tmp_path: Path) -> None:
    line = {"time": "2026-11-21T10:00:00", "message": "task failed", "error": "KeyError", "trace": "x" * 1000}
    assert quoted(tmp_path, f"first\n{json.dumps(line)}\n") == "first | task failed: KeyError"


def test_a_long_line_loses_its_end_and_not_its_beginning(tmp_path: Path) -> None:
    told = quoted(tmp_path, f"first {'x' * 1000}\n{{ no json\n")
    assert told == f"first {'x' * (LONGEST_QUOTE - 7)}… | {{ no json"


def test_of_a_long_log_the_end_is_quoted(tmp_path: Path) -> None:
    assert quoted(tmp_path, "FATAL:  long ago\n" + "a line\n" * 20_000 + "the last\n") == "a line | the last"


@pytest.mark.parametrize(("begins", "told"), [(0, "earlier | now"), (8, "now"), (12, ""), (100, "earlier | now")])
def test_only_what_was_written_since_is_quoted_unless_the_log_was_cut(tmp_path: Path, begins: int, told: str) -> None:
    assert quoted(tmp_path, "earlier\nnow\n", begins) == told


def test_a_log_that_is_not_there_says_nothing(tmp_path: Path) -> None:
    assert last_words(tmp_path / "none.log") == ""
