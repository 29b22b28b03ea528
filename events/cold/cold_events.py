"""The events of cold matches, from their files."""

from collections.abc import Sequence

from events.cold import contents, files, register
from events.cold.contents import Contents
from events.cold.register import ColdRow
from events.envelope import EventRow
from events.errors import ColdFileDamaged


def contents_of(cold: ColdRow) -> Contents:
    """What is in the file of a cold match; `ColdFileDamaged` or `ColdFileUnreadable` where that is not all it was."""
    text = files.read(cold.match, cold.file)
    try:
        found = contents.unpack(text)
        holds = contents.rows_digest(found.rows) == cold.rows and found.rows[-1].hash == cold.hash
    except (ArithmeticError, LookupError, TypeError, ValueError):
        holds = False
    if not holds:
        # The file has its hash, so the row that names it is not what it was.
        raise ColdFileDamaged(f"match {cold.match} is cold, and its file {cold.name} has other events")
    return found


def damage_of(match: str) -> str:
    """What is wrong with the file of a cold match; empty where nothing is, or the match is not cold."""
    try:
        rows_of(match)
    except ColdFileDamaged as damaged:
        return str(damaged)
    return ""


def rows_of(match: str) -> Sequence[EventRow]:
    """All events of a match as its file has them; none where the match is not cold."""
    cold = register.find([match]).get(match)
    return () if cold is None else contents_of(cold).rows
