"""What a move costs in a short and in a long match: loaded, judged, appended and answered, in one process."""

import time
from collections.abc import Iterator
from statistics import median
from unittest import mock

from events.store import new_id
from games.clocks import NONE
from games.core.chance import Chance
from games.core.definition import GameDefinition
from games.matches import lobby, play, players, seeing
from games.matches.lobby import NewMatch, SeatWish
from games.matches.match import load
from games.matches.play import Sent
from games.registry import newest
from games.rock_paper_wizard import scoring

SEATS = 6
GAME = "rock-paper-wizard"


def costs(lengths: tuple[int, ...], moves: int) -> Iterator[tuple[int, int, float]]:
    """For each length in events: the version that was reached, and the median of `moves` moves after it, in seconds."""
    # Nobody wins, or no match would become that long.
    with mock.patch.object(scoring, "GOAL", 10**9):
        for length in lengths:
            match_id, people = _match(newest(GAME))
            pick = Chance(b"bench")
            while load(match_id).match.head.version < length:
                _move(match_id, people, pick)
            taken = [_move(match_id, people, pick) for _ in range(moves)]
            yield length, load(match_id).match.head.version, median(taken)


def _match(game: GameDefinition) -> tuple[str, list[str]]:
    people = [str(players.sign_up(f"Bench_{new_id()[-12:]}", locale="en", key=None)[0].id) for _ in range(SEATS)]
    new = NewMatch(
        game=game.slug,
        seats=SEATS,
        options={"max_rounds": 0},
        clock=NONE,
        visibility="public",
        name="",
        start="auto",
        entropy=None,
    )
    match_id, _ = lobby.create(people[0], new, key=None)
    for one in people[1:]:
        lobby.join(match_id, one, SeatWish(), key=None)
    return match_id, people


def _move(match_id: str, people: list[str], pick: Chance) -> float:
    match = load(match_id).match
    seat = pick.one_of(match.waiting_for)
    prompt = match.prompts[seat]
    body = {"prompt": prompt.id, **pick.one_of(prompt.moves[0].legal)}
    began = time.perf_counter()
    seeing.move_answer(match_id, people[seat], play.play(match_id, people[seat], Sent(body=body), key=None))
    return time.perf_counter() - began
