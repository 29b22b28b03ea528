"""Whether `make serve` is to be a sandbox, and what keeps it from being one."""

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from config.local_stack.errors import StackError
from config.local_stack.places import PROJECT

VARIABLE, MOVED = "SANDBOX", "SANDBOX_MOVED"
TEMPLATE = "config.local_stack.sandbox.sandbox_template"
SEED = re.compile(r"[!-~]{1,64}")
# Who names one of these runs a service that others come to, or has its data elsewhere.
OF_A_REAL_SERVICE = (
    "DATABASE_URL",
    "DATABASE_LISTEN_URL",
    "DATABASE_OWNER_URL",
    "DATABASE_OPERATORS_URL",
    "CELERY_BROKER_URL",
    "RATE_LIMIT_REDIS_URL",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "NUM_PROXIES",
    "PUBLIC_URL",
    "LIVE_URL",
    "MAIL_URL",
    "VAPID_KEY",
    "METRICS_TOKEN",
)


def seed_of(given: Mapping[str, str]) -> str | None:
    """The seed of the sandbox that the environment asks for, None where it asks for none.

    Raises `StackError` where it also names what a real service has: all who know the seed know every hidden card.
    """
    seed = given.get(VARIABLE, "")
    if not seed:
        return None
    if named := [name for name in OF_A_REAL_SERVICE if name in given]:
        raise StackError(f"a sandbox has nothing of a real service: unset {', '.join(named)}, or {VARIABLE}")
    if not SEED.fullmatch(seed):
        raise StackError(f"{VARIABLE} is the seed: 1 to 64 visible ASCII characters")
    return seed


def prepare(home: Path, sockets: Path, seed: str) -> str:
    """Make the clock in the database, after the migrations; by how many seconds it has been moved so far.

    Raises `StackError` where the folder has matches of a real service, or those of another seed.
    """
    # In a process of its own, as `postgres.prepare`: psycopg would stay with the supervisor.
    command = [sys.executable, "-m", "config.local_stack.sandbox.schema", str(home), str(sockets), seed]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)
    if done.returncode != 0:
        raise StackError(done.stderr.strip().rpartition("\n")[2])
    return done.stdout.strip()
