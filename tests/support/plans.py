"""What a statement reads to find its answer: counted by PostgreSQL, so that no clock is needed."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import psycopg


def rows_read(
    connection: psycopg.Connection[Any],
    tables: Collection[str],
    statement: str,
    values: Sequence[object] | Mapping[str, object] = (),
) -> int:
    """How many rows a statement takes from these tables and their indexes, with those that its conditions leave out.

    The statement is carried out: a change is undone by the caller. The tables are those that the caller filled: others
    hold what the run's other tests left there, and one that was small when PostgreSQL last looked is rightly read whole.
    """
    cursor = psycopg.ClientCursor(connection)
    ((plan,),) = cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}".encode(), values).fetchall()
    # Rows that a bitmap finds are counted where their table is read.
    scans = (node for node in _nodes(plan[0]["Plan"]) if "Scan" in node["Node Type"])
    return sum(_rows(node) for node in scans if node.get("Relation Name") in tables)


def _rows(node: Mapping[str, Any]) -> int:
    removed = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    rows: int = round((node["Actual Rows"] + removed) * node["Actual Loops"])
    return rows


def _nodes(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield node
    for below in node.get("Plans", ()):
        yield from _nodes(below)
