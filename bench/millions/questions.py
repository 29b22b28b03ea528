"""The queries of one database in a sitting: calls of many players, and the service's own."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle, islice

from django.db import connection

from bench.millions import calls
from bench.millions.calls import Table
from bench.millions.fill import people, stored
from bench.millions.played import player_id, token_of
from bench.millions.timing import Taken, Work, timed
from bench.scene import forget, project
from bench.web.handled import Caller
from events import outbox
from events.randomness import new_key
from games.core.chance import Chance
from games.matches.audit import audits, rejudgement
from games.matches.autoplay import sweep
from games.matches.background import consumers
from games.matches.lobby import fills
from games.matches.stream.loading import load

TABLES = 60
# By chance, because those of one time would be of one part of each index; without copies, of which no state is kept.
RUNNING = """
SELECT match_id::text FROM matches_listing JOIN matches_lobby USING (match_id)
WHERE game = %s AND status = 'active' AND name = '' AND match_id IN (
    SELECT match_id FROM matches_deadline WHERE due_at > now() + interval '1 day')
ORDER BY random() LIMIT %s
"""
ENDED = """
SELECT match_id::text FROM matches_listing JOIN matches_lobby USING (match_id)
WHERE game = %s AND status = 'finished' AND name = '' ORDER BY random() LIMIT %s
"""


def questions() -> Mapping[str, Work]:
    """Each question by its name: asked so many times it tells the seconds of each."""
    caller, secrets = Caller(), _secrets()
    tables = [_table(match, secrets) for match in _ids(RUNNING, "rock-paper-wizard", TABLES)]
    if len(tables) < TABLES:
        raise SystemExit(f"{len(tables)} running matches of Rock Paper Wizard and {TABLES} are asked: fill more events")
    found: dict[str, Work] = {}
    of_each = [calls.lists(caller, table) for table in tables]
    for name in of_each[0]:
        found[name] = partial(_in_turn, cycle([one[name] for one in of_each]))
    first = Table(match=tables[0].match, players=[(player_id(0), token_of(0))])
    for name in ("GET /matches?mine=true", "GET /matches?waiting_for=me"):
        found[f"{name}, of 500"] = partial(_in_turn, cycle([calls.lists(caller, first)[name]]))
    found |= _of_matches(caller, tables) | _behind(tables)
    return found


def a_table() -> Table:
    """A running match and its players."""
    return _table(_ids(RUNNING, "rock-paper-wizard", 1)[0], _secrets())


def _of_matches(caller: Caller, tables: Sequence[Table]) -> dict[str, Work]:
    of_each = [calls.of_a_match(caller, table) for table in tables]

    def get(name: str, count: int) -> Iterator[Taken]:
        for table, asked in islice(turns, count):
            load(table.match)
            yield timed(asked[name])

    turns = cycle(list(zip(tables, of_each, strict=True)))
    warm, cold = cycle(tables[: TABLES // 4]), cycle(tables[TABLES // 4 :])
    return {
        **{name: partial(get, name) for name in ("GET match", "GET view", "GET events", "GET view of the past")},
        "POST move": lambda count: _moves(caller, warm, count, is_cold=False),
        "POST move, match not yet known": lambda count: _moves(caller, cold, count, is_cold=True),
    }


def _moves(caller: Caller, tables: Iterator[Table], count: int, *, is_cold: bool) -> Iterator[Taken]:
    pick = Chance(new_key(32))
    while count:
        table = next(tables)
        if load(table.match).match.is_over:
            continue
        yield calls.move(caller, table, pick=pick, is_cold=is_cold)
        count -= 1


def _behind(tables: Sequence[Table]) -> dict[str, Work]:
    ended = [match for game in ("rock-paper-wizard", "spell-a-spell") for match in _ids(ENDED, game, 100)]
    of_each = [dict(calls.behind(table)) for table in tables]
    asks = {name: partial(_in_turn, cycle([one[name] for one in of_each])) for name in SOME}
    return {
        **asks,
        "relay and all consumers, a move": lambda count: _news(tables[0], count),
        "a clock that has run out": _clocks,
        "load, match not yet known": partial(_in_turn, cycle([partial(_load, match) for match in ended])),
        "audit of a match": partial(_in_turn, cycle([partial(audits.examine, match) for match in ended])),
        "replay of a match": partial(_in_turn, cycle([partial(rejudgement.rejudge_stored, match) for match in ended])),
        "rebuild of a match": partial(_in_turn, cycle([partial(consumers.rebuild, [match]) for match in ended])),
    }


SOME = (
    *("what is due", "who is to be reminded", "as_of", "presence", "streams: heads", "streams: unfinished"),
    *("quotas", "quotas, a match more", "inbox, unread", "next audits", "all matches, a piece"),
)


def _in_turn(asks: Iterator[Callable[[], object]], count: int) -> Iterator[Taken]:
    for _ in range(count):
        yield timed(next(asks))


def _news(table: Table, count: int) -> Iterator[Taken]:
    """What becomes of an append behind it: from the outbox to lists, deadlines and notices."""
    project()
    caller, pick = Caller(), Chance(new_key(32))
    for _ in range(count):
        if load(table.match).match.is_over:
            return
        calls.move(caller, table, pick=pick)
        yield timed(_catch_up)


def _catch_up() -> None:
    outbox.relay(list(consumers.CONSUMERS))
    for name in consumers.CONSUMERS:
        consumers.catch_up(name)


def _clocks(count: int) -> Iterator[Taken]:
    """Clocks that have run out, twenty of them by one sweep; seconds of one."""
    done: list[int] = []
    passed, processor = timed(lambda: done.append(sweep.sweep(fills.run_out)))
    yield from [(passed / done[0], processor / done[0])] * min(count, 1) if done[0] else []


def _load(match: str) -> None:
    forget()
    load(match)


def _secrets() -> Mapping[str, str]:
    """The tokens of the players by their ids."""
    _, events = stored()
    return {player_id(number): token_of(number) for number in range(people(events).count)}


def _table(match: str, secrets: Mapping[str, str]) -> Table:
    holders = load(match).holders
    return Table(match=match, players=[(holders[seat], secrets[holders[seat]]) for seat in sorted(holders)])


def _ids(query: str, game: str, count: int) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(query, [game, count])
        return [match for (match,) in cursor.fetchall()]
