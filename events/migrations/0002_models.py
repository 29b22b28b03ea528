"""What Django knows of the store's tables; nothing happens in the database."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0001_store"),
    ]

    operations = [
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
                    django.contrib.postgres.fields.ArrayField(base_field=models.SmallIntegerField(), size=None),
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
            ],
            options={
                "db_table": "snapshot",
                "managed": False,
            },
        ),
    ]
