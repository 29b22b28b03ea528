"""The log told as stories, and times by the reader's locale; node runs what the page runs, over the recorded matches."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.games.verify.files import values

ROOT = Path(__file__).parents[2]
SCRIPT = """
import { ends, heard, isFolded, leadsTo, parts } from "./web/parts/history/stories.js";
import { Course } from "./web/parts/history/course.js";
import { instant, localeOf } from "./web/parts/instants.js";
import { readFileSync } from "node:fs";
globalThis.localStorage = { getItem: () => null, setItem: () => {} };

/** Play a match to its end by a unit; or turn the wheel to there: how long it takes, in milliseconds, and where it rested. */
async function course(game, events, unit) {
  const rests = [], waiting = [], at = [];
  const match = { id: "m", game, version: events.length, you: null, outcome: { reason: "goal" } };
  const get = async (path) => (path.includes("/events") ? { items: path.includes("after=0") ? events : [] } : { state: {}, seat: null });
  const played = new Course({ match, eyes: null, get, changed: () => {}, arrived: () => at.push(played.at), failed: (one) => { throw one; } });
  played.later = (name, milliseconds, work) => { if (name === "play" || name === "wheel") waiting.push([milliseconds, work]); };
  await played.begin(0);
  const begun = played.reach;
  if (unit === "wheel") played.wheel(3);
  else [played.unit] = [unit], played.toggle();
  for (let turns = 0; played.at < played.last && turns < 5000; turns += 1) {
    while (!waiting.length && played.at < played.last) await new Promise((done) => setImmediate(done));
    const [milliseconds, work] = waiting.shift() ?? [0, () => {}];
    rests.push(milliseconds);
    work();
    await new Promise((done) => setImmediate(done));
  }
  played.wheel(0);
  played.close();
  return { sum: rests.reduce((sum, one) => sum + one, 0), at, hidden: begun < played.last };
}
const of = (events) => events.map(({ version }) => version);
const asked = JSON.parse(readFileSync(0, "utf-8"));
const found = asked.map(({ game, events }) => ({
  parts: parts(game, events).map(({ round, stories }) => ({ round, stories: stories.map((one) => [of(one.events), of(one.told)]) })),
  folded: of(events.filter(isFolded)),
  ends: ends(game, events),
  leads: events.map(({ version }) => leadsTo(game, events, version)),
}));
const at = "2026-03-02T15:04:00Z";
const locales = [["en", ["en-GB"]], ["en", ["pl-PL", "en-AU"]], ["he", ["en-GB"]]].map(([language, wished]) => localeOf(language, wished));
const whole = JSON.parse(process.argv[1] ?? "false") ? asked : [];
const courses = [];
for (const { game, events } of whole) {
  const one = {};
  for (const unit of ["turn", "move", "event", "wheel"]) one[unit] = await course(game, events, unit);
  courses.push(one);
}
const event = (version, type, seat, named = []) => ({ version, type, seat, text: named.map((one) => ({ text: "", seat: one })) });
const come = [event(1, "choice_made", 0), event(2, "spell_begun", 1), event(3, "effect_applied", 1, [0]), event(4, "gold_scored", null),
  event(5, "die_rolled", 0), event(6, "question_put", 0)];
