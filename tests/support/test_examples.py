import pytest
from hypothesis import settings

from tests.support.examples import examples


@pytest.mark.parametrize(("long", "tried"), [("", [1, 34, 100]), ("1", [2, 100, 300])])
def test_a_property_is_tried_on_all_its_examples_in_a_long_run_and_on_a_third_in_any_other(
    long: str, tried: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LONG", long)
    assert [examples(most) for most in (2, 100, 300)] == tried


def test_what_names_no_number_of_examples_is_tried_on_those_of_the_run() -> None:
    assert settings().max_examples == examples(100)
