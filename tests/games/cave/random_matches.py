"""Matches of Cave in which all is picked by chance."""

import random

from games.cave import GAME
from games.cave.state import Finished, State
from games.core.chance import Chance
from games.core.codec import move_from_json
from games.core.events import Event
from games.core.moves import Move, Resign
from games.registry import find
from tests.games.cave.scene import Played


def random_match(
    seats: int, seed: int, *, resigning: float, idling: float, max_rounds: int, selection: str, rules: str = "2"
) -> Played:
    """A whole match of uniform legal moves, with the odd seat that resigns or lets its time pass."""
    game = find(GAME.slug, rules)
    rng = random.Random(f"{seats}/{seed}/{resigning}/{idling}")
    chance = Chance(rng.randbytes(32))
    options = game.options({"max_rounds": max_rounds, "character_selection": selection})
    events: list[Event] = list(game.start(options, seats, chance))
    state = folded(events, rules)
    while not isinstance(state, Finished):
        seat, move = random_move(state, rng)
        if rng.random() < resigning:
            seat, move = rng.choice([at for at in range(seats) if state.board.out[at] is None]), Resign()
        elif rng.random() < idling:
            move = GAME.default_move(state, seat)
        for event in GAME.decide(state, seat, move, chance).events:
            events.append(event)
            state = GAME.evolve(state, event)
    return Played(tuple(events), state)


def random_move(state: State, rng: random.Random) -> tuple[int, Move]:
    """A uniform seat among those asked, and a uniform legal move of its prompt."""
    asked = GAME.prompts(state)
    seat = rng.choice(sorted(asked))
    form = rng.choice(asked[seat].moves)
    return seat, move_from_json(GAME.move_classes, rng.choice(form.legal))


def folded(events: list[Event], rules: str = "2") -> State:
    state: State | None = None
    for event in events:
        state = find(GAME.slug, rules).evolve(state, event)
    assert state is not None
    return state
