"""What a failed test leaves behind, a pytest plugin: the line that runs it again, and the matches that it made."""

import os
import re
import shlex
import shutil
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path
from zlib import crc32

import psycopg
import pytest

from config.local_stack.stack import PROJECT
from events import store
from games.matches.presentation import export
from games.matches.stream.state import fold
from tests.support.chance import ids_drawn

FAILED = PROJECT / ".data/failed"
# What else a run depends on.
VARIABLES = ("FUZZ", "GAME", "LONG", "MATCHES", "STORM", "STORM_KILLS")
BEGUN = pytest.StashKey[datetime]()
MADE = pytest.StashKey[list[str]]()

# A service that the test has talked to makes ids of its own: then the time tells whose match it is.
MATCHES = """
SELECT match_id::text FROM event
WHERE version = 1 AND (match_id = ANY(%s::uuid[]) OR at >= %s) ORDER BY match_id
"""


def command(nodeid: str, seed: object) -> str:
    """The line for a shell that runs a test again as it was."""
    # A dollar is make's, unless there are two.
    arguments = f"-n0 --randomly-seed={seed} {shlex.quote(nodeid)}".replace("$", "$$")
    quoted = shlex.quote(arguments) if re.search(r'["`\\$]', arguments) else f'"{arguments}"'
    wishes = [f"{name}={shlex.quote(os.environ[name])} " for name in VARIABLES if name in os.environ]
    return f"{''.join(wishes)}make test ARGS={quoted}"


def folder_of(nodeid: str) -> Path:
    """Where a test's matches are put when it fails."""
    plain = re.sub(r"[^\w.-]+", "_", nodeid.removeprefix("tests/"))
    return FAILED / f"{plain[:120]}-{crc32(nodeid.encode(errors='surrogatepass')):08x}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    item.stash[BEGUN] = datetime.now(UTC)
    done = yield
    # Now nothing is patched any more. A match of which no file can be made must not hide why the test has failed.
    for match_id in item.stash.get(MADE, []):
        try:
            _write(match_id, folder_of(item.nodeid))
        except Exception as error:
            (folder_of(item.nodeid) / f"{match_id}.error").write_text(f"{error!r}\n")
    return done


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    # A worker tells the one that hands out the tests in UTF-8, which half a pair of surrogates has no place in.
    report.sections = [(name, text.encode(errors="backslashreplace").decode()) for name, text in report.sections]
    if report.failed:
        said = command(item.nodeid, item.config.getoption("randomly_seed", 0))
        made = item.stash[MADE] = _made(item)
        if made:
            folder = folder_of(item.nodeid)
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            said += f"\nmatches it made: {folder.relative_to(PROJECT)}/"
        report.sections.append(("Run it again", said))
    return report


def _made(item: pytest.Item) -> list[str]:
    """The matches that a test has made; none where the database cannot tell."""
    try:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
            return [match for (match,) in connection.execute(MATCHES, [ids_drawn(), item.stash[BEGUN]])]
    except psycopg.Error:
        return []


def _write(match_id: str, folder: Path) -> None:
    # Folded here, because one that is set aside is not loaded.
    events = store.load(match_id).events
    lines = export.lines(fold(match_id, events), events, None, whole=True)
    (folder / f"{match_id}.ndjson").write_bytes(b"".join(lines))
