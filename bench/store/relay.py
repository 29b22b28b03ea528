"""How long do the relay and its consumers take for each append, by the clock and in processor time?

The first part appends to plain streams, and measures how fast the relay empties the outbox. The second part plays
turns of bots in real matches of each game, and measures how long lists, deadlines and notices take for one match.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from unittest import mock

from django.db import connection

from bench.scene import caller, project, waiting
from events import outbox, store
from events.envelope import NewEvent
from events.store import EMPTY, Head
from games.core.json import JSONObject
from games.matches import tasks
from games.matches.autoplay import timeouts
from games.matches.background import consumers
from games.matches.lobby import lobby
from games.matches.play.submission import resign
from games.matches.stream import loading
from games.matches.stream.cache import Recent

STREAMS, APPENDS = 2_000, 10
MATCHES, TURNS = 120, 4
GAMES = ("rock-paper-wizard", "spell-a-spell", "cave")


def main() -> None:
    project()
    _fill()
    count, took, spent = _timed(_relay)
    print(f"relay: {count} appends of {STREAMS} streams in {took:.2f} s: {count / took:.0f} a second,", end=" ")
    print(f"{spent / count * 1e6:.0f} us of this process each")
    _forget_streams()
    for game in GAMES:
        _of_game(game)


def _fill() -> None:
    """Appends of all streams in turn, so that as few as can be of one stream are handed on together."""
    body: JSONObject = {"x": 1}
    heads = {store.new_id(): EMPTY for _ in range(STREAMS)}
    for _ in range(APPENDS):
        for match, head in heads.items():
            now = store.load(match, after=head.version).now
            (event,) = store.append(match, expected=head, at=now, drafts=[NewEvent(type="bench", data=body)])
            heads[match] = Head(event.version, event.hash)


def _relay() -> int:
    done = 0
    while moved := outbox.relay(list(consumers.CONSUMERS), limit=tasks.RELAYED_AT_ONCE):
        done += moved
    return done


def _forget_streams() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM delivery")


def _of_game(game: str) -> None:
    matches = [of_bots(game, options={}) for _ in range(MATCHES)]
    project()
    players = Recent[loading.Folded](most=500)
    counts, taken, spent = Counter[str](), defaultdict[str, float](float), defaultdict[str, float](float)
    for _ in range(TURNS):
        # By another process: this one remembers the match as it was before.
        with mock.patch.object(loading, "recent", players):
            for match in matches:
                timeouts.play_turn(match)
        _relay()
        for name in consumers.CONSUMERS:
            count, seconds, own = _timed(partial(_drained, name))
            counts[name], taken[name], spent[name] = counts[name] + count, taken[name] + seconds, spent[name] + own
    for name, count in counts.items():
        print(f"{name} in {game}: {taken[name] / count * 1e3:.2f} ms a match,", end=" ")
        print(f"{spent[name] / count * 1e3:.2f} ms of this process")


def _drained(name: str) -> int:
    done = 0
    while count := consumers.catch_up(name):
        done += count
    return done


def of_bots(game: str, *, options: Mapping[str, Any], bot: str = "random") -> str:
    """A running match in which two such bots are left."""
    host = caller()
    match_id = waiting(host, game=game, options=options)
    for _ in range(2):
        lobby.seat_bot(match_id, host.id, seat=None, bot=bot, key=None)
    resign(match_id, host.id, key=None)
    return match_id


def _timed(work: Callable[[], int]) -> tuple[int, float, float]:
    began, spent = time.perf_counter(), time.process_time()
    count = work()
    return count, time.perf_counter() - began, time.process_time() - spent
