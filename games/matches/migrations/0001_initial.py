"""The tables of the app. Django manages them all; `events.roles` gives the service's role its rights after each run."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.functions import RandomUUID
from django.contrib.postgres.indexes import GinIndex
from django.db import migrations, models
from django.db.models.functions import Upper

# Players, their tokens, and what they have arranged for themselves.
PEOPLE = [
    migrations.CreateModel(
        name="Player",
        fields=[
            ("id", models.UUIDField(primary_key=True, serialize=False)),
            ("handle", models.CharField(max_length=24, null=True)),
            ("handle_key", models.CharField(blank=True, max_length=96, null=True, unique=True)),
            ("kind", models.CharField(default="guest", max_length=16)),
            ("password", models.CharField(default="", max_length=128)),
            ("email", models.EmailField(default="", max_length=254)),
            ("confirmed_email", models.EmailField(default="", max_length=254)),
            ("locale", models.CharField(default="en", max_length=8)),
            ("is_operator", models.BooleanField(default=False)),
            ("revision", models.IntegerField(default=0)),
            ("sign_up_key", models.CharField(default="", max_length=128)),
            ("upgrade_key", models.CharField(default="", max_length=128)),
            ("upgrade_hash", models.BinaryField(default=b"", max_length=32)),
            ("quiet_hours", models.JSONField(null=True)),
            ("quiet_hours_set_at", models.DateTimeField(null=True)),
            ("shows_presence", models.BooleanField(default=True)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "indexes": [models.Index(Upper("confirmed_email"), name="player_by_confirmed_email")],
        },
    ),
    migrations.CreateModel(
        name="Token",
        fields=[
            ("id", models.UUIDField(primary_key=True, serialize=False)),
            ("player", models.ForeignKey(on_delete=models.CASCADE, related_name="tokens", to="matches.player")),
            ("digest", models.BinaryField(max_length=32, unique=True)),
            ("label", models.CharField(max_length=64)),
            ("scopes", ArrayField(base_field=models.CharField(max_length=16), size=None)),
            ("creation_key", models.CharField(max_length=128)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "constraints": [models.UniqueConstraint(fields=("player", "creation_key"), name="token_creation_once")],
        },
    ),
    migrations.CreateModel(
        name="Vacation",
        fields=[
            ("id", models.UUIDField(primary_key=True, serialize=False)),
            ("player", models.ForeignKey(on_delete=models.CASCADE, related_name="vacations", to="matches.player")),
            ("starts_at", models.DateTimeField()),
            ("ends_at", models.DateTimeField()),
        ],
    ),
    migrations.CreateModel(
        name="StandingOrder",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("match_id", models.UUIDField()),
            (
                "player",
                models.ForeignKey(on_delete=models.CASCADE, related_name="standing_orders", to="matches.player"),
            ),
            ("sitting", models.IntegerField()),
            ("kinds", ArrayField(base_field=models.CharField(max_length=40), size=None)),
            ("skips", ArrayField(base_field=models.CharField(max_length=40), default=list, size=None)),
        ],
        options={
            "constraints": [models.UniqueConstraint(fields=("match_id", "player"), name="standing_order_once")],
        },
    ),
]

TICKETS = [
    migrations.CreateModel(
        name="StreamTicket",
        fields=[
            ("digest", models.BinaryField(max_length=32, primary_key=True, serialize=False)),
            ("token", models.ForeignKey(on_delete=models.CASCADE, to="matches.token")),
            ("match_id", models.UUIDField(null=True)),
            ("expires_at", models.DateTimeField(db_index=True)),
        ],
    ),
]

# What may be edited about matches and is no part of their history.
MATCHES = [
    migrations.CreateModel(
        name="Lobby",
        fields=[
            ("match_id", models.UUIDField(primary_key=True, serialize=False)),
            ("creator_id", models.UUIDField()),
            ("creation_key", models.CharField(max_length=160)),
            ("request_hash", models.BinaryField(max_length=32)),
            ("name", models.CharField(default="", max_length=80)),
            ("visibility", models.CharField(default="public", max_length=8)),
            ("start", models.CharField(default="auto", max_length=8)),
            ("delay", models.JSONField(null=True)),
            ("rematch_of", models.UUIDField(null=True, unique=True)),
            ("held", models.JSONField(default=dict)),
        ],
        options={
            "verbose_name": "match",
            "verbose_name_plural": "matches",
            "constraints": [models.UniqueConstraint(fields=("creator_id", "creation_key"), name="lobby_creation_once")],
        },
    ),
    migrations.CreateModel(
        name="Invitation",
        fields=[
            ("id", models.UUIDField(primary_key=True, serialize=False)),
            ("match_id", models.UUIDField(db_index=True)),
            ("creation_key", models.CharField(max_length=200)),
            ("request_hash", models.BinaryField(max_length=32)),
            ("digest", models.BinaryField(max_length=32, unique=True)),
            ("seat", models.IntegerField(null=True)),
            ("expires_at", models.DateTimeField()),
            ("player_id", models.UUIDField(null=True)),
            ("used_by", models.UUIDField(null=True)),
            ("used_at_version", models.IntegerField(null=True)),
            ("replaces", models.BooleanField(default=False)),
        ],
        options={
            "constraints": [models.UniqueConstraint(fields=("match_id", "creation_key"), name="invitation_once")],
        },
    ),
]

# Notices, their channels out of the inbox, and the mails about accounts.
NOTICES = [
    migrations.CreateModel(
        name="Notice",
        fields=[
            ("id", models.UUIDField(primary_key=True, serialize=False)),
            ("player", models.ForeignKey(on_delete=models.CASCADE, related_name="notices", to="matches.player")),
            ("match_id", models.UUIDField()),
            ("game", models.CharField(max_length=40)),
            ("seat", models.IntegerField(null=True)),
            ("kind", models.CharField(max_length=24)),
            ("about", models.CharField(default="", max_length=64)),
            ("sender_id", models.UUIDField(null=True)),
            ("due_at", models.DateTimeField(null=True)),
            ("at", models.DateTimeField()),
            ("read_at", models.DateTimeField(null=True)),
        ],
        options={
            "verbose_name": "notice in an inbox",
            "verbose_name_plural": "notices in inboxes",
            "indexes": [
                models.Index(fields=["player", "-id"], name="notice_inbox"),
                models.Index(condition=models.Q(("read_at", None)), fields=["match_id"], name="notice_unread"),
            ],
            "constraints": [
                models.UniqueConstraint(fields=("player", "match_id", "kind", "about"), name="notice_once")
            ],
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
        name="NoticeSettings",
        fields=[
            (
                "player",
                models.OneToOneField(on_delete=models.CASCADE, primary_key=True, serialize=False, to="matches.player"),
            ),
            ("mail_kinds", ArrayField(base_field=models.CharField(max_length=24), size=None)),
        ],
    ),
    migrations.CreateModel(
        name="MatchNotices",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("player", models.ForeignKey(on_delete=models.CASCADE, to="matches.player")),
            ("match_id", models.UUIDField()),
            ("kinds", ArrayField(base_field=models.CharField(max_length=24), size=None)),
        ],
        options={
            "constraints": [models.UniqueConstraint(fields=("player", "match_id"), name="match_notices_once")],
        },
    ),
    migrations.CreateModel(
        name="Webhook",
        fields=[
            ("id", models.UUIDField(primary_key=True, serialize=False)),
            ("player", models.ForeignKey(on_delete=models.CASCADE, related_name="webhooks", to="matches.player")),
            ("url", models.CharField(max_length=2000)),
            ("kinds", ArrayField(base_field=models.CharField(max_length=24), size=None)),
            ("format", models.CharField(max_length=16)),
            ("secret", models.CharField(max_length=128)),
            ("token_id", models.UUIDField(null=True)),
            ("creation_key", models.CharField(max_length=128)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("not_before", models.DateTimeField(auto_now_add=True)),
            ("paused_until", models.DateTimeField(auto_now_add=True)),
            ("failures", models.IntegerField(default=0)),
            ("failing_since", models.DateTimeField(null=True)),
            ("disabled_at", models.DateTimeField(null=True)),
            ("disabled_for", models.CharField(default="", max_length=16)),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("player", "creation_key"), name="webhook_creation_once"),
                models.UniqueConstraint(condition=models.Q(("format", "push")), fields=("url",), name="push_once"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Dispatch",
        fields=[
            ("id", models.UUIDField(primary_key=True, serialize=False)),
            ("notice", models.ForeignKey(null=True, on_delete=models.CASCADE, to="matches.notice")),
            ("webhook", models.ForeignKey(null=True, on_delete=models.CASCADE, to="matches.webhook")),
            ("player", models.ForeignKey(on_delete=models.CASCADE, to="matches.player")),
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
            "verbose_name": "message to a player",
            "verbose_name_plural": "messages to players",
            "indexes": [
                models.Index(
                    condition=models.Q(("state", "pending")),
                    fields=["webhook", "available_at"],
                    name="dispatch_due_webhook",
                ),
                models.Index(
                    condition=models.Q(("state", "pending"), ("webhook", None)),
                    fields=["available_at"],
                    name="dispatch_due_mail",
                ),
                models.Index(fields=["webhook", "-id"], name="dispatch_of_webhook"),
            ],
            "constraints": [models.UniqueConstraint(fields=("notice", "channel"), name="dispatch_once")],
        },
    ),
    migrations.CreateModel(
        name="AccountMail",
        fields=[
            ("id", models.UUIDField(primary_key=True, serialize=False)),
            ("purpose", models.CharField(max_length=16)),
            ("player", models.ForeignKey(null=True, on_delete=models.CASCADE, to="matches.player")),
            ("email", models.EmailField(max_length=254)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("expires_at", models.DateTimeField()),
            ("used_at", models.DateTimeField(null=True)),
            ("sent_at", models.DateTimeField(null=True)),
            ("sends", models.IntegerField(default=0)),
            ("attempts", models.IntegerField(default=0)),
            ("available_at", models.DateTimeField()),
        ],
        options={
            "indexes": [
                models.Index(condition=models.Q(("sent_at", None)), fields=["available_at"], name="account_mail_due"),
                models.Index(fields=["email", "created_at"], name="account_mail_of_address"),
                models.Index(fields=["expires_at"], name="account_mail_expiry"),
            ],
        },
    ),
]

# About the service and its matches: projections, verdicts, and who is at work.
SERVICE = [
    migrations.CreateModel(
        name="Listing",
        fields=[
            ("match_id", models.UUIDField(primary_key=True, serialize=False)),
            ("version", models.IntegerField()),
            ("game", models.CharField(max_length=40)),
            ("status", models.CharField(max_length=16)),
            ("visibility", models.CharField(max_length=8)),
            ("player_ids", ArrayField(base_field=models.UUIDField(), size=None)),
            ("waiting_player_ids", ArrayField(base_field=models.UUIDField(), size=None)),
            ("holders", models.JSONField()),
            ("document", models.JSONField()),
        ],
        options={
            "verbose_name": "entry of the lists",
            "verbose_name_plural": "entries of the lists",
            "indexes": [
                models.Index(fields=["match_id"], name="listing_public", condition=models.Q(visibility="public")),
                *(
                    models.Index(
                        *kinds,
                        models.Func("match_id", function="uuid_send"),
                        name=name,
                        condition=models.Q(visibility="public"),
                    )
                    for kinds, name in (
                        (["game"], "listing_game"),
                        (["status"], "listing_status"),
                        (["game", "status"], "listing_game_status"),
                    )
                ),
                GinIndex(fields=["player_ids"], name="listing_players"),
                GinIndex(fields=["waiting_player_ids"], name="listing_waiting"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Deadline",
        fields=[
            ("match_id", models.UUIDField(primary_key=True, serialize=False)),
            ("version", models.IntegerField()),
            ("due_at", models.DateTimeField(db_index=True)),
            ("claimed_until", models.DateTimeField(null=True)),
        ],
        options={"verbose_name": "running clock", "verbose_name_plural": "running clocks"},
    ),
    migrations.CreateModel(
        name="BotTurn",
        fields=[
            ("match_id", models.UUIDField(primary_key=True, serialize=False)),
            ("version", models.IntegerField()),
            ("due_at", models.DateTimeField()),
            ("attended", models.BooleanField()),
            ("claimed_until", models.DateTimeField(null=True)),
        ],
        options={
            "verbose_name": "bot's turn",
            "verbose_name_plural": "bots' turns",
            "indexes": [models.Index(fields=["-attended", "due_at"], name="bot_turn_order")],
        },
    ),
    migrations.CreateModel(
        name="Quarantine",
        fields=[
            ("match_id", models.UUIDField(primary_key=True, serialize=False)),
            ("version", models.IntegerField()),
            ("error", models.CharField(max_length=200)),
            ("at", models.CharField(default="", max_length=16)),
            ("caller", models.CharField(default="", max_length=200)),
            ("node", models.CharField(default="", max_length=100)),
            ("code", models.CharField(default="", max_length=64)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={"verbose_name": "match set aside", "verbose_name_plural": "matches set aside"},
    ),
    migrations.CreateModel(
        name="PastQuarantine",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("match_id", models.UUIDField(db_index=True)),
            ("version", models.IntegerField()),
            ("error", models.CharField(max_length=200)),
            ("at", models.CharField(max_length=16)),
            ("caller", models.CharField(max_length=200)),
            ("node", models.CharField(max_length=100)),
            ("code", models.CharField(max_length=64)),
            ("created_at", models.DateTimeField()),
            ("lifted_at", models.DateTimeField(auto_now_add=True)),
            ("lifted_by", models.CharField(max_length=200)),
        ],
        options={"verbose_name": "match that was set aside", "verbose_name_plural": "matches that were set aside"},
    ),
    migrations.CreateModel(
        name="Audit",
        fields=[
            ("match_id", models.UUIDField(primary_key=True, serialize=False)),
            ("version", models.IntegerField()),
            ("hash", models.BinaryField(max_length=32)),
            ("checks", models.JSONField()),
            ("failed", models.BooleanField(db_index=True)),
            ("sound_version", models.IntegerField(null=True)),
            ("sound_hash", models.BinaryField(max_length=32, null=True)),
            ("checked_at", models.DateTimeField(db_index=True)),
        ],
        options={"verbose_name": "audit's verdict", "verbose_name_plural": "audits' verdicts"},
    ),
    migrations.CreateModel(
        name="HostedMatch",
        fields=[
            ("match_id", models.UUIDField(primary_key=True, serialize=False)),
            ("player_id", models.UUIDField(db_index=True)),
            ("address", models.CharField(default="", max_length=32)),
            ("bots", models.BooleanField(default=False)),
            ("departed", models.BooleanField(default=False)),
            ("made_at", models.DateTimeField()),
        ],
        options={
            "indexes": [
                models.Index(
                    fields=["address"], name="hosted_by_address", condition=models.Q(("address", ""), _negated=True)
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="TakenSeat",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("match_id", models.UUIDField()),
            ("player_id", models.UUIDField()),
            ("taken_at", models.DateTimeField()),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("player_id", "match_id"), name="taken_seat_once"),
            ],
        },
    ),
    migrations.CreateModel(
        name="QuotaUse",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("who", models.CharField(max_length=48)),
            ("day", models.DateField()),
            ("events", models.BigIntegerField(default=0)),
        ],
        options={"constraints": [models.UniqueConstraint(fields=("who", "day"), name="quota_use_once")]},
    ),
    migrations.CreateModel(
        name="LogInAttempt",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("who", models.CharField(db_index=True, max_length=32)),
            ("at", models.DateTimeField(db_index=True)),
        ],
    ),
    migrations.CreateModel(
        name="Following",
        fields=[
            ("id", models.UUIDField(db_default=RandomUUID(), primary_key=True, serialize=False)),
            ("process", models.UUIDField()),
            ("match_id", models.UUIDField(null=True)),
            ("player_id", models.UUIDField(null=True)),
            ("watchers", models.IntegerField(default=0)),
            ("seen_at", models.DateTimeField()),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(
                    fields=("match_id", "player_id", "process"), name="following_once", nulls_distinct=False
                ),
            ],
        },
    ),
    # Written every few seconds, and worth nothing after a crash.
    migrations.RunSQL("ALTER TABLE matches_following SET UNLOGGED", migrations.RunSQL.noop),
    migrations.CreateModel(
        name="Heartbeat",
        fields=[
            ("name", models.CharField(max_length=16, primary_key=True, serialize=False)),
            ("at", models.DateTimeField()),
        ],
        options={"verbose_name": "process at work", "verbose_name_plural": "processes at work"},
    ),
    migrations.CreateModel(
        name="WalkMark",
        fields=[
            ("name", models.CharField(max_length=16, primary_key=True, serialize=False)),
            ("code", models.CharField(max_length=64)),
            ("after", models.UUIDField()),
            ("found", models.JSONField()),
            ("at", models.DateTimeField()),
        ],
    ),
    migrations.CreateModel(
        name="Hold",
        fields=[
            ("what", models.CharField(max_length=16, primary_key=True, serialize=False)),
            ("since", models.DateTimeField()),
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
            "constraints": [models.UniqueConstraint(fields=("name", "label"), name="tally_once")],
        },
    ),
]


# Notices of a player are written under a lock on the player, so of two the one that is committed first has the lower
# position, which no id promises: a reader who has one has all before it.
IN_ORDER = [
    migrations.RunSQL(
        """
        ALTER TABLE matches_notice ADD COLUMN position bigint GENERATED ALWAYS AS IDENTITY;
        CREATE UNIQUE INDEX notice_position ON matches_notice (player_id, position);
        """,
        "DROP INDEX notice_position; ALTER TABLE matches_notice DROP COLUMN position;",
    ),
]


class Migration(migrations.Migration):
    initial = True
    dependencies: list[tuple[str, str]] = []
    operations = [*PEOPLE, *TICKETS, *MATCHES, *NOTICES, *IN_ORDER, *SERVICE]
