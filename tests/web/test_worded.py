"""The state of a match can be read without its picture, in all recorded playthroughs; node runs what the page runs."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from games.core.chance import Chance
from games.core.definition import State
from tests.games import playthroughs
from tests.web.test_stage import RECORDED, pytestmark

__all__ = ["pytestmark"]

HERE = Path(__file__).parent


def positions(path: Path) -> dict[str, Any]:
    """Every position of a recorded match, by turns as a spectator and as each seat sees it."""
    text = path.read_text(encoding="utf-8")
    header = playthroughs.header_of(text)
    game, chance = playthroughs.game_of(header), Chance(bytes.fromhex(header["key"]))
    seats = int(header["seats"])
    state: State | None = None
    views: list[Any] = []
    for line in (playthroughs.START, *playthroughs.moves_of(text)):
        made = (
            game.start(json.loads(header["options"]), seats, chance)
            if line == playthroughs.START
            else game.decide(state, *playthroughs.move_of(game, line), chance).events
        )
        for one in made:
            state = game.evolve(state, one)
        eyes = (None, *range(seats))[len(views) % (seats + 1)]
        views.append({"seat": eyes, "state": game.view(state, eyes)})
    content = json.loads((HERE / "saved" / f"content-{header['game']}.json").read_text(encoding="utf-8"))
    return {"game": header["game"], "seats": seats, "views": views, "content": content}


def numbers(game: str, state: dict[str, Any]) -> list[str]:
    """What everybody at the table must be able to read of each seat."""
    if game == "rock-paper-wizard":
        return [f"Place: {one['pos']}; gold coin: {one['gold']}" for one in state["wizards"]]
    if game == "spell-a-spell":
        spell = [f"standing spell: {state['spell']['word']}"] if state["spell"] else []
        return [f"hand: {one['hand_size']}" for one in state["players"]] + spell
    sheets = [one for one in state["adventurers"] if one["character"] is not None]
    return [
        f"strength: {one['total_strength']}; power: {one['total_power']}; endurance: {one['endurance']}/"
        for one in sheets
    ]


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_state_is_readable_without_the_picture(path: Path) -> None:
    asked = positions(path)
    command = ["node", str(HERE / "worded.mjs")]
    ran = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["wrong"] == []
    for shown, text in zip(asked["views"], found["texts"], strict=True):
        for fact in numbers(asked["game"], shown["state"]):
            assert fact in text
        headings = ["You\n", "Others\n"] if shown["seat"] is not None else ["Others\n"]
        assert all(heading in text for heading in headings)
        assert (shown["seat"] is None) == ("You\n" not in text)
