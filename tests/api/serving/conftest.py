from collections.abc import Iterator

import pytest

from api.serving.edge.application import Web
from tests.support.asking import THREADS, running


@pytest.fixture
def web() -> Iterator[Web]:
    with running(THREADS) as web:
        yield web
