from collections.abc import Iterator

import pytest

from tests.games.matches.notices.scene import _nothing_due
from tests.support.receiver import Receiver, receiving

__all__ = ["_nothing_due", "receiver"]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found
