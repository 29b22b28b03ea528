"""Cold matches: a row for each match whose events have moved to a file, and the one way by which rows of history go.

The database cannot read the file. It holds what the file was made of against its own rows instead: who writes the row
of a cold match names the digest of all rows of the match, as they stood in the file when that was read back.

There is no way back: `cold_match` is the only register of the files.
"""

from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# type and at are those of the last event: what asks for a match's end finds them here. moved_by is the transaction that
# wrote the row, whose subtransactions share it.
TABLE = """
CREATE TABLE cold_match (
    match_id uuid PRIMARY KEY,
    version integer NOT NULL,
    hash bytea NOT NULL,
    type text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL,
    rows bytea NOT NULL,
    file text COLLATE "C" NOT NULL,
    sha256 bytea NOT NULL,
    size bigint NOT NULL,
    moved_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    moved_by xid8 NOT NULL
);
"""

# Every column of every row, in the order of their keys. Python computes the same of a file: events/cold/contents.py.
DIGEST = """
CREATE FUNCTION rows_digest(match uuid) RETURNS bytea LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT sha256(
        (SELECT sha256(coalesce(string_agg(
            sha256(convert_to(concat_ws(' ', version, (extract(epoch FROM at) * 1000000)::bigint,
                coalesce(seat::text, '-'), type), 'UTF8')) || sha256(hash) || sha256(body),
            ''::bytea ORDER BY version), ''::bytea))
         FROM event WHERE match_id = match)
        ||
        (SELECT sha256(coalesce(string_agg(
            sha256(convert_to(concat_ws(' ', version, index, audience::text), 'UTF8'))
                || sha256(salt) || sha256(part),
            ''::bytea ORDER BY version, index), ''::bytea))
         FROM event_secret WHERE match_id = match))
$$
"""

# The head's lock keeps every append away until the transaction ends. Nothing follows the events named here; the rules
# of the table know them as the last ones.
CHECK = """
CREATE FUNCTION check_cold_match() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    head match_head;
    ending event;
BEGIN
    SELECT * INTO head FROM match_head WHERE match_id = NEW.match_id FOR UPDATE;
    IF (head.version, head.hash) IS DISTINCT FROM (NEW.version, NEW.hash) THEN
        RAISE EXCEPTION 'the file does not lead to the head of the match' USING ERRCODE = 'restrict_violation';
    END IF;
    SELECT * INTO ending FROM event WHERE match_id = NEW.match_id AND version = NEW.version;
    IF ending.hash IS DISTINCT FROM NEW.hash
        OR ending.type IS NULL OR ending.type NOT IN ('match_ended', 'match_cancelled')
    THEN
        RAISE EXCEPTION 'the match has not ended' USING ERRCODE = 'restrict_violation';
    END IF;
    IF (SELECT count(*) FROM event WHERE match_id = NEW.match_id) <> NEW.version
        OR rows_digest(NEW.match_id) IS DISTINCT FROM NEW.rows
    THEN
        RAISE EXCEPTION 'the file does not have the rows of the match' USING ERRCODE = 'restrict_violation';
    END IF;
    IF octet_length(NEW.sha256) <> 32 OR NEW.size <= 0 OR NEW.file = '' THEN
        RAISE EXCEPTION 'the row does not name a file' USING ERRCODE = 'restrict_violation';
    END IF;
    NEW.type := ending.type;
    NEW.at := ending.at;
    NEW.moved_by := pg_current_xact_id();
    RETURN NEW;
END
$$
"""

# At the commit: all rows of the match are gone, or none goes.
WHOLE = """
CREATE FUNCTION check_cold_match_is_whole() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM event WHERE match_id = NEW.match_id)
        OR EXISTS (SELECT FROM event_secret WHERE match_id = NEW.match_id)
    THEN
        RAISE EXCEPTION 'rows of the match stand beside its file' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END
$$
"""

# ALWAYS as in the first migration. On Citus the tables of a shard have other names, so that nothing goes there.
GUARDS = """
CREATE TRIGGER cold_match_is_checked BEFORE INSERT ON cold_match
    FOR EACH ROW EXECUTE FUNCTION check_cold_match();
CREATE CONSTRAINT TRIGGER cold_match_is_whole AFTER INSERT ON cold_match DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION check_cold_match_is_whole();
CREATE TRIGGER cold_match_rows_stay BEFORE UPDATE OR DELETE ON cold_match
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
CREATE TRIGGER cold_match_stays BEFORE TRUNCATE ON cold_match
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
ALTER TABLE cold_match ENABLE ALWAYS TRIGGER cold_match_is_checked;
ALTER TABLE cold_match ENABLE ALWAYS TRIGGER cold_match_is_whole;
ALTER TABLE cold_match ENABLE ALWAYS TRIGGER cold_match_rows_stay;
ALTER TABLE cold_match ENABLE ALWAYS TRIGGER cold_match_stays;
"""

# The guard of history, which now lets rows go in the transaction that has written the row of their file. Two IFs,
# because OLD is not there at a TRUNCATE.
GUARD = """
CREATE OR REPLACE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND TG_TABLE_NAME IN ('event', 'event_secret') THEN
        IF EXISTS (SELECT FROM public.cold_match
            WHERE cold_match.match_id = OLD.match_id AND cold_match.moved_by = pg_current_xact_id())
        THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'history is never changed: % of %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$
"""


def grant(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    role = schema_editor.quote_name(settings.SERVICE_ROLE)
    # Only the owner moves matches: no role that runs may let rows go.
    schema_editor.execute(f"GRANT SELECT ON cold_match TO {role}")


# What Django knows of the table, which it does not manage.
MODEL = migrations.CreateModel(
    name="ColdMatch",
    fields=[
        ("match_id", models.UUIDField(primary_key=True, serialize=False)),
        ("version", models.IntegerField()),
        ("hash", models.BinaryField()),
        ("type", models.TextField()),
        ("at", models.DateTimeField()),
        ("rows", models.BinaryField()),
        ("file", models.TextField()),
        ("sha256", models.BinaryField()),
        ("size", models.BigIntegerField()),
        ("moved_at", models.DateTimeField()),
    ],
    options={
        "db_table": "cold_match",
        "managed": False,
    },
)


class Migration(migrations.Migration):
    dependencies = [("events", "0001_initial")]
    operations = [
        migrations.RunSQL(TABLE),
        migrations.RunSQL(DIGEST),
        migrations.RunSQL(CHECK),
        migrations.RunSQL(WHOLE),
        migrations.RunSQL(GUARDS),
        migrations.RunSQL(GUARD),
        migrations.RunPython(grant),
        MODEL,
    ]
