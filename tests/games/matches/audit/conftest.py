import pytest

from tests.support.cast import Person, match_of, person, play_some


@pytest.fixture(scope="module")
def cast() -> tuple[Person, ...]:
    return person("Alice"), person("Bob"), person("Carol")


@pytest.fixture(scope="module")
def finished(cast: tuple[Person, ...]) -> str:
    match_id = match_of(*cast, options={"max_rounds": 1})
    play_some(match_id, cast)
    return match_id


@pytest.fixture(scope="module")
def running(cast: tuple[Person, ...]) -> str:
    match_id = match_of(*cast)
    play_some(match_id, cast, moves=4)
    return match_id
