"""Checks whether the log of all heads has the match of a file (`games/headlog`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from games.headlog.checkpoints import NotProved, require_witnesses
from games.headlog.log_entries import SavedLog, ShownEntry, read_saved, require_entry_stamped, require_included
from games.headlog.signed_notes import PublicKey
from games.verify.match_file import MatchFile
from games.verify.report import Flaw

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

LOG = "log"


@dataclass(frozen=True, kw_only=True)
class Trusted:
    """How a file is checked: by the saved response of the log, the log's keys, and so many witnesses that must sign."""

    saved: Path
    keys: Sequence[PublicKey]
    witnesses: Sequence[PublicKey] = ()
    cosignatures: int = 0
    # Of an authority of timestamps: with any the newest entry has to be stamped.
    roots: "Sequence[Certificate]" = ()


@dataclass(frozen=True, kw_only=True)
class Logged:
    """The latest version of the match in the log, its place, its checkpoint, and the known witnesses of that."""

    version: int
    index: int
    origin: str
    size: int
    cosigners: Sequence[str]
    stamped: datetime | None = None

    def __str__(self) -> str:
        stamped = f", stamped {self.stamped:%Y-%m-%d %H:%M:%S} UTC" if self.stamped else ""
        signed = f", cosigned by {', '.join(self.cosigners)}" if self.cosigners else ""
        return f"version {self.version} is entry {self.index} of {self.origin}, size {self.size}{stamped}{signed}"


def check(file: MatchFile, text: bytes, trusted: Trusted) -> Logged | Flaw:
    """Compare a match with the response of `GET /matches/{match}/log`."""
    try:
        saved = read_saved(text, file.match)
        signed = require_included(saved, trusted.keys)
        cosigners = require_witnesses(signed.note, trusted.witnesses, trusted.cosignatures)
    except NotProved as refused:
        return Flaw(check=LOG, version=0, reason=str(refused))
    newest = _newest(file, saved)
    if isinstance(newest, Flaw):
        return newest
    try:
        stamped = require_entry_stamped(saved, newest, trusted.keys, trusted.roots) if trusted.roots else None
    except NotProved as refused:
        return _flaw(newest.entry.version, str(refused))
    return Logged(
        version=newest.entry.version,
        index=newest.index,
        origin=signed.checkpoint.origin,
        size=signed.checkpoint.size,
        cosigners=[key.name for key in cosigners],
        stamped=stamped,
    )


def _newest(file: MatchFile, saved: SavedLog) -> ShownEntry | Flaw:
    """The log's entry of the highest version that the file has; a flaw if file and log disagree."""
    last, newest = len(file.entries), None
    for shown in sorted(saved.entries, key=lambda one: one.entry.version):
        version = shown.entry.version
        if version <= last:
            if file.entries[version - 1].hash != shown.entry.head:
                return _flaw(version, f"entry {shown.index} of the log has another head at this version")
            newest = shown
        elif file.complete or newest is None:
            return _flaw(last, f"entry {shown.index} of the log has version {version}, which the file has not")
    if newest is None:
        return _flaw(0, "the log has no entry of this match")
    if file.complete and newest.entry.version < last:
        return _flaw(last, "the log has no entry of the end of this match, though earlier ones: it comes in a minute")
    return newest


def _flaw(version: int, reason: str) -> Flaw:
    return Flaw(check=LOG, version=version, reason=reason)
