"""The suite's own PostgreSQL and Redis, as an early pytest plugin.

They start before Django's settings are read and are gone, data and all, when pytest ends. With `DATABASE_URL` and
`CELERY_BROKER_URL` set, the servers named there are used instead; the database's owner and superuser are then named by
`DATABASE_OWNER_URL` and `DATABASE_SUPERUSER_URL`. On a database that is kept no run can be repeated: its ids are taken.
"""

import json
import os
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest

from config.environment.limits import SET_GOING, alike
from config.local_stack.errors import StackError
from config.local_stack.stack import LocalStack, temporary_stack

STACK = pytest.StashKey[LocalStack]()
_open = ExitStack()
SMALL_BEACON = Path(__file__).parents[1] / "vectors" / "small-beacon.json"
# Out of the suite's way; the limits' own tests set others.
PLENTY = json.dumps(alike(**dict.fromkeys(("reads", "moves", "lobby", "sign_up", "audit", "streams"), 10**9)))


NO_QUOTA = json.dumps({quota: dict.fromkeys(most, 10**9) for quota, most in SET_GOING.items()})


# A wrapper, because pytest-django reads the settings in its own implementation of this hook.
@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    options = early_config.known_args_namespace
    # Where workers share the tests, each has servers of its own, and what only hands out the tests has none.
    hands_out = getattr(options, "numprocesses", None) and "PYTEST_XDIST_WORKER" not in os.environ
    if hands_out and "DATABASE_URL" in os.environ:
        raise pytest.UsageError("tests on a database of yours run in one process: -n0")
    if not (options.help or options.version or hands_out):
        _start(early_config)
    return (yield)


def _start(config: pytest.Config) -> None:
    if "DATABASE_URL" in os.environ and "DATABASE_OWNER_URL" not in os.environ:
        raise pytest.UsageError("tests on a database of yours need DATABASE_OWNER_URL and DATABASE_SUPERUSER_URL too")
    os.environ.setdefault("RATE_LIMITS", PLENTY)
    os.environ.setdefault("QUOTAS", NO_QUOTA)
    # Matches with rounds of the small beacon hold in every audit; no relay of it is asked unless a test says so.
    os.environ.setdefault("BEACON_CHAINS", str(SMALL_BEACON))
    # Codes in mails follow from it.
    os.environ.setdefault("SECRET_KEY", "the suite's own: every run has the same, so that a failure can be repeated")
    try:
        config.stash[STACK] = _open.enter_context(temporary_stack(os.environ))
    except StackError as error:
        raise pytest.UsageError(str(error)) from None
    os.environ.update(config.stash[STACK].environment)
    # Cold matches that a test leaves are read by later ones, as all others are.
    cold = config.stash[STACK].home / "cold"
    cold.mkdir(exist_ok=True)
    os.environ.setdefault("COLD_STORAGE", f"file://{cold}")
    config.add_cleanup(_open.close)
