"""What the table keeps beside the streams: people, lobby data, and disposable projections."""

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models.functions import Upper

# Django finds an app's models through this module.
from games.matches import notice_models  # noqa: F401

# The kinds of players.
GUEST, ACCOUNT, DELETED = "guest", "account", "deleted"
# Who made a match that came from a file.
NOBODY = uuid.UUID(int=0)


class Player(models.Model):
    """A person or a program behind seats. Seats name players by id only, so this row can be emptied."""

    id = models.UUIDField(primary_key=True)
    # Null once the player was deleted, which frees the handle: the empty text would be a handle that is taken.
    handle = models.CharField(max_length=24, null=True)  # noqa: DJ001
    # NFKC casefold of the handle: what makes two handles the same.
    handle_key = models.CharField(max_length=96, unique=True, null=True, blank=True)
    # guest, account or deleted.
    kind = models.CharField(max_length=16, default="guest")
    # A hash as django.contrib.auth.hashers writes it; empty for guests, which opens nothing.
    password = models.CharField(max_length=128, default="")
    # As it was given. Mail goes there only while it is the confirmed one too.
    email = models.EmailField(default="")
    confirmed_email = models.EmailField(default="")
    locale = models.CharField(max_length=8, default="en")
    # May hold tokens with the scope `operate`.
    is_operator = models.BooleanField(default=False)
    # Raised by every change that others can see.
    revision = models.IntegerField(default=0)
    # Tells a repeated sign-up from somebody else's wish for the same handle.
    sign_up_key = models.CharField(max_length=128, default="")
    # Tells a repeated upgrade; the hash is over all of it but the password.
    upgrade_key = models.CharField(max_length=128, default="")
    upgrade_hash = models.BinaryField(max_length=32, default=b"")
    # {"zone", "from", "to"}: an IANA name and times of the wall clock, HH:MM.
    quiet_hours = models.JSONField(null=True)
    quiet_hours_set_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    is_authenticated: ClassVar[bool] = True

    class Meta:
        indexes: ClassVar = [models.Index(Upper("confirmed_email"), name="player_by_confirmed_email")]

    def __str__(self) -> str:
        return self.handle or str(self.id)

    @property
    def mail_address(self) -> str:
        """Where mail may go; empty where the player has confirmed no address, or has another one now."""
        return self.email if self.email == self.confirmed_email else ""


class Token(models.Model):
    """A bearer token, of which only the SHA-256 is kept."""

    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    digest = models.BinaryField(max_length=32, unique=True)
    label = models.CharField(max_length=64)
    scopes = ArrayField(models.CharField(max_length=16))
    # Tells a repeated request for a token; never the same for two requests without a key.
    creation_key = models.CharField(max_length=128)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "creation_key"], name="token_creation_once")]

    def __str__(self) -> str:
        return self.label


class Vacation(models.Model):
    """A time in which its player's clocks stand still where a match heeds that: past, running or planned."""

    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="vacations")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.id)


class StandingOrder(models.Model):
    """What a player has declined for him in one match while he sits there; nobody else may learn of it."""

    match_id = models.UUIDField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="standing_orders")
    # The version that took his seat: an order goes with the seat, also where he comes back to it.
    sitting = models.IntegerField()
    # Kinds of prompts, at least one.
    kinds = ArrayField(models.CharField(max_length=40))

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match_id", "player"], name="standing_order_once")]

    def __str__(self) -> str:
        return str(self.match_id)


class Lobby(models.Model):
    """What may be edited about a match and is no part of its history; written before its first event.

    A row without a stream is a creation that was cut short: it is invisible, and its creator's repeat completes it.
    """

    match_id = models.UUIDField(primary_key=True)
    creator_id = models.UUIDField()
    creation_key = models.CharField(max_length=160)
    request_hash = models.BinaryField(max_length=32)
    name = models.CharField(max_length=80, default="")
    visibility = models.CharField(max_length=8, default="public")
    start = models.CharField(max_length=8, default="auto")
    # The finished match that this one is the rematch of, and the players whose seats are kept for them: seat to id.
    rematch_of = models.UUIDField(null=True, unique=True)
    held = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["creator_id", "creation_key"], name="lobby_creation_once")
        ]

    def __str__(self) -> str:
        return str(self.match_id)


class Invitation(models.Model):
    """A single-use pass into a match, of which only the SHA-256 is kept. With a seat it keeps that seat free."""

    id = models.UUIDField(primary_key=True)
    match_id = models.UUIDField(db_index=True)
    # The maker's player id, a space, and his Idempotency-Key or an id of ours: unique in the match, to know a repeat.
    creation_key = models.CharField(max_length=200)
    request_hash = models.BinaryField(max_length=32)
    digest = models.BinaryField(max_length=32, unique=True)
    seat = models.IntegerField(null=True)
    expires_at = models.DateTimeField()
    # Whom it is for, if for one player: he may use its id in place of the secret.
    player_id = models.UUIDField(null=True)
    used_by = models.UUIDField(null=True)
    # Into a running match, for the seat of a player who is away.
    replaces = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match_id", "creation_key"], name="invitation_once"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Quarantine(models.Model):
    """A match whose rules engine raised something that is no refusal. An operators' row, not an event."""

    match_id = models.UUIDField(primary_key=True)
    version = models.IntegerField()
    error = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.match_id)


class Audit(models.Model):
    """The newest verdict on a stored match, for the head that it had. Disposable: a verdict can be had again."""

    match_id = models.UUIDField(primary_key=True)
    version = models.IntegerField()
    hash = models.BinaryField(max_length=32)
    # Check to `ok`, `sealed` or the first version that fails.
    checks = models.JSONField()
    failed = models.BooleanField(db_index=True)
    checked_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return str(self.match_id)


class Listing(models.Model):
    """Projection: one match as the lists show it."""

    match_id = models.UUIDField(primary_key=True)
    version = models.IntegerField()
    game = models.CharField(max_length=40)
    status = models.CharField(max_length=16)
    visibility = models.CharField(max_length=8)
    # Who sits here, and who of them is waited for: what `mine` and `waiting_for` ask.
    player_ids = ArrayField(models.UUIDField())
    waiting_player_ids = ArrayField(models.UUIDField())
    # Seat to player id, for the names in the list.
    holders = models.JSONField()
    # The match resource without what depends on the caller or on editable data.
    document = models.JSONField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["game", "status", "match_id"], name="listing_game_status"),
            GinIndex(fields=["player_ids"], name="listing_players"),
            GinIndex(fields=["waiting_player_ids"], name="listing_waiting"),
        ]

    def __str__(self) -> str:
        return str(self.match_id)


class Deadline(models.Model):
    """Projection: when something next happens in a match by itself: a clock runs out, a bot plays, a pause ends.

    For the sweep only; `play` computes its own.
    """

    match_id = models.UUIDField(primary_key=True)
    version = models.IntegerField()
    due_at = models.DateTimeField(db_index=True)
    # Until then a worker is at it, and others leave it to him.
    claimed_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.match_id)
