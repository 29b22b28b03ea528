"""Standing orders: what a player wants declined in one match, whatever they hold.

A player's own setting outside the stream. Its moves are the player's moves, and no other player is told how they came.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction

from games.core.prompts import Violation
from games.matches.accounts.players import locked
from games.matches.autoplay import declines, timeouts
from games.matches.errors import Invalid, MatchNotActive, NotSeated
from games.matches.models.people import StandingOrder
from games.matches.stream.guards import check_not_quarantined, seat_of
from games.matches.stream.loading import Loaded, load


@dataclass(frozen=True, kw_only=True)
class Orders:
    """The kinds of prompts that are declined for a player, and those that could be."""

    decline: tuple[str, ...]
    possible: tuple[str, ...]


def of_player(match_id: str, player: str) -> Orders:
    """What the player has ordered since they sat down in this match; `NotSeated`."""
    loaded = load(match_id)
    sitting = loaded.match.table.seated[seat_of(loaded, player)]
    found = StandingOrder.objects.filter(match_id=match_id, player_id=player, sitting=sitting).first()
    return _orders(loaded, found.kinds if found is not None else ())


def give(match_id: str, player: str, decline: Sequence[str]) -> Orders:
    """Have these kinds of prompts declined from now on, and no others; what is asked already is answered at once.

    Raises `NotSeated`, `MatchNotActive` after the end, `MatchQuarantined`, `Invalid` for kinds that cannot be
    declined in advance in the game.
    """
    loaded = load(match_id)
    sitting = _sitting(loaded, player)
    _check(loaded, decline)
    _save(match_id, player, sitting, decline)
    # Here and not by the row for the sweep: a worker that had looked for orders before could write its own row over
    # ours. Whatever is appended after this load is looked at by the worker that brings that row up to date.
    if declines.ordered(load(match_id)):
        timeouts.expire(match_id)
    return _orders(loaded, decline)


def _orders(loaded: Loaded, decline: Collection[str]) -> Orders:
    return Orders(decline=tuple(sorted(decline)), possible=tuple(sorted(loaded.match.game.declinable)))


def _sitting(loaded: Loaded, player: str) -> int:
    """The version that took the player's seat."""
    seat = seat_of(loaded, player)
    if loaded.match.is_over:
        raise MatchNotActive(status=loaded.match.table.status)
    check_not_quarantined(loaded)
    if seat in loaded.match.resigned:
        raise NotSeated
    return loaded.match.table.seated[seat]


def _check(loaded: Loaded, decline: Sequence[str]) -> None:
    possible = _orders(loaded, ()).possible
    detail = f"What can be declined in this game: {', '.join(possible) or 'nothing'}."
    wrong = [
        Violation(pointer=f"/decline/{place}", code="enum", detail=detail)
        for place, kind in enumerate(decline)
        if kind not in possible
    ]
    if wrong:
        raise Invalid(wrong)


@transaction.atomic
def _save(match_id: str, player: str, sitting: int, decline: Collection[str]) -> None:
    locked(player)
    if not decline:
        StandingOrder.objects.filter(match_id=match_id, player_id=player).delete()
        return
    wanted = {"sitting": sitting, "kinds": sorted(decline)}
    StandingOrder.objects.update_or_create(match_id=match_id, player_id=player, defaults=wanted)
