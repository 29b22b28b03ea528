from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0004_push_of_each_player"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="seen_on",
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name="quotause",
            name="bytes",
            field=models.BigIntegerField(db_default=0, default=0),
        ),
    ]
