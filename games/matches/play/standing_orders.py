"""Standing orders: which prompts of one match the service answers for a player, always or where nothing in hand fits.

Orders are a player's own setting outside the stream. Their moves are the player's moves; no other player is told that
an order made them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction

from games.core.prompts import Violation
from games.matches.accounts.players import locked
from games.matches.autoplay import declines, timeouts
from games.matches.errors import MatchNotActive, NotAllowed, NotSeated, SignatureRequired
from games.matches.models.people import StandingOrder
from games.matches.stream.guards import check_not_quarantined, seat_of
from games.matches.stream.loading import Loaded, load


@dataclass(frozen=True, kw_only=True)
class Orders:
    """The kinds of prompts that the service declines, those it skips where nothing fits, and all possible kinds."""

    decline: tuple[str, ...]
    skip: tuple[str, ...]
    possible: tuple[str, ...]
    skippable: tuple[str, ...]


def of_player(match_id: str, player: str) -> Orders:
    """The orders that the player has given since they took the seat, or what holds without; `NotSeated`."""
    loaded = load(match_id)
    sitting = loaded.match.table.seated[seat_of(loaded, player)]
    found = StandingOrder.objects.filter(match_id=match_id, player_id=player, sitting=sitting).first()
    holds = found or declines.unordered(loaded.match.game)
    return _orders(loaded, holds.kinds, holds.skips)


def give(match_id: str, player: str, decline: Sequence[str], skip: Sequence[str] = ()) -> Orders:
    """From now on decline the kinds in `decline`, and skip those in `skip` where nothing fits; replaces all orders.

    Prompts that are open already are answered at once. Raises `NotSeated`, `MatchNotActive` after the end,
    `MatchQuarantined`, `NotAllowed` for kinds that cannot be answered in advance in the game, `SignatureRequired` where
    the seat signs its moves.
    """
    loaded = load(match_id)
    sitting = _sitting(loaded, player)
    if (decline or skip) and loaded.seat_of(player) in loaded.match.table.keys:
        raise SignatureRequired
    _check(loaded, decline, skip)
    _save(loaded, player, sitting, decline, skip)
    # Here and not by the row for the sweep: a worker that had looked for orders before could write its own row over
    # ours. Whatever is appended after this load is looked at by the worker that brings that row up to date. It was the
    # player who chose the moment.
    after = load(match_id)
    if found := declines.ordered(after):
        own = after.seat_of(player)
        timeouts.expire(match_id, ahead={one.prompt.id for one in found if one.prompt.seat == own})
    return _orders(loaded, decline, skip)


def _orders(loaded: Loaded, decline: Collection[str], skip: Collection[str]) -> Orders:
    game = loaded.match.game
    return Orders(
        decline=tuple(sorted(decline)),
        skip=tuple(sorted(skip)),
        possible=tuple(sorted(game.declinable)),
        skippable=tuple(sorted(game.skippable)),
    )


def _sitting(loaded: Loaded, player: str) -> int:
    """The version that took the player's seat."""
    seat = seat_of(loaded, player)
    if loaded.match.is_over:
        raise MatchNotActive(status=loaded.match.table.status)
    check_not_quarantined(loaded)
    if seat in loaded.match.resigned:
        raise NotSeated
    return loaded.match.table.seated[seat]


def _check(loaded: Loaded, decline: Sequence[str], skip: Sequence[str]) -> None:
    game = loaded.match.game
    wrong = [*_strange("decline", decline, game.declinable), *_strange("skip", skip, game.skippable)]
    if wrong:
        raise NotAllowed(wrong)


def _strange(field: str, kinds: Sequence[str], possible: Collection[str]) -> list[Violation]:
    detail = f"Possible in this game: {', '.join(sorted(possible)) or 'nothing'}."
    return [
        Violation(pointer=f"/{field}/{place}", code="enum", detail=detail)
        for place, kind in enumerate(kinds)
        if kind not in possible
    ]


@transaction.atomic
def _save(loaded: Loaded, player: str, sitting: int, decline: Collection[str], skip: Collection[str]) -> None:
    locked(player)
    match = loaded.match
    if {*decline} or {*skip} != match.game.skipped:
        wanted = {"sitting": sitting, "kinds": sorted(decline), "skips": sorted(skip)}
        StandingOrder.objects.update_or_create(match_id=match.id, player_id=player, defaults=wanted)
    else:
        StandingOrder.objects.filter(match_id=match.id, player_id=player).delete()
