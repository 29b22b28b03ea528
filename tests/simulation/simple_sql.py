"""Statements that Django writes by itself, of one kind: columns, conditions joined by AND, and joins by a key.

What has another form is not read, and so unknown to the model.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from tests.simulation.shared_rows import Row, RowTransaction

COLUMN = r'"(\w+)"\."(\w+)"'
SELECT = re.compile(
    r'SELECT (?P<columns>.+?) FROM "(?P<table>\w+)"(?P<joins>(?: (?:INNER|LEFT OUTER) JOIN "\w+" ON \([^)]+\))*)'
    r" WHERE (?P<where>.+?)(?: ORDER BY (?P<order>.+?))?(?: LIMIT (?P<limit>\d+))?$"
)
JOIN = re.compile(rf'JOIN "(\w+)" ON \({COLUMN} = {COLUMN}\)')
UPDATE = re.compile(r'UPDATE "(?P<table>\w+)" SET (?P<values>.+?) WHERE (?P<where>.+)$')
INSERT = re.compile(
    r'INSERT INTO "(?P<table>\w+)" \((?P<columns>[^)]+)\) (?P<how>VALUES|SELECT \* FROM UNNEST)\s?\(.+\)'
    r" ON CONFLICT DO NOTHING$"
)
CONDITION = re.compile(rf"(?P<not>NOT \()?{COLUMN} (?P<how>IS NULL|IN|=|<=) ?(?P<value>\([^)]*\)|%s)?\)?$")
# By table what no two rows have in common: the key that rows are kept by.
KEYS: Mapping[str, tuple[str, ...]] = {
    "matches_told": ("match_id",),
    "matches_dispatch": ("notice_id", "channel"),
}


def alike(value: Any) -> Any:
    """A value as it is compared: ids are the same as their text."""
    return str(value) if isinstance(value, UUID) else value


@dataclass(frozen=True)
class Condition:
    """One condition, and how many of the statement's values it takes."""

    table: str
    column: str
    how: str
    takes: int

    def holds(self, row: Row | None, values: Sequence[Any]) -> bool:
        found = None if row is None else alike(row.get(self.column))
        match self.how:
            case "IS NULL":
                return found is None
            case "NOT NULL":
                return found is not None
            case "IN":
                return found in [alike(value) for value in values]
            case "<=":
                return bool(found is not None and found <= values[0])
            case _:
                return bool(found == alike(values[0]))


def conditions(where: str) -> list[Condition] | None:
    """The conditions of a statement; None for others than these."""
    inside = where[1:-1] if where.startswith("(") and where.endswith(")") else where
    found = []
    for one in inside.split(" AND "):
        read = CONDITION.match(one)
        if read is None:
            return None
        how = "NOT NULL" if read["not"] else read["how"]
        found.append(Condition(read[2], read[3], how, (read["value"] or "").count("%s")))
    return found


def _hold(asked: Sequence[Condition], rows: Mapping[str, Row | None], values: Sequence[Any]) -> bool:
    at = 0
    for one in asked:
        if not one.holds(rows.get(one.table), values[at : at + one.takes]):
            return False
        at += one.takes
    return True


Meaning = Callable[[Any, RowTransaction, datetime], tuple[list[tuple[Any, ...]], int]]


def meaning(sql: str) -> Meaning | None:
    """What a statement does; None where it is not of these forms."""
    for form, read in ((SELECT, _select), (UPDATE, _update), (INSERT, _insert)):
        found = form.match(sql)
        if found is not None:
            return read(found)
    return None


def _select(read: re.Match[str]) -> Meaning | None:
    table, asked = read["table"], conditions(read["where"])
    if asked is None:
        return None
    columns, joins = re.findall(COLUMN, read["columns"]), JOIN.findall(read["joins"])
    order = [column for _, column in re.findall(COLUMN, read["order"] or "")]
    limit = int(read["limit"] or 0) or None

    def select(values: Any, tx: RowTransaction, now: datetime) -> tuple[list[tuple[Any, ...]], int]:
        rows = [row for _, row in tx.rows(table) if _hold(asked, {table: row}, values)]
        rows.sort(key=lambda row: [alike(row[column]) for column in order])
        found = []
        for row in rows[:limit]:
            beside: dict[str, Row | None] = {table: row}
            for other, left, own, _, key in joins:
                wanted = alike((beside[left] or {}).get(own))
                beside[other] = next((one for _, one in tx.rows(other) if alike(one[key]) == wanted), None)
            found.append(tuple((beside[of] or {}).get(column) for of, column in columns))
        return found, 0

    return select


def _update(read: re.Match[str]) -> Meaning | None:
    table, asked = read["table"], conditions(read["where"])
    changes = re.findall(r'"(\w+)" = (%s|NULL|STATEMENT_TIMESTAMP\(\))', read["values"])
    if asked is None or len(changes) != read["values"].count(" = "):
        return None

    def update(values: Any, tx: RowTransaction, now: datetime) -> tuple[list[tuple[Any, ...]], int]:
        given = list(values)
        known = {"NULL": None, "STATEMENT_TIMESTAMP()": now}
        fresh = {column: given.pop(0) if value == "%s" else known[value] for column, value in changes}
        count = 0
        for key in [key for key, row in tx.rows(table) if _hold(asked, {table: row}, given)]:
            row = tx.lock(table, key)
            if row is not None and _hold(asked, {table: row}, given):
                tx.put(table, key, {**row, **fresh})
                count += 1
        return [], count

    return update


def _insert(read: re.Match[str]) -> Meaning | None:
    table, columns = read["table"], re.findall(r'"(\w+)"', read["columns"])
    is_columns = read["how"] != "VALUES"
    if table not in KEYS:
        return None

    def insert(values: Any, tx: RowTransaction, now: datetime) -> tuple[list[tuple[Any, ...]], int]:
        size = len(columns)
        rows = (
            zip(*values, strict=True) if is_columns else (values[at : at + size] for at in range(0, len(values), size))
        )
        count = 0
        for one in rows:
            row = {
                name: alike(value) if name == "match_id" else value for name, value in zip(columns, one, strict=True)
            }
            key = tuple(alike(row[name]) for name in KEYS[table])
            count += tx.insert(table, key if len(key) > 1 else key[0], row)
        return [], count

    return insert
