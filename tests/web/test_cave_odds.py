"""What Cave's picture tells before a choice: odds, where a throw may end, whom the map follows; node runs the page's code."""

import json
import shutil
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import pytest

FACES = range(1, 7)

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's modules")


@pytest.fixture(scope="module")
def reckoned() -> dict[str, Any]:
    command = ["node", str(Path(__file__).parent / "cave.mjs")]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_the_odds_of_the_trials_are_those_of_their_dice(reckoned: dict[str, Any]) -> None:
    """CAVE-R20.5: two dice pass up to the total, and a die's price is paid by as much gold."""
    assert reckoned["two"] == [
        sum(one + other <= total for one, other in product(FACES, FACES)) for total in (1, 2, 3, 7, 11, 12, 15)
    ]
    assert reckoned["one"] == [sum(face <= gold for face in FACES) for gold in (0, 2, 6, 9)]
    assert (reckoned["odds"]["ways"], reckoned["odds"]["of"]) == ([6, 1, 2], [36, 36, 6])
    assert reckoned["odds"]["all"] == pytest.approx(6 / 36 * 1 / 36 * 2 / 6)
    assert reckoned["percent"] == ["0%", "0.2%", "50%", "100%"]


def test_the_trials_with_the_last_endurance_are_asked_once_more(reckoned: dict[str, Any]) -> None:
    assert reckoned["grave"] == [True, False]
    assert reckoned["declines"] is False


def test_a_tap_on_an_end_of_a_throw_takes_the_way_there(reckoned: dict[str, Any]) -> None:
    assert len(reckoned["taps"]) > 3
    assert all(part["type"] == "branch" for part in reckoned["taps"].values())
    assert {part["to"] for part in reckoned["taps"].values()} == {"S3", "U2", "S5"}
    assert reckoned["nowhere"] is None
    # The way that is chosen already is kept where it leads there too.
    assert sum(part["to"] == "S5" for part in reckoned["kept"]) >= sum(
        part["to"] == "S5" for part in reckoned["taps"].values()
    )


def test_the_map_follows_who_plays_for_whoever_is_out(reckoned: dict[str, Any]) -> None:
    assert reckoned["followed"] == ["D2", "K3", "S3"]


def test_whoever_is_out_of_a_running_match_is_told_so(reckoned: dict[str, Any]) -> None:
    assert reckoned["out"] == [True, False, False, False]
