import pytest

from tests.support.cast import Person, person
from tests.support.table_fixtures import (
    _every_match_that_was_played_holds,
    all_listed,
    cast,
    empty_queue,
    later,
    no_ratings,
)

__all__ = ["_every_match_that_was_played_holds", "all_listed", "cast", "empty_queue", "later", "no_ratings"]


@pytest.fixture
def alice() -> Person:
    return person("Alice")


@pytest.fixture
def pair() -> tuple[Person, Person]:
    return person("Alice"), person("Bob")
