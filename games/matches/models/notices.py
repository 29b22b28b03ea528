"""The tables of notices, of webhooks, and of the mails that are sent to players."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

# The states of a dispatch: waiting for its time, taken in by the receiver, given up, or not wanted any more.
PENDING, DELIVERED, FAILED, DROPPED = "pending", "delivered", "failed", "dropped"
# The formats of webhooks.
STANDARD, CHAT, PUSH = "standard", "chat", "push"
# What a mail to an account is for.
CONFIRM, RESET = "confirm", "reset"


class Notice(models.Model):
    """Something a player is told, once: it stands in the inbox, and may go out by mail and to webhooks.

    `about` is the prompt's id, the invitation's, or what else tells notices of one kind apart.
    """

    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="notices")
    match_id = models.UUIDField()
    game = models.CharField(max_length=40)
    seat = models.IntegerField(null=True)
    kind = models.CharField(max_length=24)
    about = models.CharField(max_length=64, default="")
    # The player who has sent it, where it is an invitation.
    sender_id = models.UUIDField(null=True)
    due_at = models.DateTimeField(null=True)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = "notice in an inbox", "notices in inboxes"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "match_id", "kind", "about"], name="notice_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-id"], name="notice_inbox"),
            models.Index(fields=["match_id"], name="notice_unread", condition=Q(read_at=None)),
        ]


class NoticeProgress(models.Model):
    """Up to which version a match's players have been told of its events, and when to look at its clocks again."""

    match_id = models.UUIDField(primary_key=True)
    version = models.IntegerField(default=0)
    remind_at = models.DateTimeField(null=True, db_index=True)

    class Meta:
        # Nodes of 0.1.0, and statements, know the table by this name.
        db_table = "matches_told"


class NoticeSettings(models.Model):
    """Which kinds a player wants by mail. No row: all of them."""

    player = models.OneToOneField("matches.Player", on_delete=models.CASCADE, primary_key=True)
    mail_kinds = ArrayField(models.CharField(max_length=24))


class MatchNotices(models.Model):
    """An exception for one match: of its notices only these kinds leave the inbox, by mail or to webhooks."""

    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE)
    match_id = models.UUIDField()
    kinds = ArrayField(models.CharField(max_length=24))

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "match_id"], name="match_notices_once")]


class Webhook(models.Model):
    """An address that is told of a player's notices. Both `url` and `secret` are the player's secrets.

    In the format `push` it is a browser, with the keys to encrypt for it in place of a secret, and the token of the
    session that made it.
    """

    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=2000)
    kinds = ArrayField(models.CharField(max_length=24))
    format = models.CharField(max_length=16)
    # In clear, because it signs every delivery.
    secret = models.CharField(max_length=128)
    # The one before, which signs beside it until then, and what tells a repeated change of the secret.
    previous_secret = models.CharField(max_length=128, default="", db_default="")
    previous_until = models.DateTimeField(null=True)
    rotation_key = models.CharField(max_length=128, default="", db_default="")
    token_id = models.UUIDField(null=True)
    creation_key = models.CharField(max_length=128)
    created_at = models.DateTimeField(auto_now_add=True)
    # Nothing is sent before: while a worker has it under a lease.
    not_before = models.DateTimeField(auto_now_add=True)
    # Nor before this, for a while after a failure, unless its player asks.
    paused_until = models.DateTimeField(auto_now_add=True)
    # Failures in a row, and since when; both end with a success.
    failures = models.IntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    # From when on it is trusted to answer at once; null before the first success.
    trusted_from = models.DateTimeField(null=True)
    disabled_at = models.DateTimeField(null=True)
    # gone (410) or failing.
    disabled_for = models.CharField(max_length=16, default="")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "creation_key"], name="webhook_creation_once"),
            models.UniqueConstraint(fields=["url", "player"], name="push_of_player_once", condition=Q(format=PUSH)),
        ]


class Dispatch(models.Model):
    """A notice on its way through one channel: `mail`, or `webhook <id>`. Without a notice it is a test."""

    id = models.UUIDField(primary_key=True)
    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, null=True)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, null=True)
    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE)
    channel = models.CharField(max_length=48)
    state = models.CharField(max_length=16, default=PENDING)
    attempts = models.IntegerField(default=0)
    available_at = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)
    done_at = models.DateTimeField(null=True)
    # The receiver's last status, or a word of ours for why there was none.
    last_status = models.IntegerField(null=True)
    last_error = models.CharField(max_length=32, default="")

    class Meta:
        verbose_name, verbose_name_plural = "message to a player", "messages to players"
        constraints: ClassVar = [models.UniqueConstraint(fields=["notice", "channel"], name="dispatch_once")]
        indexes: ClassVar = [
            models.Index(fields=["webhook", "available_at"], name="dispatch_due_webhook", condition=Q(state=PENDING)),
            models.Index(fields=["available_at"], name="dispatch_due_mail", condition=Q(state=PENDING, webhook=None)),
            models.Index(fields=["webhook", "-id"], name="dispatch_of_webhook"),
        ]


class AskedMail(models.Model):
    """A mail that was asked for to an address that nobody has confirmed; for a day, also without its account.

    Mailbox and network address are keyed hashes.
    """

    mailbox = models.CharField(max_length=32)
    # No foreign key: the row outlives the account.
    player_id = models.UUIDField()
    # Empty where no call from outside asked for it.
    network = models.CharField(max_length=32, default="")
    asked_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name, verbose_name_plural = "mail asked for", "mails asked for"
        indexes: ClassVar = [
            models.Index(fields=["mailbox", "asked_at"], name="asked_mail_to"),
            models.Index(fields=["player_id", "asked_at"], name="asked_mail_by"),
            models.Index(fields=["network", "asked_at"], name="asked_mail_from"),
        ]

    def __str__(self) -> str:
        return str(self.asked_at)


class AccountMail(models.Model):
    """A mail about an account, and the token in it, which follows from `id`.

    Without a player it is a request by address alone, whose accounts have not been looked up yet.
    """

    id = models.UUIDField(primary_key=True)
    purpose = models.CharField(max_length=16)
    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE, null=True)
    email = models.EmailField()
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    # How often it was sent: a code that is asked for again while it is open is sent once more.
    sends = models.IntegerField(default=0)
    attempts = models.IntegerField(default=0)
    available_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["available_at"], name="account_mail_due", condition=Q(sent_at=None)),
            models.Index(fields=["email", "created_at"], name="account_mail_of_address"),
            models.Index(fields=["expires_at"], name="account_mail_expiry"),
        ]
