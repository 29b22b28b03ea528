"""The log files of a stack's processes: kept short, and quoted in one line."""

import json
import os
import re
import shutil
from contextlib import suppress
from pathlib import Path

LOG_BYTES = 10_000_000
# So much of a log's end is looked at for what to quote.
TAIL_BYTES = 64_000
# Of one line, in characters.
LONGEST_QUOTE = 250
# The head of a Python traceback, and its lines of code, which are indented. Its end is the error.
OF_TRACEBACK = ("Traceback (", "  ")
# PostgreSQL's words for what ends a session or the server, unless a session was only turned away.
GRAVE = re.compile(r"\b(?:FATAL|PANIC): (?! *the database system is )")


def size(log: Path) -> int:
    """How many bytes a log has: what is written from now on begins there. 0 where there is none."""
    try:
        return log.stat().st_size
    except FileNotFoundError:
        return 0


def rotate(log: Path) -> bool:
    """Move a log that has grown too long into its one old file, while its writers go on; whether it was cut.

    They append, so the file is copied and cut. What is written between the two is lost.
    """
    if size(log) <= LOG_BYTES:
        return False
    # On a full disk the old lines are given up.
    with suppress(OSError):
        shutil.copyfile(log, log.with_suffix(".log.1"))
    os.truncate(log, 0)
    return True


def last_words(log: Path, begins: int = 0, lines: int = 3) -> str:
    """What a process said last, in one line, most serious first; its log begins at that byte of the file.

    PostgreSQL's FATAL and PANIC come before the last lines. Of a line in JSON only the message and the error count.
    """
    grown = size(log)
    if not grown:
        return ""
    with log.open("rb") as file:
        file.seek(max(begins if begins <= grown else 0, grown - TAIL_BYTES))
        text = file.read().decode(errors="replace")
    lines_of_its_own = (line for line in text.splitlines() if not line.startswith(OF_TRACEBACK))
    said = [quoted for line in lines_of_its_own if (quoted := _quoted(line))]
    grave = [line for line in said if GRAVE.search(line)]
    chosen = [*grave[-lines:], *(line for line in said[-lines:] if line not in grave)]
    return " | ".join(dict.fromkeys(chosen[:lines]))


def _quoted(line: str) -> str:
    """A line without its wrapping, cut at its end where it is long."""
    text = _message(line.strip())
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def _message(line: str) -> str:
    if not line.startswith("{"):
        return line
    try:
        said = json.loads(line)
    except ValueError:
        return line
    return ": ".join(str(said[name]) for name in ("message", "error") if name in said) or line
