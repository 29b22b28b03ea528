"""Which open prompts standing orders answer, and when: now, a moment from now, or once a pause is over."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.crypto import salted_hmac

from games.core.definition import GameDefinition
from games.core.prompts import Prompt
from games.matches.models.people import StandingOrder
from games.matches.stream.loading import Loaded

# What is answered only where nothing fits is answered when a quick player would: were it at once, the time of the
# answer would prove that nothing fits.
SOONEST, LATEST = timedelta(seconds=1), timedelta(seconds=3)


@dataclass(frozen=True, kw_only=True)
class Ordered:
    """A prompt that its player has ordered to be answered, and when that is due."""

    prompt: Prompt
    at: datetime


def ordered(loaded: Loaded) -> tuple[Ordered, ...]:
    """The prompts that standing orders answer, in the order of the seats.

    Whether and whom a game asks is public. Only where it asks what may be ordered is the database asked for orders,
    so that all other matches cost nothing; and that is asked whatever the seat holds.
    """
    asked = _askable(loaded)
    if not asked:
        return ()
    orders, others = _orders(loaded), unordered(loaded.match.game)
    found = ((prompt, orders.get(seat, others)) for seat, prompt in sorted(asked.items()))
    return tuple(
        Ordered(prompt=prompt, at=at) for prompt, order in found if (at := _at(loaded, prompt, order)) is not None
    )


def _at(loaded: Loaded, prompt: Prompt, order: StandingOrder) -> datetime | None:
    """When the order answers the prompt; None where it leaves it to the player."""
    if prompt.kind in order.kinds:
        return loaded.match.at
    if not (prompt.forced and prompt.kind in order.skips):
        return None
    pause = _pause(loaded, prompt)
    left = (due.due_at - loaded.match.at for due in loaded.match.deadlines if due.prompt == prompt.id)
    return loaded.match.at + min(pause, *(time / 2 for time in left), LATEST)


def _pause(loaded: Loaded, prompt: Prompt) -> timedelta:
    """How long after the last event the prompt is answered: the same for every worker, and known to nobody, ever.

    Not from the match's seed: once that is open, times would tell which answers were ordered.
    """
    drawn = salted_hmac("tabularium.orders", f"{loaded.match.id} {prompt.id}", algorithm="sha256").digest()[:4]
    return SOONEST + (LATEST - SOONEST) * (int.from_bytes(drawn) / 2**32)


def _askable(loaded: Loaded) -> dict[int, Prompt]:
    """The prompts that an order may answer, by seats whose players are there."""
    match = loaded.match
    kinds = match.game.declinable | match.game.skippable
    if not kinds:
        return {}
    # A player's own move forgives the seat's strikes, and such a move is what an order makes. So a player who has let
    # time run out is asked in person again: an order would forgive strikes for ever, and no deserted match would end.
    # And nobody but the player signs the moves of a seat.
    awake = {seat for seat in match.attended if not match.table.strikes.get(seat) and seat not in match.table.keys}
    return {seat: prompt for seat, prompt in match.prompts.items() if seat in awake and prompt.kind in kinds}


def unordered(game: GameDefinition) -> StandingOrder:
    """What holds for whoever has ordered nothing since they sat down."""
    return StandingOrder(kinds=[], skips=sorted(game.skipped))


def _orders(loaded: Loaded) -> Mapping[int, StandingOrder]:
    """The order that each seat's player has given since they sat down there."""
    taken = loaded.match.table.seated
    found = StandingOrder.objects.filter(match_id=loaded.match.id)
    seats = ((loaded.seat_of(str(order.player_id)), order) for order in found)
    return {seat: order for seat, order in seats if seat is not None and taken[seat] == order.sitting}
