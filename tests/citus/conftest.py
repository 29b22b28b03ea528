"""What is asked of Citus is skipped on a plain server."""

import pytest

from events import sharding


@pytest.fixture(autouse=True)
def _on_citus() -> None:
    if not sharding.is_distributed():
        pytest.skip("make citus")
