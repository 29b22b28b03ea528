from functools import partial
from itertools import cycle, islice

from games.matches.errors import (
    StalePrompt,
)
from games.matches.play.submission import Sent, play
from games.matches.stream.commands import Appended
from games.matches.stream.loading import load
from tests.support.cast import legal, match_of, person
from tests.support.races import at_once
from tests.support.table_fixtures import Cast


def test_sixteen_moves_at_once_on_one_prompt_are_played_once(cast: Cast) -> None:
    match_id = match_of(*cast)
    moves = [Sent(body=move) for move in islice(cycle(legal(match_id, 0)), 16)]
    came_to = at_once(*[partial(play, match_id, cast[0].id, move, key=None) for move in moves])
    assert [result for result in came_to if not isinstance(result, Appended)] == [StalePrompt] * 15
    assert load(match_id).match.moves == 1


def test_simultaneous_choices_of_all_seats_never_make_each_other_stale() -> None:
    cast = [person(f"Seat{seat}") for seat in range(6)]
    match_id = match_of(*cast)
    moves = [Sent(body=legal(match_id, seat)[0]) for seat in range(6)]
    came_to = at_once(*[partial(play, match_id, cast[seat].id, moves[seat], key=None) for seat in range(6)])
    assert [taken.replayed for taken in came_to if isinstance(taken, Appended)] == [False] * 6
    assert load(match_id).match.moves == 6
