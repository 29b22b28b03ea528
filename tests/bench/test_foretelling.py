"""Forecasts of winners: fitted on some matches, judged on later ones."""

import random

import pytest

from bench import foretelling
from bench.foretelling import Foretold
from bench.rated_matches import report
from games.matches.ratings.strengths import NORMAL, SOFTMAX, Strength, chances


def played(link: str, *, matches: int = 2_000, spread: float = 8.0) -> list[Foretold]:
    """Matches at tables of two to four whose winners are drawn by the chances of a link."""
    pick, found = random.Random(7), []
    for _ in range(matches):
        known = [Strength(pick.gauss(25, 14), 1.0) for _ in range(pick.choice((2, 3, 4)))]
        (winner,) = pick.choices(range(len(known)), chances(known, spread=spread, link=link))
        found.append(Foretold(known, frozenset([winner])))
    return found


@pytest.mark.parametrize("link", [SOFTMAX, NORMAL])
def test_the_link_and_the_spread_by_which_winners_were_drawn_are_found_again(link: str) -> None:
    forecast = foretelling.fitted(played(link), lambda case: case.known)
    assert forecast.link == link
    assert [*forecast.spreads] == [2, 3, 4]
    assert all(abs(spread - 8.0) < 2 for spread in forecast.spreads.values())


def test_bins_of_a_true_forecast_hold_and_those_of_a_bold_one_do_not() -> None:
    cases = played(SOFTMAX)
    true = foretelling.Forecast(link=SOFTMAX, spreads={}, rest=8.0)
    bold = foretelling.Forecast(link=SOFTMAX, spreads={}, rest=4.0)
    found = [foretelling.score(foretelling.told(cases, lambda case: case.known, one)) for one in (true, bold)]
    assert found[0].outside <= 1
    assert found[1].outside >= 6
    assert found[0].loss < found[1].loss
    assert sum(one.won for one in found[0].bins) == pytest.approx(len(cases))


def test_winners_of_one_table_in_one_bin_vary_as_one_not_as_if_each_had_played_alone() -> None:
    pick, table, matches = random.Random(7), [0.25, 0.25, 0.5], 200
    offs = []
    for _ in range(200):
        winners = pick.choices(range(3), table, k=matches)
        found = foretelling.score([(table, frozenset([one])) for one in winners])
        offs += [one.off for one in found.bins if one.players]
    assert len(offs) == 2 * 200
    assert sum(off * off for off in offs) / len(offs) == pytest.approx(1, abs=0.2)
    certain = foretelling.score([([0.25] * 4, frozenset({0}))] * 100)
    assert [(one.won, one.due, one.variance) for one in certain.bins if one.players] == [(100, 100, 0)]


def test_several_winners_share_one_match() -> None:
    both = foretelling.score([([0.5, 0.25, 0.25], frozenset({0, 1}))])
    assert both.loss == pytest.approx((0.6931 + 1.3863) / 2, abs=1e-4)
    assert sum(one.won for one in both.bins) == 1


def test_a_size_with_few_matches_has_the_spread_of_all() -> None:
    cases = played(SOFTMAX, matches=300)
    alone = [Foretold([Strength(25.0, 1.0)] * 5, frozenset({0}))]
    forecast = foretelling.fitted([*cases, *alone], lambda case: case.known)
    assert 5 not in forecast.spreads
    assert forecast.of([Strength(25.0, 1.0)] * 5) == pytest.approx([0.2] * 5)
    assert forecast.rest > 0


def test_a_report_tells_too_few_matches_and_what_enough_are_worth() -> None:
    (line,) = report("cave", played(SOFTMAX, matches=100)).lines
    assert line == "cave: 100 rated matches; 160 are needed to say anything"
    enough = report("cave", played(SOFTMAX, matches=400))
    assert not enough.is_worse
    first, second, *_ = enough.lines
    assert first.startswith("cave: 400 rated matches, fitted on 100, judged on 100 later ones")
    assert "who knows nothing" in second
