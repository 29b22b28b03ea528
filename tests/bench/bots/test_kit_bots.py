"""The example bots of the Python kit, measured in memory."""

import re

import pytest

from bench.bots import kit_bots
from games.registry import GAMES


@pytest.mark.parametrize("game", sorted(GAMES))
def test_an_example_plays_a_whole_match_in_memory(game: str) -> None:
    assert 0 <= kit_bots.won(game, "random", 0) <= 1


def test_the_share_is_told_with_its_interval_and_the_fair_one(capsys: pytest.CaptureFixture[str]) -> None:
    kit_bots.main(["rock-paper-wizard", "--matches", "2", "--against", "random", "--processes", "1"])
    told = r"rock-paper-wizard: \d\.\d of 2 against random, \d+% \[\d+% to \d+%\], fair 33%\n"
    assert re.fullmatch(told, capsys.readouterr().out)
