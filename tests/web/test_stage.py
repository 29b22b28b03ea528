"""The stage of the page: what happened is played scene by scene, and positions between are those of the service."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from games.core.chance import Chance
from games.core.codec import encode
from games.core.definition import State
from tests.games import playthroughs

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's modules")

# What of a view the events alone tell, by game.
BOOKED = {
    "rock-paper-wizard": ["wizards", "book", "discard", "deck_size", "gestures", "first_player", "round"],
    "spell-a-spell": ["players", "spell", "words", "deck_size", "discard", "snowball", "proposed"],
    "cave": [
        "turn",
        "round",
        "gates_open",
        *(f"adventurers.{name}" for name in ("area", "endurance", "gold", "penalties")),
    ],
}
# What a new character is, its event does not tell: it stands on the map when the present is shown. Until then the dead lie
# where they fell.
UNTOLD = ["character_dealt", "adventurer_died"]


def run(*wishes: dict[str, Any]) -> list[Any]:
    command = ["node", str(Path(__file__).parent / "stage.mjs")]
    ran = subprocess.run(command, input=json.dumps(wishes), capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    found: list[Any] = json.loads(ran.stdout)
    return found


def event(version: int, lasts: int | None = None, **data: Any) -> dict[str, Any]:
    return {"version": version, "type": "told", "data": data if lasts is None else {"lasts": lasts, **data}}


def staged(*does: Sequence[Any], pace: float = 1) -> Any:
    (found,) = run({"pace": pace, "does": does})
    return found


def test_frames_follow_each_other_and_then_the_present_is_shown() -> None:
    found = staged(["play", 4, [event(5, 100), event(6), event(7, 200)]])
    assert found["seen"] == [[0, 6, [5, 6]], [100, 7, [5, 6, 7]], [300, None, None]]


def test_what_comes_meanwhile_is_played_behind_and_wipes_nothing_away() -> None:
    more = [event(6, 50, scene="other")]
    found = staged(["play", 4, [event(5, 100)]], ["pass", 60], ["play", 5, more])
    assert found["seen"] == [[0, 5, [5]], [100, 6, [6]], [150, None, None]]


def test_a_scene_begins_where_another_is_named_or_one_opens_anew() -> None:
    events = [
        event(1, 1, scene="a"),
        event(2, 1, scene="a"),
        event(3, 1, scene="b"),
        event(4, 1, scene="b", opens=True),
    ]
    assert [shown for _, _, shown in staged(["play", 0, events])["seen"]] == [[1], [1, 2], [3], [4], None]


def test_what_is_not_to_be_seen_is_booked_before_what_is() -> None:
    assert staged(["play", 1, [event(2), event(3, 10)]])["seen"][0] == [0, 3, [3]]
    assert staged(["play", 1, [event(2)]]) == {"seen": [], "hasPlayed": False}


def test_a_skip_shows_the_present_and_again_plays_it_all_once_more() -> None:
    events = [event(5, 100), event(6, 100, scene="other")]
    found = staged(["play", 4, events], ["pass", 150], ["skip"], ["again"])
    assert found["seen"] == [
        [0, 5, [5]],
        [100, 6, [6]],
        [150, None, None],
        [150, 5, [5]],
        [250, 6, [6]],
        [350, None, None],
    ]
    assert found["hasPlayed"]


def test_a_pace_stretches_time_and_none_plays_nothing_but_on_wish() -> None:
    assert staged(["play", 4, [event(5, 100)]], pace=2)["seen"][-1][0] == 200
    found = staged(["play", 4, [event(5, 100)]], ["again"], pace=0)
    assert found["seen"] == [[0, 5, [5]], [100, None, None]]


def test_all_has_been_shown_25_seconds_after_the_last_news_however_much_there_was() -> None:
    events = [event(version, 1000, opens=True) for version in range(1, 101)]
    seen = staged(["play", 0, events[:90]], ["pass", 20_000], ["play", 90, events[90:]])["seen"]
    assert len(seen) == 101
    # And what is left of the frame that they find on the stage.
    assert 45_000 <= seen[-1][0] < 45_300
    # A short scene keeps its time.
    assert staged(["play", 0, events[:20]])["seen"][-1][0] == pytest.approx(20_000)


def test_after_a_gap_nothing_old_is_played() -> None:
    found = staged(["play", 4, [event(5, 100)]], ["clear"], ["again"])
    assert found == {"seen": [[0, 5, [5]], [0, None, None]], "hasPlayed": False}


def recorded(path: Path) -> dict[str, Any]:
    """A recorded match: its events and the spectator's view before the first and after each."""
    text = path.read_text(encoding="utf-8")
    header = playthroughs.header_of(text)
    game, chance = playthroughs.game_of(header), Chance(bytes.fromhex(header["key"]))
    state: State | None = None
    events: list[Any] = []
    views: list[Any] = []
    for line in (playthroughs.START, *playthroughs.moves_of(text)):
        made = (
            game.start(json.loads(header["options"]), int(header["seats"]), chance)
            if line == playthroughs.START
            else game.decide(state, *playthroughs.move_of(game, line), chance).events
        )
        for one in made:
            fact, state = encode(one), game.evolve(state, one)
            events.append(
                {"version": len(events) + 1, "type": fact.type, "seat": fact.seat, "data": fact.data, "private": []}
            )
            views.append(game.view(state, None))
    # Before the first event there is no position.
    return {
        "game": header["game"],
        "fields": BOOKED[header["game"]],
        "untold": UNTOLD,
        "events": events[1:],
        "views": views,
    }


RECORDED = [path for path in playthroughs.files() if path.parent.name.replace("_", "-") in BOOKED]


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_script_books_each_event_as_the_service_does(path: Path) -> None:
    (found,) = run(recorded(path))
    assert found["wrong"] == []
