"""How late are the clocks of absent players? Seats such players, and measures the delay."""

from collections.abc import Sequence

from clients.api import Api, sign_up

# Strikes are full after three minutes, and until then the Cave goes on by default moves.
CLOCK = {"mode": "per_move", "seconds": 3, "strikes": 20}


def abandoned_matches(url: str, number: int = 8) -> list[str]:
    """Running matches at which nobody will make a move; their clocks run out every three seconds."""
    return [_match(url) for _ in range(number)]


def _match(url: str) -> str:
    tokens = [sign_up(url, "Away")[1] for _ in range(3)]
    with Api(url, tokens[0]) as host:
        match: str = host.post("/matches", {"game": "cave", "seats": 3, "clock": CLOCK})["id"]
    for token in tokens[1:]:
        with Api(url, token) as guest:
            guest.post(f"/matches/{match}/join")
    return match


def lateness(matches: Sequence[str], since: float) -> list[float]:
    """By how many seconds each question was timed out late, of those that were due after `since` (POSIX time).

    It needs Django set up on the service's own database.
    """
    from events import store
    from tests.support.timing import timeouts_of

    found = [one for match in matches for one in timeouts_of(match, store.load(match).events)]
    return sorted(one.late.total_seconds() for one in found if one.due_at.timestamp() >= since)
