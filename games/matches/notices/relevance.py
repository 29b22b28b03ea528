"""Checks whether a notice still applies: nobody wants a notice about a move that has been played."""

from games.matches.errors import MatchNotFound, MatchQuarantined
from games.matches.models.notices import Notice
from games.matches.notices.kinds import OF_OPEN_PROMPTS
from games.matches.stream.loading import load


def is_open(notice: Notice) -> bool:
    """Whether the notice's prompt is still open to its player; true for notices without a prompt."""
    if notice.kind not in OF_OPEN_PROMPTS:
        return True
    try:
        loaded = load(str(notice.match_id))
    except (MatchNotFound, MatchQuarantined):
        return False
    # The seat may have another player since.
    seat = loaded.seat_of(str(notice.player_id))
    return seat is not None and seat == notice.seat and notice.about in {p.id for p in loaded.match.prompts.values()}
