from collections.abc import Iterator

import pytest

from tests.support.streaming import Running


@pytest.fixture
def live() -> Iterator[Running]:
    """A live process in a thread of this one, that is told nothing and looks for itself."""
    with Running.started() as found:
        yield found
