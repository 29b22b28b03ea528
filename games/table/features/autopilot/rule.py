"""When a verifier accepts that autopilot begins or ends.

What it means for the moves of the seat is judged with them: `games/verify/move_check.py`, `games/verify/replay.py`.
"""

from games.table.claims import Envelope, is_count, is_running, need
from games.table.events import CLOCK, PLAYER
from games.table.standing import Standing, time_of


def begun(standing: Standing, envelope: Envelope) -> None:
    """In the move that an expiry has begun, by the last strike that the match's clock allows."""
    table, seat, strikes = standing.table, envelope["seat"], standing.table.clock.get("strikes")
    need(envelope["by"] == CLOCK and envelope["move"] == standing.moves, "autopilots are the clock's")
    need(seat in table.seated and seat not in table.autopilot, "the seat cannot go on autopilot")
    need(standing.is_blind or table.strikes.get(seat) == strikes, "there were not so many strikes")
    said = is_count(envelope["data"].get("strikes"))
    need(said and envelope["data"] == {"reason": "strikes", "strikes": strikes}, "autopilot comes by so many strikes")


def ended(standing: Standing, envelope: Envelope) -> None:
    """The seat's player is there: at the beginning of their move, by consent or word, or as the seat's next player."""
    is_running(standing)
    need(envelope["by"] == PLAYER and envelope["draws"] is None, "a player comes back")
    need(envelope["seat"] in standing.table.autopilot, "the seat is not on autopilot")
    need(envelope["move"] in (None, standing.moves + 1), f"move {standing.moves + 1} comes next")
    need(envelope["data"].get("reason") in _reasons(standing, envelope), "this is not how a player comes back")


def _reasons(standing: Standing, envelope: Envelope) -> tuple[str, ...]:
    if envelope["move"] is not None:
        return ("played",)
    # By the event before, in the same append: the seat is another player's.
    taken = standing.table.seated[envelope["seat"]] == envelope["version"] - 1 and standing.at == time_of(envelope)
    return ("replaced",) if taken else ("taken_back", "agreed")
