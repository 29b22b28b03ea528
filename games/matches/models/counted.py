"""The tables of what is counted of all public matches that have ended; all of it can be computed anew from them."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models


class CountedMatch(models.Model):
    """A public match that has ended: whether it was counted, and how long it took."""

    # It waits for its turn, it counts, or nothing can be told of it.
    WAITING, COUNTED, LEFT = "waiting", "counted", "left"

    match_id = models.UUIDField(primary_key=True)
    game = models.CharField(max_length=40)
    state = models.CharField(max_length=8, default=WAITING)
    seats = models.SmallIntegerField(null=True)
    moves = models.IntegerField(null=True)
    seconds = models.IntegerField(null=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["match_id"], name="counted_waiting", condition=models.Q(state="waiting")),
            models.Index(
                fields=["game", "seats", "-match_id"], name="counted_lengths", condition=models.Q(state="counted")
            ),
        ]

    def __str__(self) -> str:
        return str(self.match_id)


class GameCount(models.Model):
    """How often each value came up, of one kind of draw or of wins, in all counted matches of a game."""

    game = models.CharField(max_length=40)
    # An event's type, or one of the names in `games/luck/tallies.py`; and how many values there are.
    what = models.CharField(max_length=64)
    cells = models.IntegerField()
    counts = ArrayField(models.BigIntegerField())

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "what", "cells"], name="game_count_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.what} {self.cells}"
