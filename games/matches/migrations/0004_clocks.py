"""Clocks: sweeps claim what they work at; quiet hours, vacations, replacements, rematches."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0003_accounts"),
    ]

    operations = [
        migrations.AddField("deadline", "claimed_until", models.DateTimeField(null=True)),
        migrations.AddField("player", "quiet_hours", models.JSONField(null=True)),
        migrations.AddField("player", "quiet_hours_set_at", models.DateTimeField(null=True)),
        migrations.AddField("lobby", "rematch_of", models.UUIDField(null=True, unique=True)),
        migrations.AddField("lobby", "held", models.JSONField(default=dict)),
        migrations.AddField("invitation", "replaces", models.BooleanField(default=False)),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="vacations", to="matches.player"
                    ),
                ),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
            ],
        ),
    ]
