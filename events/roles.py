"""The rights of the service's role, which owns nothing. The store's own tables get theirs in their migration."""

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db import connections
from django.db.backends.utils import CursorWrapper
from django.db.migrations.recorder import MigrationRecorder

OWNER = "owner"


def grant_managed_tables(sender: AppConfig, using: str, **_: Any) -> None:
    """Give the service's role its rights on the tables that Django manages for one app (a `post_migrate` receiver).

    Only a migration over the owner's connection grants; the service's own role could not.
    """
    if using != OWNER:
        return
    with connections[OWNER].cursor() as cursor:
        for table in _managed_tables(sender, cursor):
            _grant(cursor, "SELECT, INSERT, UPDATE, DELETE", table)
            for sequence in connections[OWNER].introspection.get_sequences(cursor, table):
                _grant(cursor, "USAGE, SELECT", str(sequence["name"]), kind="SEQUENCE")
        # The service may know which migrations have run: it is not ready before all have.
        _grant(cursor, "SELECT", MigrationRecorder.Migration._meta.db_table)


def _managed_tables(app: AppConfig, cursor: CursorWrapper) -> list[str]:
    # A migration may have stopped half way or gone backwards, so a model's table need not be there.
    there = set(connections[OWNER].introspection.table_names(cursor))
    models = [model._meta for model in app.get_models(include_auto_created=True)]
    return [meta.db_table for meta in models if meta.managed and not meta.proxy and meta.db_table in there]


def _grant(cursor: CursorWrapper, rights: str, name: str, *, kind: str = "TABLE") -> None:
    quote = connections[OWNER].ops.quote_name
    cursor.execute(f"GRANT {rights} ON {kind} {quote(name)} TO {quote(str(settings.SERVICE_ROLE))}")
