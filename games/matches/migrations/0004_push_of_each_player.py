from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0003_trusted_webhooks"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="webhook",
            name="push_once",
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.UniqueConstraint(
                condition=models.Q(("format", "push")), fields=("url", "player"), name="push_of_player_once"
            ),
        ),
    ]
