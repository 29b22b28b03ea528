"""A live process gives memory back as long as it lives."""

import pytest
from django.db import OperationalError

from config.live import server
from tests.config.live.streaming import Running


def test_memory_is_given_back_also_while_there_is_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[bool] = []

    def away() -> None:
        raise OperationalError

    monkeypatch.setattr(server, "GIVE_BACK_SECONDS", 0.01)
    monkeypatch.setattr(server, "give_back", lambda: times.append(True))
    monkeypatch.setattr(server, "kept_connection", away)
    with Running.started() as live:
        live.until(lambda: len(times) >= 3)
