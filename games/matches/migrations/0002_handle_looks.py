"""Players have looks of their handles. Players who are there keep their handles, also where two look alike."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from games.matches.accounts import claims


def fill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    player, look = (apps.get_model("matches", name) for name in ("Player", "HandleLook"))
    claims.fill(player.objects.using(alias).all(), look.objects.using(alias).all())


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
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
