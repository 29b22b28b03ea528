"""Rematches: a match like the one that has ended, with its seats reserved for the same players."""

from dataclasses import dataclass
from typing import Any

from games.matches.accounts import silences
from games.matches.errors import AlreadySeated, MatchNotFinished, MatchNotOpen
from games.matches.lobby import creation, lobby
from games.matches.lobby.lobby import Founding, NewMatch, SeatWish
from games.matches.models.matches import Lobby
from games.matches.models.people import DELETED, Player
from games.matches.stream import rules
from games.matches.stream.commands import fingerprint
from games.matches.stream.guards import seat_of
from games.matches.stream.loading import Loaded, load
from games.table.state import FINISHED


@dataclass(frozen=True, kw_only=True)
class Rematch:
    """The rematch of a match. The caller has `made` it, has `joined` it, or (neither) already had a seat."""

    match_id: str
    made: bool
    joined: bool


def rematch(match_id: str, player: str, *, key: str | None) -> Rematch:
    """Make the one rematch of a match that has ended, or join it: the same game, options, clock and seats.

    Bots sit down again at once, the other seats are kept for their players. Raises `NotSeated`, `MatchNotFinished`, and
    what `lobby.join` does when the rematch takes nobody any more, `QuotaExceeded`.
    """
    before = load(match_id)
    seat = seat_of(before, player)
    if before.match.table.status != FINISHED:
        raise MatchNotFinished
    row, new = _row(before, player)
    new_match = str(row.match_id)
    first = lobby.first_events(new, Founding(player=player, seat=seat, bots=before.match.table.bots))
    made = creation.append_first(new_match, player, fingerprint("rematch", match_id), first)
    return Rematch(match_id=new_match, made=made, joined=not made and _joined(new_match, player, key))


def _joined(match_id: str, player: str, key: str | None) -> bool:
    try:
        return not lobby.join(match_id, player, SeatWish(), key=key).replayed
    except (AlreadySeated, MatchNotOpen):
        # The player has a seat there already, and the match may have started.
        if load(match_id).seat_of(player) is None:
            raise
        return False


def _row(before: Loaded, player: str) -> tuple[Lobby, NewMatch]:
    old = Lobby.objects.get(match_id=before.match.id)
    # Whoever may write nothing to others gives the next match no name, not even that of the last.
    name = "" if silences.silenced_until(player) else old.name
    lobby_data: dict[str, Any] = {"name": name, "visibility": old.visibility, "start": "auto", "delay": old.delay}
    lobby_data["rated"] = old.rated
    known = Lobby.objects.filter(rematch_of=old.match_id).first()
    match_id = creation.admitted(known, player, bots=bool(before.match.table.bots))
    row, _ = Lobby.objects.get_or_create(
        rematch_of=old.match_id,
        defaults={
            **lobby_data,
            "match_id": match_id,
            "creator_id": player,
            # A client's key holds no space.
            "creation_key": f"rematch {old.match_id}",
            "request_hash": fingerprint("rematch", before.match.id),
            "held": _held(before),
        },
    )
    table = before.match.table
    new = NewMatch(
        game=table.game,
        seats=table.seats,
        options=table.options,
        clock=table.clock,
        entropy=None,
        pace=table.pace,
        open_draws=table.open_draws is not None,
        rules=table.rules if table.rules in rules.choices(table.game) else None,
        **lobby_data,
    )
    return row, new


def _held(before: Loaded) -> dict[str, str]:
    gone = Player.objects.filter(id__in=before.holders.values(), kind=DELETED).values_list("id", flat=True)
    left = {str(player) for player in gone}
    return {str(seat): holder for seat, holder in before.holders.items() if holder not in left}
