"""Leases: a worker claims rows for a limited time. If it is killed, another worker claims them later."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

# Materialized, because the planner may run a plain subquery several times, which then claims more than its limit.
CLAIM = """
WITH free AS MATERIALIZED ({free})
UPDATE {table} SET {until} = statement_timestamp() + %(lease)s * interval '1 second'
FROM free WHERE {table}.id = free.id
RETURNING {table}.id, statement_timestamp()
"""


@dataclass(frozen=True, kw_only=True)
class Lease:
    """How rows of `table` are claimed: nobody else takes them before `until`, a column, which is `seconds` from now.

    `free` selects the ids of those that are due, with a limit, and locks them (`FOR UPDATE SKIP LOCKED`).
    """

    table: str
    until: str
    seconds: int
    free: str

    def claim(self, **values: Any) -> list[tuple[str, datetime]]:
        """The ids of rows that are now this worker's, with the database's time; `values` are the parameters of `free`.

        A row whose work is never noted is free again after `seconds`.
        """
        with connection.cursor() as cursor:
            claim = CLAIM.format(table=self.table, until=self.until, free=self.free)
            cursor.execute(claim, {"lease": self.seconds, **values})
            return [(str(row_id), now) for row_id, now in cursor.fetchall()]
