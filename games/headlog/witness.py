"""A witness (C2SP tlog-witness): it signs a checkpoint only if it continues the last one that it has signed of a log.

What it has signed stands in a folder, a file for each log, and is there for good before an answer leaves. Whoever
starts it again goes on from there. What a log has signed and what does not continue is kept too: it is evidence.
"""

import fcntl
import hashlib
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from games.headlog.checkpoints import NotProved, SignedCheckpoint, opened, read_hashes, require_continued
from games.headlog.hash_tree import EMPTY_ROOT
from games.headlog.signed_notes import Note, PrivateKey, PublicKey

PLAIN, SIZE_TYPE = "text/plain; charset=utf-8", "text/x.tlog.size"
OLD = re.compile(r"old (0|[1-9][0-9]{0,18})")
LARGEST_REQUEST = 128 * 1024
MOST_EVIDENCE = 1_000


class Reply(NamedTuple):
    """An answer of HTTP."""

    status: int
    text: str
    content_type: str = PLAIN


class FolderInUse(Exception):
    """Another witness has the folder."""


class Witness:
    """A witness of these logs, with a key, and a folder of its own. `now` gives seconds since 1970."""

    def __init__(self, folder: Path, key: PrivateKey, logs: Sequence[PublicKey], now: Callable[[], float]) -> None:
        self._folder, self._key, self._now = folder, key, now
        self._logs: Mapping[str, list[PublicKey]] = {
            origin: [log for log in logs if log.name == origin] for origin in {log.name for log in logs}
        }
        self._lock = Lock()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep the folder from a second witness, which would sign without knowing of this one; `FolderInUse`."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / "lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise FolderInUse(f"{self._folder}: another witness is at work here") from None
            yield

    def add_checkpoint(self, body: bytes) -> Reply:
        """What `POST /add-checkpoint` answers: the cosignature, or why there is none."""
        asked = _read(body)
        if asked is None:
            return Reply(400, "the body is: old SIZE, a proof of consistency, an empty line, a checkpoint\n")
        old, path, told = asked
        origin = told.partition("\n")[0]
        if origin not in self._logs:
            return Reply(404, "this witness does not know the log\n")
        try:
            signed = opened(told, self._logs[origin])
        except NotProved as refused:
            return Reply(403, f"{refused}\n")
        # From the look at what was signed last to the new one in its place nobody else may sign.
        with self._lock:
            return self._answer(signed, old, path)

    def last(self, origin_digest: str) -> Reply:
        """What `GET /<digest>/checkpoint` answers: the last signed checkpoint of a log."""
        found = next((one for origin in self._logs if (one := self._path(origin)).name == origin_digest), None)
        if found is None or not found.exists():
            return Reply(404, "this witness has signed no checkpoint of the log\n")
        return Reply(200, found.read_text(encoding="utf-8"))

    def _answer(self, signed: SignedCheckpoint, old: int, path: Sequence[bytes]) -> Reply:
        checkpoint, known = signed.checkpoint, self._known(signed.checkpoint.origin)
        if old > checkpoint.size:
            return Reply(400, "the old size is beyond the checkpoint's\n")
        known_size = known.checkpoint.size if known else 0
        if old != known_size:
            return Reply(409, f"{known_size}\n", SIZE_TYPE)
        try:
            if checkpoint.size == 0 and checkpoint.root != EMPTY_ROOT:
                raise NotProved(f"{checkpoint.origin}: an empty log has another root")
            if known is not None:
                require_continued(known.checkpoint, checkpoint, path)
            elif path:
                raise NotProved(f"{checkpoint.origin}: of size 0 there is nothing to prove")
        except NotProved as refused:
            self._keep_evidence(signed, str(refused))
            return Reply(422, f"{refused}\n")
        line = self._key.sign(signed.note.text, seconds=int(self._now()))
        of_log = [one for one in signed.note.signatures if _is_by(one.name, one.key_id, self._logs[checkpoint.origin])]
        _write(self._path(checkpoint.origin), str(Note(signed.note.text, (*of_log, line))))
        return Reply(200, str(line))

    def _known(self, origin: str) -> SignedCheckpoint | None:
        """The checkpoint that was signed last; a damaged file is an error, and never taken for none."""
        path = self._path(origin)
        return opened(path.read_text(encoding="utf-8"), self._logs[origin]) if path.exists() else None

    def _keep_evidence(self, signed: SignedCheckpoint, why: str) -> None:
        # Whoever sends a false proof has a good checkpoint kept here too: what tells against the log is another root of
        # a size that was signed, or that no proof fits. Each is kept once, and no more than a disk has room for.
        path = self._folder / f"refused-{hashlib.sha256(signed.note.text.encode()).hexdigest()}"
        if not path.exists() and len(list(self._folder.glob("refused-*"))) < MOST_EVIDENCE:
            _write(path, f"{signed.note}\n{why}\n")

    def _path(self, origin: str) -> Path:
        return self._folder / hashlib.sha256(origin.encode()).hexdigest()


def add_checkpoint_body(old: int, path: Sequence[str], checkpoint: str) -> bytes:
    """The body of a request to a witness: it last signed a checkpoint of size `old`, which this one continues."""
    return f"old {old}\n{''.join(f'{line}{chr(10)}' for line in path)}\n{checkpoint}".encode()


def _read(body: bytes) -> tuple[int, Sequence[bytes], str] | None:
    try:
        head, blank, checkpoint = body.decode().partition("\n\n")
    except UnicodeDecodeError:
        return None
    first, *lines = head.split("\n")
    old, path = OLD.fullmatch(first), read_hashes(lines)
    if not blank or old is None or path is None or len(body) > LARGEST_REQUEST:
        return None
    return int(old[1]), path, checkpoint


def _is_by(name: str, key_id: bytes, keys: Sequence[PublicKey]) -> bool:
    return any((name, key_id) == (key.name, key.key_id) for key in keys)


def _write(path: Path, text: str) -> None:
    """Write a file as a whole, and be sure of it."""
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
