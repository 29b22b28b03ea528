"""The rights of the roles that run, which own nothing. The store's own tables get theirs in their migration."""

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db import connections
from django.db.backends.utils import CursorWrapper
from django.db.migrations.recorder import MigrationRecorder

OWNER = "owner"


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
        # The service may know which migrations have run: it is not ready before all have.
        _grant(cursor, "SELECT", MigrationRecorder.Migration._meta.db_table, settings.SERVICE_ROLE)


def _grant_table(cursor: CursorWrapper, table: str, role: str) -> None:
    _grant(cursor, "SELECT, INSERT, UPDATE, DELETE", table, role)
    for sequence in connections[OWNER].introspection.get_sequences(cursor, table):
        _grant(cursor, "USAGE, SELECT", str(sequence["name"]), role, kind="SEQUENCE")


def _managed_tables(app: AppConfig, cursor: CursorWrapper) -> list[str]:
    # A migration may have stopped half way or gone backwards, so a model's table need not be there.
    there = set(connections[OWNER].introspection.table_names(cursor))
    models = [model._meta for model in app.get_models(include_auto_created=True)]
    return [meta.db_table for meta in models if meta.managed and not meta.proxy and meta.db_table in there]


def _grant(cursor: CursorWrapper, rights: str, name: str, role: str, *, kind: str = "TABLE") -> None:
    cursor.execute(f"GRANT {rights} ON {kind} {_quoted(name)} TO {_quoted(role)}")


def _quoted(name: str) -> str:
    return str(connections[OWNER].ops.quote_name(name))
