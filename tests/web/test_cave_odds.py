"""What Cave's picture tells before a choice: odds, where a throw may end, whom the map follows; node runs the page's code."""

import json
import shutil
import subprocess
from itertools import combinations, product
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


def test_of_several_ways_to_one_place_an_area_of_one_alone_is_tapped(reckoned: dict[str, Any]) -> None:
    end, by_one, by_another, by_two = reckoned["walks"]
    assert end == {"type": "walk", "to": "M2"}
    assert by_one == {"type": "walk", "to": "M2", "over": ["S3", "M3"]}
    assert by_another == {"type": "walk", "to": "M2", "over": ["U2", "K3", "M5"]}
    assert by_two is None


def test_the_map_follows_who_plays_for_whoever_is_out(reckoned: dict[str, Any]) -> None:
    assert reckoned["followed"] == ["D2", "K3", "S3"]


def test_whoever_is_out_of_a_running_match_is_told_so(reckoned: dict[str, Any]) -> None:
    assert reckoned["out"] == [True, False, False, False]


def test_whoever_is_out_is_told_what_they_died_of(reckoned: dict[str, Any]) -> None:
    assert reckoned["causes"] == ["fight_decided", "adventurer_died"]
    assert reckoned["alive"] == 0


def test_the_same_again_needs_nobody_else_to_come(reckoned: dict[str, Any]) -> None:
    same, with_a_person = reckoned["again"]
    assert same == {
        "game": "cave",
        "options": {"elimination": "none"},
        "seats": 3,
        "visibility": "unlisted",
        "bots": ["easy", "hard"],
    }
    assert with_a_person is None


def test_in_practice_nobody_has_to_leave_before_the_end_and_nothing_is_listed_unasked(reckoned: dict[str, Any]) -> None:
    assert reckoned["practice"] == [{"elimination": "none"}, {}]


def test_a_map_comes_no_farther_than_its_window_and_no_nearer_than_twice(reckoned: dict[str, Any]) -> None:
    assert reckoned["zooms"] == [0.5, 2, 1]


def test_a_fork_shows_which_way_each_face_decides(reckoned: dict[str, Any]) -> None:
    """CAVE-11.2a, CAVE-R22.1: in equal parts from left to right, for whoever comes in from behind."""
    for ways, faces in zip((1, 2, 3), reckoned["picked"], strict=True):
        decided = [[face for face in FACES if (face - 1) * ways // 6 == at] for at in range(ways)]
        assert faces == [[found[0], found[-1]] for found in decided]
    forward, back = reckoned["forks"]
    assert {"S6 U3 1-3", "S6 S7 4-6", "S7 D2 1-3", "S7 K2 4-6"} <= set(forward)
    # Of the way that is chosen alone.
    assert not {one for one in back if one.startswith(("S6", "S7"))}
    assert {"S4 E 1-2", "S4 S3 3-4", "S4 U2 5-6"} <= set(back)
    # Who picks the ways throws no die at forks.
    assert reckoned["steered"] == 0


def test_every_card_area_and_gate_says_something_of_itself(reckoned: dict[str, Any]) -> None:
    assert reckoned["unsaid"] == []


def test_what_is_turned_up_cast_or_found_is_shown_with_its_text(reckoned: dict[str, Any]) -> None:
    assert reckoned["turnedUp"] == [[True, True], [True, True]]
    assert reckoned["found"] is True
    # A die for which each face means something else is thrown beside what it means.
    assert reckoned["thrownFor"] is True


def test_a_move_without_a_place_has_a_tile_where_no_buttons_stand_open(reckoned: dict[str, Any]) -> None:
    assert any(rolls for _moves, _tiles, rolls in reckoned["tiles"])
    for moves, tiles, rolls in reckoned["tiles"]:
        assert all(label in tiles for label in rolls)
        assert moves > 3 or tiles == ""


def test_while_a_turn_is_played_the_map_follows_whose_turn_it_is_or_was(reckoned: dict[str, Any]) -> None:
    assert reckoned["plays"] == [1, 2, 0]


def test_where_a_finger_meets_a_place_is_large_enough_on_a_phone_and_no_other_places(reckoned: dict[str, Any]) -> None:
    """Pixels of a whole map on a phone of 390: 366 are left of the 800 units of its width."""
    pixel = 366 / 800
    crowded, alone = reckoned["reaches"]
    assert all(min(width, height) * pixel >= 44 for _, _, width, height in alone)
    assert all(min(width, height) * pixel >= 37 for _, _, width, height in crowded)
    for (x, y, wide, high), (u, v, *size) in combinations(crowded, 2):
        assert x + wide <= u or u + size[0] <= x or y + high <= v or v + size[1] <= y
