"""The plans by which PostgreSQL answers statements as they are sent, and the number of rows that it reads."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

import psycopg

from events import statements

# What PostgreSQL makes of a prepared statement after so many times stays.
SETTLED = 6
# What reads rows to be asked about at all.
READS = ("SELECT", "WITH", "UPDATE", "DELETE", "INSERT")


@dataclass(frozen=True)
class Statement:
    """A statement as it was sent, with its values by place or by name."""

    text: str
    values: Any


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The tables that are read from one end to the other, and the rows that were taken from tables and indexes."""

    whole: frozenset[str]
    rows: int


@contextmanager
def noted() -> Iterator[list[Statement]]:
    """The statements that this thread sends meanwhile, by whichever road."""
    made, own = list[Statement](), threading.get_ident()
    execute, bound = psycopg.Cursor.execute, statements._bound

    def executed(self: Any, query: Any, params: Any = None, **named: Any) -> Any:
        if threading.get_ident() == own:
            made.append(Statement(query.decode() if isinstance(query, bytes) else str(query), params or ()))
        return execute(self, query, params, **named)

    def fetched(query: str, values: Any) -> Any:
        if threading.get_ident() == own:
            made.append(Statement(query, values))
        return bound(query, values)

    with mock.patch.object(psycopg.Cursor, "execute", executed), mock.patch.object(statements, "_bound", fetched):
        yield made


def reading(made: Sequence[Statement]) -> list[Statement]:
    """Each of them once, without those that read no rows."""
    by_text = {one.text: one for one in made if one.text.lstrip(" \n(").startswith(READS)}
    return [one for one in by_text.values() if " VALUES (" not in one.text]


def plans(connection: psycopg.Connection[Any], statement: Statement) -> Iterator[Plan]:
    """How a statement is carried out the first time on a connection, and at last; the caller undoes what it changes."""
    sql, names = statements._numbered(statement.text)
    given = statement.values
    values = [given[name] for name in names] if isinstance(given, Mapping) else list(given)
    cursor = psycopg.ClientCursor(connection)
    connection.execute(b"PREPARE asked AS " + sql.sql)
    try:
        arguments = cursor.mogrify(f"({', '.join(['%s'] * len(values))})", values) if values else ""
        yield _plan(connection, arguments, "ANALYZE, ")
        for _ in range(SETTLED):
            _plan(connection, arguments)
        yield _plan(connection, arguments, "ANALYZE, ")
    finally:
        connection.execute("DEALLOCATE asked")


def _plan(connection: psycopg.Connection[Any], arguments: str, analyze: str = "") -> Plan:
    explained = connection.execute(f"EXPLAIN ({analyze}FORMAT JSON) EXECUTE asked{arguments}".encode())
    ((found,),) = explained.fetchall()
    nodes = [*_nodes(found[0]["Plan"])]
    return Plan(
        whole=frozenset(node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan"),
        rows=sum(_rows(node) for node in nodes if "Relation Name" in node and "Scan" in node["Node Type"]),
    )


def _rows(node: Mapping[str, Any]) -> int:
    removed = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    rows: int = round((node.get("Actual Rows", 0) + removed) * node.get("Actual Loops", 0))
    return rows


def _nodes(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield node
    for below in node.get("Plans", ()):
        yield from _nodes(below)
