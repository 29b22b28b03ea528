"""Accounts that a program plays: marked for good, shown as bots everywhere, and rated among themselves."""

from collections.abc import Sequence

from django.db import transaction

from events.statements import fetch
from games.matches.accounts import players
from games.matches.errors import AccountNeeded, HasPlayed, PeopleOnly
from games.matches.models.people import BOT, GUEST, Player

# So many are listed.
MOST_LISTED = 100
# A seat is noted before it is taken, and listed afterwards.
HAS_PLAYED = """
SELECT EXISTS (SELECT FROM matches_listing WHERE player_ids @> ARRAY[%(player)s::uuid])
    OR EXISTS (SELECT FROM matches_takenseat WHERE player_id = %(player)s::uuid)
    OR EXISTS (SELECT FROM matches_cupentry WHERE player_id = %(player)s::uuid)
    OR EXISTS (SELECT FROM matches_standingwish WHERE player_id = %(player)s::uuid)
"""


def mark(player_id: str) -> Player:
    """Make an account a bot's, for good; one that is a bot's already stays as it is.

    `AccountNeeded` for guests; `HasPlayed` for who sat down somewhere, entered a cup or waits in the queue as a person.
    """
    with transaction.atomic():
        player = players.locked(player_id)
        if player.kind == GUEST:
            raise AccountNeeded
        if player.kind != BOT:
            ((has_played,),) = fetch(HAS_PLAYED, {"player": player_id})
            if has_played:
                raise HasPlayed
            player.kind, player.revision = BOT, player.revision + 1
            players.save(player)
    return player


def listed() -> Sequence[Player]:
    """The bots that were here last, up to `MOST_LISTED`."""
    return list(Player.objects.filter(kind=BOT).order_by("-seen_on", "-id")[:MOST_LISTED])


def check_person(player_id: str) -> None:
    """Refuse a bot: `PeopleOnly`."""
    if Player.objects.filter(id=player_id, kind=BOT).exists():
        raise PeopleOnly
