"""Where matches are forked."""

from games.matches.stream.loading import load


def question(match_id: str, move: int) -> int:
    """The version after a move, where the next question is open."""
    return max(event.version for event in load(match_id).events if event.envelope["move"] == move)
