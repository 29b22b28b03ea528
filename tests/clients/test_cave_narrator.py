import random
from collections.abc import Mapping
from typing import Any, cast

import orjson

from clients.api import Api
from clients.narrators.cave import Narrator
from clients.narrators.cave_map import drawing
from games.cave import GAME
from games.core.codec import encode
from tests.games.cave.random_matches import random_match

HANDLES = ("Alicja", "Boaz", "Charlie")


class Content:
    """The one answer of the server that a narrator reads, as it comes over the wire."""

    def get(self, path: str) -> Mapping[str, Any]:
        assert path == "/games/cave/content"
        return cast(Mapping[str, Any], orjson.loads(orjson.dumps(GAME.content)))


def lines_of(seed: int) -> list[str]:
    match = random_match(3, seed, resigning=0.0, idling=0.3, max_rounds=40, selection="random")
    narrator = Narrator(cast(Api, Content()), HANDLES)
    lines: list[str] = []
    for event in match.events:
        fact = encode(event)
        lines.extend(
            narrator.tell({"type": fact.type, "seat": fact.seat, "data": orjson.loads(orjson.dumps(fact.data))})
        )
    ended = GAME.outcome(match.state)
    assert ended is not None
    data = {"reason": ended.reason, "ranking": ended.ranking, "winners": ended.winners}
    return [*lines, *narrator.tell({"type": "match_ended", "seat": None, "data": data})]


def test_whole_matches_are_told_from_the_characters_to_the_winner() -> None:
    for seed in random.Random(1).sample(range(1000), 4):
        lines = lines_of(seed)

        assert any(" is the " in line for line in lines[:6])
        assert lines[-1].startswith("\nWon by ")
        assert "\nRound 1" in lines
        assert not any("Traceback" in line or "{" in line for line in lines)


def test_the_map_shows_each_area_who_stands_there_open_and_closed_gates_and_the_crystal() -> None:
    board: Any = Content().get("/games/cave/content")["board"]
    lines = drawing(board, {0: "E", 1: "S4", 2: "S4"}, {"G2"}, "K10")
    drawn = "\n".join(lines)

    assert len(lines) == 15
    assert all(area["id"] in drawn for area in board["areas"])
    assert "S4[12]" in drawn
    assert "E[0]" in drawn
    assert "K10*" in drawn
    assert (drawn.count("#"), drawn.count(":")) == (3, 1)
