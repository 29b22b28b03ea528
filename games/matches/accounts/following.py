"""Players whom a player follows: where they play is at hand. They are not told."""

from collections.abc import Sequence
from typing import NamedTuple

from events.statements import fetch
from games.matches.accounts.circles import Circle
from games.matches.errors import TooManyFollows
from games.matches.models.waiting import Follow

FOLLOWS = Circle(model=Follow, column="followed", most=200, too_many=TooManyFollows, stored="follow")
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


def followed(player: str) -> Sequence[Followed]:
    """The players whom this one follows, first those who play now."""
    return [Followed(*row) for row in fetch(FOLLOWED, {"player": player})]
