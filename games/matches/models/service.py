"""Rows about the service and its matches: projections, verdicts, and which processes are at work."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.functions import RandomUUID
from django.contrib.postgres.indexes import GinIndex
from django.db import models


class Quarantine(models.Model):
    """A match whose rules engine raised something that is no refusal. An operators' row, not an event."""

    match_id = models.UUIDField(primary_key=True)
    version = models.IntegerField()
    # What was raised and where in the code, and at which of the kernel's doors.
    error = models.CharField(max_length=200)
    at = models.CharField(max_length=16, default="")
    # The request or task that met it, the node and process it ran on, and the fingerprint of their code.
    caller = models.CharField(max_length=200, default="")
    node = models.CharField(max_length=100, default="")
    code = models.CharField(max_length=64, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = "match set aside", "matches set aside"

    def __str__(self) -> str:
        return str(self.match_id)


class PastQuarantine(models.Model):
    """A quarantine that is over, as it was, and who has lifted it. An operators' row."""

    match_id = models.UUIDField(db_index=True)
    version = models.IntegerField()
    error = models.CharField(max_length=200)
    at = models.CharField(max_length=16)
    caller = models.CharField(max_length=200)
    node = models.CharField(max_length=100)
    code = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    lifted_at = models.DateTimeField(auto_now_add=True)
    lifted_by = models.CharField(max_length=200)

    class Meta:
        verbose_name, verbose_name_plural = "match that was set aside", "matches that were set aside"

    def __str__(self) -> str:
        return str(self.match_id)


class Audit(models.Model):
    """The newest verdict on a stored match, at the head that it had.

    `sound_version` and `sound_hash` are the newest head at which nothing failed: a match never goes back behind it, so
    without these rows a history that was cut short cannot be told from one that never was longer.
    """

    match_id = models.UUIDField(primary_key=True)
    version = models.IntegerField()
    hash = models.BinaryField(max_length=32)
    # Check to `ok`, `sealed` or the first version that fails.
    checks = models.JSONField()
    failed = models.BooleanField(db_index=True)
    sound_version = models.IntegerField(null=True)
    sound_hash = models.BinaryField(max_length=32, null=True)
    checked_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name, verbose_name_plural = "audit's verdict", "audits' verdicts"

    def __str__(self) -> str:
        return str(self.match_id)


PUBLIC = models.Q(visibility="public")
# Why not the id itself: games/matches/lists/match_pages.py.
ID_AS_BYTES = models.Func("match_id", function="uuid_send")


class Listing(models.Model):
    """Projection: one match as the lists show it."""

    match_id = models.UUIDField(primary_key=True)
    version = models.IntegerField()
    game = models.CharField(max_length=40)
    status = models.CharField(max_length=16)
    visibility = models.CharField(max_length=8)
    # Whether a bot sits there, the service's own or a player marked as one; how many seats of an open match are free;
    # and how many events a match has that is over. Of those that run it is not told: some may not see how far they are.
    has_bots = models.BooleanField(default=False, db_default=False)
    open_seats = models.SmallIntegerField(default=0, db_default=0)
    length = models.IntegerField(null=True)
    # Its players, and those of them that are waited for: what `mine` and `waiting_for` ask.
    player_ids = ArrayField(models.UUIDField())
    waiting_player_ids = ArrayField(models.UUIDField())
    # Seat to player id, for the names in the list.
    holders = models.JSONField()
    # The match resource without what depends on the caller or on editable data.
    document = models.JSONField()

    class Meta:
        verbose_name, verbose_name_plural = "entry of the lists", "entries of the lists"
        indexes: ClassVar = [
            # For each way to ask for the public ones, newest first: however many others there are, none is walked past.
            models.Index(fields=["match_id"], name="listing_public", condition=PUBLIC),
            *(
                models.Index(*kinds, ID_AS_BYTES, name=f"listing_{'_'.join(kinds)}", condition=PUBLIC)
                for kinds in (["game"], ["status"], ["game", "status"])
            ),
            GinIndex(fields=["player_ids"], name="listing_players"),
            GinIndex(fields=["waiting_player_ids"], name="listing_waiting"),
        ]

    def __str__(self) -> str:
        return str(self.match_id)


class PlayedPace(models.Model):
    """Projection: how many moves of a match with a clock one of its players made in time, and how many came late."""

    match_id = models.UUIDField()
    player_id = models.UUIDField()
    moves = models.IntegerField()
    late = models.IntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match_id", "player_id"], name="played_pace_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.player_id}"


