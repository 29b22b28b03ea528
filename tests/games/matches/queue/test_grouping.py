"""Who waits longest is seated first, at a table that all at it want, and never beside somebody kept away."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.matches.queue.grouping import Group, Waiting, groups

Pairs = frozenset[frozenset[str]]
NOBODY: Pairs = frozenset()


def waits(player: str, least: int = 3, most: int = 3, **terms: Any) -> Waiting:
    return Waiting(player=player, least=least, most=most, **terms)


def seated(waiting: Sequence[Waiting], apart: Pairs = NOBODY) -> list[tuple[str, int, str]]:
    return [("".join(one.player for one in found.members), found.seats, found.bot) for found in groups(waiting, apart)]


def kept_apart(*pairs: str) -> Pairs:
    return frozenset(frozenset(pair) for pair in pairs)


def test_who_waits_longest_is_seated_first() -> None:
    assert seated([waits(player) for player in "abcdefg"]) == [("abc", 3, ""), ("def", 3, "")]


def test_the_smallest_table_that_can_be_filled_is_taken() -> None:
    assert seated([waits(player, 3, 5) for player in "abcde"]) == [("abc", 3, "")]
    assert seated([waits("a", 3, 5), waits("b", 4, 4), waits("c", 4, 6), waits("d", 2, 4)]) == [("abcd", 4, "")]


def test_nobody_is_seated_at_a_table_of_a_size_they_do_not_want() -> None:
    assert seated([waits("a", 3, 3), waits("b", 4, 5), waits("c", 3, 5), waits("d", 5, 6)]) == []


def test_players_who_are_kept_apart_sit_at_no_table_together_and_cost_no_other_a_table() -> None:
    assert seated([waits(player) for player in "abcd"], kept_apart("ab")) == [("acd", 3, "")]
    # The second fits with the first, and with nobody else.
    assert seated([waits(player) for player in "abcd"], kept_apart("bc", "bd")) == [("acd", 3, "")]


def test_a_player_does_not_sit_at_a_table_twice() -> None:
    assert seated([waits("a"), waits("a"), waits("b")]) == []


def test_bots_take_free_seats_only_for_who_has_waited_for_people_as_long_as_wanted() -> None:
    assert seated([waits("a", bot="easy")]) == []
    assert seated([waits("a", has_waited=True)]) == []
    assert seated([waits("a", bot="easy", has_waited=True)]) == [("a", 3, "easy")]


def test_who_takes_bots_too_sits_down_with_who_has_waited_and_who_does_not_waits_on() -> None:
    late, other, people_only = (
        waits("a", 3, 5, bot="easy", has_waited=True),
        waits("b", 4, 4, bot="hard"),
        waits("c", 3, 5),
    )
    assert seated([late, people_only, other]) == [("ab", 4, "easy")]


def test_players_of_rated_matches_sit_with_each_other_alone() -> None:
    waiting = [
        waits("a", rated=True),
        waits("b"),
        waits("c", rated=True),
        waits("d"),
        waits("e", rated=True),
        waits("f"),
    ]
    assert seated(waiting) == [("ace", 3, ""), ("bdf", 3, "")]


def test_nobody_sits_with_a_rating_too_far_from_theirs_whoever_of_the_two_has_asked_for_that() -> None:
    far, near, asks = waits("a", rating=1900), waits("b", rating=1500), waits("c", rating=1500, within=300)
    assert seated([far, near, asks]) == []
    assert seated([far, near, asks, waits("d", rating=1800)]) == [("abd", 3, "")]
    assert seated([waits("a", rating=1800), near, asks]) == [("abc", 3, "")]


def test_who_leaves_too_many_matches_sits_with_none_who_asks_for_better() -> None:
    leaver, asks = waits("a", reliability=70), waits("b", least_reliability=71)
    assert seated([leaver, asks, waits("c")]) == []
    assert seated([leaver, asks, waits("c"), waits("d")]) == [("acd", 3, "")]
    assert seated([waits("a", reliability=71), asks, waits("c")]) == [("abc", 3, "")]


def test_bots_do_not_bring_together_who_is_kept_from_the_other_by_what_they_ask() -> None:
    first = waits("a", bot="easy", has_waited=True, rating=1500, within=100)
    assert seated([first, waits("b", bot="easy", rating=1700)]) == [("a", 3, "easy")]
    assert seated([first, waits("b", bot="easy", rating=1600)]) == [("ab", 3, "easy")]


players = st.sampled_from("abcdefgh")
wishes = st.builds(
    lambda player, least, more, has_waited, asked: waits(
        player, least, least + more, bot="easy" if has_waited else "", has_waited=has_waited, **asked
    ),
    players,
    st.integers(2, 4),
    st.integers(0, 2),
    st.booleans(),
    st.fixed_dictionaries(
        {},
        optional={
            "rated": st.just(True),
            "rating": st.integers(0, 3),
            "within": st.integers(0, 3),
            "reliability": st.integers(0, 3),
            "least_reliability": st.integers(1, 3),
        },
    ),
)
pairs = st.frozensets(st.frozensets(players, min_size=2, max_size=2), max_size=8)


def fits(some: Collection[Waiting], seats: int, apart: Pairs) -> bool:
    names = [one.player for one in some]
    return (
        len(set(names)) == len(names)
        and all(one.least <= seats <= one.most for one in some)
        and not any(frozenset(pair) in apart for pair in combinations(names, 2))
        and len({one.rated for one in some}) == 1
        and not any(
            one.within is not None and abs(one.rating - other.rating) > one.within for one in some for other in some
        )
        and not any(
            (asks.least_reliability or 0) > other.reliability for asks in some for other in some if asks is not other
        )
    )


@given(st.lists(wishes, max_size=9), pairs)
def test_groups_keep_every_wish_and_leave_none_that_could_have_been_filled(
    waiting: list[Waiting], apart: Pairs
) -> None:
    found = list(groups(waiting, apart))
    for group in found:
        assert fits(group.members, group.seats, apart)
        assert len(group.members) == group.seats or (group.bot and all(one.bot for one in group.members))
    taken = {id(one) for group in found for one in group.members}
    left = [one for one in waiting if id(one) not in taken]
    assert len(taken) == sum(len(group.members) for group in found)
    assert not any(fits(some, seats, apart) for seats in range(2, 7) for some in combinations(left, seats))
    assert not any(one.bot and one.has_waited for one in left)


@given(st.lists(wishes, min_size=1, max_size=7), pairs)
def test_nobody_who_could_have_been_seated_with_people_waits_while_a_later_one_sits(
    waiting: list[Waiting], apart: Pairs
) -> None:
    """By trying all: the first who is in any full table at all is in the first group."""
    people = [replace(one, bot="", has_waited=False) for one in waiting]
    found: list[Group] = list(groups(people, apart))
    able = [
        one
        for one in people
        if any(fits(some, seats, apart) for seats in range(2, 7) for some in combinations(people, seats) if one in some)
    ]
    assert bool(able) == bool(found)
    if found:
        first = next(one for one in people if any(one is other for other in able))
        assert first.player in {one.player for one in found[0].members}
