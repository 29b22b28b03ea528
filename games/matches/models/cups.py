"""The tables of cups. The events are what counts; everything else is there to find them, or follows from them."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models


class CupRow(models.Model):
    """A cup: what is not in its events, and what is looked for in lists."""

    id = models.UUIDField(primary_key=True)
    host = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="cups_hosted")
    # The host's Idempotency-Key, or an id of ours.
    creation_key = models.CharField(max_length=160)
    request_hash = models.BinaryField(max_length=32)
    name = models.CharField(max_length=80, default="")
    # From it follows all that is drawn; it is opened in the last event.
    seed = models.BinaryField(max_length=32)
    game = models.CharField(max_length=40)
    # What its first event says, and how many have entered, for lists.
    terms = models.JSONField()
    entered = models.IntegerField(default=0)
    status = models.CharField(max_length=12)
    # Its last event.
    version = models.IntegerField()
    head = models.BinaryField(max_length=32)
    made_at = models.DateTimeField()
    # When the present round is over, whether its matches are or not.
    round_ends_at = models.DateTimeField(null=True)
    # When something may have to be done about it: null while it waits for players, and once it is over.
    look_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = "cup", "cups"
        db_table = "matches_cup"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["host", "creation_key"], name="cup_creation_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["look_at"], name="cup_look_at", condition=~models.Q(look_at=None)),
            models.Index(fields=["status", "-id"], name="cup_by_status"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class CupEvent(models.Model):
    """An event of a cup; the hash is over the one before it and all that it says. It is never changed."""

    cup = models.ForeignKey(CupRow, on_delete=models.PROTECT, related_name="events")
    version = models.IntegerField()
    at = models.CharField(max_length=27)
    type = models.CharField(max_length=20)
    data = models.JSONField()
    hash = models.BinaryField(max_length=32)

    class Meta:
        verbose_name, verbose_name_plural = "event of a cup", "events of cups"
        constraints: ClassVar = [models.UniqueConstraint(fields=["cup", "version"], name="cup_event_once")]

    def __str__(self) -> str:
        return f"{self.cup_id} {self.version}"


class CupEntry(models.Model):
    """A player in a cup that waits or runs, by whom it is found."""

    cup = models.ForeignKey(CupRow, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="cup_entries")

    class Meta:
        verbose_name, verbose_name_plural = "entry in a cup", "entries in cups"
        constraints: ClassVar = [models.UniqueConstraint(fields=["cup", "player"], name="cup_entry_once")]

    def __str__(self) -> str:
        return f"{self.cup_id} {self.player_id}"


class CupTable(models.Model):
    """A table of a round whose match is to be made, or is played; gone with its result."""

    match_id = models.UUIDField(primary_key=True)
    cup = models.ForeignKey(CupRow, on_delete=models.CASCADE, related_name="tables")
    number = models.IntegerField()
    is_made = models.BooleanField(default=False)
    # Seats of players who could not sit down, or have withdrawn: bots play there.
    absent = ArrayField(models.IntegerField(), default=list)

    class Meta:
        verbose_name, verbose_name_plural = "table of a cup", "tables of cups"

    def __str__(self) -> str:
        return str(self.match_id)
