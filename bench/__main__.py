"""`python -m bench [NAME [ARGUMENT …]]`: one measurement, or all measurements of docs/performance.md in turn.

Each has its own process and its own server, so that no measurement finds another's data in memory or on the disk.
Rounds alternate, because the machine's speed changes from minute to minute: read the ratios.
"""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

from bench.limits import PLENTY, UNCOUNTED
from config.local_stack.errors import StackError
from config.local_stack.places import PROJECT
from config.local_stack.serve import interrupt_on_signals
from config.local_stack.stack import temporary_stack

# Every measurement, by the room it stands in.
ROOMS: Mapping[str, Sequence[str]] = {
    "store": ("appends", "library", "move_cost", "long_match", "relay", "head_log", "append_roads", "proving"),
    "web": ("calls", "endpoints", "profile"),
    "running": ("idle", "service", "crowd"),
    "bots": ("words", "thinking"),
    "foreign": ("boardgame",),
}
MODULES = {name: f"{room}.{name}" for room, names in ROOMS.items() for name in names}
# Run by name alone: they take longer, or say where time goes instead of how much it is.
LONGER = {"head_log", "append_roads", "proving", "endpoints", "profile", "service", "crowd", "thinking"}
# These need no server, or start a whole service by themselves.
ALONE = {"proving", "words", "idle", "boardgame", "service", "crowd", "thinking"}

ENVIRONMENT: Mapping[str, Mapping[str, str]] = {
    "calls": UNCOUNTED,
    "profile": UNCOUNTED,
    # No call is counted, and nothing is refused.
    "endpoints": {"RATE_LIMIT_REDIS_URL": "", "CELERY_BROKER_URL": "", **PLENTY},
}


def main(arguments: list[str]) -> int:
    """Run what is named with its arguments; without a name everything. The exit status of the first that fails."""
    interrupt_on_signals()
    try:
        if arguments:
            return run(*arguments)
        return next(filter(None, map(_told, (name for name in MODULES if name not in LONGER))), 0)
    except KeyboardInterrupt:
        return 1
    except StackError as error:
        print(f"tabularium: {error}", file=sys.stderr)
        return 1


def _told(name: str) -> int:
    print(f"\n## {name}", flush=True)
    return run(name)


def run(name: str, *arguments: str) -> int:
    """Run one measurement; its exit status."""
    if name not in MODULES:
        raise StackError(f"there is no measurement {name}; there are {', '.join(MODULES)}")
    if name in ALONE:
        return _process([f"bench.{MODULES[name]}", *arguments], os.environ)
    with temporary_stack(os.environ) as stack:
        return _process(["bench.part", MODULES[name], *arguments], {**stack.environment, **ENVIRONMENT.get(name, {})})


def _process(command: list[str], environment: Mapping[str, str]) -> int:
    return subprocess.run([sys.executable, "-m", *command], cwd=PROJECT, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
