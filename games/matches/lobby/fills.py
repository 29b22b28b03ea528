"""Bots for a lobby that has waited for long enough, where its maker wished so."""

from games.matches.autoplay import timeouts
from games.matches.lobby import lobby
from games.matches.stream.loading import Loaded
from games.table import clocks
from games.table.events import CLOCK, SeatTaken
from games.table.state import OPEN


def run_out(match_id: str) -> Loaded:
    """What is due in a match by the clock: of one that has not begun, bots on all seats that are free."""
    loaded = timeouts.run_out(match_id)
    if loaded.match.table.status != OPEN:
        return loaded
    return timeouts.play(match_id, timeouts.clock_at, _step, most=1)


def _step(loaded: Loaded) -> Loaded | None:
    """Seats that are kept for invited players are filled too: they have not come."""
    table, due = loaded.match.table, loaded.match.table.fills_at
    if due is None or table.fill is None or not clocks.is_past(due, loaded.now):
        return None
    bots = [SeatTaken(seat=seat, by=CLOCK, entropy=None, bot=table.fill["bot"]) for seat in table.free]
    done = timeouts.appended(loaded, CLOCK, f"fill {loaded.match.head.version}", lobby.seated(loaded, *bots))
    return lobby.told(done).after
