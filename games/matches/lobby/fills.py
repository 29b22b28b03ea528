"""What happens in a lobby by itself: bots sit down once it has waited for long (`fill`), it begins by its beacon."""

from games.matches.autoplay import awaited_rounds, timeouts
from games.matches.lobby import lobby
from games.matches.stream.loading import Loaded
from games.table import clocks
from games.table.events import CLOCK, SeatTaken
from games.table.state import OPEN


def run_out(match_id: str) -> Loaded:
    """Carry out what is due by the clock: in an open match, bots take all free seats, or it begins by its beacon."""
    loaded = timeouts.run_out(match_id)
    if loaded.match.table.status != OPEN:
        return loaded
    return timeouts.play(match_id, timeouts.clock_at, _step, most=1)


def _step(loaded: Loaded) -> Loaded | None:
    return _begin(loaded) if loaded.match.table.fills_at is None else _fill(loaded)


def _begin(loaded: Loaded) -> Loaded | None:
    due = awaited_rounds.begins_at(loaded)
    if due is None or loaded.now < due:
        return None
    key = f"beacon {loaded.match.head.version}"
    return lobby.told(timeouts.appended(loaded, CLOCK, key, lobby.begun(loaded))).after


def _fill(loaded: Loaded) -> Loaded | None:
    """Reserved seats are filled too: their players have not come."""
    table, due = loaded.match.table, loaded.match.table.fills_at
    if due is None or table.fill is None or not clocks.is_past(due, loaded.now):
        return None
    bots = [SeatTaken(seat=seat, by=CLOCK, entropy=None, bot=table.fill["bot"]) for seat in table.free]
    done = timeouts.appended(loaded, CLOCK, f"fill {loaded.match.head.version}", lobby.seated(loaded, *bots))
    return lobby.told(done).after
