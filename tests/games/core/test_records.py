"""Records made anew with something changed: as the library does it, with fewer calls."""

import dataclasses
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pytest

from games.core.records import replace
from games.rock_paper_wizard.state import Board, Wizard

BOARD = Board(max_rounds=12, wizards=(Wizard(3, 1), Wizard(2, 0)), deck=("one", "two"))


@dataclass(frozen=True, kw_only=True)
class Sum:
    terms: tuple[int, ...]
    name: str = "sum"
    marks: dict[str, int] = field(default_factory=dict)

    @cached_property
    def total(self) -> int:
        return sum(self.terms)


@dataclass(frozen=True)
class Checked:
    number: int

    def __post_init__(self) -> None:
        assert self.number


@pytest.mark.parametrize("changes", [{}, {"round": 2}, {"round": 2, "deck": (), "turned_up": "one"}])
def test_a_record_with_slots_is_as_the_library_makes_it(changes: dict[str, Any]) -> None:
    assert replace(BOARD, **changes) == dataclasses.replace(BOARD, **changes)
    assert replace(BOARD, **changes) is not BOARD


def test_a_record_without_slots_leaves_what_it_has_found_out() -> None:
    one = Sum(terms=(1, 2))
    assert one.total == 3
    other = replace(one, terms=(3, 4))
    assert other == Sum(terms=(3, 4))
    assert other.marks is one.marks
    assert other.total == 7
    with pytest.raises(dataclasses.FrozenInstanceError):
        other.name = "another"  # type: ignore[misc]


def test_a_field_that_there_is_not_is_refused() -> None:
    for record in (BOARD, Sum(terms=())):
        with pytest.raises(TypeError, match=r"^(Board|Sum) has no such field$"):
            replace(record, colour="red")  # type: ignore[call-arg]


def test_a_class_that_does_something_when_it_is_made_is_left_to_the_library() -> None:
    with pytest.raises(TypeError, match=r"^Checked does something"):
        replace(Checked(1), number=0)


@pytest.mark.parametrize("record", [BOARD, Sum(terms=())])
def test_it_takes_fewer_calls_than_the_library(record: Any) -> None:
    replace(record)
    assert _calls(lambda: replace(record)) < _calls(lambda: dataclasses.replace(record))


def _calls(act: Callable[[], Any]) -> int:
    counted = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(before)
    return counted
