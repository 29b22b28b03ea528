"""How long does a player wait for three bots?

`python -m bench waits [GAME …] [--bot NAME] [--moves N] [--beside N]`.

As `make serve` runs them: a player sits down with three bots and makes any listed move; told is how long it takes from
the answer to that move until the player is asked again, or the match is over. With `--beside` so many matches of three
such bots alone go on meanwhile, and eight tables whose players are away: how late their clocks, of three seconds, were
played is told too.
"""

import argparse
import os
import random
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from bench.running.crowd import PLENTY
from bench.running.serving import set_django_up, started
from bench.siege.clocks import abandoned_matches, lateness
from clients.api import Api, sign_up
from clients.random_player import OVER
from config.local_stack.stack import temporary_stack
from games.registry import GAMES

SEATS, AWAY, PATIENCE = 4, 8, 30


def main() -> None:
    options = _parse()
    with temporary_stack({**os.environ, "QUOTAS": PLENTY}) as stack:
        set_django_up(stack)
        url, games = started(stack).url, options.games or list(GAMES)
        for number in range(options.beside):
            _of_bots(url, games[number % len(games)], options.bot)
        away = abandoned_matches(url, AWAY) if options.beside else []
        since = time.time()
        for game in games:
            waits = sorted(_waits(url, game, options.bot, options.moves))
            print(
                f"{game}: {len(waits)} moves, {median(waits):.2f} s in the median, {waits[-1]:.2f} s at most",
                flush=True,
            )
        if late := lateness(away, since):
            print(f"clocks: {median(late):.2f} s late in the median, {late[-1]:.2f} s at most, of {len(late)}")


def _of_bots(url: str, game: str, bot: str) -> None:
    """A running match in which bots are left."""
    with Api(url, sign_up(url, "Host")[1]) as host:
        match = host.post("/matches", {"game": game, "seats": SEATS, "bots": [bot] * (SEATS - 1)})["id"]
        host.post(f"/matches/{match}/resign")


def _waits(url: str, game: str, bot: str, moves: int) -> Iterator[float]:
    pick, made = random.Random(0), 0  # noqa: S311, a player who does not look
    with Api(url, sign_up(url, "Player")[1]) as player:
        while made < moves:
            match = player.post("/matches", {"game": game, "seats": SEATS, "bots": [bot] * (SEATS - 1)})["id"]
            while made < moves and (asked := _asked(player, match)):
                move = pick.choice([legal for move in asked["moves"] for legal in move["legal"]])
                player.post(f"/matches/{match}/moves", {"prompt": asked["prompt"], **move})
                begun = time.monotonic()
                _asked(player, match)
                yield time.monotonic() - begun
                made += 1


def _asked(player: Api, match: str) -> dict[str, Any] | None:
    """The next question; None when the match is over."""
    while True:
        # The version first: what asks the player may come between two calls, and nothing would follow it.
        found = player.get(f"/matches/{match}")
        if items := player.get(f"/matches/{match}/prompts")["items"]:
            return dict(items[0])
        if found["status"] in OVER:
            return None
        player.get(f"/matches/{match}/events?after={found['version']}&wait={PATIENCE}")


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.running.waits")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--moves", type=int, default=30)
    parser.add_argument("--beside", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
