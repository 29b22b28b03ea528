"""The test of chance, against tables of the distribution and against chance itself."""

import math
from collections import Counter

import pytest

from games.core.chance import Chance
from games.luck.fit import fit, tail, together


# NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4: critical values of chi-squared.
@pytest.mark.parametrize(
    ("statistic", "degrees", "p"),
    [
        (2.706, 1, 0.10), (3.841, 1, 0.05), (10.828, 1, 0.001),
        (9.236, 5, 0.10), (11.070, 5, 0.05), (20.515, 5, 0.001),
        (118.498, 100, 0.10), (124.342, 100, 0.05), (149.449, 100, 0.001),
    ],
)  # fmt: skip
def test_the_tail_is_that_of_the_tables(statistic: float, degrees: int, p: float) -> None:
    assert tail(statistic, degrees) == pytest.approx(p, rel=2e-3)


def test_with_two_degrees_the_tail_is_an_exponential() -> None:
    for statistic in (0.0, 0.1, 1.0, 3.0, 4.0, 50.0):
        assert tail(statistic, 2) == pytest.approx(math.exp(-statistic / 2), rel=1e-12)


def test_the_statistic_is_pearson_s() -> None:
    found = fit([5, 8, 9, 8, 10, 20])
    assert found is not None
    assert found.chi_squared == pytest.approx(13.4)
    assert found.degrees == 5
    assert found.p_value == pytest.approx(0.0199, abs=1e-3)


def test_too_few_draws_say_nothing_and_values_are_joined_until_there_are_enough() -> None:
    assert fit([9, 0]) is None
    found = fit([1] * 20)
    assert found is not None
    assert (found.chi_squared, found.degrees) == (0.0, 3)


def test_a_die_of_chance_fits_and_a_loaded_one_does_not() -> None:
    chance = Chance(bytes(32))
    fair = Counter(chance.below(6) for _ in range(6000))
    good = fit([fair[value] for value in range(6)])
    assert good is not None
    assert good.p_value > 0.001
    loaded = fit([fair[value] + (300 if value == 5 else 0) for value in range(6)])
    assert loaded is not None
    assert loaded.p_value < 1e-6


def test_of_tests_of_chance_one_in_ten_is_below_a_tenth_and_together_they_fit() -> None:
    chance = Chance(bytes([1]) * 32)
    fits = []
    for _ in range(400):
        counts = [0] * 8
        for _ in range(200):
            counts[chance.below(8)] += 1
        found = fit(counts)
        assert found is not None
        fits.append(found)
    # Four deviations of a binomial share of 400.
    assert abs(sum(one.p_value < 0.1 for one in fits) / 400 - 0.1) < 4 * math.sqrt(0.09 / 400)
    whole = together(fits)
    assert whole is not None
    assert whole.degrees == 400 * 7
    assert 0.001 < whole.p_value < 0.999
    assert together([]) is None
