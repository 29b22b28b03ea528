"""Chance as the format states it, and fair."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.chance import OPEN_DRAWS, WORD, Chance, commitment, derive_key, draw_secret, key_of
from games.core.events import Draws
from games.core.testing import StackedChance
from games.core.testing.stacked import SwappedChance, no_draws

ALL: dict[str, Any] = json.loads((Path(__file__).parents[2] / "vectors/format.json").read_text(encoding="utf-8"))
VECTORS: dict[str, Any] = ALL["chance"]
OPEN: dict[str, Any] = ALL["open_draws"]
KEY = bytes(range(32))
keys = st.binary(min_size=1, max_size=64)


class WordsInOrder(Chance):
    """Chance whose 64-bit words a test has chosen."""

    def __init__(self, *words: int) -> None:
        super().__init__(KEY)
        self.words = words

    def _word(self, k: int, j: int) -> int:
        return self.words[j]


def test_vector_commitment() -> None:
    assert commitment(bytes.fromhex(VECTORS["seed_hex"])) == VECTORS["commitment_hex"]


def test_vector_key() -> None:
    key = derive_key(bytes.fromhex(VECTORS["seed_hex"]), VECTORS["match"], VECTORS["entropies"])

    assert key.hex() == VECTORS["key_hex"]


@pytest.mark.parametrize("vector", VECTORS["below"], ids=lambda vector: f"draw{vector['draw']}")
def test_vector_below(vector: dict[str, int]) -> None:
    chance = Chance(bytes.fromhex(VECTORS["key_hex"]), vector["draw"])

    assert chance.below(vector["n"]) == vector["value"]


@pytest.mark.parametrize("opened", OPEN["opened"], ids=lambda opened: f"draw{opened['draw']}")
def test_vector_draw_secret(opened: dict[str, Any]) -> None:
    secret = draw_secret(bytes.fromhex(OPEN["seed_hex"]), OPEN["match"], opened["draw"])

    assert secret.hex() == opened["secret_hex"]


@pytest.mark.parametrize(("below", "beacon"), [("below", None), ("below_with_beacon", OPEN["beacon_hex"])])
def test_vector_open_draws(below: str, beacon: str | None) -> None:
    seed = bytes.fromhex(OPEN["seed_hex"])
    key = key_of(seed, OPEN["match"], OPEN["entropies"], beacon, open_draws=True)
    for one in OPEN[below]:
        assert Chance(key, one["draw"]).below(one["n"]) == one["value"]
        if one["draw"] < OPEN_DRAWS:
            secret = draw_secret(seed, OPEN["match"], one["draw"])
            alone = derive_key(secret, OPEN["match"], OPEN["entropies"], beacon)
            assert Chance(alone, one["draw"]).below(one["n"]) == one["value"]


def test_beyond_the_tree_an_open_draw_is_drawn_as_any_other() -> None:
    seed, entropies = bytes(range(32)), ["alice", None]
    keys = [key_of(seed, "m", entropies, open_draws=opened) for opened in (True, False)]
    beyond, within = ([Chance(key, first).below(WORD - 1) for key in keys] for first in (OPEN_DRAWS, OPEN_DRAWS - 1))
    assert beyond[0] == beyond[1]
    assert within[0] != within[1]


@given(seed=keys, match=st.text(max_size=40), entropies=st.lists(st.none() | st.text(max_size=64), max_size=6))
def test_key_depends_on_every_entropy_and_its_seat(seed: bytes, match: str, entropies: list[str | None]) -> None:
    assert derive_key(seed, match, entropies) != derive_key(seed, match, [*entropies, None])
    assert derive_key(seed, match, entropies) != derive_key(seed, match + "x", entropies)


def test_below_splits_all_words_it_keeps_evenly() -> None:
    counts = Counter(WordsInOrder(word).below(7) for word in range(7 * 100))

    assert set(counts.values()) == {100}


def test_below_throws_away_the_words_that_would_favour_small_values() -> None:
    first_unfair = 7 * (WORD // 7)

    assert WordsInOrder(first_unfair - 1).below(7) == 6
    assert WordsInOrder(first_unfair, WORD - 1, 3).below(7) == 3


@pytest.mark.parametrize("n", [2, 3, 6, 23])
def test_below_gives_every_value_about_as_often(n: int) -> None:
    chance = Chance(KEY)
    counts = Counter(chance.below(n) for _ in range(n * 400))

    assert set(counts) == set(range(n))
    # Five standard deviations of a binomial count around 400; the draws are fixed, so this cannot flicker.
    assert all(abs(count - 400) < 100 for count in counts.values())


@pytest.mark.parametrize("n", [0, -1, WORD])
def test_below_takes_no_empty_range_and_none_of_64_bits(n: int) -> None:
    with pytest.raises(ValueError, match=r"1 <= n < 2\*\*64"):
        Chance(KEY).below(n)


def test_a_refused_draw_uses_no_number() -> None:
    chance = Chance(KEY)
    with pytest.raises(ValueError, match="below"):
        chance.below(0)

    assert chance.next_draw == 0


@given(key=keys, sizes=st.lists(st.integers(1, WORD - 1), min_size=1, max_size=8))
def test_draw_k_is_the_same_whatever_was_drawn_before(key: bytes, sizes: list[int]) -> None:
    chance = Chance(key)
    drawn = [chance.below(n) for n in sizes]

    assert chance.next_draw == len(sizes)
    assert [Chance(key, k).below(n) for k, n in enumerate(sizes)] == drawn


def test_a_die_shows_one_to_six() -> None:
    chance = Chance(KEY)

    assert {chance.die() for _ in range(200)} == {1, 2, 3, 4, 5, 6}


@given(key=keys, items=st.lists(st.integers(), unique=True, min_size=1, max_size=12), data=st.data())
def test_some_of_draws_distinct_ones_and_uses_one_number_each(
    key: bytes, items: list[int], data: st.DataObject
) -> None:
    count = data.draw(st.integers(0, len(items)))
    before, chance = list(items), Chance(key)
    drawn = chance.some_of(items, count)

    assert len(set(drawn)) == count
    assert set(drawn) <= set(items)
    assert chance.next_draw == count
    assert items == before


def test_some_of_reaches_every_order() -> None:
    chance = Chance(KEY)
    orders = Counter(tuple(chance.some_of("abc", 3)) for _ in range(600))

    assert len(orders) == 6
    assert min(orders.values()) > 60


def test_some_of_cannot_draw_more_than_there_are() -> None:
    with pytest.raises(ValueError, match="below"):
        Chance(KEY).some_of("ab", 3)


def test_since_names_the_draws_made_or_none() -> None:
    chance = Chance(KEY, 5)
    assert chance.since(5) is None

    chance.die()
    chance.die()
    assert chance.since(5) == Draws(first=5, count=2)


def test_stacked_picks_come_first_and_count_as_draws() -> None:
    chance = StackedChance("c", "a", key=KEY)

    assert [chance.one_of("abc"), chance.one_of("abc")] == ["c", "a"]
    assert chance.one_of(range(1000)) == Chance(KEY, 2).one_of(range(1000))
    assert chance.next_draw == 3


def test_a_stacked_pick_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="not in list"):
        StackedChance("z").one_of("abc")


def test_swapped_draws_come_from_the_other_key_and_the_rest_do_not() -> None:
    swapped = SwappedChance(KEY, 0, swapped=Draws(first=1, count=2), other=b"other")
    mine, other = Chance(KEY), Chance(b"other")
    drawn = [(swapped.below(WORD - 1), mine.below(WORD - 1), other.below(WORD - 1)) for _ in range(4)]

    assert [one == own for one, own, _ in drawn] == [True, False, False, True]
    assert [one == strange for one, _, strange in drawn] == [False, True, True, False]


def test_no_draws_refuses_every_draw_until_it_is_left() -> None:
    with no_draws(), pytest.raises(AssertionError, match="drew from chance"):
        Chance(KEY).die()

    assert Chance(KEY).die() in range(1, 7)
