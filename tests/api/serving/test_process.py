import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from api.serving import process
from config import pulse
from tests.support.asserting import assert_nothing_raised


@pytest.fixture(params=["/", "@"], ids=["by path", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """What systemd listens on."""
    path = f"{tmp_path}/notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(path if request.param == "/" else f"\0{path}")
        listener.setblocking(False)
        monkeypatch.setenv(process.VARIABLE, path if request.param == "/" else f"@{path}")
        yield listener


def heard(listener: socket.socket) -> int:
    """How often it was told since the last look."""
    for times in range(1_000):
        try:
            assert listener.recv(100) == process.ALIVE
        except BlockingIOError:
            return times
    raise AssertionError("it is told without an end")


def test_each_sign_of_a_loop_is_told_to_systemd(systemd: socket.socket, settings: Settings) -> None:
    settings.PULSE_FILE = ""
    pulse.give()
    assert heard(systemd) == 1


def test_systemd_is_told_as_long_as_there_is_no_trouble(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "EVERY_SECONDS", 0.0)
    troubles = ["", "", "a request has had no answer for 121 s", ""]

    async def told() -> None:
        # It ends by itself nowhere else.
        with pytest.raises(IndexError):
            await process.tell_systemd_on(lambda: troubles.pop(0))

    asyncio.run(told())
    assert heard(systemd) == 3


def test_nobody_is_told_where_nobody_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with assert_nothing_raised():
        monkeypatch.delenv(process.VARIABLE, raising=False)
        process.tell_systemd()
        monkeypatch.setenv(process.VARIABLE, f"{tmp_path}/gone")
        process.tell_systemd()
