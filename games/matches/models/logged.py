"""The tables of the log of all heads: entries, hashes over them, what was signed and stamped, how far it has come."""

from typing import ClassVar

from django.db import models


class LoggedHead(models.Model):
    """An entry of the log. A match is named by the SHA-256 of its id, as everybody sees it."""

    # Why it was logged: a day was over, or the match.
    DAY, END = "day", "end"

    index = models.BigIntegerField(primary_key=True)
    match = models.BinaryField(max_length=32)
    version = models.IntegerField()
    head = models.BinaryField(max_length=32)
    kind = models.CharField(max_length=4)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "version"], name="logged_head_once")]

    def __str__(self) -> str:
        return str(self.index)


class LogTile(models.Model):
    """Up to 256 hashes of complete subtrees, one after the other (`games/headlog/tiles.py`)."""

    pk = models.CompositePrimaryKey("level", "number")
    level = models.SmallIntegerField()
    number = models.BigIntegerField()
    hashes = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.level}/{self.number}"


class LogCheckpoint(models.Model):
    """What was signed of the log at one size; rows stay, so that it can be told later what was."""

    size = models.BigIntegerField(primary_key=True)
    root = models.BinaryField(max_length=32)
    # The public keys it is signed by, a line each, and the signed note.
    keys = models.TextField()
    note = models.TextField()
    # Lines of witnesses, and how many witnesses these are.
    cosignatures = models.TextField(default="")
    cosigned = models.SmallIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["cosigned", "size"], name="log_checkpoint_cosigned")]

    def __str__(self) -> str:
        return str(self.size)


class LogWitness(models.Model):
    """A witness, by the name of its key, and the size that it cosigned last."""

    name = models.CharField(max_length=200, primary_key=True)
    size = models.BigIntegerField()

    def __str__(self) -> str:
        return self.name


class LogTimestamp(models.Model):
    """An authority's answer (RFC 3161) about the checkpoint of this size, and the time that it has stamped."""

    size = models.BigIntegerField(primary_key=True)
    answer = models.BinaryField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.size)


class WaitingHead(models.Model):
    """A match that has ended and whose head is not yet in the log."""

    match_id = models.UUIDField(primary_key=True)

    def __str__(self) -> str:
        return str(self.match_id)


class LogProgress(models.Model):
    """The one row that says which day is closed next, and after which match its closing goes on."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    day = models.DateField()
    # The first close takes in all days before it.
    is_first = models.BooleanField()
    after = models.UUIDField(null=True)

    def __str__(self) -> str:
        return str(self.day)
