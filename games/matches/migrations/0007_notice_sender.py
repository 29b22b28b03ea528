from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0006_notices"),
    ]

    operations = [
        migrations.AddField(
            model_name="notice",
            name="sender_id",
            field=models.UUIDField(null=True),
        ),
    ]
