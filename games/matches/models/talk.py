"""The tables of talk: the chat of matches, who is muted by whom, reports, and what moderators decided.

Nothing of it is history: it stands beside the streams, and goes after a while.
"""

from typing import ClassVar

from django.db import models


class ChatRoom(models.Model):
    """One room of a match's chat, once somebody has written there."""

    # For those who have a seat; and for all others who may see the match.
    PLAYERS, SPECTATORS = "players", "spectators"

    match_id = models.UUIDField()
    room = models.CharField(max_length=12)
    # The number of the last message, and how often something has changed: a message taken away is a change too.
    last = models.IntegerField(default=0)
    changes = models.IntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match_id", "room"], name="chat_room_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.room}"


class ChatMessage(models.Model):
    """A message in a room: a text, or one of the quick reactions."""

    match_id = models.UUIDField()
    room = models.CharField(max_length=12)
    # From 1 on, without gaps, in the order of writing.
    number = models.IntegerField()
    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="chat_messages")
    # The seat that the writer held.
    seat = models.IntegerField(null=True)
    text = models.CharField(max_length=500, default="")
    reaction = models.CharField(max_length=20, default="")
    # Whether its writer was known well enough for links that can be clicked.
    has_links = models.BooleanField(default=False)
    written_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)
    # The writer's Idempotency-Key; null where they sent none.
    creation_key = models.CharField(max_length=128, null=True)  # noqa: DJ001

    class Meta:
        verbose_name, verbose_name_plural = "message", "messages"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match_id", "room", "number"], name="chat_message_once"),
            models.UniqueConstraint(
                fields=["player", "creation_key"], name="chat_creation_once", condition=~models.Q(creation_key=None)
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["player", "written_at"], name="chat_message_of")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.room} {self.number}"


class ChatRead(models.Model):
    """How far a player has read the chat of those who have a seat, in one match."""

    match_id = models.UUIDField()
    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="chat_read")
    # The last message that they have seen; the room is always that of the players.
    number = models.IntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "match_id"], name="chat_read_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.number}"


class Mute(models.Model):
    """A player whose messages another does not want to see; they are not told."""

    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="mutes")
    muted = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="muted_by")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "muted"], name="mute_once")]

    def __str__(self) -> str:
        return str(self.muted_id)


class PlayerReport(models.Model):
    """What a player has told moderators about another; it outlives the account of whoever wrote it."""

    OPEN, CLOSED = "open", "closed"

    id = models.UUIDField(primary_key=True)
    reporter = models.ForeignKey("matches.Player", on_delete=models.SET_NULL, null=True, related_name="reports_made")
    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="reports")
    kind = models.CharField(max_length=20)
    text = models.CharField(max_length=1000, default="")
    match_id = models.UUIDField(null=True)
    # The message that is reported, and what it said then: its writer's account takes it along when it goes.
    message = models.ForeignKey(ChatMessage, on_delete=models.SET_NULL, null=True, related_name="reports")
    quoted = models.CharField(max_length=500, default="")
    state = models.CharField(max_length=8, default=OPEN)
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    closed_by = models.CharField(max_length=150, default="")
    # What was done, and why; for moderators.
    decision = models.CharField(max_length=200, default="")
    # The reporter's Idempotency-Key, and the hash of what they sent with it; null where they sent none.
    creation_key = models.CharField(max_length=128, null=True)  # noqa: DJ001
    request_hash = models.BinaryField(max_length=32, null=True)

    class Meta:
        verbose_name, verbose_name_plural = "report", "reports"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["reporter", "creation_key"], name="report_creation_once", condition=~models.Q(creation_key=None)
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["made_at"], name="report_open", condition=models.Q(state="open")),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Sanction(models.Model):
    """A moderator's decision about a player, who is told its reason and may appeal once."""

    WARNING, SILENCE, HANDLE = "warning", "silence", "handle"

    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=12)
    reason = models.CharField(max_length=500)
    report = models.ForeignKey(PlayerReport, on_delete=models.SET_NULL, null=True, related_name="sanctions")
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=150)
    # When a silence ends.
    until = models.DateTimeField(null=True)
    # The handle that was taken away: the player cannot have it again while the decision stands.
    handle = models.CharField(max_length=24, default="")
    appeal = models.CharField(max_length=1000, default="")
    appealed_at = models.DateTimeField(null=True)
    # What a moderator has answered to the appeal; `lifted_at` where it was granted.
    answer = models.CharField(max_length=500, default="")
    answered_at = models.DateTimeField(null=True)
    answered_by = models.CharField(max_length=150, default="")
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["appealed_at"],
                name="sanction_appealed",
                condition=models.Q(appealed_at__isnull=False, answered_at=None),
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class ModeratorPlayer(models.Model):
    """A player whose matters a login must not decide, because its moderator plays as this player."""

    # The name of an operator's login. No handle tells whose login it is: players choose and change theirs.
    login = models.CharField(max_length=150)
    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="moderator_logins")

    class Meta:
        verbose_name, verbose_name_plural = "moderator's player", "moderators' players"
        constraints: ClassVar = [models.UniqueConstraint(fields=["login", "player"], name="moderator_player_once")]

    def __str__(self) -> str:
        return f"{self.login}: {self.player_id}"
