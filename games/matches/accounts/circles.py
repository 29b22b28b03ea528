"""Circles: the players whom a player follows, keeps away or mutes. Nobody is told that they are in one.

Each kind of circle is a table with a row for each player in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models, transaction

from games.core.prompts import Violation
from games.matches.accounts.players import locked, present
from games.matches.errors import NotAllowed, PlayerNotFound, Refused
from games.matches.models.ids import as_uuid
from games.matches.models.people import Player
from games.matches.quotas import storage


@dataclass(frozen=True, kw_only=True)
class Circle:
    """One kind of circle: its table, the column of the player who is in it, its limit, and the refusal beyond it."""

    model: type[models.Model]
    column: str
    most: int
    too_many: type[Refused]
    # Its kind in `quotas.storage.STORED`.
    stored: str

    def add(self, player: str, other: str) -> bool:
        """Take another player in; whether they were not in it before.

        `PlayerNotFound`; `NotAllowed` for oneself; `QuotaExceeded`, and the circle's own refusal when it is full.
        """
        found = present(other)
        if str(found.id) == player:
            detail = "Nobody does this to themselves."
            raise NotAllowed([Violation(pointer="/path/player", code="self", detail=detail)])
        with transaction.atomic():
            locked(player)
            if self._rows(player, found.id).exists():
                return False
            if self._all(player).count() >= self.most:
                raise self.too_many(most=self.most)
            storage.admit_stored(self.stored, player=player)
            self.model._default_manager.create(player_id=player, **{self.column: found})
        return True

    def remove(self, player: str, other: str) -> None:
        """Take a player out; `PlayerNotFound` where there is no such player or they were not in it."""
        found = as_uuid(other)
        if found is None or not self._rows(player, found).delete()[0]:
            raise PlayerNotFound

    def players(self, player: str) -> Sequence[Player]:
        """The players in it, newest first."""
        return [getattr(row, self.column) for row in self._all(player).select_related(self.column).order_by("-pk")]

    def has(self, player: str, other: str) -> bool:
        """Whether this other player is in it."""
        return self._rows(player, other).exists()

    def _all(self, player: str) -> models.QuerySet[Any]:
        return self.model._default_manager.filter(player_id=player)

    def _rows(self, player: str, other: object) -> models.QuerySet[Any]:
        return self._all(player).filter(**{f"{self.column}__id": other})
