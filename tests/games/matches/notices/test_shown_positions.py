"""By what number a player's stream goes on."""

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from games.matches.notices import shown_positions

PLAYERS = st.sampled_from(["01950000-0000-7000-8000-000000000001", "01950000-0000-7000-8000-000000000002"])
POSITIONS = st.integers(0, 2**50 - 1)


@given(PLAYERS, POSITIONS)
def test_a_number_that_was_shown_is_the_place_for_which_it_was(player: str, position: int) -> None:
    shown = shown_positions.shown(player, position)
    assert shown_positions.position(player, shown) == position
    # A number that JavaScript holds, and none that release 0.1.0 has shown.
    assert 2**50 <= shown < 2**51


@given(PLAYERS, st.integers(0, 2**50 - 1))
def test_a_position_that_release_0_1_0_has_shown_is_still_one(player: str, position: int) -> None:
    assert shown_positions.position(player, position) == position


def test_neither_the_next_number_nor_that_of_another_player_follows_from_one(settings: Settings) -> None:
    """Differences of numbers one after the other are all over the place, and none comes twice."""
    shown = [shown_positions.shown("01950000-0000-7000-8000-000000000001", position) for position in range(2_000)]
    others = [shown_positions.shown("01950000-0000-7000-8000-000000000002", position) for position in range(2_000)]
    gaps = [after - before for before, after in pairwise(shown)]
    assert len({*shown, *others}) == 4_000
    assert len(set(gaps)) == len(gaps)
    rising = Counter(gap > 0 for gap in gaps)
    assert 0.4 < rising[True] / len(gaps) < 0.6
    shown_positions._key.cache_clear()
    settings.SECRET_KEY = "another key: " + 32 * "x"
    try:
        assert shown_positions.shown("01950000-0000-7000-8000-000000000001", 1) != shown[1]
    finally:
        shown_positions._key.cache_clear()
