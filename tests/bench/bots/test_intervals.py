import pytest

from bench.bots import intervals


def test_wilsons_interval_of_known_shares() -> None:
    low, high = intervals.wilson(90, 100)
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)


def test_a_part_of_rounds_varies_as_matches_do_and_not_as_rounds() -> None:
    """A hundred matches whose ten rounds are all alike or all not are a hundred samples and not a thousand."""
    matches = [(10, 10), (0, 10)] * 50
    assert intervals.ratio(matches) == pytest.approx((0.5, 0.5 - 0.098, 0.5 + 0.098), abs=0.001)
    assert intervals.ratio([(5, 10)] * 100) == (0.5, 0.5, 0.5)
