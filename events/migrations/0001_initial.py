"""The store's tables, the triggers that keep history as it is, the rights of the service's role, and Django's models.

Every key starts with the match, and nothing is unique or referenced across matches, so that hash partitions or Citus
can come. Constraints are few: a violation would print the row, with its secrets, into the server's log.
"""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# Half of each head page stays free, so that the update which every append makes stays on its page (HOT).
# `actor` and `key` compare as bytes: no locale, and no index to rebuild when the C library changes one.
TABLES = """
CREATE TABLE match_head (
    match_id uuid PRIMARY KEY,
    version integer NOT NULL,
    hash bytea NOT NULL,
    at timestamptz NOT NULL,
    audited boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50);
-- The few that nobody has looked at yet. An append changes nothing that stands in it.
CREATE INDEX match_head_unaudited ON match_head (match_id) WHERE NOT audited;

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

-- mac is under a key that is not in the database (events/snapshots.py).
CREATE TABLE snapshot (
    match_id uuid NOT NULL,
    version integer NOT NULL,
    code text COLLATE "C" NOT NULL,
    hash bytea NOT NULL,
    state bytea NOT NULL,
    mac bytea NOT NULL,
    PRIMARY KEY (match_id, version)
);

-- One row per append: the stream has come to this version. Its one index is in the order in which the relay goes: an
-- append writes no second one.
CREATE TABLE outbox (
    match_id uuid NOT NULL,
    version integer NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (at, match_id, version)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- What the relay has moved of a match at once, up to this version; since is the time of the oldest append among it.
-- Deliveries that have failed too often are parked; error is the name of the last failure's class, because its message
-- may quote a hand.
CREATE TABLE delivery (
    match_id uuid NOT NULL,
    version integer NOT NULL,
    consumer text COLLATE "C" NOT NULL,
    since timestamptz NOT NULL DEFAULT statement_timestamp(),
    attempts integer NOT NULL DEFAULT 0,
    available_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    parked_at timestamptz,
    error text COLLATE "C" NOT NULL DEFAULT '',
    PRIMARY KEY (consumer, match_id, version)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX delivery_oldest ON delivery (consumer, since) WHERE parked_at IS NULL;
"""

DROP_TABLES = "DROP TABLE match_head, event, event_secret, command, snapshot, outbox, delivery"

# Pages of the admin know rows by one key.
WAITING = """
CREATE VIEW waiting_delivery AS
SELECT consumer || ' ' || match_id || ' ' || version AS id,
    consumer, match_id, version, attempts, available_at, parked_at, error
FROM delivery
"""

DROP_WAITING = "DROP VIEW waiting_delivery"

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
    "match_head": "SELECT, INSERT, UPDATE (version, hash, at, audited)",
    "event": "SELECT, INSERT",
    "event_secret": "SELECT, INSERT",
    "command": "SELECT, INSERT",
    "snapshot": "SELECT, INSERT, UPDATE, DELETE",
    "outbox": "SELECT, INSERT, DELETE",
    "delivery": "SELECT, INSERT, UPDATE, DELETE",
    "waiting_delivery": "SELECT",
}


