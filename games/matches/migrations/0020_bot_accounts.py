from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    # Without a lock on the players' table.
    atomic = False

    dependencies = [
        ("matches", "0019_take_backs"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="player",
            index=models.Index(condition=models.Q(("kind", "bot")), fields=["-seen_on", "-id"], name="bot_by_day"),
        ),
    ]
