"""The statements that reach PostgreSQL over Django's connections, by whichever road."""

from typing import Any

import psycopg
import pytest

from events import statements


def round_trips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that are made from now on until the end of the test, as they are made."""
    made: list[str] = []
    execute = psycopg.Cursor.execute

    def counted(self: Any, query: Any, *args: Any, **named: Any) -> Any:
        made.append(str(query))
        return execute(self, query, *args, **named)

    monkeypatch.setattr(psycopg.Cursor, "execute", counted)
    rows = statements._rows

    def fetched(*args: Any) -> Any:
        made.append("by libpq itself")
        return rows(*args)

    monkeypatch.setattr(statements, "_rows", fetched)
    return made
