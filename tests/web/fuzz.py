"""`make fuzz-verifiers MINUTES=10 SEED=…`: gives both verifiers tampered files, guided by the coverage of both.

libFuzzer (atheris) drives: it sees what of `games.verify` has run, and, through a function for each, which blocks of the
page's verifier have run in node. What is found is written down, and the fuzzer goes on. Exit status: 0 nothing found,
1 something, 2 atheris is not installed.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from events import randomness

# The bases of the files are made by modules that want settings, and no database.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("SECRET_KEY", "fuzz")

INSTRUMENTED = ("games.verify", "games.table", "games.core.chance", "events.format")
BLOCKS = 4096
LONGEST_INPUT = 64
# The corpus is small: the suite gives all of it to both verifiers. The shortest inputs stay.
MOST_KEPT = 250
# Slower than any file may be, on a busy machine.
SLOWEST = 120


def main(arguments: Sequence[str]) -> int:
    """Fuzz for so many minutes; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.web.fuzz")
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=0, help="0: a new one, which is printed")
    parser.add_argument("--keep", action="store_true", help="write the corpus anew, with what this run has reached")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    asked, more = parser.parse_known_args(arguments)
    if find_spec("atheris") is None:
        sys.stderr.write("atheris is not installed: .venv/bin/python -m pip install atheris\n")
        return 2
    if asked.child is not None:
        _drive(asked.child, more)
    seed = asked.seed or int.from_bytes(randomness.new_seed(4)) >> 1 or 1
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        return _run(Path(folder), asked.minutes, seed, keep=asked.keep)


def _run(folder: Path, minutes: float, seed: int, *, keep: bool) -> int:
    import django

    django.setup()
    from tests.web.fuzzing import CORPUS, corpus, tampered

    grown, findings = folder / "corpus", folder / "findings"
    grown.mkdir()
    for number, data in enumerate(corpus()):
        (grown / f"{number:04}").write_bytes(data)
    some = random.Random(seed)
    for number in range(50):
        (grown / f"of-{seed}-{number}").write_bytes(some.randbytes(48))
    sys.stdout.write(f"seed {seed}, {minutes:g} minutes, {len(corpus())} inputs kept before\n")
    sys.stdout.flush()
    limits = [f"-max_total_time={round(minutes * 60)}", f"-seed={seed}", f"-max_len={LONGEST_INPUT}"]
    # From the first: an input that is too short for all its choices changes nothing.
    limits += ["-len_control=0", f"-timeout={SLOWEST}", f"-artifact_prefix={folder}/", "-print_final_stats=1"]
    done = _child(findings, [*limits, str(grown)])
    found = [json.loads(line) for line in findings.read_text().splitlines()] if findings.exists() else []
    told = [line for line in done.stderr.splitlines() if "stat::" in line or " cov: " in line]
    sys.stdout.write("\n".join([*told[:1], *told[-6:]]) + "\n")
    for reason, times in Counter(one["reason"] for one in found).most_common():
        first = next(one for one in found if one["reason"] == reason)
        sys.stdout.write(f"{times} times: {reason}: {first['input']} ({first['told']})\n")
    sys.stdout.write(f"{len(found)} findings\n")
    if done.returncode:
        sys.stdout.write(done.stderr[-2000:])
    if keep:
        made = {data for path in grown.iterdir() if tampered(data := path.read_bytes()) is not None}
        lines = sorted((data.hex() for data in made), key=lambda line: (len(line), line))[:MOST_KEPT]
        CORPUS.write_text("".join(f"{line}\n" for line in lines))
        sys.stdout.write(f"{len(lines)} inputs kept\n")
    return int(bool(found) or done.returncode != 0)


def _child(findings: Path, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.web.fuzz", "--child", str(findings), *arguments]
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)


def _drive(findings: Path, arguments: Sequence[str]) -> None:
    """Become libFuzzer, which never returns."""
    import django

    # It has no types, and is not installed everywhere.
    atheris: Any = import_module("atheris")

    with atheris.instrument_imports(include=list(INSTRUMENTED), enable_loader_override=False):
        import games.verify.verifier  # noqa: F401
    django.setup()
    from tests.web.fuzzing import Pages, judged, tampered

    pages, seen = Pages(), _functions(atheris.instrument_func)

    def test_one(data: bytes) -> None:
        reason, blocks = judged(data, pages, covers=True)
        for block in blocks:
            seen[block % BLOCKS]()
        if reason is not None:
            made = tampered(data)
            told = made.mutation.told if made else ""
            with findings.open("a") as file:
                file.write(json.dumps({"reason": reason, "input": data.hex(), "told": told}) + "\n")

    atheris.Setup([sys.argv[0], *arguments], test_one)
    atheris.Fuzz()


def _functions(instrumented: Callable[[Callable[[], int]], Callable[[], int]]) -> Sequence[Callable[[], int]]:
    """A function for each block of the page's code: libFuzzer counts which have been called."""
    made: dict[str, Callable[[], int]] = {}
    exec("".join(f"def block_{number}():\n    return {number}\n" for number in range(BLOCKS)), made)
    return [instrumented(made[f"block_{number}"]) for number in range(BLOCKS)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
