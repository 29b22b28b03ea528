"""The store's tables, the triggers that keep history as it is, and the rights of the service's role.

Every key starts with the match, and nothing is unique or referenced across matches, so that hash partitions or Citus
can come. Constraints are few: a violation would print the row, with its secrets, into the server's log.
"""

from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# Half of each head page stays free, so that the update which every append makes stays on its page (HOT).
# `actor` and `key` compare as bytes: no locale, and no index to rebuild when the C library changes one.
TABLES = """
CREATE TABLE match_head (
    match_id uuid PRIMARY KEY,
    version integer NOT NULL,
    hash bytea NOT NULL
) WITH (fillfactor = 50);

-- body is what was hashed; type, seat and at repeat what it says.
CREATE TABLE event (
    match_id uuid NOT NULL,
    version integer NOT NULL,
    at timestamptz NOT NULL,
    seat smallint,
    type text COLLATE "C" NOT NULL,
    hash bytea NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (match_id, version)
);

CREATE TABLE event_secret (
    match_id uuid NOT NULL,
    version integer NOT NULL,
    index smallint NOT NULL,
    audience smallint[] NOT NULL,
    salt bytea NOT NULL,
    part bytea NOT NULL,
    PRIMARY KEY (match_id, version, index)
);

CREATE TABLE command (
    match_id uuid NOT NULL,
    first_version integer NOT NULL,
    last_version integer NOT NULL,
    actor text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    request_hash bytea NOT NULL,
    PRIMARY KEY (match_id, actor, key)
);

CREATE TABLE snapshot (
    match_id uuid NOT NULL,
    version integer NOT NULL,
    code text COLLATE "C" NOT NULL,
    hash bytea NOT NULL,
    state bytea NOT NULL,
    PRIMARY KEY (match_id, version)
);

-- One row per append: the stream has come to this version.
CREATE TABLE outbox (
    match_id uuid NOT NULL,
    version integer NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (match_id, version)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE TABLE delivery (
    match_id uuid NOT NULL,
    version integer NOT NULL,
    consumer text COLLATE "C" NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    available_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    PRIMARY KEY (consumer, match_id, version)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
"""

DROP_TABLES = "DROP TABLE match_head, event, event_secret, command, snapshot, outbox, delivery"

HISTORY = ("event", "event_secret", "command")

GUARD = """
CREATE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'history is never changed: % of %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$
"""

DROP_GUARD = "DROP FUNCTION refuse_change_of_history() CASCADE"

# ALWAYS, because an ordinary trigger sleeps under session_replication_role = replica. The row trigger, not one of the
# statement, guards rows: on a partitioned table it would be copied to the partitions, which can be named directly.
GUARDS = """
CREATE TRIGGER {table}_rows_stay BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
CREATE TRIGGER {table}_stays BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_rows_stay;
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_stays;
"""

RIGHTS = {
    "match_head": "SELECT, INSERT, UPDATE (version, hash)",
    "event": "SELECT, INSERT",
    "event_secret": "SELECT, INSERT",
    "command": "SELECT, INSERT",
    "snapshot": "SELECT, INSERT, UPDATE, DELETE",
    "outbox": "SELECT, INSERT, DELETE",
    "delivery": "SELECT, INSERT, UPDATE, DELETE",
}


def grant(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    role = schema_editor.quote_name(settings.SERVICE_ROLE)
    for table, rights in RIGHTS.items():
        schema_editor.execute(f"GRANT {rights} ON {table} TO {role}")


class Migration(migrations.Migration):
    initial = True
    dependencies: list[tuple[str, str]] = []
    operations = [
        migrations.RunSQL(TABLES, DROP_TABLES),
        migrations.RunSQL(GUARD, DROP_GUARD),
        *(migrations.RunSQL(GUARDS.format(table=table), migrations.RunSQL.noop) for table in HISTORY),
        migrations.RunPython(grant, migrations.RunPython.noop),
    ]
