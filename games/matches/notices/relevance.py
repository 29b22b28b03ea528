"""Whether what a notice tells is still so: nobody wants to be called to a move that is played."""

from games.matches.errors import MatchNotFound, MatchQuarantined
from games.matches.match import load
from games.matches.notice_models import Notice
from games.matches.notices.kinds import OF_OPEN_PROMPTS


def is_open(notice: Notice) -> bool:
    """Whether the prompt that a notice tells of is still to be answered; true for notices of other things."""
    if notice.kind not in OF_OPEN_PROMPTS:
        return True
    try:
        match = load(str(notice.match_id)).match
    except (MatchNotFound, MatchQuarantined):
        return False
    return notice.about in {prompt.id for prompt in match.prompts.values()}
