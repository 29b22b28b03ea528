"""How long do bots think, in processor time of one core?

`python -m bench thinking [GAME …] [--bot NAME] [--picks N]`.

A player who picks as `easy` does plays matches in memory against three bots, or as many as `--seats` leaves. The
results are the time of a pick, and how long the player waits after a move until the next prompt. When all seats are
asked at once, the player answers first, so no bot thinks meanwhile.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from hashlib import sha256

from bench import figures
from games.bots import picks
from games.core.bots import BOTS, EASY, HARD
from games.core.chance import Chance
from games.core.definition import GameDefinition, State
from games.core.moves import Move
from games.core.prompts import Prompt
from games.registry import GAMES, newest

PLAYER = 0


class Times:
    """What was measured, in seconds: each pick, and each wait of the player for the picks that came together."""

    def __init__(self) -> None:
        self.picks: list[float] = []
        self.waits: list[float] = []


def measured(game: GameDefinition, seats: int, bot: str, most: int) -> Times:
    """So many picks of this bot, over as many matches as that takes."""
    times, number = Times(), 0
    while len(times.picks) < most:
        _play(game, seats, bot, most, sha256(f"{game.slug} {number}".encode()).digest(), times)
        number += 1
    return times


def _play(game: GameDefinition, seats: int, bot: str, most: int, key: bytes, times: Times) -> None:
    chance, state, waited = Chance(key), None, 0.0
    for event in game.start(game.options({}), seats, chance):
        state = game.evolve(state, event)
    while len(times.picks) < most and game.outcome(state) is None:
        seat, prompt = next(_asked(game, state))
        if seat == PLAYER:
            times.waits += [waited] if waited else []
            waited = 0.0
        began = time.thread_time()
        move = _pick(game, state, prompt, EASY if seat == PLAYER else bot)
        if seat != PLAYER:
            times.picks.append(time.thread_time() - began)
            waited += times.picks[-1]
        state = game.decide(state, seat, move, chance).state


def _asked(game: GameDefinition, state: State) -> Iterator[tuple[int, Prompt]]:
    """Who is asked, the player first."""
    return ((seat, prompt) for seat, prompt in sorted(game.prompts(state).items()) if not prompt.optional)


def _pick(game: GameDefinition, state: State, prompt: Prompt, bot: str) -> Move:
    chance = Chance(sha256(prompt.id.encode()).digest())
    move = picks.pick(game, game.view(state, prompt.seat), prompt, bot=bot, chance=chance)
    return game.default_move(state, prompt.seat) if move is None else move


def _figures(seconds: Sequence[float]) -> str:
    """The median, what all but one in a hundred keep to, and the worst."""
    in_order = sorted(seconds) or [0.0]
    places = (len(in_order) // 2, int(len(in_order) * 0.99), -1)
    return " / ".join(f"{in_order[place]:.3f}" for place in places)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench thinking")
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--bot", choices=BOTS, default=HARD)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--picks", type=int, default=300)
    asked = parser.parse_args(arguments)
    figures.heading(
        "game", "seats", "bot", "picks", "s a pick: median, 99 %, worst", "s the player waits: median, 99 %, worst"
    )
    for slug in asked.games:
        game = newest(slug)
        seats = max(game.min_seats, min(asked.seats, game.max_seats))
        times = measured(game, seats, asked.bot, asked.picks)
        figures.row(slug, str(seats), asked.bot, str(len(times.picks)), _figures(times.picks), _figures(times.waits))


if __name__ == "__main__":
    main()
