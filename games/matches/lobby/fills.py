"""Seats bots in a lobby whose waiting time is over, if its creator asked for that (`fill`)."""

from games.matches.autoplay import timeouts
from games.matches.lobby import lobby
from games.matches.stream.loading import Loaded
from games.table import clocks
from games.table.events import CLOCK, SeatTaken
from games.table.state import OPEN


def run_out(match_id: str) -> Loaded:
    """Carry out what is due by the clock: in an open match, bots take all free seats."""
    loaded = timeouts.run_out(match_id)
    if loaded.match.table.status != OPEN:
        return loaded
    return timeouts.play(match_id, timeouts.clock_at, _step, most=1)


def _step(loaded: Loaded) -> Loaded | None:
    """Reserved seats are filled too: their players have not come."""
    table, due = loaded.match.table, loaded.match.table.fills_at
    if due is None or table.fill is None or not clocks.is_past(due, loaded.now):
        return None
    bots = [SeatTaken(seat=seat, by=CLOCK, entropy=None, bot=table.fill["bot"]) for seat in table.free]
    done = timeouts.appended(loaded, CLOCK, f"fill {loaded.match.head.version}", lobby.seated(loaded, *bots))
    return lobby.told(done).after
