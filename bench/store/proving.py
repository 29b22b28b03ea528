"""What do a beacon and a place in the log of all heads add to the check of a match file?

`python -m bench proving [ROUNDS]`. Processor time in this process, by turns: read medians and ratios. The log is
one of a million entries as far as its proof is concerned: twenty hashes.
"""

import base64
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from config.local_stack.places import PROJECT
from games.headlog.checkpoints import Checkpoint
from games.headlog.hash_tree import leaf_hash, root_of_inclusion
from games.headlog.log_entries import LogEntry, match_digest
from games.headlog.signed_notes import OF_TEXT, Note, PrivateKey
from games.verify import log_check
from games.verify.log_check import Logged, Trusted
from games.verify.match_file import read
from games.verify.verifier import verify

RECORDED = PROJECT / "tests/recorded"
KEY = PrivateKey("play.example.org/log", OF_TEXT, bytes(range(32)))
ENTRIES, ROUNDS = 1_000_000, 60


def main(wanted: str = "") -> None:
    rounds = int(wanted or ROUNDS)
    plain, beacon = ((RECORDED / f"rock-paper-wizard-{name}.ndjson").read_bytes() for name in ("played", "beacon"))
    log = proved(plain)
    trusted = Trusted(saved=Path(), keys=[KEY.public])

    def logged() -> None:
        file = read(plain)
        verify(file)
        assert isinstance(log_check.check(file, log, trusted), Logged)

    # The same file, with and without the check of its round.
    ways: dict[str, Callable[[], object]] = {
        "a match": lambda: verify(read(plain)),
        "a match and its log": logged,
        "a short match with a beacon": lambda: verify(read(beacon)),
        "the same, its round not checked": lambda: verify(read(beacon), chains=()),
    }
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            began = time.process_time()
            way()
            spent[name].append((time.process_time() - began) * 1e3)
    for name, times in spent.items():
        print(f"{name}: median {statistics.median(times):.1f} ms of processor time")


def proved(data: bytes) -> bytes:
    """What `GET /matches/{match}/log` answers for a match in a log of a million entries that is made up around it."""
    file = read(data)
    entry = LogEntry(match_digest(file.match), len(file.entries), file.entries[-1].hash)
    path = [leaf_hash(bytes([number])) for number in range(20)]
    index = ENTRIES // 2 + 1
    root = root_of_inclusion(leaf_hash(entry.line), index, 1 << 20, path)
    assert root is not None
    text = str(Checkpoint(KEY.name, 1 << 20, root))
    shown = {"index": index, "version": entry.version, "head": entry.head, "path": list(map(_encoded, path))}
    return json.dumps({"checkpoint": str(Note(text, (KEY.sign(text),))), "entries": [shown]}).encode()


def _encoded(one: bytes) -> str:
    return base64.b64encode(one).decode()


if __name__ == "__main__":
    main(*sys.argv[1:])
