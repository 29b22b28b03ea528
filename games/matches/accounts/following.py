"""Players whom a player follows: where they play is at hand. They are not told."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction

from events.statements import fetch
from games.core.prompts import Violation
from games.matches.accounts.players import locked, present
from games.matches.errors import NotAllowed, PlayerNotFound, TooManyFollows
from games.matches.models.ids import as_uuid
from games.matches.models.waiting import Follow
from games.matches.quotas import storage

MOST_FOLLOWS = 200
# Of each the newest public match that runs. Those who play stand first, then whom one has followed last.
FOLLOWED = """
SELECT player.id::text, player.handle, player.kind, playing.match_id::text, playing.game
FROM matches_follow AS follow JOIN matches_player AS player ON player.id = follow.followed_id
LEFT JOIN LATERAL (
    SELECT match_id, game FROM matches_listing
    WHERE player_ids @> ARRAY[player.id] AND visibility = 'public' AND status = 'active'
    ORDER BY uuid_send(match_id) DESC LIMIT 1
) AS playing ON true
WHERE follow.player_id = %(player)s::uuid
ORDER BY playing.match_id IS NULL, follow.id DESC
"""


class Followed(NamedTuple):
    """A player who is followed, and the newest public match that they play now, with its game."""

    id: str
    handle: str
    kind: str
    match: str | None
    game: str | None


def follow(player: str, other: str) -> None:
    """Follow another player from now on; once more changes nothing.

    `PlayerNotFound`; `NotAllowed` for oneself; `TooManyFollows`, `QuotaExceeded`.
    """
    found = present(other)
    if str(found.id) == player:
        raise NotAllowed([Violation(pointer="/path/player", code="self", detail="Nobody follows themselves.")])
    with transaction.atomic():
        locked(player)
        theirs = Follow.objects.filter(player_id=player)
        if theirs.filter(followed=found).exists():
            return
        if theirs.count() >= MOST_FOLLOWS:
            raise TooManyFollows(most=MOST_FOLLOWS)
        storage.admit_stored("follow", player=player)
        Follow.objects.create(player_id=player, followed=found)


def unfollow(player: str, other: str) -> None:
    """Follow another player no longer; `PlayerNotFound` where there is no such player or they were not followed."""
    found = as_uuid(other)
    if found is None or not Follow.objects.filter(player_id=player, followed_id=found).delete()[0]:
        raise PlayerNotFound


def followed(player: str) -> Sequence[Followed]:
    """The players whom this one follows, first those who play now."""
    return [Followed(*row) for row in fetch(FOLLOWED, {"player": player})]
