import pytest

from games.cups import cup_points


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_points_are_shared_evenly_by_those_who_are_level(seats: int) -> None:
    alone = cup_points.points([(one,) for one in range(seats)], seats)
    assert alone[0] == cup_points.MOST_POINTS
    assert alone[seats - 1] == 0
    for first in range(seats):
        for last in range(first, seats):
            level = range(first, last + 1)
            ranking = [*((one,) for one in range(first)), tuple(level), *((one,) for one in range(last + 1, seats))]
            given = cup_points.points(ranking, seats)
            assert sum(given.values()) == sum(alone.values())
            assert len({given[one] for one in level}) == 1
