"""Checkpoints (C2SP tlog-checkpoint): how large the log is and its root, signed; and whether one continues another."""

import base64
import binascii
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.headlog.hash_tree import HASH_BYTES, MOST_HASHES, is_continued
from games.headlog.signed_notes import OF_TEXT, NotANote, Note, PublicKey, cosigners, read_note, signed_at

SIZE = re.compile(r"0|[1-9][0-9]{0,18}")


class NotProved(Exception):
    """What was given proves nothing; the message says what is wrong and where."""


class Checkpoint(NamedTuple):
    """The state of a log: `origin` is its name, `root` is over its first `size` entries."""

    origin: str
    size: int
    root: bytes

    def __str__(self) -> str:
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"


class SignedCheckpoint(NamedTuple):
    """A checkpoint of a log whose key has been checked, and the note that it stands in."""

    checkpoint: Checkpoint
    note: Note


def read_checkpoint(text: str) -> Checkpoint:
    """The checkpoint in a note's text; raises `NotANote`."""
    origin, size, root, *_ = [*text.removesuffix("\n").split("\n"), "", ""]
    (found,) = read_hashes([root]) or [b""]
    if not origin or not SIZE.fullmatch(size) or not found:
        raise NotANote("a checkpoint is a name, a size and a root, each on its line")
    return Checkpoint(origin, int(size), found)


def opened(told: bytes | str, keys: Sequence[PublicKey]) -> SignedCheckpoint:
    """The checkpoint in a signed note, if one of the log's keys has signed it; raises `NotProved`."""
    try:
        note = read_note(told)
        checkpoint = read_checkpoint(note.text)
        # Each is asked: a signature under a key's name that is not by that key makes the whole note bad.
        times = [signed_at(note, key) for key in keys if key.kind == OF_TEXT and key.name == checkpoint.origin]
    except NotANote as refused:
        raise NotProved(f"the checkpoint: {refused}") from None
    if all(time is None for time in times):
        raise NotProved(f"the checkpoint of {checkpoint.origin} is not signed by the key that was given")
    return SignedCheckpoint(checkpoint, note)


def require_witnesses(note: Note, witnesses: Iterable[PublicKey], needed: int) -> Sequence[PublicKey]:
    """The witnesses that have cosigned a checkpoint; `NotProved` where they are fewer than needed."""
    try:
        found = cosigners(note, witnesses)
    except NotANote as refused:
        raise NotProved(f"the checkpoint: {refused}") from None
    if len(found) < needed:
        raise NotProved(f"the checkpoint has {len(found)} cosignatures of known witnesses, and {needed} are needed")
    return found


def require_continued(old: Checkpoint, new: Checkpoint, path: Sequence[bytes]) -> None:
    """Refuse with `NotProved` a checkpoint that does not continue an older one, and say which."""
    both = f"{new.origin}: the checkpoint of size {new.size}"
    if new.origin != old.origin:
        raise NotProved(f"{both} is of another log than {old.origin}")
    if new.size < old.size:
        raise NotProved(f"{both} goes back behind the one of size {old.size}: {old.size - new.size} entries are gone")
    if new.size == old.size and new.root != old.root:
        raise NotProved(f"{both} has another root than the one known of this size: the log tells two stories")
    if not is_continued(old.size, old.root, new.size, new.root, path):
        raise NotProved(
            f"{both} is not shown to continue the one of size {old.size}: an entry below {old.size} was changed or"
            " dropped, or the proof is another's"
        )


def read_hashes(lines: Sequence[str]) -> list[bytes] | None:
    """Hashes in base64; None where one is none, or there are more than any proof has."""
    try:
        found = [base64.b64decode(line, validate=True) for line in lines]
    except (binascii.Error, ValueError):
        return None
    told = [base64.b64encode(one).decode() for one in found]
    is_good = told == list(lines) and all(len(one) == HASH_BYTES for one in found)
    return found if is_good and len(found) <= MOST_HASHES else None
