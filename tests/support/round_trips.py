"""The statements that reach PostgreSQL over Django's connections, by whichever road."""

import threading
from typing import Any

import psycopg
import pytest

from events import statements


def round_trips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that this thread makes from now on until the end of the test, as they are made."""
    # What quotas count is added by a thread of its own, now and then.
    made, own = list[str](), threading.get_ident()
    execute = psycopg.Cursor.execute

    def counted(self: Any, query: Any, *args: Any, **named: Any) -> Any:
        if threading.get_ident() == own:
            made.append(str(query))
        return execute(self, query, *args, **named)

    monkeypatch.setattr(psycopg.Cursor, "execute", counted)
    rows = statements._rows

    def fetched(*args: Any) -> Any:
        if threading.get_ident() == own:
            made.append("by libpq itself")
        return rows(*args)

    monkeypatch.setattr(statements, "_rows", fetched)
    return made
