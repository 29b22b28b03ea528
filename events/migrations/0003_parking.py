"""Deliveries that have failed too often are parked, and operators see all that wait."""

from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# `error` is the name of the last failure's class: its message may quote a hand.
PARKING = """
ALTER TABLE delivery ADD COLUMN parked_at timestamptz, ADD COLUMN error text COLLATE "C" NOT NULL DEFAULT '';
"""

LEAVE = "ALTER TABLE delivery DROP COLUMN parked_at, DROP COLUMN error"

# Pages of the admin know rows by one key.
WAITING = """
CREATE VIEW waiting_delivery AS
SELECT consumer || ' ' || match_id || ' ' || version AS id,
    consumer, match_id, version, attempts, available_at, parked_at, error
FROM delivery
"""


def grant(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    schema_editor.execute(f"GRANT SELECT ON waiting_delivery TO {schema_editor.quote_name(settings.SERVICE_ROLE)}")


class Migration(migrations.Migration):
    dependencies = [("events", "0002_models")]
    operations = [
        migrations.RunSQL(PARKING, LEAVE),
        migrations.RunSQL(WAITING, "DROP VIEW waiting_delivery"),
        migrations.RunPython(grant, migrations.RunPython.noop),
        # For the models alone: Django manages neither.
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
            options={"db_table": "waiting_delivery", "managed": False, "verbose_name_plural": "waiting deliveries"},
        ),
    ]
