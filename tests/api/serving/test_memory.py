import asyncio
from contextlib import suppress

import pytest

from api.serving import memory


def test_a_web_process_gives_memory_back_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[bool] = []

    def given() -> None:
        times.append(True)
        if len(times) == 3:
            raise InterruptedError

    monkeypatch.setattr(memory, "GIVE_BACK_SECONDS", 0.0)
    monkeypatch.setattr(memory, "give_back", given)
    with suppress(InterruptedError):
        asyncio.run(memory.give_back_on())
    assert len(times) == 3
