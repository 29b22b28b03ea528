"""What a definition says of its options, and rule refusals."""

import pytest

from games.core.errors import RuleBroken
from tests.games.core.toy import TOY


def test_options_fills_in_what_was_not_given() -> None:
    assert TOY.options({}) == {"rounds": 3}


def test_options_keeps_what_was_given() -> None:
    assert TOY.options({"rounds": 5}) == {"rounds": 5}


def test_a_refusal_carries_code_clause_and_params_and_names_the_first_two() -> None:
    with pytest.raises(RuleBroken, match=r"^too_few_points \(rule T-1\.4\)$") as refusal:
        raise RuleBroken("too_few_points", clause="T-1.4", points=6)

    assert (refusal.value.code, refusal.value.clause, refusal.value.params) == (
        "too_few_points",
        "T-1.4",
        {"points": 6},
    )
