"""`python -m tests.failover.mutants [NAME…] [--rounds N]`: the service breaks each promise, and who finds it.

A failover of its own for each, so some minute each. It ends with 1 where one is found by none of its verdicts, or the
service as it is by any.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from config.local_stack.places import PROJECT
from tests.failover.broken import MUTANTS

# The service as it is.
SOUND = "none"


def main() -> int:
    options = _parse()
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names:
            found = _found(name, options, Path(folder) / name)
            is_right = any(found.get(one) for one in MUTANTS[name].found_by) if name in MUTANTS else found == {}
            told = "; ".join(f"{verdict} ({count})" for verdict, count in found.items()) or "nothing was found"
            print(
                f"{name}: {'found' if name != SOUND and is_right else 'NOT FOUND' if name != SOUND else ''} {told}",
                flush=True,
            )
            missed += [] if is_right else [name]
    print(f"{len(options.names) - len(missed)} of {len(options.names)} as they should be", flush=True)
    return int(bool(missed))


def _found(name: str, options: argparse.Namespace, report: Path) -> Mapping[str, int]:
    """How many faults each verdict has found, of those that found any; a failover that came to no verdict is one."""
    command: Sequence[str] = [sys.executable, "-m", "tests.failover", "--rounds", str(options.rounds)]
    command = [*command, "--seed", str(options.seed), "--report", str(report)]
    command = command if name == SOUND else [*command, "--broken", name]
    done = subprocess.run(command, cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if not report.exists():
        return {f"no verdict: {' | '.join(done.stdout.strip().splitlines()[-2:])[:300]}": 1}
    return {verdict: len(lines) for verdict, lines in json.loads(report.read_text()).items() if lines}


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.failover.mutants", description=__doc__)
    parser.add_argument("names", nargs="*", default=[SOUND, *MUTANTS], metavar="NAME")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=27)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
