"""The suite's own PostgreSQL and Redis, as an early pytest plugin.

Workers that share the tests have servers of their own each, with copies of one database that is made and migrated once.
They start before Django's settings are read and are gone, data and all, when pytest ends. With `DATABASE_URL` and
`CELERY_BROKER_URL` set, the servers named there are used instead; the database's owner and superuser are then named by
`DATABASE_OWNER_URL` and `DATABASE_SUPERUSER_URL`. On a database that is kept no run can be repeated: its ids are taken.
"""

import json
import os
import subprocess
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest

from config.environment.limits import SET_GOING, alike
from config.local_stack import places
from config.local_stack.errors import StackError
from config.local_stack.stack import LocalStack, temporary_home

STACK = pytest.StashKey[LocalStack]()
# Names the home of the stack that workers copy.
MOULD = "TABULARIUM_SUITE_MOULD"
_open = ExitStack()
SMALL_BEACON = Path(__file__).parents[1] / "vectors" / "small-beacon.json"
# Out of the suite's way; the limits' own tests set others.
PLENTY = json.dumps(alike(**dict.fromkeys(("reads", "moves", "lobby", "sign_up", "audit", "streams"), 10**9)))


NO_QUOTA = json.dumps({quota: dict.fromkeys(most, 10**9) for quota, most in SET_GOING.items()})


# A wrapper, because pytest-django reads the settings in its own implementation of this hook.
@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    options = early_config.known_args_namespace
    hands_out = getattr(options, "numprocesses", None) and "PYTEST_XDIST_WORKER" not in os.environ
    if hands_out and "DATABASE_URL" in os.environ:
        raise pytest.UsageError("tests on a database of yours run in one process: -n0")
    if not (options.help or options.version):
        try:
            (_cast if hands_out else _start)(early_config)
        except StackError as error:
            raise pytest.UsageError(str(error)) from None
    return (yield)


def _cast(config: pytest.Config) -> None:
    """Make one database for all workers, which copy it: to make and migrate one takes ten seconds of a processor."""
    config.add_cleanup(_open.close)
    stack = _open.enter_context(temporary_home(os.environ))
    stack.start()
    # It rests from here on, and goes when pytest ends; its logs are nobody else's.
    stack.close()
    places.remove(stack.supervisor.logs)
    os.environ[MOULD] = str(stack.home)


def lay_out(home: Path) -> bool:
    """Fill an empty home with a migrated database; False where no workers share one, and the home stays as it is."""
    if MOULD not in os.environ:
        return False
    home.mkdir(mode=0o700, exist_ok=True)
    # By the system's program, which keeps owners and modes.
    subprocess.run(["cp", "-pPR", f"{os.environ[MOULD]}/.", home], check=True)
    return True


def _start(config: pytest.Config) -> None:
    if "DATABASE_URL" in os.environ and "DATABASE_OWNER_URL" not in os.environ:
        raise pytest.UsageError("tests on a database of yours need DATABASE_OWNER_URL and DATABASE_SUPERUSER_URL too")
    os.environ.setdefault("RATE_LIMITS", PLENTY)
    os.environ.setdefault("QUOTAS", NO_QUOTA)
    # Matches with rounds of the small beacon hold in every audit; no relay of it is asked unless a test says so.
    os.environ.setdefault("BEACON_CHAINS", str(SMALL_BEACON))
    # Codes in mails follow from it.
    os.environ.setdefault("SECRET_KEY", "the suite's own: every run has the same, so that a failure can be repeated")
    stack = config.stash[STACK] = _open.enter_context(temporary_home(os.environ))
    is_migrated = "DATABASE_URL" not in os.environ and lay_out(stack.home)
    (stack.start_servers if is_migrated else stack.start)()
    os.environ.update(stack.environment)
    # Cold matches that a test leaves are read by later ones, as all others are.
    cold = config.stash[STACK].home / "cold"
    cold.mkdir(exist_ok=True)
    os.environ.setdefault("COLD_STORAGE", f"file://{cold}")
    config.add_cleanup(_open.close)
