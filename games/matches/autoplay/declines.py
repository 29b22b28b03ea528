"""Which open prompts standing orders answer: now, or once a pause is over."""

from collections.abc import Mapping

from games.core.prompts import Prompt
from games.matches.models.people import StandingOrder
from games.matches.stream.loading import Loaded


def ordered(loaded: Loaded) -> tuple[Prompt, ...]:
    """The prompts that their players have ordered to be declined, in the order of the seats.

    Whether and whom a game asks is public. Only where it asks what may be declined is the database asked for orders,
    so that all other matches cost nothing.
    """
    asked = _declinable(loaded)
    if not asked:
        return ()
    kinds = _orders(loaded)
    return tuple(prompt for seat, prompt in sorted(asked.items()) if prompt.kind in kinds.get(seat, ()))


def _declinable(loaded: Loaded) -> dict[int, Prompt]:
    """The prompts that an order may answer, by seats whose players are there."""
    match = loaded.match
    if not match.game.declinable:
        return {}
    # A player's own move forgives the seat's strikes, and such a move is what an order makes. So a player who has let
    # time run out is asked in person again: an order would forgive strikes for ever, and no deserted match would end.
    awake = {seat for seat in match.attended if not match.table.strikes.get(seat)}
    return {
        seat: prompt for seat, prompt in match.prompts.items() if seat in awake and prompt.kind in match.game.declinable
    }


def _orders(loaded: Loaded) -> Mapping[int, list[str]]:
    """The kinds that each seat's player has ordered to be declined since they sat down there."""
    taken = loaded.match.table.seated
    found = StandingOrder.objects.filter(match_id=loaded.match.id).values_list("player_id", "sitting", "kinds")
    seats = ((loaded.seat_of(str(player)), sitting, kinds) for player, sitting, kinds in found)
    return {seat: kinds for seat, sitting, kinds in seats if seat is not None and taken[seat] == sitting}