def grant(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    role = schema_editor.quote_name(settings.SERVICE_ROLE)
    for table, rights in RIGHTS.items():
        schema_editor.execute(f"GRANT {rights} ON {table} TO {role}")


# What Django knows of the tables and the view, which it does not manage: nothing happens in the database.
MODELS = [
    migrations.CreateModel(
        name="Command",
        fields=[
            (
                "pk",
                models.CompositePrimaryKey(
                    "match_id", "actor", "key", blank=True, editable=False, primary_key=True, serialize=False
                ),
            ),
            ("match_id", models.UUIDField()),
            ("first_version", models.IntegerField()),
            ("last_version", models.IntegerField()),
            ("actor", models.TextField()),
            ("key", models.TextField()),
            ("request_hash", models.BinaryField()),
        ],
        options={
            "db_table": "command",
            "managed": False,
        },
    ),
    migrations.CreateModel(
        name="Delivery",
        fields=[
            (
                "pk",
                models.CompositePrimaryKey(
                    "consumer", "match_id", "version", blank=True, editable=False, primary_key=True, serialize=False
                ),
            ),
            ("match_id", models.UUIDField()),
            ("version", models.IntegerField()),
            ("consumer", models.TextField()),
            ("attempts", models.IntegerField()),
            ("available_at", models.DateTimeField()),
            ("parked_at", models.DateTimeField(null=True)),
            ("error", models.TextField()),
        ],
        options={
            "db_table": "delivery",
            "managed": False,
        },
    ),
    migrations.CreateModel(
        name="Event",
        fields=[
            (
                "pk",
                models.CompositePrimaryKey(
                    "match_id", "version", blank=True, editable=False, primary_key=True, serialize=False
                ),
            ),
            ("match_id", models.UUIDField()),
            ("version", models.IntegerField()),
            ("at", models.DateTimeField()),
            ("seat", models.SmallIntegerField(null=True)),
            ("type", models.TextField()),
            ("hash", models.BinaryField()),
            ("body", models.BinaryField()),
        ],
        options={
            "db_table": "event",
            "managed": False,
        },
    ),
    migrations.CreateModel(
        name="EventSecret",
        fields=[
            (
                "pk",
                models.CompositePrimaryKey(
                    "match_id", "version", "index", blank=True, editable=False, primary_key=True, serialize=False
                ),
            ),
            ("match_id", models.UUIDField()),
            ("version", models.IntegerField()),
            ("index", models.SmallIntegerField()),
            (
                "audience",
                ArrayField(base_field=models.SmallIntegerField(), size=None),
            ),
            ("salt", models.BinaryField()),
            ("part", models.BinaryField()),
        ],
        options={
            "db_table": "event_secret",
            "managed": False,
        },
    ),
    migrations.CreateModel(
        name="MatchHead",
        fields=[
            ("match_id", models.UUIDField(primary_key=True, serialize=False)),
            ("version", models.IntegerField()),
            ("hash", models.BinaryField()),
            ("at", models.DateTimeField()),
        ],
        options={
            "db_table": "match_head",
            "managed": False,
        },
    ),
    migrations.CreateModel(
        name="Outbox",
        fields=[
            (
                "pk",
                models.CompositePrimaryKey(
                    "match_id", "version", blank=True, editable=False, primary_key=True, serialize=False
                ),
            ),
            ("match_id", models.UUIDField()),
            ("version", models.IntegerField()),
            ("at", models.DateTimeField()),
        ],
        options={
            "db_table": "outbox",
            "managed": False,
        },
    ),
    migrations.CreateModel(
        name="Snapshot",
        fields=[
            (
                "pk",
                models.CompositePrimaryKey(
                    "match_id", "version", blank=True, editable=False, primary_key=True, serialize=False
                ),
            ),
            ("match_id", models.UUIDField()),
            ("version", models.IntegerField()),
            ("code", models.TextField()),
            ("hash", models.BinaryField()),
            ("state", models.BinaryField()),
            ("mac", models.BinaryField()),
        ],
        options={
            "db_table": "snapshot",
            "managed": False,
        },
    ),
    migrations.CreateModel(
        name="WaitingDelivery",
        fields=[
            ("id", models.TextField(primary_key=True, serialize=False)),
            ("match_id", models.UUIDField()),
            ("version", models.IntegerField()),
            ("consumer", models.TextField()),
            ("attempts", models.IntegerField()),
            ("available_at", models.DateTimeField()),
            ("parked_at", models.DateTimeField(null=True)),
            ("error", models.TextField()),
        ],
        options={
            "db_table": "waiting_delivery",
            "managed": False,
            "verbose_name": "delivery that waits",
            "verbose_name_plural": "deliveries that wait",
        },
    ),
]


class Migration(migrations.Migration):
    initial = True
    dependencies: list[tuple[str, str]] = []
    operations = [
        migrations.RunSQL(TABLES, DROP_TABLES),
        migrations.RunSQL(WAITING, DROP_WAITING),
        migrations.RunSQL(GUARD, DROP_GUARD),
        *(migrations.RunSQL(GUARDS.format(table=table), migrations.RunSQL.noop) for table in HISTORY),
        migrations.RunPython(grant, migrations.RunPython.noop),
        *MODELS,
    ]
