"""Notices, what is sent to people, and how the service does."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0005_audit"),
    ]

    operations = [
        migrations.CreateModel(
            name="AccountMail",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("purpose", models.CharField(max_length=16)),
                ("email", models.EmailField(max_length=254)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("sent_at", models.DateTimeField(null=True)),
                ("attempts", models.IntegerField(default=0)),
                ("available_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Dispatch",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("channel", models.CharField(max_length=48)),
                ("state", models.CharField(default="pending", max_length=16)),
                ("attempts", models.IntegerField(default=0)),
                ("available_at", models.DateTimeField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("done_at", models.DateTimeField(null=True)),
                ("last_status", models.IntegerField(null=True)),
                ("last_error", models.CharField(default="", max_length=32)),
            ],
            options={
                "verbose_name_plural": "dispatches",
            },
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="MatchNotices",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("match_id", models.UUIDField()),
                (
                    "kinds",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=24), size=None),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("match_id", models.UUIDField()),
                ("game", models.CharField(max_length=40)),
                ("seat", models.IntegerField(null=True)),
                ("kind", models.CharField(max_length=24)),
                ("about", models.CharField(default="", max_length=64)),
                ("due_at", models.DateTimeField(null=True)),
                ("at", models.DateTimeField()),
                ("read_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="NoticeSettings",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="matches.player",
                    ),
                ),
                (
                    "mail_kinds",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=24), size=None),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=32)),
                ("label", models.CharField(max_length=64)),
                ("value", models.BigIntegerField(default=0)),
            ],
            options={
                "verbose_name_plural": "tallies",
            },
        ),
        migrations.CreateModel(
            name="Told",
            fields=[
                ("match_id", models.UUIDField(primary_key=True, serialize=False)),
                ("version", models.IntegerField(default=0)),
                ("remind_at", models.DateTimeField(db_index=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("url", models.CharField(max_length=2000)),
                (
                    "kinds",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=24), size=None),
                ),
                ("format", models.CharField(max_length=16)),
                ("secret", models.CharField(max_length=64)),
                ("creation_key", models.CharField(max_length=128)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("not_before", models.DateTimeField(auto_now_add=True)),
                ("failures", models.IntegerField(default=0)),
                ("failing_since", models.DateTimeField(null=True)),
                ("disabled_at", models.DateTimeField(null=True)),
                ("disabled_for", models.CharField(default="", max_length=16)),
            ],
        ),
        migrations.AddField(
            model_name="invitation",
            name="player_id",
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="confirmed_email",
            field=models.EmailField(default="", max_length=254),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                django.db.models.functions.text.Upper("confirmed_email"), name="player_by_confirmed_email"
            ),
        ),
        migrations.AddField(
            model_name="accountmail",
            name="player",
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to="matches.player"),
        ),
        migrations.AddField(
            model_name="dispatch",
            name="player",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="matches.player"),
        ),
        migrations.AddField(
            model_name="matchnotices",
            name="player",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="matches.player"),
        ),
        migrations.AddField(
            model_name="notice",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="notices", to="matches.player"
            ),
        ),
        migrations.AddField(
            model_name="dispatch",
            name="notice",
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to="matches.notice"),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(fields=("name", "label"), name="tally_once"),
        ),
        migrations.AddField(
            model_name="webhook",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="webhooks", to="matches.player"
            ),
        ),
        migrations.AddField(
            model_name="dispatch",
            name="webhook",
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to="matches.webhook"),
        ),
        migrations.AddIndex(
            model_name="accountmail",
            index=models.Index(condition=models.Q(("sent_at", None)), fields=["available_at"], name="account_mail_due"),
        ),
        migrations.AddIndex(
            model_name="accountmail",
            index=models.Index(fields=["email", "created_at"], name="account_mail_of_address"),
        ),
        migrations.AddConstraint(
            model_name="matchnotices",
            constraint=models.UniqueConstraint(fields=("player", "match_id"), name="match_notices_once"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["player", "-id"], name="notice_inbox"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(condition=models.Q(("read_at", None)), fields=["match_id"], name="notice_unread"),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(fields=("player", "match_id", "kind", "about"), name="notice_once"),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.UniqueConstraint(fields=("player", "creation_key"), name="webhook_creation_once"),
        ),
        migrations.AddIndex(
            model_name="dispatch",
            index=models.Index(
                condition=models.Q(("state", "pending")),
                fields=["webhook", "available_at"],
                name="dispatch_due_webhook",
            ),
        ),
        migrations.AddIndex(
            model_name="dispatch",
            index=models.Index(
                condition=models.Q(("state", "pending"), ("webhook", None)),
                fields=["available_at"],
                name="dispatch_due_mail",
            ),
        ),
        migrations.AddIndex(
            model_name="dispatch",
            index=models.Index(fields=["webhook", "-id"], name="dispatch_of_webhook"),
        ),
        migrations.AddConstraint(
            model_name="dispatch",
            constraint=models.UniqueConstraint(fields=("notice", "channel"), name="dispatch_once"),
        ),
    ]
