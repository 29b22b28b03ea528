"""`python -m bench.failover.broken FD`: the service's template with a store that breaks its promise.

`BROKEN` says which promise: `append` goes on from any head, and `answer` comes before the commit.
"""

import os
import sys
import threading
from collections.abc import Sequence
from typing import Any, cast

from config.local_stack import template
from events import statements, store
from events.statements import Statement

# As long after the answer the append is carried out; the first ones are not, or no match would begin.
LATE_SECONDS, FIRST = 0.1, 20
HEAD = b"match_id = $1::uuid AND version = $2::integer AND hash = "


def append() -> None:
    """No head is expected; what stands in the way is overwritten by nobody and written by nobody."""
    for name in ("ADVANCE", "ADVANCE_BY_ONE"):
        found: Statement = getattr(statements, name)
        sql = found.sql.replace(HEAD, b"match_id = $1::uuid AND $2::integer IS NOT NULL AND '' <> ")
        sql = sql.replace(b" FROM head\n)", b" FROM head ON CONFLICT DO NOTHING\n)")
        for module in (statements, store):
            setattr(module, name, Statement(found.name, sql))


def answer() -> None:
    """The statement is sent, and its answer made up meanwhile."""
    run = statements.run

    def sent(db: Any, statement: Statement, values: Sequence[bytes | None]) -> int:
        if values[1] is None or int.from_bytes(values[1]) < FIRST:
            return run(db, statement, values)

        def later() -> None:
            from django.db import connection

            try:
                run(statements.store_connection(), statement, values)
            finally:
                connection.close()

        threading.Timer(LATE_SECONDS, later).start()
        return 1

    cast(Any, store).run = sent


def main() -> None:
    {"append": append, "answer": answer}[os.environ["BROKEN"]]()
    template.main(int(sys.argv[1]))


if __name__ == "__main__":
    main()
