import pytest

from games.matches.ratings.finishes import places


@pytest.mark.parametrize(
    ("ranking", "left", "expected"),
    [
        ([[2], [0], [1]], (), {2: 1, 0: 2, 1: 3}),
        ([[0, 1], [2]], (), {0: 1, 1: 1, 2: 3}),
        ([[0], [1, 2, 3]], (), {0: 1, 1: 2, 2: 2, 3: 2}),
        # Who has left comes in after all who stayed, however well they stood.
        ([[0], [1], [2]], (0,), {1: 1, 2: 2, 0: 3}),
        ([[0, 1], [2], [3]], (1, 2), {0: 1, 3: 2, 1: 3, 2: 4}),
        ([[0, 1, 2]], (1,), {0: 1, 2: 1, 1: 3}),
        ([[0, 1]], (0, 1), {0: 1, 1: 1}),
    ],
)
def test_places_are_those_of_the_outcome_with_those_who_left_at_the_end(
    ranking: list[list[int]], left: tuple[int, ...], expected: dict[int, int]
) -> None:
    assert places(ranking, frozenset(left)) == expected
