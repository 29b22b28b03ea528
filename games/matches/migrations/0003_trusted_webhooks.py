from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0002_handle_looks"),
    ]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="trusted_from",
            field=models.DateTimeField(null=True),
        ),
    ]
