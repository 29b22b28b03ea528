from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    # Players go on signing up and calling meanwhile.
    atomic = False

    dependencies = [
        ("matches", "0005_bytes_and_idle_guests"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="player",
            index=models.Index(condition=models.Q(("kind", "guest")), fields=["seen_on"], name="guest_by_day"),
        ),
    ]
