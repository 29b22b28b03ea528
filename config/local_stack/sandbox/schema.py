"""`python -m config.local_stack.sandbox.schema HOME SOCKETS SEED`: the clock of a sandbox, in its database.

All times of the service are PostgreSQL's, by functions that no statement names a schema for. The service's role finds
those of the schema `sandbox` first, which add what the clock was moved by.
"""

import sys
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from config.local_stack import keys
from config.local_stack.postgres import DATABASE, SERVICE, SUPERUSER, url

EXISTS = "SELECT to_regnamespace('sandbox') IS NOT NULL"
HAS_PLAYERS = "SELECT EXISTS (SELECT FROM public.matches_player)"
# By whose clock a statement goes: those that the service asks for.
CLOCKS = {"statement_timestamp": "STABLE", "clock_timestamp": "VOLATILE", "now": "STABLE"}
CLOCK = """
CREATE FUNCTION sandbox.{name}() RETURNS timestamptz LANGUAGE sql {kind} PARALLEL SAFE
AS 'SELECT pg_catalog.{name}() + moved FROM sandbox.clock'
"""
MOVED = "SELECT extract(epoch FROM moved)::float FROM sandbox.clock"
MAKE = (
    "CREATE SCHEMA sandbox",
    "CREATE TABLE sandbox.clock (seed text NOT NULL, moved interval NOT NULL)",
    "CREATE SEQUENCE sandbox.match_numbers",
    "CREATE SEQUENCE sandbox.seed_numbers",
    *(CLOCK.format(name=name, kind=kind) for name, kind in CLOCKS.items()),
    "GRANT USAGE ON SCHEMA sandbox TO {service}",
    "GRANT SELECT, UPDATE (moved) ON sandbox.clock TO {service}",
    "GRANT USAGE ON ALL SEQUENCES IN SCHEMA sandbox TO {service}",
)
# Each start resets what roles have set.
LOOK_HERE_FIRST = "ALTER ROLE {service} SET search_path = sandbox, pg_catalog, public"


def main(home: Path, sockets: Path, seed: str) -> None:
    """Make what is not there yet, and print by how many seconds the clock was moved; SystemExit for a refusal."""
    service = sql.Identifier(SERVICE)
    with psycopg.connect(url(sockets, SUPERUSER, keys.password(home, SUPERUSER), DATABASE)) as connection:
        if not _one(connection, EXISTS):
            if _one(connection, HAS_PLAYERS):
                raise SystemExit("this folder has players of a real service; choose another: make serve DATA=folder")
            for statement in MAKE:
                connection.execute(sql.SQL(statement).format(service=service))
            connection.execute("INSERT INTO sandbox.clock VALUES (%s, interval '0')", [seed])
        if _one(connection, "SELECT seed FROM sandbox.clock") != seed:
            raise SystemExit("this sandbox was made with another seed; choose another folder: make serve DATA=folder")
        connection.execute(sql.SQL(LOOK_HERE_FIRST).format(service=service))
        sys.stdout.write(f"{_one(connection, MOVED)}\n")


def _one(connection: psycopg.Connection[Any], statement: Any) -> Any:
    row = connection.execute(statement).fetchone()
    assert row is not None
    return row[0]


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
