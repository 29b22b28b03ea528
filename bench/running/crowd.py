"""How old are lists, how late are clocks, and how long do people wait while bots play at full speed?

`make crowd [ARGS="--seconds N --matches N --bot NAME"]`, as `make serve` runs the service.

The load is four hundred matches of bots alone, twenty moves a second of people at nine tables of all games, and eight
tables whose players are away. The output is the age of the lists, the delay of people's clocks, the time of people's
calls, and how many appends the relay passed on and how many waited. With `--bot` all bots have this grade. Then one
more player sits with three of them in each game, and the output has the time from a move's response to the next prompt.
"""

import argparse
import os
import random
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from statistics import quantiles
from typing import Any

from bench.limits import PLENTY
from bench.running.serving import Served, set_django_up, started
from clients.api import Api, sign_up
from clients.random_player import OVER
from config.local_stack.stack import LocalStack, temporary_stack

SETTLE_SECONDS = 15.0
# Bots that a player waits for, and how long a call of theirs waits for events.
AGAINST, PATIENCE = 3, 30


@dataclass(frozen=True)
class Looked:
    """What was seen of the service, a few times a second."""

    ages: list[float] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)


def main() -> None:
    options = _parse()
    with temporary_stack({**os.environ, **PLENTY}) as stack:
        set_django_up(stack)
        for line in _crowd(stack, options):
            print(line)


def _crowd(stack: LocalStack, options: argparse.Namespace) -> Iterator[str]:
    # It needs the models, which are there only now.
    from bench.scene import OPTIONS, project
    from bench.siege import clocks
    from bench.siege.players import Party
    from bench.store.relay import of_bots

    games = list(OPTIONS)
    for number in range(options.matches):
        game = games[number % len(games)]
        of_bots(game, options=OPTIONS[game], bot=options.bot or "random")
        if sys.stderr.isatty():
            print(f"\r{number + 1} matches", end="", file=sys.stderr)
    project()
    served = started(stack)
    away = clocks.abandoned_matches(served.url)
    against = [Against(served.url, game, options.bot) for game in games] if options.bot else []
    for player in against:
        player.start()
    with Party(served.url) as party:
        served.watch(SETTLE_SECONDS)
        party.forget()
        since, appends, begun = time.time(), _appends(), time.monotonic()
        looked = _look(served, options.seconds)
        took, made, moves = time.monotonic() - begun, _appends() - appends, party.record.moves
        median, p99 = party.calls()
    late = clocks.lateness(away, since)
    yield (
        f"appends      {made / took:.0f} a second, {moves / took:.1f} of them moves of people; "
        f"bots' turns wait in {_playing()} matches, the oldest since {max(looked.bots):.1f} s"
    )
    yield f"lists        {_spread(looked.ages)} s old (median, p99, most); at most {max(looked.waiting)} appends waited"
    yield f"clocks       {_spread(late)} s late, of {len(late)}"
    yield f"calls        {median:.0f} ms, {p99:.0f} ms (median, p99); failures {dict(party.record.failures)}"
    for player in against:
        waits = [seconds for at, seconds in player.waits if at >= begun]
        yield f"bots         {_spread(waits)} s until asked again in {player.game}, of {len(waits)} moves"


class Against(threading.Thread):
    """A player who makes any move at once, match after match with three bots; `waits` are when and how long."""

    def __init__(self, url: str, game: str, bot: str) -> None:
        super().__init__(daemon=True)
        self.game, self._url, self._bot = game, url, bot
        self.waits: list[tuple[float, float]] = []

    def run(self) -> None:
        """Play until the service is ended."""
        pick = random.Random(0)  # noqa: S311, a player who does not look
        with suppress(OSError, HTTPException), Api(self._url, sign_up(self._url, "Player")[1]) as player:
            while True:
                wish = {"game": self.game, "seats": AGAINST + 1, "bots": [self._bot] * AGAINST}
                match = player.post("/matches", wish)["id"]
                while asked := _asked(player, match):
                    move = pick.choice([legal for move in asked["moves"] for legal in move["legal"]])
                    player.post(f"/matches/{match}/moves", {"prompt": asked["prompt"], **move})
                    begun = time.monotonic()
                    _asked(player, match)
                    self.waits.append((begun, time.monotonic() - begun))


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


def _look(served: Served, seconds: float) -> Looked:
    from games.matches.lists import queries
    from games.matches.status import figures

    looked = Looked()

    def look() -> None:
        standing = figures.standing()
        looked.ages.append(max(0.0, time.time() - queries.listings_as_of().timestamp()))
        looked.waiting.append(standing.outbox_rows)
        looked.bots.append(standing.bot_lag)

    served.watch(seconds, look)
    return looked


def _appends() -> int:
    from events.models import Command

    return int(Command.objects.count())


def _playing() -> int:
    from games.matches.models.service import BotTurn

    return int(BotTurn.objects.count())


def _spread(seconds: Sequence[float]) -> str:
    if len(seconds) < 2:
        return "?"
    cuts = quantiles(seconds, n=100)
    return f"{cuts[49]:.2f}, {cuts[98]:.2f}, {max(seconds):.2f}"


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.running.crowd")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--bot", help="of this grade are all bots; how long a player waits for three is told")
    return parser.parse_args()


if __name__ == "__main__":
    main()
