"""The statements that reach PostgreSQL over Django's connections, by whichever road."""

from typing import Any

import psycopg
import pytest


def round_trips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that are made from now on until the end of the test, as they are made."""
    made: list[str] = []
    execute = psycopg.Cursor.execute

    def counted(self: Any, query: Any, *args: Any, **named: Any) -> Any:
        made.append(str(query))
        return execute(self, query, *args, **named)

    monkeypatch.setattr(psycopg.Cursor, "execute", counted)
    return made
