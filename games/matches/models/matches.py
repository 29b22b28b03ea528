"""What may be edited about matches and is no part of their history: lobby data and invitations."""

import uuid
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from django.db import models

# The creator of a match that came from a file.
NOBODY = uuid.UUID(int=0)
# The visibility of a match that only its players know of.
PRIVATE = "private"


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
    # By how much those without a seat see the match later: {"events": …} or {"seconds": …}. It never changes.
    delay = models.JSONField(null=True)
    # Whether it counts for the ratings of its players. It never changes.
    rated = models.BooleanField(default=False, db_default=False)
    # The finished match that this one is the rematch of, and the players whose seats are kept for them: seat to id.
    rematch_of = models.UUIDField(null=True, unique=True)
    held = models.JSONField(default=dict)

    class Meta:
        verbose_name, verbose_name_plural = "match", "matches"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["creator_id", "creation_key"], name="lobby_creation_once")
        ]

    def __str__(self) -> str:
        return str(self.match_id)


class LobbyData(NamedTuple):
    """What most calls need to know of a row of `Lobby`."""

    match_id: uuid.UUID
    name: str
    visibility: str
    held: Mapping[str, str]
    delay: Mapping[str, int] | None
    rated: bool


class Invitation(models.Model):
    """A single-use pass into a match, of which only the SHA-256 is kept. With a seat it keeps that seat free."""

    id = models.UUIDField(primary_key=True)
    match_id = models.UUIDField(db_index=True)
    # The maker's player id, a space, and their Idempotency-Key or an id of ours: unique in the match, to know a repeat.
    creation_key = models.CharField(max_length=200)
    request_hash = models.BinaryField(max_length=32)
    digest = models.BinaryField(max_length=32, unique=True)
    seat = models.IntegerField(null=True)
    expires_at = models.DateTimeField()
    # The player it is for, if for one: they may use its id in place of the secret.
    player_id = models.UUIDField(null=True)
    # The player who claimed it last, and for a seat taken at which version: once their append stands there it is spent.
    used_by = models.UUIDField(null=True)
    used_at_version = models.IntegerField(null=True)
    # Into a running match, for the seat of a player who is away.
    replaces = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match_id", "creation_key"], name="invitation_once"),
        ]
        indexes: ClassVar = [
            # What a player has received, and what a player has made: the key begins with the maker's id.
            models.Index(fields=["player_id", "-id"], name="invitation_received", condition=~models.Q(player_id=None)),
            models.Index(fields=["creation_key"], opclasses=["varchar_pattern_ops"], name="invitation_sent"),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def maker(self) -> str:
        """The id of the player who made it."""
        return self.creation_key.partition(" ")[0]
