"""Compares sealed parts with their digests (`docs/api/secrets.md`)."""

import re
from typing import Any

from events.format.canon import canon
from events.format.seal import SALT_BYTES, seal_digest
from games.table.claims import Broken, is_count, need
from games.table.events import MatchEnded
from games.verify.match_file import Entry, MatchFile
from games.verify.report import OK, SEALED, SEALS, Flaw

OPENING = {"index", "salt", "part"}
SALT = re.compile(rf"[0-9a-f]{{{2 * SALT_BYTES}}}")


def check(file: MatchFile) -> str | Flaw:
    """Check that every opened part has its seal, and that the file opens exactly the parts that its first line says."""
    if file.redacted_for is not None and file.entries[-1].envelope["type"] == MatchEnded.type:
        return Flaw(check=SEALS, version=0, reason="a match that has ended hides nothing")
    for version, entry in enumerate(file.entries, 1):
        try:
            _check_openings(file, entry, version)
        except Broken as broken:
            return Flaw(check=SEALS, version=version, reason=broken.reason)
    return OK if file.redacted_for is None else SEALED


def _check_openings(file: MatchFile, entry: Entry, version: int) -> None:
    seals = entry.envelope["seals"]
    for opening in entry.openings:
        need(opening.keys() == OPENING and is_count(opening["index"]), "an opening is not index, salt and part")
        need(opening["index"] < len(seals), "a part is opened that was never sealed")
        need(isinstance(opening["part"], dict), "an opened part is no object")
        _check_digest(file.match, version, opening, seals[opening["index"]])
    expected = [index for index, seal in enumerate(seals) if _is_open(file.redacted_for, seal["audience"])]
    need([opening["index"] for opening in entry.openings] == expected, "other parts are open than the file says")


def _check_digest(match: str, version: int, opening: dict[str, Any], seal: dict[str, Any]) -> None:
    salt = opening["salt"]
    need(isinstance(salt, str) and SALT.fullmatch(salt), "a salt is not 16 bytes in hex")
    try:
        content = canon([match, version, opening["index"], seal["audience"], opening["part"]])
    except (TypeError, RecursionError):
        # A file's lines are canonical; what a table holds may be anything.
        raise Broken("an opened part is no canonical JSON") from None
    need(seal_digest(bytes.fromhex(salt), content) == seal["digest"], "an opened part is not the one that was sealed")


def _is_open(redacted_for: int | str | None, audience: list[int]) -> bool:
    return redacted_for is None or redacted_for in audience
