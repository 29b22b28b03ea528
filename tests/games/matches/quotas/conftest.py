from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings

from config.environment import limits
from games.matches.quotas import tally

MANY = 10**9


@pytest.fixture
def limited(settings: Settings) -> Any:
    """Sets quotas of players; where `of` says so, of addresses."""

    def limit(of: str = "player", **most: int) -> None:
        free = {quota: {"player": MANY, "address": MANY} for quota in limits.SET_GOING}
        settings.QUOTAS = {quota: {**free[quota], of: most.get(quota, MANY)} for quota in free}

    return limit


@pytest.fixture(autouse=True)
def _nothing_counted() -> Iterator[None]:
    tally.tally.flush()
    yield
    tally.tally.flush()
