"""Where a replay begins, its chapters and its moves, over the recorded matches; node runs what the page runs."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.games.verify.files import values

HERE = Path(__file__).parent
SCRIPT = """
import { beginning, chapters, moveAt, versionOf } from "./web/parts/history/chapters.js";
import { readFileSync } from "node:fs";
const found = JSON.parse(readFileSync(0, "utf-8")).map(({ game, events }) => ({
  begins: beginning(events),
  chapters: chapters(game, events).map(({ event, depth }) => [event.version, depth]),
  moves: events.map((event) => moveAt(events, event.version)),
  ends: [0, 1, 2, 100000].map((move) => versionOf(events, move)),
  generic: chapters("toy", events).length,
}));
console.log(JSON.stringify(found));
"""

# What opens a chapter in those files, and how deep it stands.
OPENED = {
    "cave": {"turn_started": 0, "fight_decided": 1, "duel_decided": 1},
    "rock-paper-wizard": {"round_begun": 0},
    "spell-a-spell": {"run_started": 0, "turn_started": 1},
}

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's modules")


def told(paths: list[Path]) -> list[tuple[list[dict[str, Any]], dict[str, Any]]]:
    asked = []
    for path in paths:
        header, *entries, _ = values(path.read_bytes())
        asked.append({"game": header["game"], "events": [entry["envelope"] for entry in entries]})
    command = ["node", "--input-type=module", "--eval", SCRIPT]
    sent = json.dumps(asked)
    ran = subprocess.run(
        command, input=sent, capture_output=True, text=True, timeout=120, check=False, cwd=HERE.parents[1]
    )
    assert ran.returncode == 0, ran.stderr
    return [(one["events"], found) for one, found in zip(asked, json.loads(ran.stdout), strict=True)]


def test_a_replay_begins_when_all_is_laid_out_and_has_chapters_and_moves() -> None:
    for events, found in told(sorted((HERE.parent / "recorded").glob("*.ndjson"))):
        types = [event["type"] for event in events]
        if "match_started" not in types:
            assert (found["begins"], found["chapters"]) == (1, [])
            continue
        begins = found["begins"]
        assert begins > types.index("match_started") + 1
        assert events[begins - 1]["move"] is None
        assert begins == len(events) or events[begins]["move"] == 1 or events[begins]["at"] > events[begins - 1]["at"]
        assert found["chapters"]
        assert found["generic"]
        last = max((event["move"] or 0) for event in events)
        assert found["moves"][-1] == last
        moved = [event["version"] for event in events if event["move"] is not None]
        first = [event["version"] for event in events if event["move"] == 1]
        expected = [begins, (first or [begins])[-1], (moved or [begins])[-1]]
        assert [found["ends"][0], found["ends"][1], found["ends"][3]] == expected


def test_rounds_turns_and_fights_are_chapters() -> None:
    files = [
        HERE.parent / "recorded" / f"{game}-played.ndjson" for game in ("cave", "rock-paper-wizard", "spell-a-spell")
    ]
    for events, found in told(files):
        opened = {events[version - 1]["type"]: depth for version, depth in found["chapters"]}
        assert opened == OPENED[events[0]["data"]["game"]]
