"""What a statement reads to find its answer: counted by PostgreSQL, so that no clock is needed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import psycopg


def rows_read(
    connection: psycopg.Connection[Any], statement: str, values: Sequence[object] | Mapping[str, object] = ()
) -> int:
    """How many rows a statement takes from tables and indexes, with those that its conditions then leave out.

    It is carried out: a change is undone by the caller.
    """
    cursor = psycopg.ClientCursor(connection)
    ((plan,),) = cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}".encode(), values).fetchall()
    return sum(_rows(node) for node in _nodes(plan[0]["Plan"]) if "Scan" in node["Node Type"] and _reads(node))


def _reads(node: Mapping[str, Any]) -> bool:
    """Whether rows of a table come in here: a bitmap's are counted where its table is read."""
    return "Relation Name" in node


def _rows(node: Mapping[str, Any]) -> int:
    removed = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    rows: int = round((node["Actual Rows"] + removed) * node["Actual Loops"])
    return rows


def _nodes(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield node
    for below in node.get("Plans", ()):
        yield from _nodes(below)