const voice = [of(heard(come, 0)), of(heard(come, null)), of(heard(come.slice(5), 0))];
console.log(JSON.stringify({ found, courses, voice, locales, pl: instant(at, "pl"), he: instant(at, "he") }));
"""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's modules")


def run(asked: list[dict[str, Any]], *, plays: bool = False) -> dict[str, Any]:
    command = ["node", "--input-type=module", "--eval", SCRIPT, json.dumps(plays)]
    sent = json.dumps(asked)
    ran = subprocess.run(command, input=sent, capture_output=True, text=True, timeout=120, check=False, cwd=ROOT)
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def recorded() -> list[dict[str, Any]]:
    asked = []
    for path in sorted((ROOT / "tests" / "recorded").glob("*-played.ndjson")):
        header, *entries, _ = values(path.read_bytes())
        asked.append({"game": header["game"], "events": [entry["envelope"] for entry in entries]})
    return asked


def test_every_event_is_in_one_story_and_a_story_is_a_line_of_what_it_tells() -> None:
    asked = recorded()
    assert len(asked) == 3
    for one, told in zip(asked, run(asked)["found"], strict=True):
        stories = [story for part in told["parts"] for story in part["stories"]]
        assert [version for events, _ in stories for version in events] == [event["version"] for event in one["events"]]
        # A line for each turn: far fewer than events.
        assert len(stories) < len(one["events"]) / 3
        assert told["ends"] == [events[-1] for events, _ in stories]
        folded = set(told["folded"])
        for events, line in stories:
            assert 1 <= len(line) <= 2
            assert set(line) <= set(events)
            # A question or a decision is a headline only where there is nothing else.
            assert not folded & set(line) or set(events) <= folded


def test_a_heading_stands_above_each_round_in_order() -> None:
    asked = recorded()
    for told in run(asked)["found"]:
        rounds = [part["round"] for part in told["parts"] if part["round"] is not None]
        assert rounds == list(range(1, len(rounds) + 1))


def test_a_log_that_begins_amid_a_match_tells_the_same_rounds() -> None:
    (cave,) = [one for one in recorded() if one["game"] == "cave"]
    whole, rest = run([cave, {**cave, "events": cave["events"][100:]}])["found"]
    assert rest["ends"] == whole["ends"][-len(rest["ends"]) :]


def test_a_game_that_is_not_known_is_told_too() -> None:
    events = [
        {"version": version, "type": type, "data": {}}
        for version, type in enumerate(["match_started", "question_put", "day_begun", "told", "told"], 1)
    ]
    (told,) = run([{"game": "toy", "events": events}])["found"]
    assert [one for part in told["parts"] for one in part["stories"]] == [[[1, 2], [1]], [[3, 4, 5], [3]]]


def test_times_are_written_as_the_readers_own_region_does() -> None:
    found = run([])
    assert found["locales"] == ["en-GB", "en-AU", "he"]
    assert "2026" in found["pl"]
    assert found["pl"] != found["he"]


def test_a_match_of_1400_events_is_played_by_turns_in_about_three_minutes_and_rests_where_each_is_told() -> None:
    asked = recorded()
    found = run(asked, plays=True)
    for one, told, course in zip(asked, found["found"], found["courses"], strict=True):
        count = len(one["events"])
        assert course["turn"]["at"][1:] == [end for end in told["ends"] if end > course["turn"]["at"][0]]
        # Matches of Cave are as long as that.
        assert one["game"] != "cave" or course["turn"]["sum"] / count * 1400 < 210_000
        assert course["turn"]["sum"] < course["event"]["sum"] / 3
        assert len(course["turn"]["at"]) < len(course["event"]["at"])
        assert course["move"]["at"][-1] == course["event"]["at"][-1] == count


def test_the_wheel_goes_by_turns_where_nothing_tells_how_long_the_match_is() -> None:
    asked = recorded()
    found = run(asked, plays=True)
    for one, told, course in zip(asked, found["found"], found["courses"], strict=True):
        rested = course["wheel"]["at"][1:]
        assert course["wheel"]["hidden"]
        assert set(rested) <= set(told["ends"])
        assert rested[-1] == len(one["events"])
        assert len(rested) <= len(course["turn"]["at"]) / 3 + 1


def test_all_that_happened_is_heard_ones_own_first_and_a_question_only_where_there_is_nothing_else() -> None:
    mine, spectator, asked = run([])["voice"]
    assert mine == [3, 5, 2, 4]
    assert spectator == [2, 3, 4, 5]
    assert asked == [6]


@pytest.mark.parametrize(
    ("game", "types", "leads"),
    [
        ("rock-paper-wizard", "round_begun gestures_revealed spell_begun gold_scored round_begun", [1, 2, 2, 2, 5]),
        ("spell-a-spell", "run_started turn_started word_cast extra_turn word_cast", [1, 2, 2, 4, 4]),
        ("cave", "match_started turn_started die_rolled fight_decided turn_started", [1, 2, 2, 2, 5]),
        ("later", "sun_moved day_begun sun_moved", [1, 2, 2]),
    ],
)
def test_a_moment_is_watched_from_what_led_to_it(game: str, types: str, leads: list[int]) -> None:
    at = "2026-03-02T15:04:00Z"
    events: list[dict[str, Any]] = [
        {"version": version, "type": type, "seat": None, "data": {}, "text": [], "at": at}
        for version, type in enumerate(types.split(), 1)
    ]
    (found,) = run([{"game": game, "events": events}])["found"]
    assert found["leads"] == leads
