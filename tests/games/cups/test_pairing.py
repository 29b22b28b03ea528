import random
from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from events.randomness import new_seed
from games.core.chance import Chance
from games.cups import cup_events, cup_points, designs, pairing
from games.cups.pairing import RoundsBefore
from tests.games.cups.simulated import created, play


@pytest.mark.parametrize("players", [9, 16, 25])
def test_in_an_exact_design_every_pair_meets_once_and_seats_are_even(players: int) -> None:
    rounds = designs.rounds(players)
    met = Counter(pair for tables in rounds for pair in pairing.meetings(tables))
    assert met == dict.fromkeys(map(frozenset, combinations(range(players), 2)), 1)
    for tables in rounds:
        assert sorted(one for table in tables for one in table) == list(range(players))
    assert _worst_seats(rounds, players, designs.SIZES[players]) <= 1


def test_a_swiss_of_37_meets_nobody_twice_in_six_rounds_and_seats_are_even() -> None:
    played = play(created(cup_events.SWISS, 37, rounds=6), random.Random(new_seed(16))).now
    rounds = [[table.entrants for table in one.tables] for one in played.rounds]
    assert len(rounds) == 6
    met = Counter(pair for tables in rounds for pair in pairing.meetings(tables))
    assert max(met.values()) == 1
    assert _worst_seats(rounds, 37, 4) <= 1
    assert {len(table) for tables in rounds for table in tables} <= {3, 4, 5}
    assert not any(one.skipped for one in played.rounds)


@pytest.mark.parametrize(
    ("players", "least", "most"), [(6, 3, 3), (8, 4, 4), (9, 3, 3), (7, 3, 4), (10, 3, 4), (10, 5, 5), (11, 3, 5)]
)
def test_in_small_fields_as_few_meet_again_as_any_pairing_allows(players: int, least: int, most: int) -> None:
    """All ways to make the tables are the oracle, round by round."""
    cup = play(created(cup_events.SWISS, players, least=least, most=most, rounds=5), random.Random(new_seed(16))).now
    met: Counter[frozenset[int]] = Counter()
    for one in cup.rounds:
        tables = [table.entrants for table in one.tables]
        fewest = _fewest(tuple(range(players)), tuple(sorted(map(len, tables))), met)
        assert sum(met[pair] for pair in pairing.meetings(tables)) == fewest
        met.update(pairing.meetings(tables))


def test_who_meets_has_about_as_many_points() -> None:
    """In a field large enough that nobody has to meet again, tables are closer than tables by chance are."""
    cup = play(created(cup_events.SWISS, 40, least=4, most=4, rounds=5), random.Random(new_seed(16))).now
    points: Counter[int] = Counter()
    apart, by_chance = [], []
    for number, one in enumerate(cup.rounds):
        if number >= 2:
            apart += [
                abs(points[a] - points[b]) for a, b in map(sorted, pairing.meetings([t.entrants for t in one.tables]))
            ]
            by_chance += [abs(points[a] - points[b]) for a, b in combinations(range(40), 2)]
        for table in one.tables:
            assert table.result is not None
            points.update(cup_points.points(table.result.ranking, len(table.entrants)))
    assert sum(apart) / len(apart) < 0.7 * sum(by_chance) / len(by_chance)


def test_tables_are_as_even_as_can_be_and_as_few_as_can_be_sit_at_none() -> None:
    assert pairing.sizes(37, 3, 5) == (5, 4, 4, 4, 4, 4, 4, 4, 4)
    assert pairing.sizes(6, 3, 5) == (3, 3)
    assert pairing.sizes(5, 3, 4) == (4,)
    assert pairing.sizes(2, 3, 5) == ()
    for players in range(3, 65):
        assert sum(pairing.sizes(players, 3, 5)) == players


def test_who_sits_at_no_table_is_not_the_same_twice_and_gets_the_most_points() -> None:
    cup = play(created(cup_events.SWISS, 9, least=4, most=4, rounds=5), random.Random(new_seed(16))).now
    skipped = Counter(one for played in cup.rounds for one in played.skipped)
    assert sum(skipped.values()) == 5
    assert max(skipped.values()) == 1
    assert max(cup_points.points(((0,), (1,), (2,), (3,)), 4).values()) == cup_points.MOST_POINTS


def test_a_pairing_is_the_same_each_time_for_the_same_chance() -> None:
    def once() -> pairing.RoundPairing:
        points = {one: 24 * (one % 4) for one in range(14)}
        met = {frozenset((0, 1)): 1}
        return pairing.paired(
            range(14), RoundsBefore(points=points, met=met), least=3, most=5, chance=Chance(bytes(32))
        )

    assert once() == once()


def _worst_seats(rounds: object, players: int, seats: int) -> int:
    counts = {one: [0] * 5 for one in range(players)}
    for tables in rounds:  # type: ignore[attr-defined]
        for table in tables:
            for seat, one in enumerate(table):
                counts[one][seat] += 1
    return max(max(seen[:seats]) - min(seen[:seats]) for seen in counts.values())


def _fewest(players: tuple[int, ...], sizes: tuple[int, ...], met: Counter[frozenset[int]]) -> int:
    """How few meet again at tables of these sizes: the best of all ways to make them."""

    @cache
    def best(left: tuple[int, ...], wanted: tuple[int, ...]) -> int:
        if not wanted:
            return 0
        first, found = left[0], []
        for size in set(wanted):
            rest = list(wanted)
            rest.remove(size)
            for others in combinations(left[1:], size - 1):
                table = (first, *others)
                again = sum(met[frozenset(pair)] for pair in combinations(table, 2))
                found.append(again + best(tuple(one for one in left if one not in table), tuple(rest)))
        return min(found)

    return best(players, sizes)
