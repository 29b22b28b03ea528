"""Players have looks of their handles; `apps.py` gives them to the players who are there."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_initial")]
    operations = [
        migrations.CreateModel(
            name="HandleLook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("look", models.CharField(max_length=512)),
                ("place", models.IntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="looks", to="matches.player"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("look", "place"), name="handle_look_once")],
            },
        ),
    ]
