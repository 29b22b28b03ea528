"""What do honest players notice of an attack? `make siege [ARGS="--seconds N NAME …"]`.

Each attack gets its own service. Honest players sit down, the attack begins, and after the given seconds one line says
what the players noticed.
"""

import argparse
import ctypes
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.running.serving import Served, serving
from bench.siege import clocks
from bench.siege.attacks import ATTACKS
from bench.siege.players import Party
from config.local_stack.errors import StackError
from config.local_stack.stack import LocalStack

NOTHING = "nothing"
# Honest players and attackers come from addresses of their own; the public limits hold.
PUBLIC = {"NUM_PROXIES": "1", "RATE_LIMITS": "{}", "QUOTAS": "{}"}
NEW_MOUNTS = 0x00020000
COLUMNS = "{:14} {:>7} {:>7} {:>7} {:>7} {:>8} {:>9} {:>9}  {}"


def main() -> None:
    options = _parse()
    dead = _dead_resolver() if "hanging_dns" in options.attacks else None
    print(COLUMNS.format("attack", "moves/s", "p50 ms", "p99 ms", "max ms", "failures", "late p99", "late max", ""))
    for name in options.attacks:
        with serving({**os.environ, **PUBLIC}) as served:
            print(_line(name, *_siege(name, served, options.seconds)), flush=True)
    del dead


def _siege(name: str, served: Served, seconds: float) -> tuple[Party, float, list[float], Counter[str]]:
    matches = clocks.abandoned_matches(served.url)
    with Party(served.url) as party:
        served.watch(8)
        party.forget()
        begun, since = time.monotonic(), time.time()
        with attacker(name, served.url):
            served.watch(seconds)
            took = time.monotonic() - begun
            record = party.record
            rate = record.moves / took
    late = _lateness(served.stack, matches, since)
    return party, rate, late, record.failures


@contextmanager
def attacker(name: str, url: str) -> Iterator[None]:
    if name == NOTHING:
        yield
        return
    # What attackers compute costs the service nothing, where they have machines of their own.
    process = subprocess.Popen(["nice", "-n", "5", sys.executable, "-m", "bench.siege.attacks", name, url])
    try:
        yield
        if process.poll() is not None:
            raise StackError(f"the attack {name} ended by itself")
    finally:
        process.kill()
        process.wait()


def _lateness(stack: LocalStack, matches: list[str], since: float) -> list[float]:
    """In a process of its own, because Django is set up once and each attack has another database."""
    command = [sys.executable, "-c", _LATENESS, json.dumps(matches), str(since)]
    done = subprocess.run(command, env={**stack.environment, **_DJANGO}, capture_output=True, text=True, check=True)
    found: list[float] = json.loads(done.stdout)
    return found


_DJANGO: Mapping[str, str] = {"DJANGO_SETTINGS_MODULE": "config.settings"}
_LATENESS = """
import json, sys, django
django.setup()
from bench.siege.clocks import lateness
print(json.dumps(lateness(json.loads(sys.argv[1]), float(sys.argv[2]))))
"""


def _line(name: str, party: Party, rate: float, late: list[float], failures: Counter[str]) -> str:
    p50, p99, most = (1000 * each for each in (party.record.p(50), party.record.p(99), max(party.record.seconds)))
    at99 = late[int(len(late) * 0.99)] if late else float("nan")
    worst = late[-1] if late else float("nan")
    said = ", ".join(f"{count} {what}" for what, count in failures.most_common(5))
    numbers = (f"{rate:.1f}", f"{p50:.0f}", f"{p99:.0f}", f"{most:.0f}", sum(failures.values()))
    return COLUMNS.format(name, *numbers, f"{at99:.2f} s", f"{worst:.2f} s", f"{said} ({len(late)} clocks)")


def _dead_resolver() -> socket.socket | None:
    """Have this process and its children ask a name server that never answers; only root can."""
    libc = ctypes.CDLL(None, use_errno=True)
    silent = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with suppress(OSError), tempfile.NamedTemporaryFile("w", delete=False) as file:
        silent.bind(("127.0.0.53", 53))
        file.write("nameserver 127.0.0.53\n")
        file.flush()
        Path(file.name).chmod(0o644)
        mounts = (["mount", "--make-rprivate", "/"], ["mount", "--bind", file.name, "/etc/resolv.conf"])
        if libc.unshare(NEW_MOUNTS) == 0 and all(subprocess.run(mount).returncode == 0 for mount in mounts):
            return silent
    print("hanging_dns: only root can put a silent name server in the place of the machine's; names fail at once")
    return None


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.siege")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("attacks", nargs="*", choices=[NOTHING, *ATTACKS, []], metavar="NAME")
    options = parser.parse_args()
    options.attacks = options.attacks or [NOTHING, *ATTACKS]
    return options


if __name__ == "__main__":
    main()
