"""What the tab that holds the stream makes of it: tables as a whole, and where it goes on; node runs what the page runs."""

import copy
import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PATCHED = """
import { patched } from "./web/patched.js";
import { readFileSync } from "node:fs";
const tried = ([document, patch]) => { try { return { is: patched(document, patch), was: document }; } catch { return null; } };
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(tried)));
"""
# Each step names a method of one `Followed`, and what it is given; said is what it answers, or reads.
FOLLOWED = """
import { Followed } from "./web/followed.js";
import { readFileSync } from "node:fs";
const followed = new Followed();
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(([name, ...given]) => {
  try {
    return (typeof followed[name] === "function" ? followed[name](...given) : followed[name]) ?? null;
  } catch (error) {
    return `failed: ${error.message}`;
  }
})));
"""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's modules")


def run(script: str, given: Any) -> Any:
    command = ["node", "--input-type=module", "--eval", script]
    ran = subprocess.run(
        command, input=json.dumps(given), capture_output=True, text=True, timeout=120, cwd=ROOT, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_a_patch_adds_removes_and_replaces_and_leaves_the_document_as_it_was() -> None:
    document = {"a": [1, 2, 3], "b": {"c/d": {"e~f": 4}}, "g": None}
    patch = [
        {"op": "replace", "path": "/a/0", "value": {"x": 1}},
        {"op": "add", "path": "/a/1", "value": 9},
        {"op": "add", "path": "/a/4", "value": 10},
        {"op": "remove", "path": "/a/2"},
        {"op": "add", "path": "/b/c~1d/h", "value": [5]},
        {"op": "remove", "path": "/b/c~1d/e~0f"},
        {"op": "replace", "path": "/g", "value": "now"},
    ]
    (found, whole) = run(PATCHED, [[document, patch], [document, [{"op": "replace", "path": "", "value": [1]}]]])
    assert found == {"is": {"a": [{"x": 1}, 9, 3, 10], "b": {"c/d": {"h": [5]}}, "g": "now"}, "was": document}
    assert whole["is"] == [1]


def test_a_patch_of_another_document_is_refused() -> None:
    document: Any = {"a": {"b": [1]}}
    patches = [
        [{"op": "replace", "path": "/a/c", "value": 1}],
        [{"op": "remove", "path": "/a/b/1"}],
        [{"op": "add", "path": "/x/y", "value": 1}],
        [{"op": "add", "path": "/a/b/0/z", "value": 1}],
        [{"op": "replace", "path": "/__proto__/x", "value": 1}],
    ]
    assert run(PATCHED, [[document, patch] for patch in patches]) == [None] * len(patches)


def test_patches_by_chance_lead_where_they_are_told_to() -> None:
    cases = []
    for _ in range(200):
        before: Any = {"list": [random.randrange(9) for _ in range(random.randrange(6))], "keys": {}}
        after, patch = copy.deepcopy(before), list[Any]()
        for _ in range(random.randrange(8)):
            place = random.randrange(len(after["list"]) + 1)
            if place < len(after["list"]) and random.random() < 0.5:
                del after["list"][place]
                patch.append({"op": "remove", "path": f"/list/{place}"})
            else:
                after["list"].insert(place, {"of": place})
                patch.append({"op": "add", "path": f"/list/{place}", "value": {"of": place}})
        cases.append(([before, patch], after))
    found = run(PATCHED, [given for given, _ in cases])
    assert [one["is"] for one in found] == [after for _, after in cases]


def line(place: str, type: str, **data: Any) -> dict[str, Any]:
    return {"id": place, "type": type, "data": data}


def test_a_table_is_whole_for_all_tabs_however_it_is_told() -> None:
    patch = [{"op": "replace", "path": "/view/version", "value": 8}]
    said = run(
        FOLLOWED,
        [
            ["wish", "tab", {"m": 7}],
            ["begin"],
            ["hear", line("3-7", "table", match="m", version=7, now="a", base=None, whole={"view": {"version": 7}})],
            ["hear", line("3-8", "table", match="m", version=8, now="b", base=7, patch=patch)],
            ["hear", line("3-9", "table", match="m", version=9, now="c", base=7, patch=patch)],
            ["begin"],
            ["hear", line("3-9", "table", match="m", version=9, now="c", base=8, patch=patch)],
        ],
    )
    assert said[2]["data"] == {"match": "m", "version": 7, "now": "a", "table": {"view": {"version": 7}}}
    assert said[3]["data"] == {"match": "m", "version": 8, "now": "b", "table": {"view": {"version": 8}}}
    # What does not fit, and what was told on another connection.
    assert said[4].startswith("failed")
    assert said[6].startswith("failed")


def test_a_connection_goes_on_where_the_last_one_was_and_begins_at_what_is_shown() -> None:
    said = run(
        FOLLOWED,
        [
            ["place", ""],
            ["begin"],
            ["wish", "one", {"m": 7}],
            ["wish", "two", {"n": 40}],
            ["isMissing"],
            ["begin"],
            ["place", ""],
            ["hear", line("57-7-41", "event", match="n", version=41)],
            ["versions"],
            ["wish", "one", {"o": 2}],
            ["isMissing"],
            ["begin"],
            ["place", "57"],
        ],
    )
    assert said[:2] == ["", ""]
    assert said[4:7] == [True, "?matches=n,m&table=true", "-40-7"]
    # Numbers stand in the order in which the matches were named.
    assert said[8] == {"n": 7, "m": 41}
    assert said[10:] == [True, "?matches=o,n&table=true", "57-2-7"]


def test_what_ends_or_is_refused_is_not_asked_for_again_and_no_more_than_sixteen_are() -> None:
    said = run(
        FOLLOWED,
        [
            ["wish", "one", {"m": 1}],
            ["wish", "two", {"n": 1}],
            ["begin"],
            ["hear", line("1-1-1", "match_end", match="m", reason="match_over")],
            ["versions"],
            ["begin"],
            ["forsake"],
            ["begin"],
            ["wish", "three", {f"x{number}": 1 for number in range(20)}],
            ["isMissing"],
            ["begin"],
            ["isMissing"],
            ["wish", "three", {}],
            ["isTooMuch"],
        ],
    )
    assert said[4] == {"n": 1}
    assert said[5] == "?matches=n&table=true"
    assert said[7] == ""
    assert said[9] is True
    assert said[10].count(",") == 15
    assert said[11] is False
    assert said[13] is True
