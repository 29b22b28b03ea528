"""The same calls make the same bytes, release after release; and what was recorded once stays valid."""

import json
import os
from collections.abc import Mapping
from functools import cache
from itertools import zip_longest
from pathlib import Path

import pytest

from games import registry
from tests.behaviours.controlled import TABLE_EVENTS, flaws
from tests.behaviours.recorded_matches import FOLDER, SCRIPTS, SECOND_SCRIPTS, play, play_by_second_rules

# To record anew after a wanted change: RECORD=1 make test ARGS=tests/behaviours/test_same_streams.py
RECORD = "RECORD" in os.environ

# The versions of the bots whose moves stand in the files, by the version of the rules and by game.
RECORDED_BOTS = {
    "1": {"cave": "2", "rock-paper-wizard": "3", "spell-a-spell": "1"},
    "2": {"cave": "4", "spell-a-spell": "4"},
}
# What rules 2 have beyond rules 1: moves and reasons, each of which a recorded match has.
SINCE_2 = {
    "cave": {"walk", "always_draw", "always_take", "ask_again"},
    "spell-a-spell": {"full_round", "no_answer"},
}


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.ndjson"


def first_difference(file: bytes, recorded: bytes) -> str:
    lines = zip_longest(file.splitlines(), recorded.splitlines())
    number, (new, old) = next((number, pair) for number, pair in enumerate(lines, 1) if pair[0] != pair[1])
    return f"line {number} is now\n{new!r}\nand was recorded as\n{old!r}"


@cache
def played(game: str, rules: str) -> Mapping[str, bytes]:
    """Once in a database, as the matches have the same ids each time; with the rules and bots that were recorded."""
    with pytest.MonkeyPatch.context() as patch:
        for slug, version in RECORDED_BOTS[rules].items():
            of = registry.find(slug, rules).with_bots(version)
            patch.setitem(registry.GAMES, slug, {of.rules: of})
        return play(game) if rules == "1" else play_by_second_rules(game)


@pytest.mark.parametrize(
    ("game", "rules"), [*((game, "1") for game in SCRIPTS), *((game, "2") for game in SECOND_SCRIPTS)]
)
def test_the_same_calls_make_the_recorded_bytes(game: str, rules: str) -> None:
    for name, file in played(game, rules).items():
        if RECORD:
            file_of(name).write_bytes(file)
        same = file == (recorded := file_of(name).read_bytes())
        assert same, f"{name}, {first_difference(file, recorded)}"
    assert not RECORD, "recorded anew: read the difference, then run without RECORD"


@pytest.mark.parametrize("game", SECOND_SCRIPTS)
def test_the_recorded_match_of_rules_2_has_what_rules_1_have_not(game: str) -> None:
    lines = map(json.loads, file_of(f"{game}-by-rules-2").read_bytes().splitlines())
    header, *events = lines
    facts = [event["envelope"]["data"] for event in events if "envelope" in event]
    said = {fact.get("reason") for fact in facts} | {
        fact["move"]["type"] for fact in facts if "kind" in fact and "move" in fact
    }
    assert header["rules"] == "2"
    assert said >= SINCE_2[game]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ndjson")), ids=lambda path: path.stem)
def test_a_recorded_match_is_valid(path: Path) -> None:
    assert flaws(path.read_bytes()) == {}


def test_every_event_of_the_table_is_recorded() -> None:
    lines = [json.loads(line) for path in FOLDER.glob("*.ndjson") for line in path.read_bytes().splitlines()]
    assert {line["envelope"]["type"] for line in lines if "envelope" in line} >= TABLE_EVENTS
