from games.core.records import replace
from games.table.features.autopilot.events import AutopilotOff, AutopilotOn
from tests.games.table.tables import folded, opened


def test_autopilot_plays_for_the_seat_until_its_player_is_back() -> None:
    begun = folded(opened(), AutopilotOn(seat=1, strikes=3))
    assert begun.autopilot == {1}
    assert folded(begun, AutopilotOff(seat=1, reason="taken_back")) == opened()


def test_whoever_comes_back_is_forgiven_their_timeouts_and_is_replaced_by_nobody() -> None:
    away = replace(
        opened(), autopilot=frozenset({0, 1}), strikes={0: 2, 1: 3}, consents=frozenset({(0, 1, 1), (1, 0, 0)})
    )
    back = folded(away, AutopilotOff(seat=1, reason="played"))
    assert (back.autopilot, back.strikes, back.consents) == (frozenset({0}), {0: 2}, frozenset({(0, 1, 1)}))
