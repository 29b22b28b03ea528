import os
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection

from events import roles
from tests.support.asserting import assert_nothing_raised

RIGHTS = """
SELECT coalesce(array_agg(privilege_type::text ORDER BY privilege_type::text), '{}')
FROM information_schema.role_table_grants WHERE table_name = %s AND grantee = %s
"""
STORE = {
    "match_head": ["INSERT", "SELECT"],
    "event": ["INSERT", "SELECT"],
    "event_secret": ["INSERT", "SELECT"],
    "command": ["INSERT", "SELECT"],
    "snapshot": ["DELETE", "INSERT", "SELECT", "UPDATE"],
    "outbox": ["DELETE", "INSERT", "SELECT"],
    "delivery": ["DELETE", "INSERT", "SELECT", "UPDATE"],
    "django_migrations": ["SELECT"],
}


@pytest.fixture
def table(owner: psycopg.Connection[Any]) -> Iterator[str]:
    """A table with a sequence, as an app's migration would have made it."""
    owner.execute("CREATE TABLE a_managed_table (id bigserial)")
    yield "a_managed_table"
    owner.execute("DROP TABLE a_managed_table")


def migrated(
    table: str, *, using: str = "owner", managed: bool = True, proxy: bool = False, app_name: str = "games.matches"
) -> None:
    """Tell the receiver that an app with one model over `table` has been migrated."""
    model = SimpleNamespace(_meta=SimpleNamespace(db_table=table, managed=managed, proxy=proxy))
    app: Any = SimpleNamespace(name=app_name, get_models=lambda include_auto_created: [model])
    roles.grant_managed_tables(app, using=using)


def rights(connection: psycopg.Connection[Any], table: str, role: str = "") -> list[str]:
    found = connection.execute(RIGHTS, [table, role or service_role()]).fetchone()
    assert found
    granted: list[str] = found[0]
    return granted


def service_role() -> str:
    return str(connection.settings_dict["USER"])


@pytest.mark.parametrize("table", STORE)
def test_the_service_s_role_has_these_rights_on_the_store_and_no_more(
    table: str, superuser: psycopg.Connection[Any]
) -> None:
    assert rights(superuser, table) == STORE[table]


def test_of_a_head_the_service_s_role_may_change_version_hash_and_time_and_that_it_was_audited(
    superuser: psycopg.Connection[Any],
) -> None:
    found = superuser.execute(
        "SELECT column_name FROM information_schema.column_privileges"
        " WHERE table_name = 'match_head' AND grantee = %s AND privilege_type = 'UPDATE' ORDER BY 1",
        [service_role()],
    )
    assert found.fetchall() == [("at",), ("audited",), ("hash",), ("version",)]


def test_the_owner_s_migration_grants_the_managed_tables_and_their_sequences(
    table: str, superuser: psycopg.Connection[Any]
) -> None:
    assert rights(superuser, table) == []
    migrated(table)
    assert rights(superuser, table) == ["DELETE", "INSERT", "SELECT", "UPDATE"]
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} DEFAULT VALUES RETURNING id")
        assert cursor.fetchone() == (1,)


@pytest.mark.parametrize("case", [{"using": "default"}, {"managed": False}, {"proxy": True}])
def test_nothing_else_is_granted(case: dict[str, Any], table: str, superuser: psycopg.Connection[Any]) -> None:
    migrated(table, **case)
    assert rights(superuser, table) == []


def test_a_table_that_is_not_there_yet_is_passed_over(table: str) -> None:
    with assert_nothing_raised():
        migrated("a_table_of_a_later_migration")


OPERATORS_TABLES = (
    "auth_user",
    "auth_user_groups",
    "auth_user_user_permissions",
    "auth_group",
    "auth_group_permissions",
    "auth_permission",
    "django_admin_log",
    "matches_loginattempt",
    "django_content_type",
    "django_session",
)
# Beside `RIGHTS`, what a role has through another, and on single columns.
ANY_RIGHT = """
SELECT bool_or(has_table_privilege(%(role)s, %(table)s, kind)) OR bool_or(has_any_column_privilege(%(role)s, %(table)s, kind))
FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) AS kind
"""


