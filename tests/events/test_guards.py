from typing import Any

import psycopg
import pytest
from django.db import ProgrammingError, connection
from psycopg import sql
from psycopg.errors import RestrictViolation

from events.models import Command, Delivery, Event, EventSecret, MatchHead, Outbox, Snapshot
from events.store import new_id
from tests.events.streams import CREATED, MOVED, grown
from tests.support.asserting import assert_nothing_raised

HISTORY = ["event", "event_secret", "command"]
# Each changes what is there: a column that all three tables have, the rows, the table.
CHANGES = {
    "update": "UPDATE {table} SET match_id = match_id WHERE match_id = {match}",
    "delete": "DELETE FROM {table} WHERE match_id = {match}",
    "truncate": "TRUNCATE {table}",
}
GUARD = {"update": "{table}_rows_stay", "delete": "{table}_rows_stay", "truncate": "{table}_stays"}

tables = pytest.mark.parametrize("table", HISTORY)
changes = pytest.mark.parametrize("change", CHANGES)


@pytest.fixture(scope="module")
def match() -> str:
    match = new_id()
    grown(match, CREATED, MOVED, key="k")
    return match


def statement(change: str, table: str, match: str) -> str:
    text = sql.SQL(CHANGES[change]).format(table=sql.Identifier(table), match=sql.Literal(match))
    return text.as_string()


def assert_refused_by_trigger(connection: psycopg.Connection[Any], change: str, table: str, match: str) -> None:
    with pytest.raises(RestrictViolation, match="history is never changed"), connection.transaction():
        connection.execute(statement(change, table, match))


@tables
@changes
def test_the_service_s_role_may_not_change_history(change: str, table: str, match: str) -> None:
    with connection.cursor() as cursor, pytest.raises(ProgrammingError, match="permission denied"):
        cursor.execute(statement(change, table, match))


def test_the_service_s_role_may_not_move_a_head_to_another_match_or_delete_it(match: str) -> None:
    for change in ("UPDATE match_head SET match_id = match_id", "DELETE FROM match_head", "TRUNCATE match_head"):
        with connection.cursor() as cursor, pytest.raises(ProgrammingError, match="permission denied"):
            cursor.execute(change)


def test_the_service_s_role_owns_nothing_and_may_not_take_off_a_guard() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_class WHERE relowner = current_user::regrole")
        assert cursor.fetchone() == (0,)
        with pytest.raises(ProgrammingError, match="must be owner"):
            cursor.execute("ALTER TABLE event DISABLE TRIGGER event_rows_stay")


@tables
@changes
def test_the_owner_s_change_of_history_is_refused(
    change: str, table: str, match: str, owner: psycopg.Connection[Any]
) -> None:
    assert_refused_by_trigger(owner, change, table, match)


@tables
@changes
def test_a_superuser_s_change_of_history_is_refused(
    change: str, table: str, match: str, superuser: psycopg.Connection[Any]
) -> None:
    assert_refused_by_trigger(superuser, change, table, match)


@tables
@changes
def test_history_is_guarded_also_in_replica_mode(
    change: str, table: str, match: str, superuser: psycopg.Connection[Any]
) -> None:
    superuser.execute("SET session_replication_role = replica")
    assert_refused_by_trigger(superuser, change, table, match)


@tables
@changes
def test_with_its_guard_dropped_the_change_goes_through(
    change: str, table: str, match: str, superuser: psycopg.Connection[Any]
) -> None:
    with superuser.transaction(force_rollback=True):
        superuser.execute(f"DROP TRIGGER {GUARD[change].format(table=table)} ON {table}")
        with assert_nothing_raised():
            superuser.execute(statement(change, table, match))
    assert_refused_by_trigger(superuser, change, table, match)


@tables
@changes
def test_a_guard_that_is_not_always_on_sleeps_in_replica_mode(
    change: str, table: str, match: str, superuser: psycopg.Connection[Any]
) -> None:
    with superuser.transaction(force_rollback=True):
        superuser.execute(f"ALTER TABLE {table} ENABLE TRIGGER {GUARD[change].format(table=table)}")
        superuser.execute("SET LOCAL session_replication_role = replica")
        with assert_nothing_raised():
            superuser.execute(statement(change, table, match))


@tables
def test_with_the_right_granted_the_trigger_still_refuses_the_service_s_role(
    table: str, match: str, superuser: psycopg.Connection[Any]
) -> None:
    role = sql.Identifier(connection.settings_dict["USER"])
    with superuser.transaction(force_rollback=True):
        superuser.execute(sql.SQL("GRANT DELETE ON {} TO {}").format(sql.Identifier(table), role))
        superuser.execute(sql.SQL("SET LOCAL ROLE {}").format(role))
        assert_refused_by_trigger(superuser, "delete", table, match)


@pytest.mark.parametrize("model", [MatchHead, Event, EventSecret, Command, Snapshot, Outbox, Delivery])
def test_models_read_and_refuse_to_write(model: Any) -> None:
    assert list(model.objects.filter(match_id=new_id())) == []
    for write in (model().save, model().delete, model.objects.create, model.objects.all().delete):
        with pytest.raises(NotImplementedError):
            write()
    with pytest.raises(NotImplementedError):
        model.objects.update(version=1)
    with pytest.raises(NotImplementedError):
        model.objects.bulk_create([model()])


def test_models_read_what_is_stored(match: str) -> None:
    event = Event.objects.get(match_id=match, version=2)
    assert (event.type, event.seat) == ("spell_chosen", 1)
    assert [secret.audience for secret in EventSecret.objects.filter(match_id=match).order_by("version", "index")] == [
        [],
        [1],
        [0, 2],
    ]
    assert Command.objects.get(match_id=match).last_version == MatchHead.objects.get(match_id=match).version == 2
