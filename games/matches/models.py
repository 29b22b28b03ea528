"""What the table keeps beside the streams: people, lobby data, and disposable projections."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

# The kinds of players.
GUEST, ACCOUNT, DELETED = "guest", "account", "deleted"


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
    # As it was given: nobody has confirmed that it is theirs.
    email = models.EmailField(default="")
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
    created_at = models.DateTimeField(auto_now_add=True)

    is_authenticated: ClassVar[bool] = True

    def __str__(self) -> str:
        return self.handle or str(self.id)


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
    used_by = models.UUIDField(null=True)

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
