"""Lets the rows of a match go, in the one transaction that writes which file has them. The tables' owner alone can.

Triggers hold the row against the head and against the rows themselves (`events/migrations/0002_cold_matches.py`).
"""

from django.db import IntegrityError, connections, transaction

from events.cold.files import ColdFile
from events.roles import OWNER

# As an append does, before all else: so appends and other workers wait.
LOCK = "SELECT FROM match_head WHERE match_id = %s FOR UPDATE"
IS_COLD = "SELECT EXISTS (SELECT FROM cold_match WHERE match_id = %s)"
ENTER = """
INSERT INTO cold_match (match_id, version, hash, rows, file, sha256, size) VALUES (%s, %s, %s, %s, %s, %s, %s)
"""
# Snapshots can be folded again.
TABLES = ("event_secret", "event", "snapshot")


VACUUM = f"VACUUM {', '.join(TABLES)}"


class CannotMove(Exception):
    """The match stays where it is; the message says why."""


def enter(match: str, *, version: int, head: bytes, rows: bytes, file: ColdFile) -> bool:
    """Write the row of a cold match and delete what its file has; False where another worker has done so before.

    `rows` is the digest of the rows as the file has them. `CannotMove` where it is not that of the rows in the
    database, where the head is another, and where the match has not ended.
    """
    try:
        with transaction.atomic(using=OWNER, durable=True), connections[OWNER].cursor() as cursor:
            cursor.execute(LOCK, [match])
            cursor.execute(IS_COLD, [match])
            if cursor.fetchone()[0]:
                return False
            cursor.execute(ENTER, [match, version, head, rows, file.name, file.sha256, file.size])
            for table in TABLES:
                cursor.execute(f"DELETE FROM {table} WHERE match_id = %s", [match])  # noqa: S608, a constant
    except IntegrityError as refused:
        # The guards' own words; no other constraint of these tables can be broken here.
        reason = getattr(getattr(refused.__cause__, "diag", None), "message_primary", None)
        raise CannotMove(reason or "the database refuses it") from None
    return True


def vacuum() -> None:
    """Let new rows have the room of those that have gone. Nothing comes back to the disk but at the end of a table."""
    with connections[OWNER].cursor() as cursor:
        cursor.execute(VACUUM)
