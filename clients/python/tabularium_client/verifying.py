"""Checks a match file with the service's own rules, and checkpoints of its log: no service, no network, no database.

The verifier is the service's `games.verify`. It runs in a process of its own, so its modules (`games`, `events` and
`languages`) meet no others of those names.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

VALID, INVALID, UNREADABLE, IN_PART = 0, 1, 2, 3
MODULE = "games/verify/__main__.py"
# Its folder goes first, whatever else is on the path.
START = (
    "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)


class Verdict(NamedTuple):
    """What became of a file, in words too; IN_PART where some moves of bots are only found legal."""

    status: int
    text: str


class NoVerifier(Exception):
    """The verifier failed to start; the message says why."""


def folder() -> Path:
    """Where the verifier's modules are: in this package, or in the repository that it is a part of."""
    here = Path(__file__).resolve().parent
    for found in (here / "verifier", here.parents[2]):
        if (found / MODULE).is_file():
            return found
    raise NoVerifier("this installation has no verifier: install the wheel")


def verify_content(content: bytes, *, head: str | None = None) -> Verdict:
    """Check a match file that is not on the disk; as `verify`."""
    with TemporaryDirectory(prefix="tabularium-") as place:
        file = Path(place) / "match.ndjson"
        file.write_bytes(content)
        return verify(file, head=head)


def verify(
    file: Path, *, head: str | None = None, bots: bool = False, log: Path | None = None, log_keys: Sequence[str] = ()
) -> Verdict:
    """Check a match file, in at most ten seconds.

    `head` is a hash of any version that was kept elsewhere: the file must contain it. With `bots` the bots that look
    ahead are asked again what they pick, which takes longer. `log` is what `GET /matches/{match}/log` answered: one of
    `log_keys` must have signed it, and it must have the match. Raises `NoVerifier`.
    """
    asked = [str(file.absolute()), *([f"--head={head}"] if head is not None else []), *(["--bots"] if bots else [])]
    asked += [f"--log={log.absolute()}", *_keyed(log_keys)] if log is not None else []
    return _run("games.verify", asked)


def continues(old: Path, new: Path, log_keys: Sequence[str]) -> Verdict:
    """Whether what `GET /log?from=SIZE` answered continues a checkpoint of this size; VALID if it does, INVALID if not.

    Raises `NoVerifier`.
    """
    return _run("games.headlog", ["continues", str(old.absolute()), str(new.absolute()), *_keyed(log_keys)])


def _keyed(log_keys: Sequence[str]) -> list[str]:
    return [f"--log-key={key}" for key in log_keys]


def _run(module: str, asked: Sequence[str]) -> Verdict:
    command = [sys.executable, "-P", "-X", "utf8", "-c", START, str(folder()), module, *asked]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    # Python ends with 1 where it fails, too; a verdict says something.
    if done.returncode not in (VALID, INVALID, UNREADABLE, IN_PART) or not (
        done.stdout or done.returncode == UNREADABLE
    ):
        raise NoVerifier(f"the verifier failed: {done.stderr.strip().rpartition(chr(10))[2]}")
    return Verdict(done.returncode, (done.stdout + done.stderr).strip())