class Deadline(models.Model):
    """Projection: when a match's next clock runs out, or its pause ends.

    For the sweep only; `play` computes its own.
    """

    match_id = models.UUIDField(primary_key=True)
    version = models.IntegerField()
    due_at = models.DateTimeField(db_index=True)
    # Until then one worker has claimed it, and the others leave it alone.
    claimed_until = models.DateTimeField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = "running clock", "running clocks"

    def __str__(self) -> str:
        return str(self.match_id)


class BotTurn(models.Model):
    """Projection: a match in which the service has to play: for a bot, an autopilot or a standing order.

    Apart from the deadlines, so that no number of them lies before a person's clock.
    """

    match_id = models.UUIDField(primary_key=True)
    version = models.IntegerField()
    due_at = models.DateTimeField()
    # Whether a person plays in the match, who may be waiting.
    attended = models.BooleanField()
    # As of a deadline.
    claimed_until = models.DateTimeField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = "bot's turn", "bots' turns"
        indexes: ClassVar = [models.Index(fields=["-attended", "due_at"], name="bot_turn_order")]

    def __str__(self) -> str:
        return str(self.match_id)


class HostedMatch(models.Model):
    """A match that counts against quotas, and the player who answers for it; gone some time after its end."""

    match_id = models.UUIDField(primary_key=True)
    player_id = models.UUIDField(db_index=True)
    # A keyed hash of the address it was made from; empty after a day.
    address = models.CharField(max_length=32, default="")
    bots = models.BooleanField(default=False)
    # The player has left or resigned.
    departed = models.BooleanField(default=False)
    made_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["address"], name="hosted_by_address", condition=~models.Q(address=""))
        ]


class TakenSeat(models.Model):
    """A seat that a player may take or has just taken, which counts for a minute: then the lists hold it."""

    match_id = models.UUIDField()
    player_id = models.UUIDField()
    taken_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player_id", "match_id"], name="taken_seat_once")]


class QuotaUse(models.Model):
    """The events and bytes that a player, or an address by its keyed hash, caused on a day (UTC); kept for a day."""

    who = models.CharField(max_length=48)
    day = models.DateField()
    events = models.BigIntegerField(default=0)
    bytes = models.BigIntegerField(default=0, db_default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["who", "day"], name="quota_use_once")]


class LogInAttempt(models.Model):
    """A wrong password on the operators' pages: a keyed hash of the account's name or of the address."""

    who = models.CharField(max_length=32, db_index=True)
    at = models.DateTimeField(db_index=True)


class Following(models.Model):
    """What a live process has said of late: a player is at a match, or at all of theirs (no match), or how many watch.

    Of those who watch without a seat there is no player. Rows that are not renewed are worth nothing soon: the table is
    UNLOGGED. No number is drawn for them, because a standby that takes over has lost the sequence of such a table.
    """

    id = models.UUIDField(primary_key=True, db_default=RandomUUID())
    process = models.UUIDField()
    match_id = models.UUIDField(null=True)
    player_id = models.UUIDField(null=True)
    watchers = models.IntegerField(default=0)
    seen_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match_id", "player_id", "process"], name="following_once", nulls_distinct=False
            )
        ]


class Heartbeat(models.Model):
    """When a kind of process was last at work."""

    name = models.CharField(max_length=16, primary_key=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = "process at work", "processes at work"


class WalkMark(models.Model):
    """How far a walk through all matches has come that was interrupted, or is on its way."""

    name = models.CharField(max_length=16, primary_key=True)
    # What it was that walked: another code begins anew.
    code = models.CharField(max_length=64)
    # The last match that is done, in the order of ids.
    after = models.UUIDField()
    # How many matches there were by what became of them.
    found = models.JSONField()
    at = models.DateTimeField()


class Hold(models.Model):
    """Something that the service does not do until it is told to go on, and since when."""

    what = models.CharField(max_length=16, primary_key=True)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return self.what


class Tally(models.Model):
    """How often something has happened, for `/metrics`: a name with one bounded label."""

    name = models.CharField(max_length=32)
    label = models.CharField(max_length=64)
    value = models.BigIntegerField(default=0)

    class Meta:
        verbose_name_plural = "tallies"
        constraints: ClassVar = [models.UniqueConstraint(fields=["name", "label"], name="tally_once")]
