from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    # Players go on inviting meanwhile.
    atomic = False

    dependencies = [
        ("matches", "0007_notice_progress"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="invitation",
            index=models.Index(
                condition=models.Q(("player_id", None), _negated=True),
                fields=["player_id", "-id"],
                name="invitation_received",
            ),
        ),
        AddIndexConcurrently(
            model_name="invitation",
            index=models.Index(fields=["creation_key"], opclasses=["varchar_pattern_ops"], name="invitation_sent"),
        ),
    ]
