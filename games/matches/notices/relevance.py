"""Checks whether a notice still applies: nobody wants one about a move that is played or a seat that is taken."""

from games.matches.errors import MatchNotFound, MatchQuarantined
from games.matches.models.notices import Notice
from games.matches.models.waiting import StandingWish
from games.matches.notices.kinds import CALLED, REMATCH, WHILE_OPEN, still_open
from games.matches.stream.loading import load


def is_open(notice: Notice) -> bool:
    """Whether the notice's prompt is still open to its player, its seat still free, or its table still waits for them.

    True for all other notices.
    """
    if notice.kind == CALLED:
        waits = StandingWish.objects.filter(table_id=notice.match_id, player_id=notice.player_id, confirmed_at=None)
        return waits.exists()
    if notice.kind not in WHILE_OPEN:
        return True
    try:
        loaded = load(str(notice.match_id))
    except (MatchNotFound, MatchQuarantined):
        return False
    # The seat may have another player since.
    is_theirs = notice.kind == REMATCH or loaded.seat_of(str(notice.player_id)) == notice.seat is not None
    return is_theirs and notice.about in still_open(loaded.match)
