"""Who meets whom in a round whose tables are not known beforehand: by strength so far, without meeting again."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from games.core.chance import Chance
from games.cups import seat_order
from games.cups.designs import Tables
from games.cups.seat_order import MOST_SEATS, Counts

# What counts how much: no amount of one makes up for one of the next above it.
_AGAIN, _SEAT = 100_000, 500
# By how much a swap may make it worse at the beginning.
_SLACK = 40
# PlayedTable sizes that are liked best, if there is a choice.
_BEST_SIZE = 4
# So many swaps are tried for each player; where somebody would still meet somebody again, so often anew with fewer.
_TRIES, _RESTARTS, _FEWER = 300, 24, 75


@dataclass(frozen=True, kw_only=True)
class RoundsBefore:
    """What has been before a round: points, who has met whom how often, and who has had which seat, or no table."""

    points: Mapping[int, int]
    met: Mapping[frozenset[int], int] = field(default_factory=dict)
    counts: Counts = field(default_factory=dict)
    skipped: Mapping[int, int] = field(default_factory=dict)

    def seen(self, player: int) -> Sequence[int]:
        """How often the player has had each seat."""
        return self.counts.get(player, (0,) * MOST_SEATS)


@dataclass(frozen=True, kw_only=True)
class RoundPairing:
    """The tables of a round, each in the order of seats, and who sits at none."""

    tables: Tables
    skipped: tuple[int, ...] = ()


def sizes(players: int, least: int, most: int) -> tuple[int, ...]:
    """The sizes of the tables at which most of so many players sit, as even as can be, the larger ones first.

    Empty where there are fewer players than a table takes.
    """
    for sitting in range(players, 0, -1):
        counts = [tables for tables in range(1, sitting + 1) if least * tables <= sitting <= most * tables]
        if counts:
            tables = min(counts, key=lambda count: (abs(sitting - _BEST_SIZE * count), count))
            return tuple(sitting // tables + (place < sitting % tables) for place in range(tables))
    return ()


def paired(players: Sequence[int], before: RoundsBefore, *, least: int, most: int, chance: Chance) -> RoundPairing:
    """The round of these players, who stand in their order so far, best first.

    As few as can be sit at no table: those who have least often, the last of them first. Then, in this order: as few
    as can be meet again; seats stay even; and those meet who have about as many points.
    """
    wanted = sizes(len(players), least, most)
    out = _skipped(players, before, len(players) - sum(wanted))
    sitting = [one for one in players if one not in out]
    if not wanted:
        return RoundPairing(tables=(), skipped=tuple(players))
    search = _Search(sitting, wanted, before, chance)
    best = search.run(sitting, _TRIES)
    for _ in range(_RESTARTS):
        if best[0] < _AGAIN:
            break
        # From elsewhere: no swap that is tried makes more meet again, so a search does not leave every valley.
        best = min(best, search.run(chance.some_of(sitting, len(sitting)), _FEWER), key=lambda found: found[0])
    tables = [seat_order.arranged(table, search.counts) for table in best[1]]
    return RoundPairing(tables=tuple(tables), skipped=out)


def _skipped(players: Sequence[int], before: RoundsBefore, count: int) -> tuple[int, ...]:
    places = {one: place for place, one in enumerate(players)}
    last_first = sorted(players, key=lambda one: (before.skipped.get(one, 0), -places[one]))
    return tuple(sorted(last_first[:count]))


class _Search:
    """Swaps players between tables, at first also where that makes it a little worse, and keeps the best."""

    def __init__(self, players: Sequence[int], wanted: Sequence[int], before: RoundsBefore, chance: Chance) -> None:
        self.players, self.wanted, self.before, self.chance = players, wanted, before, chance
        self.counts = {one: before.seen(one) for one in players}
        self._costs: dict[frozenset[int], int] = {}

    def run(self, order: Sequence[int], swaps: int) -> tuple[int, list[list[int]]]:
        """What the tables cost that were found, and the tables.

        At first they are cut from this order of the players; so many swaps are tried for each.
        """
        tables = self._cut(order)
        costs = [self.cost(table) for table in tables]
        where = {one: number for number, table in enumerate(tables) for one in table}
        best, best_tables, tries = sum(costs), [list(table) for table in tables], swaps * len(self.players)
        total = best
        for left in range(tries, 0, -1):
            if not best:
                break
            one, other = self.chance.one_of(self.players), self.chance.one_of(self.players)
            here, there = where[one], where[other]
            if here == there:
                continue
            left_table, right_table = _swapped(tables[here], one, other), _swapped(tables[there], other, one)
            now = self.cost(left_table), self.cost(right_table)
            worse = sum(now) - costs[here] - costs[there]
            if worse > _SLACK * left // tries:
                continue
            tables[here], tables[there], (costs[here], costs[there]) = left_table, right_table, now
            where[one], where[other], total = there, here, total + worse
            if total < best:
                best, best_tables = total, [list(table) for table in tables]
        return best, best_tables

    def cost(self, table: Sequence[int]) -> int:
        """What it costs to seat these players together."""
        key = frozenset(table)
        known = self._costs.get(key)
        if known is None:
            order = seat_order.arranged(table, self.counts)
            known = self._costs[key] = (
                _AGAIN * self._again(table) + _SEAT * seat_order.unfairness(order, self.counts) + self._apart(table)
            )
        return known

    def _cut(self, order: Sequence[int]) -> list[list[int]]:
        left, tables = list(order), []
        for size in self.wanted:
            tables.append(left[:size])
            left = left[size:]
        return tables

    def _again(self, table: Iterable[int]) -> int:
        return sum(self.before.met.get(frozenset(pair), 0) for pair in combinations(table, 2))

    def _apart(self, table: Iterable[int]) -> int:
        """How far the players are apart: the squares of the differences of their points, for each pair."""
        points = [self.before.points.get(one, 0) for one in table]
        return sum((a - b) ** 2 for a, b in combinations(points, 2)) // 8


def _swapped(table: Sequence[int], out: int, into: int) -> list[int]:
    return [into if one == out else one for one in table]


def meetings(tables: Collection[Sequence[int]]) -> list[frozenset[int]]:
    """The pairs that meet at these tables."""
    return [frozenset(pair) for table in tables for pair in combinations(table, 2)]
