"""When a player is warned of a clock, what is told at the fields of a form, and which choices are still there later."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's modules")

ROOT = Path(__file__).parents[2]
SCRIPT = """
globalThis.document = { createTreeWalker: () => ({}), createComment: () => ({}) };
const store = new Map();
globalThis.sessionStorage = {
  getItem: (name) => store.get(name) ?? null, setItem: (name, text) => store.set(name, text), removeItem: (name) => store.delete(name),
};
const { shortness } = await import("./web/parts/clocks.js");
const { faults } = await import("./web/parts/faults.js");
const { draft, keepDraft } = await import("./web/parts/drafts.js");
const { readFileSync } = await import("node:fs");
const { clocks, problems, drafts } = JSON.parse(readFileSync(0, "utf-8"));
const said = { faults: JSON.parse(readFileSync("web/texts/en.json", "utf-8")).faults };
console.log(JSON.stringify({
  clocks: clocks.map(([match, left]) => shortness({ paused_at: null, deadlines: [{ seat: 0, due_at: new Date(left * 1000) }], ...match },
    0, 0, 0)),
  problems: problems.map((one) => faults(one, said)),
  drafts: drafts.map(([kept, sought]) => { keepDraft(...kept); return draft(...sought); }),
}));
"""


def run(clocks: Any = (), problems: Any = (), drafts: Any = ()) -> dict[str, Any]:
    command = ["node", "--input-type=module", "--eval", SCRIPT]
    sent = json.dumps({"clocks": clocks, "problems": problems, "drafts": drafts})
    ran = subprocess.run(command, input=sent, capture_output=True, text=True, timeout=120, check=False, cwd=ROOT)
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_a_player_is_warned_below_an_hour_and_below_a_minute_of_a_clock_that_is_longer() -> None:
    day, quarter, bank = (
        {"clock": {"mode": "per_move", "seconds": 86_400}},
        {"clock": {"mode": "per_move", "seconds": 900}},
        {"clock": {"mode": "bank", "bank_seconds": 7200}},
    )
    cases = [
        (day, 3601, None),
        (day, 3599, "hour"),
        (day, 59, "minute"),
        (day, 0, None),
        # A quarter of an hour is never more than an hour.
        (quarter, 800, None),
        (quarter, 59, "minute"),
        (bank, 3000, "hour"),
        ({"clock": {"mode": "per_move", "seconds": 30}}, 20, None),
        ({**day, "paused_at": "2026-01-01T00:00:00Z"}, 59, None),
        ({**day, "deadlines": [{"seat": 1, "due_at": 1}]}, 59, None),
    ]
    assert run(clocks=[(match, left) for match, left, _ in cases])["clocks"] == [short for *_, short in cases]


def test_what_is_wrong_is_told_by_field_in_plain_words() -> None:
    def problem(*errors: tuple[str, str]) -> dict[str, Any]:
        told = [{"pointer": pointer, "code": code, "detail": "'x' is not valid"} for pointer, code in errors]
        return {"code": "invalid_request", "detail": "The request does not have the required shape.", "errors": told}

    found = run(
        problems=[
            problem(("/handle", "maxLength"), ("/email", "pattern")),
            problem(("/clock/seconds", "maximum")),
            problem(("/password", "password_too_common"), ("/name", "of_tomorrow")),
            {"code": "handle_taken", "detail": "Somebody has this handle."},
            {"code": "not_host", "detail": "Only the host may."},
        ]
    )["problems"]
    assert found == [
        [
            ["handle", "A handle has 3 to 24 letters, digits or _, of one script."],
            ["email", "An email looks like name@example.org."],
        ],
        [["seconds", "This number is too high."]],
        [["password", "This password is too easy to guess."], ["name", "This cannot be accepted."]],
        [["handle", "Somebody has this handle."]],
        [],
    ]


def test_a_choice_is_there_again_for_the_same_player_at_the_same_question_alone() -> None:
    asked, chosen = [{"prompt": "p1.0"}], {"type": "cast_word", "word": "שלום"}
    kept = ("m", "alice", asked, chosen)
    found = run(
        drafts=[
            (kept, ("m", "alice", asked)),
            (kept, ("m", "bob", asked)),
            (kept, ("n", "alice", asked)),
            (kept, ("m", "alice", [{"prompt": "p9.0"}])),
            (kept, ("m", None, asked)),
            # Whoever leaves with nothing chosen finds nothing.
            (("m", "alice", asked, {}), ("m", "alice", asked)),
        ]
    )["drafts"]
    assert found == [chosen, {}, {}, {}, {}, {}]
