"""The tables of the queue: standing wishes for a match, the tables that were called for them, and who is kept apart."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models


class StandingWish(models.Model):
    """A player's standing wish to sit down in a match of a standard set; gone once they sit, or want it no more."""

    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="wishes")
    game = models.CharField(max_length=40)
    set_name = models.CharField(max_length=16)
    seats_min = models.IntegerField()
    seats_max = models.IntegerField()
    # The bot that takes seats which are still free at that time; empty: the player waits for people.
    bot = models.CharField(max_length=16, default="")
    bots_at = models.DateTimeField(null=True)
    # Whether the match is to count for ratings; how far others' ratings may be away from the player's; how many percent
    # of their matches others have to have played to the end, and what that is of the player, when they wished.
    rated = models.BooleanField(default=False, db_default=False)
    within = models.IntegerField(null=True)
    least_reliability = models.IntegerField(null=True)
    reliability = models.IntegerField(default=100, db_default=100)
    since = models.DateTimeField()
    expires_at = models.DateTimeField()
    # When something may have to be done about it: at once when it is new, later when its time for bots comes, say.
    look_at = models.DateTimeField(db_index=True)
    # The table that it is called to, and when the player has said that they are there.
    table_id = models.UUIDField(null=True, db_index=True)
    confirmed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = "standing wish", "standing wishes"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "game", "set_name"], name="standing_wish_once")
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.set_name}"


class AwaitedRound(models.Model):
    """A match waits for the round of a public beacon that its first event names; kept until it has begun or is over."""

    match_id = models.UUIDField(primary_key=True)
    # When the round is looked for next; null once it is there.
    look_at = models.DateTimeField(null=True)
    # How often it was looked for in vain, and why in vain the last time.
    attempts = models.IntegerField(default=0, db_default=0)
    reason = models.CharField(max_length=16, default="", db_default="")
    # In hex, as it goes into history.
    signature = models.CharField(max_length=192, default="", db_default="")

    class Meta:
        verbose_name, verbose_name_plural = "awaited round", "awaited rounds"
        indexes: ClassVar = [
            models.Index(fields=["look_at"], name="awaited_round_due", condition=models.Q(look_at__isnull=False))
        ]

    def __str__(self) -> str:
        return str(self.match_id)


class CalledTable(models.Model):
    """Players who were called together. Its id becomes that of their match; kept for the figures of how it went."""

    match_id = models.UUIDField(primary_key=True)
    game = models.CharField(max_length=40)
    set_name = models.CharField(max_length=16)
    seats = models.IntegerField()
    # How many of the seats are for people.
    people = models.IntegerField()
    bot = models.CharField(max_length=16, default="")
    rated = models.BooleanField(default=False, db_default=False)
    called_at = models.DateTimeField()
    # Until when they have to say that they are there; null where nobody has to.
    confirm_by = models.DateTimeField(null=True)
    made_at = models.DateTimeField(null=True)
    # How long each of the people has waited, in seconds; empty until the match is made.
    waits = ArrayField(models.FloatField(), default=list)

    class Meta:
        verbose_name, verbose_name_plural = "table of the queue", "tables of the queue"
        indexes: ClassVar = [
            models.Index(
                fields=["game", "set_name", "-made_at"], name="called_made", condition=~models.Q(made_at=None)
            ),
        ]

    def __str__(self) -> str:
        return str(self.match_id)


class Follow(models.Model):
    """A player whose matches another wants to see."""

    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="follows")
    followed = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="followed_by")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "followed"], name="follow_once")]

    def __str__(self) -> str:
        return str(self.followed_id)


class Block(models.Model):
    """A player who wants to sit at no table with another, who is not told."""

    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "blocked"], name="block_once")]

    def __str__(self) -> str:
        return str(self.blocked_id)
