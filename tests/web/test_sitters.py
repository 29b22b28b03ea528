"""Names in the sentences of events; node runs what the page runs."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

SCRIPT = """
import { inTheirTime } from "./web/parts/seats/sitters.js";
import { readFileSync } from "node:fs";
const events = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(events.map(inTheirTime(events, "Seat"))));
"""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's modules")


def event(version: int, type: str, seat: int) -> dict[str, Any]:
    return {"version": version, "type": type, "seat": seat, "text": [{"text": f"Seat {seat}", "seat": seat}]}


def test_what_happened_on_a_seat_before_its_player_sat_down_does_not_bear_their_name() -> None:
    events = [
        event(2, "seat_taken", 0),
        event(3, "seat_taken", 1),
        event(9, "timed_out", 1),
        event(9, "timed_out", 0),
        event(10, "seat_taken", 1),
        event(12, "timed_out", 1),
    ]
    command = ["node", "--input-type=module", "--eval", SCRIPT]
    root = Path(__file__).parents[2]
    ran = subprocess.run(command, input=json.dumps(events), capture_output=True, text=True, timeout=120, cwd=root)
    assert ran.returncode == 0, ran.stderr
    named = [[piece.get("seat") for piece in pieces] for pieces in json.loads(ran.stdout)]

    assert named == [[0], [None], [None], [0], [1], [1]]
    assert json.loads(ran.stdout)[2] == [{"text": "Seat 2"}]
