"""Players, their tokens, and what they have arranged for themselves."""

from collections.abc import Iterable
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Upper

from games.matches.models.ids import as_uuid

# The kinds of players. A bot is an account that a program plays, for good; guests and the deleted have no password.
GUEST, ACCOUNT, BOT, DELETED = "guest", "account", "bot", "deleted"
WITH_PASSWORD = (ACCOUNT, BOT)
# Whether a player may be asked to agree to take-backs.
ALWAYS, UNRATED, NEVER = TAKE_BACKS = "always", "unrated", "never"


class Player(models.Model):
    """A person or a program behind seats. Seats name players by id only, so this row can be emptied."""

    id = models.UUIDField(primary_key=True)
    # Null once the player was deleted, which frees the handle: the empty text would be a handle that is taken.
    handle = models.CharField(max_length=24, null=True)  # noqa: DJ001
    # NFKC casefold of the handle: what makes two handles the same.
    handle_key = models.CharField(max_length=96, unique=True, null=True, blank=True)
    # guest, account, bot or deleted.
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
    # Tells a repeated sign-up from another player's wish for the same handle.
    sign_up_key = models.CharField(max_length=128, default="")
    # Tells a repeated upgrade; the hash is over all of it but the password.
    upgrade_key = models.CharField(max_length=128, default="")
    upgrade_hash = models.BinaryField(max_length=32, default=b"")
    # {"zone", "from", "to"}: an IANA name and times of the wall clock, HH:MM.
    quiet_hours = models.JSONField(null=True)
    quiet_hours_set_at = models.DateTimeField(null=True)
    # Whether those who may see a match in which the player sits are shown that they are there.
    shows_presence = models.BooleanField(default=True)
    # Whether others are shown how many matches the player has played, won and resigned.
    shows_record = models.BooleanField(default=True, db_default=True)
    # Whether the player may be asked to let others take back: always, only where nothing is rated, never.
    take_backs = models.CharField(max_length=8, default=ALWAYS, db_default=ALWAYS)
    created_at = models.DateTimeField(auto_now_add=True)
    # The day (UTC) of the last call with a token of theirs; null: not since this is noted.
    seen_on = models.DateField(null=True)

    is_authenticated: ClassVar[bool] = True

    class Meta:
        indexes: ClassVar = [
            models.Index(Upper("confirmed_email"), name="player_by_confirmed_email"),
            # Guests who were away for long are looked for by night, and there are few of them among many.
            models.Index(fields=["seen_on"], name="guest_by_day", condition=models.Q(kind="guest")),
            # Bots are listed, and there are few of them among many.
            models.Index(fields=["-seen_on", "-id"], name="bot_by_day", condition=models.Q(kind="bot")),
        ]

    def __str__(self) -> str:
        return self.handle or str(self.id)

    @property
    def mail_address(self) -> str:
        """Where mail may go; empty where the player has confirmed no address, or has another one now."""
        return self.email if self.email == self.confirmed_email else ""


def kinds_of(ids: Iterable[str]) -> dict[str, str]:
    """The kinds of the players among these holders of seats, by id; a bot of the service has none."""
    players = [one for one in ids if as_uuid(one) is not None]
    return {str(one): kind for one, kind in Player.objects.filter(id__in=players).values_list("id", "kind")}


class HandleLook(models.Model):
    """What a handle looks like (`games/matches/accounts/looks.py`): nobody else may take one with the same look."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="looks")
    # A handle's key has 96 characters at most, and no character looks like more than five.
    look = models.CharField(max_length=512)
    # 0, but for players who had handles that look alike before looks were kept: all keep theirs.
    place = models.IntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["look", "place"], name="handle_look_once")]

    def __str__(self) -> str:
        return self.look


class Token(models.Model):
    """A bearer token, of which only the SHA-256 is kept."""

    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    digest = models.BinaryField(max_length=32, unique=True)
    label = models.CharField(max_length=64)
    scopes = ArrayField(models.CharField(max_length=16))
    # From then on it is worth nothing; null: until it is revoked. The day (UTC) of the last call with it.
    expires_at = models.DateTimeField(null=True)
    last_used_on = models.DateField(null=True)
    # Tells a repeated request for a token; never the same for two requests without a key.
    creation_key = models.CharField(max_length=128)
    created_at = models.DateTimeField(auto_now_add=True)
    # What an app holds, where it is an app's; with that it goes.
    access = models.ForeignKey(
        "matches.AppAccess", on_delete=models.CASCADE, null=True, db_index=False, related_name="bearers"
    )

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "creation_key"], name="token_creation_once")]
        indexes: ClassVar = [
            models.Index(fields=["expires_at"], name="token_expiry", condition=~models.Q(expires_at=None)),
            models.Index(fields=["access"], name="token_of_app", condition=~models.Q(access=None)),
        ]

    def __str__(self) -> str:
        return self.label


class StreamTicket(models.Model):
    """Opens one stream once, in place of a token that a browser cannot send there; only its SHA-256 is kept."""

    digest = models.BinaryField(max_length=32, primary_key=True)
    token = models.ForeignKey(Token, on_delete=models.CASCADE)
    # The match whose stream it opens; null: the player's own.
    match_id = models.UUIDField(null=True)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return str(self.expires_at)


class Vacation(models.Model):
    """A time in which its player's clocks stand still where a match heeds that: past, running or planned.

    Of those of a year that are over one row is left, as long as all of them together.
    """

    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="vacations")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.id)


class SeenFrom(models.Model):
    """From which address an account came first on a day, and in which browser it logged in: keyed hashes, for signals.

    Kept 30 days, for moderators.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="seen_from")
    day = models.DateField(db_index=True)
    address = models.CharField(max_length=32)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "day", "address"], name="seen_from_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.day}"


class OwnNote(models.Model):
    """What a player has written to themselves about a match; nobody else may learn of it."""

    match_id = models.UUIDField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="own_notes")
    text = models.CharField(max_length=2000)
    written_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "match_id"], name="own_note_once")]

    def __str__(self) -> str:
        return str(self.match_id)


class StandingOrder(models.Model):
    """What the service answers for a player in one match while they hold the seat; nobody else may learn of it."""

    match_id = models.UUIDField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="standing_orders")
    # The version at which they took the seat: an order ends when they leave it, also where they come back to it.
    sitting = models.IntegerField()
    # Kinds of prompts that are declined, and kinds that are answered where nothing fits; none at all is an order too,
    # where a game skips some unless told otherwise.
    kinds = ArrayField(models.CharField(max_length=40))
    skips = ArrayField(models.CharField(max_length=40), default=list)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match_id", "player"], name="standing_order_once")]

    def __str__(self) -> str:
        return str(self.match_id)
