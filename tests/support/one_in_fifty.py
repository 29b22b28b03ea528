"""A test that fails for about one seed in fifty, by what its match deals. `test_failures.py` runs it, and nobody else."""

from games.matches.stream.loading import load
from tests.support.cast import match_of, person, play_some


def test_alice_does_not_begin_behind_a_wall_of_force() -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    match_id = match_of(*cast)
    seen = load(match_id).match.view(None)
    play_some(match_id, cast, moves=5)
    assert seen is not None
    book = seen["book"]
    assert isinstance(book, list)
    assert (book[0], seen["first_player"]) != ("wall_of_force", 0), match_id
