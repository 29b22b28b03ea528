"""The tables of the ratings: all of it is computed from matches that have ended, but for what was annulled."""

from typing import ClassVar

from django.db import models


class RatedMatch(models.Model):
    """A rated match that has ended: who came in where, and whether it counts."""

    # It waits for its turn, it counts, nobody has played it to an end, an operator has annulled it; and where moves
    # were taken back of which all went on knowing something.
    WAITING, COUNTED, ABANDONED, ANNULLED = "waiting", "counted", "abandoned", "annulled"
    TAKEN_BACK = "taken_back"

    match_id = models.UUIDField(primary_key=True)
    game = models.CharField(max_length=40)
    finished_at = models.DateTimeField()
    # [player id, place from 1], the first place first; players level in one place stand together.
    places = models.JSONField()
    state = models.CharField(max_length=16)
    # Why it was annulled, which everybody may read; when, and by whom.
    reason = models.CharField(max_length=200, default="")
    annulled_at = models.DateTimeField(null=True)
    annulled_by = models.CharField(max_length=200, default="")

    class Meta:
        verbose_name, verbose_name_plural = "rated match", "rated matches"
        indexes: ClassVar = [
            # In the order in which they are judged: what waits, and what was judged last.
            *(
                models.Index(
                    fields=["game", "finished_at", "match_id"], name=f"rated_{state}", condition=models.Q(state=state)
                )
                for state in ("waiting", "counted")
            ),
        ]

    def __str__(self) -> str:
        return str(self.match_id)


class RatingChange(models.Model):
    """What one match did to one player's rating."""

    match_id = models.UUIDField()
    player_id = models.UUIDField()
    game = models.CharField(max_length=40)
    finished_at = models.DateTimeField()
    place = models.IntegerField()
    players = models.IntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    # How many rated matches of the game the player has with this one.
    matches = models.IntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match_id", "player_id"], name="rating_change_once")]
        indexes: ClassVar = [
            models.Index(fields=["player_id", "game", "-finished_at", "-match_id"], name="rating_course"),
            models.Index(fields=["game", "finished_at", "match_id"], name="rating_order"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.player_id}"


class Rating(models.Model):
    """A player's rating in one game: that after the newest of their changes."""

    player_id = models.UUIDField()
    game = models.CharField(max_length=40)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.IntegerField()
    rated_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player_id", "game"], name="rating_once")]
        indexes: ClassVar = [models.Index(fields=["game", "-mu"], name="rating_best")]

    def __str__(self) -> str:
        return f"{self.game} {self.player_id}"
