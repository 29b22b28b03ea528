"""Clocks: sweeps claim what they work at."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0003_accounts"),
    ]

    operations = [
        migrations.AddField("deadline", "claimed_until", models.DateTimeField(null=True)),
    ]
