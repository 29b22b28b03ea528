from games.table.features.quiet_hours.events import ClockChanged
from games.table.stoppages import Quiet, Stops
from tests.games.table.tables import folded, opened

NIGHT = Stops(quiet=(Quiet(since=None, from_seconds=79_200, to_seconds=21_600),))


def test_the_new_stops_of_a_seat_take_the_place_of_its_old_ones_and_of_no_other_s() -> None:
    first = folded(opened(), ClockChanged(seat=0, reason="wish", stops=NIGHT))
    both = folded(first, ClockChanged(seat=1, reason="wish", stops=NIGHT))
    assert both.stops == {0: NIGHT, 1: NIGHT}
    assert folded(both, ClockChanged(seat=1, reason="wish", stops=Stops())).stops == {0: NIGHT, 1: Stops()}
