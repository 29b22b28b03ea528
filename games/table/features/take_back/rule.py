"""When a verifier accepts that a move was taken back."""

from games.table import clocks, take_backs
from games.table.claims import Envelope, is_count, is_no_move, is_running, need
from games.table.events import PLAYER
from games.table.standing import Standing, time_of


def taken_back(standing: Standing, envelope: Envelope) -> None:
    """A player takes back the last move of the match, in time, and while nobody could have learned anything by it."""
    is_running(standing)
    is_no_move(envelope)
    need(standing.table.paused_at is None, "the match is paused")
    need(envelope["by"] == PLAYER, "a player takes back a move")
    number = envelope["data"].get("taken_back")
    need(is_count(number) and number == standing.moves, "another move was the last")
    if standing.is_blind:
        return
    reason = take_backs.stands(standing, envelope["seat"], standing.moves)
    need(reason is None, f"the last move cannot be taken back ({reason})")
    until = take_backs.until(standing)
    need(until is None or not clocks.is_past(until, time_of(envelope)), "a question's time was up before")
