"""`python -m tests.releases.known_faults`: whether a version that is locked is known to be faulty, by pip-audit.

The list of faults is other people's, and is not everywhere. Where it cannot be had this says so and passes, because a
machine without a network is no reason to refuse a change; with `NEED_FAULTS=1` it fails.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.releases.licences import HOME, LOCKS

SECONDS = 240
# Faults that do not concern this service, by their id, each with the reason.
KNOWN: Mapping[str, str] = {}


def judged(answers: Sequence[Mapping[str, Any]]) -> tuple[list[str], int, int]:
    """The faults that are named, how many packages were looked up, and how many could not be."""
    packages = {one["name"]: one for answer in answers for one in answer["dependencies"]}
    skipped = [name for name, one in packages.items() if "skip_reason" in one]
    faults = [
        f"{name} {one['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or 'no version yet'}"
        for name, one in sorted(packages.items())
        for fault in one.get("vulns", [])
        if not {fault["id"], *fault.get("aliases", [])} & KNOWN.keys()
    ]
    return faults, len(packages) - len(skipped), len(skipped)


def main() -> int:
    answers = [answer for lock in LOCKS if (answer := _asked(HOME / lock)) is not None]
    faults, looked_up, skipped = judged(answers)
    for fault in faults:
        print(f"known faults: {fault}")
    if faults:
        return 1
    if len(answers) < len(LOCKS) or skipped or not looked_up:
        # pip-audit itself says that it has found none, also where it has looked up nothing.
        print(f"known faults: the list cannot be had here; {looked_up} packages were looked up, {skipped} were not")
        return 1 if os.environ.get("NEED_FAULTS") else 0
    print(f"known faults: none in {looked_up} packages")
    return 0


def _asked(lock: Path) -> Mapping[str, Any] | None:
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(lock), "--require-hashes", "--disable-pip"]
    try:
        done = subprocess.run(
            [*command, "--format", "json", "--progress-spinner", "off"], capture_output=True, text=True, timeout=SECONDS
        )
        found: Mapping[str, Any] = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None
    return found


if __name__ == "__main__":
    sys.exit(main())
