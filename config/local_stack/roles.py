"""`python -m config.local_stack.roles HOME SOCKETS`: the roles and the database of the embedded PostgreSQL."""

import os
import sys
import time
from pathlib import Path

import psycopg
from psycopg import sql

from config.local_stack import keys
from config.local_stack.errors import StackError
from config.local_stack.places import POSTGRES_SOCKET
from config.local_stack.postgres import DATABASE, OPERATORS, OPERATORS_SCHEMA, OWNER, SERVICE, SUPERUSER, url
from config.local_stack.sandbox.asking import VARIABLE

START_SECONDS = 60.0
# libpq hands on no SQLSTATE of a connection that was refused. The cluster's messages are in English, whatever the
# machine's language (`create_cluster`).
WRONG_PASSWORD = "password authentication failed"


def main(home: Path, sockets: Path) -> None:
    """Wait until the server answers, and prepare it; what keeps it from that is said in one line."""
    try:
        _wait_until_ready(home, sockets)
        _refuse_sandbox(home, sockets)
        _prepare_roles(home, sockets)
    except StackError as error:
        raise SystemExit(str(error)) from None


def _wait_until_ready(home: Path, sockets: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not _answers(home, sockets):
        if time.monotonic() > deadline:
            raise SystemExit(f"PostgreSQL does not answer after {START_SECONDS:.0f} s")
        time.sleep(0.05)


def _answers(home: Path, sockets: Path) -> bool:
    try:
        if not (sockets / POSTGRES_SOCKET).exists():
            return False
        psycopg.connect(_as_superuser(home, sockets, "postgres")).close()
    except psycopg.OperationalError as error:
        if WRONG_PASSWORD in str(error):
            file = keys.password_file(home, SUPERUSER)
            raise StackError(f"PostgreSQL refuses the password in {file}: put back the one of a backup") from None
        # Still recovering.
        return False
    return True


def _prepare_roles(home: Path, sockets: Path) -> None:
    """Roles and database, made if missing: the owner migrates, the service and the operators own nothing.

    Rights on tables are granted by the migrations that make them.
    """
    with psycopg.connect(_as_superuser(home, sockets, "postgres"), autocommit=True) as connection:
        for role in (OWNER, SERVICE, OPERATORS):
            name, password = sql.Identifier(role), sql.Literal(keys.password(home, role))
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone():
                connection.execute(sql.SQL("CREATE ROLE {}").format(name))
            connection.execute(sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(name, password))
            # A role may change its own settings for all sessions to come, and a stolen one would.
            connection.execute(sql.SQL("ALTER ROLE {} RESET ALL").format(name))
        # In folders of release 0.1.0 it was a member, and could read passwords. Migrations give it what it needs.
        revoke, path = sql.SQL("REVOKE {} FROM {}"), sql.SQL("ALTER ROLE {} SET search_path = {}, public")
        connection.execute(revoke.format(sql.Identifier(SERVICE), sql.Identifier(OPERATORS)))
        connection.execute(path.format(sql.Identifier(OPERATORS), sql.Identifier(OPERATORS_SCHEMA)))
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            create = sql.SQL("CREATE DATABASE {} OWNER {}")
            connection.execute(create.format(sql.Identifier(DATABASE), sql.Identifier(OWNER)))
    with psycopg.connect(_as_superuser(home, sockets, DATABASE)) as connection:
        named = {"database": DATABASE, "owner": OWNER, "service_role": SERVICE, "operators": OPERATORS}
        names = {key: sql.Identifier(name) for key, name in named.items()}
        for statement in (
            "ALTER SCHEMA public OWNER TO {owner}",
            "REVOKE ALL ON DATABASE {database} FROM PUBLIC",
            "GRANT CONNECT ON DATABASE {database} TO {service_role}, {operators}",
            "REVOKE ALL ON SCHEMA public FROM PUBLIC",
            "GRANT USAGE ON SCHEMA public TO {service_role}",
        ):
            connection.execute(sql.SQL(statement).format(**names))


def _refuse_sandbox(home: Path, sockets: Path) -> None:
    """Raise `StackError` where this is the database of a sandbox, and no sandbox is asked for.

    Its seeds are known, and its clock is wrong. Nothing has been changed then.
    """
    if os.environ.get(VARIABLE):
        return
    with psycopg.connect(_as_superuser(home, sockets, "postgres")) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            return
    with psycopg.connect(_as_superuser(home, sockets, DATABASE)) as connection:
        if connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'sandbox'").fetchone():
            raise StackError("this folder is a sandbox's: name its seed, SANDBOX=…, or another folder, DATA=…")


def _as_superuser(home: Path, sockets: Path, database: str) -> str:
    return url(sockets, SUPERUSER, keys.password(home, SUPERUSER), database)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
