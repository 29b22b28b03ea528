"""Accounts: passwords, emails, deleted players, tokens with scopes."""

import django.contrib.postgres.fields
from django.db import migrations, models

# Tokens from before there were scopes came from a sign-up, and could do everything that a sign-up token can.
SIGN_UP_SCOPES = ["read", "play", "host", "account"]


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0002_invitation"),
    ]

    operations = [
        migrations.AlterField("player", "handle", models.CharField(max_length=24, null=True)),
        migrations.AlterField(
            "player", "handle_key", models.CharField(blank=True, max_length=96, null=True, unique=True)
        ),
        migrations.AddField("player", "password", models.CharField(default="", max_length=128)),
        migrations.AddField("player", "email", models.EmailField(default="", max_length=254)),
        migrations.AddField("player", "is_operator", models.BooleanField(default=False)),
        migrations.AddField("player", "revision", models.IntegerField(default=0)),
        migrations.AddField("player", "upgrade_key", models.CharField(default="", max_length=128)),
        migrations.AddField("player", "upgrade_hash", models.BinaryField(default=b"", max_length=32)),
        migrations.AddField(
            "token",
            "scopes",
            django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=16), default=SIGN_UP_SCOPES, size=None
            ),
            preserve_default=False,
        ),
        # So far each player has had one token, so one default for all is unique enough.
        migrations.AddField(
            "token", "creation_key", models.CharField(default="sign-up", max_length=128), preserve_default=False
        ),
        migrations.AddConstraint(
            "token", models.UniqueConstraint(fields=("player", "creation_key"), name="token_creation_once")
        ),
    ]