@pytest.mark.parametrize("table", OPERATORS_TABLES)
def test_the_operators_tables_are_their_role_s_alone(table: str, superuser: psycopg.Connection[Any]) -> None:
    asked = {"role": service_role(), "table": table}
    assert superuser.execute(ANY_RIGHT, asked).fetchone() == (False,)
    assert rights(superuser, table, operators_role()) == ["DELETE", "INSERT", "SELECT", "UPDATE"]


@pytest.mark.parametrize("table", [*STORE, "waiting_delivery", "matches_listing", "matches_quarantine"])
def test_the_operators_role_has_the_service_s_rights_and_may_not_change_history(
    table: str, superuser: psycopg.Connection[Any]
) -> None:
    if table != "django_migrations":
        assert rights(superuser, table, operators_role()) == rights(superuser, table)
    asked = "SELECT pg_has_role(%s, %s, 'MEMBER')"
    assert superuser.execute(asked, [operators_role(), service_role()]).fetchone() == (False,)


SECRETS = {
    "matches_player": ("password", "email", "confirmed_email", "sign_up_key", "upgrade_key", "upgrade_hash"),
    "matches_webhook": ("url", "secret", "previous_secret", "creation_key", "rotation_key"),
    "matches_token": ("digest", "creation_key"),
    "matches_streamticket": ("digest",),
    "matches_app": ("client_secret", "creation_key"),
    "matches_appcode": ("code", "code_challenge"),
    "matches_appaccess": ("token", "token_checksum"),
    "matches_apprefresh": ("token", "token_checksum"),
    "matches_appdevice": ("device_code", "user_code"),
    "matches_accountmail": ("email",),
    "matches_invitation": ("digest", "creation_key"),
    "matches_chatmessage": ("text", "reaction", "creation_key"),
    "matches_cup": ("seed", "creation_key", "request_hash"),
}


@pytest.mark.parametrize("table", SECRETS)
def test_the_operators_role_reads_no_secret_of_a_player(table: str, superuser: psycopg.Connection[Any]) -> None:
    asked = {"role": operators_role(), "table": f"public.{table}"}
    assert superuser.execute(ANY_RIGHT, asked).fetchone() == (False,)
    names = superuser.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = %s"
        " EXCEPT SELECT column_name FROM information_schema.columns WHERE table_schema = 'operators' AND table_name = %s",
        [table, table],
    )
    assert names.fetchall() == []


def test_every_column_that_may_hold_a_secret_is_hidden_from_the_operators_role_or_its_own(
    superuser: psycopg.Connection[Any],
) -> None:
    found = superuser.execute(
        "SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public'"
        " AND column_name ~ '(password|email|secret|digest|token|(^|_)key$)' ORDER BY 1"
    ).fetchall()
    hidden = {f"{table}.{column}" for table, columns in SECRETS.items() for column in columns}
    # Of a session and of a login the operators' own; the others open nothing by themselves.
    known = {"auth_user.email", "auth_user.password", "django_session.session_key", "matches_player.handle_key"}
    known |= {
        "command.key",
        "matches_accountmail.token_id",
        "matches_lobby.creation_key",
        "matches_playerreport.creation_key",
        "matches_streamticket.token_id",
    }
    known |= {"matches_webhook.token_id"}
    # Which of two it is, and which belong together.
    known |= {"matches_app.hash_client_secret", "matches_appaccess.source_refresh_token_id"}
    known |= {"matches_apprefresh.access_token_id", "matches_apprefresh.token_family"}
    assert {name for (name,) in found} - hidden - known == set()


def test_what_the_service_could_do_with_an_operators_table_is_taken_back(
    table: str, superuser: psycopg.Connection[Any], settings: Any
) -> None:
    migrated(table)
    settings.OPERATORS_APPS, settings.OPERATORS_ROLE = ["django.contrib.auth"], operators_role()
    migrated(table, app_name="django.contrib.auth")
    assert rights(superuser, table) == []
    assert rights(superuser, table, operators_role()) == ["DELETE", "INSERT", "SELECT", "UPDATE"]


def operators_role() -> str:
    return str(urlsplit(os.environ["DATABASE_OPERATORS_URL"]).username)


def test_no_sequence_is_unlogged_because_a_standby_that_takes_over_has_lost_it(
    superuser: psycopg.Connection[Any],
) -> None:
    unlogged = "SELECT relname FROM pg_class WHERE relkind = 'S' AND relpersistence = 'u'"
    assert superuser.execute(unlogged).fetchall() == []
