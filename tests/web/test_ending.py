"""How a match has run: points over rounds as the page counts them are the service's own, and what it remembers is true."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import orjson
import pytest

from games import registry
from tests.games import playthroughs
from tests.web.test_stage import RECORDED, recorded

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's modules")

HERE = Path(__file__).parent


def content(game: str, rules: str = "1") -> Any:
    """What the page gets of a game by these rules."""
    return orjson.loads(orjson.dumps({"game": game, "rules": rules, **registry.find(game, rules).content}))


def run(*wishes: dict[str, Any]) -> list[Any]:
    command = ["node", str(HERE / "ending.mjs")]
    ran = subprocess.run(command, input=json.dumps(wishes), capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    found: list[Any] = json.loads(ran.stdout)
    return found


def told(game: str, *events: tuple[str, int | None, dict[str, Any]], seats: int = 2) -> Any:
    shown = [
        {"version": version, "type": type, "seat": seat, "data": data}
        for version, (type, seat, data) in enumerate(events, start=1)
    ]
    (found,) = run({"game": game, "seats": seats, "content": content(game), "events": shown})
    return found


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_points_after_each_event_are_those_of_the_services_view(path: Path) -> None:
    match = recorded(path)
    header = playthroughs.header_of(path.read_text(encoding="utf-8"))
    seats, shown = int(header["seats"]), content(match["game"], header["rules"])
    # The first event has made the first view.
    views = match["views"][1:]
    (found,) = run({**match, "seats": seats, "content": shown, "views": views})
    assert found["wrong"] == []
    versions = [column["version"] for column in found["columns"]]
    assert versions == sorted(set(versions))
    assert found["moments"]
    assert len({version for _, version, _ in found["moments"]}) == len(found["moments"])


def gold(*amounts: int) -> tuple[str, None, dict[str, Any]]:
    return ("gold_scored", None, {"amounts": amounts})


ROUND: tuple[str, None, dict[str, Any]] = ("round_begun", None, {})


def test_a_column_stands_for_the_end_of_each_round() -> None:
    found = told("rock-paper-wizard", ROUND, gold(5, 3), ROUND, gold(0, 5), ("match_ended", None, {}))
    assert found["columns"] == [
        {"version": 0, "points": [3, 3]},
        {"version": 2, "points": [8, 6]},
        {"version": 5, "points": [8, 11]},
    ]


def test_the_largest_swing_the_last_change_of_the_lead_and_the_farthest_push_are_remembered() -> None:
    moved = [{"wizard": 0, "of": "pos", "before": 5, "after": 1}]
    taken = [
        {"wizard": 0, "of": "gold", "before": 8, "after": 2},
        {"wizard": 1, "of": "gold", "before": 3, "after": 9},
    ]
    found = told(
        "rock-paper-wizard",
        ROUND,
        gold(5, 0),
        ROUND,
        ("effect_applied", 1, {"changes": moved}),
        ("effect_applied", 1, {"changes": taken}),
        gold(5, 0),
        ROUND,
        gold(9, 0),
    )
    assert found["moments"] == [
        ["push", 4, "effect_applied"],
        ["swing", 5, "effect_applied"],
        ["lead", 8, "gold_scored"],
    ]


def test_of_words_the_first_of_the_longest_is_remembered() -> None:
    def word(seat: int, key: str) -> tuple[str, int, dict[str, Any]]:
        return ("word_cast", seat, {"key": key, "word": key})

    turn: tuple[str, int, dict[str, Any]] = ("turn_started", 0, {})
    found = told("spell-a-spell", turn, word(0, "אב"), turn, word(1, "שולחן"), turn, word(0, "תפוחי"))
    assert [version for kind, version, _ in found["moments"] if kind == "word"] == [4]
    assert found["columns"][-1]["points"] == [7, 5]


def test_of_fights_the_narrowest_is_remembered_and_a_new_character_is_no_swing() -> None:
    def fight(one: int, other: int) -> tuple[str, int, dict[str, Any]]:
        return ("fight_decided", 0, {"sum": one, "enemy_sum": other})

    found = told(
        "cave",
        ("turn_started", 0, {"round": 1}),
        ("character_dealt", 0, {"character": "C1"}),
        ("turn_started", 1, {"round": 1}),
        fight(9, 3),
        fight(6, 7),
        ("stat_changed", 0, {"stat": "power", "before": 2, "after": 3}),
    )
    assert [version for kind, version, _ in found["moments"] if kind == "fight"] == [5]
    assert [version for kind, version, _ in found["moments"] if kind == "swing"] == [6]
    # A round has many turns.
    assert len(found["columns"]) == 2
