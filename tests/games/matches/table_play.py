"""Whole matches played at the table, for tests of what is stored of them."""

import random
from collections.abc import Sequence
from typing import Any

from games.matches import play
from games.matches.match import load
from games.matches.play import Sent
from tests.cast import Person


def legal(match_id: str, seat: int) -> list[Any]:
    """The listed moves of a seat, each with its prompt, as a client posts them."""
    prompt = load(match_id).match.prompts.get(seat)
    return [{"prompt": prompt.id, **one} for move in prompt.moves for one in move.legal] if prompt else []


def play_on(match_id: str, cast: Sequence[Person], *, moves: int = 10_000, seed: int = 0) -> None:
    """Random listed moves until the match ends, or so many."""
    pick = random.Random(seed)
    while moves and (waiting := load(match_id).match.waiting_for):
        seat = pick.choice(waiting)
        body = pick.choice(legal(match_id, seat))
        play.play(match_id, cast[seat].id, Sent(body=body), key=f"move {moves}".replace(" ", "-"))
        moves -= 1
