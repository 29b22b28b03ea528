"""The course of a replay: whose knowledge it asks for, and where a visit goes on; node runs what the page runs."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

LAST = 1200
BEGINNING = 2

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's modules")


def asked(**wishes: Any) -> dict[str, Any]:
    return {"you": 0, "isOver": True, "seen": 0, "eyes": None, "at": 0, "since": 0, "then": [], **wishes}


def run(*wishes: dict[str, Any]) -> list[dict[str, Any]]:
    command = ["node", str(Path(__file__).parent / "course.mjs")]
    ran = subprocess.run(command, input=json.dumps(wishes), capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    found: list[dict[str, Any]] = json.loads(ran.stdout)
    assert all(one["failed"] == [] for one in found)
    return found


def test_what_is_said_of_an_event_is_what_one_knew_then_unless_everything_is_wanted() -> None:
    mine, stranger, other, spectator, everything, running = run(
        asked(at=7),
        asked(at=7, you=None),
        asked(at=7, eyes=1),
        asked(at=7, eyes="spectator"),
        asked(at=7, eyes="all"),
        asked(at=7, isOver=False),
    )
    assert (mine["text"], mine["events"]) == ("7 as 0", ["0"])
    assert stranger["text"] == spectator["text"] == "7 as spectator"
    assert other["text"] == "7 as 1"
    assert (everything["text"], everything["views"]) == ("7 as all", 2)
    # In a running match there is only what one may know.
    assert (running["text"], running["events"]) == ("7 as all", [""])


def test_other_eyes_see_the_same_position_and_its_event_as_they_saw_it() -> None:
    (found,) = run(asked(at=700, then=["all", 1]))
    assert (found["at"], found["eyes"], found["text"], found["events"]) == (700, 1, "700 as 1", ["0", "", "1"])


def test_eyes_that_are_not_for_us_are_one_s_own() -> None:
    (found,) = run(asked(at=7, isOver=False, eyes="all"))
    assert (found["eyes"], found["text"]) == (None, "7 as all")


def test_a_visit_goes_on_where_the_last_one_ended() -> None:
    first, ended, running, unseen, from_table, done = run(
        asked(),
        asked(seen=40),
        asked(seen=40, isOver=False),
        asked(isOver=False),
        # The table has counted its visit, and says from where.
        asked(seen=LAST, at=40, since=40, isOver=False),
        asked(seen=LAST),
    )
    assert (first["at"], first["since"], first["isRevealed"], first["reach"]) == (BEGINNING, 0, False, BEGINNING)
    assert (ended["at"], ended["since"], ended["isRevealed"], ended["reach"]) == (40, 40, False, 40)
    assert (running["at"], running["since"], running["reach"]) == (40, 40, LAST)
    assert (unseen["at"], unseen["since"]) == (LAST, 0)
    assert (from_table["at"], from_table["since"]) == (40, 40)
    assert (done["since"], done["isRevealed"]) == (0, True)
