"""The rights of the service's and the operators' role, which own nothing. A migration grants those on the store."""

from collections.abc import Mapping
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db import connections
from django.db.backends.utils import CursorWrapper
from django.db.migrations.recorder import MigrationRecorder

OWNER = "owner"
# Where the views of the operators' role are.
OPERATORS_SCHEMA = "operators"
# Tables, views and sequences on which a role has the same rights; and single columns, as of the heads.
RIGHTS = """
SELECT kind, rights, array_agg(relname::text) FROM (
    SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind, relname,
        string_agg(privilege_type, ', ' ORDER BY privilege_type) AS rights
    FROM pg_class, aclexplode(relacl)
    WHERE relnamespace = 'public'::regnamespace AND grantee = %(role)s::regrole
    GROUP BY 1, 2
    UNION ALL
    SELECT 'TABLE', relname, privilege_type || ' (' || string_agg(quote_ident(attname), ', ' ORDER BY attnum) || ')'
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid, aclexplode(attacl)
    WHERE relnamespace = 'public'::regnamespace AND grantee = %(role)s::regrole
    GROUP BY relname, privilege_type
) AS each GROUP BY 1, 2 ORDER BY 1, 2
"""
COLUMNS = """
SELECT attname, format_type(atttypid, NULL) FROM pg_attribute
WHERE attrelid = to_regclass('public.' || quote_ident(%s)) AND attnum > 0 AND NOT attisdropped ORDER BY attnum
"""


def grant_managed_tables(sender: AppConfig, using: str, **_: Any) -> None:
    """Give a role its rights on the tables that Django manages for one app (a `post_migrate` receiver).

    On the operators' tables that is their own role, where there is one, and the service's has none. Only a migration
    over the owner's connection grants; the other roles could not.
    """
    if using != OWNER:
        return
    with connections[OWNER].cursor() as cursor:
        for table in _managed_tables(sender, cursor):
            is_operators = sender.name in settings.OPERATORS_APPS or table in settings.OPERATORS_TABLES
            role = settings.OPERATORS_ROLE if is_operators else settings.SERVICE_ROLE
            if is_operators:
                cursor.execute(f"REVOKE ALL ON TABLE {_quoted(table)} FROM {_quoted(settings.SERVICE_ROLE)}")
            if role:
                _grant_table(cursor, table, role)
        if settings.OPERATORS_ROLE and settings.OPERATORS_VIEWS.keys() & _managed_tables(sender, cursor):
            _let_operators_see(cursor, settings.OPERATORS_ROLE)
        # The service may know which migrations have run: it is not ready before all have.
        _grant(cursor, "SELECT", MigrationRecorder.Migration._meta.db_table, settings.SERVICE_ROLE)


def _grant_table(cursor: CursorWrapper, table: str, role: str) -> None:
    _grant(cursor, "SELECT, INSERT, UPDATE, DELETE", table, role)
    for sequence in connections[OWNER].introspection.get_sequences(cursor, table):
        _grant(cursor, "USAGE, SELECT", str(sequence["name"]), role, kind="SEQUENCE")


def _let_operators_see(cursor: CursorWrapper, role: str) -> None:
    """Give the operators' role the service's rights, but of tables in `OPERATORS_VIEWS` a view without secrets alone.

    The views have the tables' names in a schema of their own, which that role looks through first. They are made anew
    after each migration, because tables get new columns; a migration that takes a column away drops its view before.
    """
    cursor.execute(RIGHTS, {"role": _quoted(settings.SERVICE_ROLE)})
    for kind, rights, names in cursor.fetchall():
        tables = ", ".join(map(_quoted, sorted(set(names) - settings.OPERATORS_VIEWS.keys())))
        if tables:
            cursor.execute(f"GRANT {rights} ON {kind} {tables} TO {_quoted(role)}")
    cursor.execute(f"GRANT USAGE ON SCHEMA public TO {_quoted(role)}")
    cursor.execute(f"CREATE SCHEMA IF NOT EXISTS {OPERATORS_SCHEMA}")
    cursor.execute(f"GRANT USAGE ON SCHEMA {OPERATORS_SCHEMA} TO {_quoted(role)}")
    for table, (rights, hidden) in settings.OPERATORS_VIEWS.items():
        cursor.execute(COLUMNS, [table])
        shown = ", ".join(_shown(column, kind, hidden) for column, kind in cursor.fetchall())
        view = f"{OPERATORS_SCHEMA}.{_quoted(table)}"
        cursor.execute(f"REVOKE ALL ON TABLE public.{_quoted(table)} FROM {_quoted(role)}")
        cursor.execute(f"DROP VIEW IF EXISTS {view}")
        # Names from the catalogue, in quotes, and expressions from the settings.
        cursor.execute(f"CREATE VIEW {view} AS SELECT {shown} FROM public.{_quoted(table)}")  # noqa: S608
        cursor.execute(f"GRANT {rights} ON TABLE {view} TO {_quoted(role)}")


def _shown(column: str, kind: str, hidden: Mapping[str, str]) -> str:
    """A column as a view shows it: as it is, or where it is hidden empty or by an expression."""
    if column not in hidden:
        return _quoted(column)
    return f"({hidden[column] or repr('')})::{kind} AS {_quoted(column)}"


def _managed_tables(app: AppConfig, cursor: CursorWrapper) -> list[str]:
    # A migration may have stopped half way or gone backwards, so a model's table need not be there.
    there = set(connections[OWNER].introspection.table_names(cursor))
    models = [model._meta for model in app.get_models(include_auto_created=True)]
    return [meta.db_table for meta in models if meta.managed and not meta.proxy and meta.db_table in there]


def _grant(cursor: CursorWrapper, rights: str, name: str, role: str, *, kind: str = "TABLE") -> None:
    cursor.execute(f"GRANT {rights} ON {kind} {_quoted(name)} TO {_quoted(role)}")


def _quoted(name: str) -> str:
    return str(connections[OWNER].ops.quote_name(name))
