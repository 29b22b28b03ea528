"""Positions of every game for `try.html`: python -m tests.web.positions http://127.0.0.1:8000 FOLDER

Seats move at random by the public API; after so many moves what the seat that is asked is told is written down."""

import json
import random
import sys
from pathlib import Path
from typing import Any

from clients.api import Api, Problem, sign_up

# Seats, options, and after how many moves a position is kept.
GAMES: dict[str, tuple[int, dict[str, Any], tuple[int, ...]]] = {
    "rock-paper-wizard": (4, {}, (0, 9, 40)),
    "spell-a-spell": (3, {"hints": True}, (0, 12, 40)),
    "cave": (3, {}, (3, 30, 90, 160, 240)),
}
WORDS = {"label", "text", "labels", "texts"}


def main(url: str, folder: Path) -> None:
    """Write a file for each position, and one with the content of each game."""
    for game, (seats, options, wanted) in GAMES.items():
        with Api(url) as anybody:
            _write(folder / f"content-{game}.json", anybody.get(f"/games/{game}/content"))
        for moves, position in _played(url, game, seats, options, max(wanted)):
            if moves in wanted:
                _write(folder / f"{game}-{moves}.json", position)


def _played(url: str, game: str, seats: int, options: dict[str, Any], most: int) -> Any:
    players = [Api(url, sign_up(url, f"Player{seat}")[1]) for seat in range(seats)]
    match = players[0].post("/matches", {"game": game, "seats": seats, "options": options})["id"]
    for one in players[1:]:
        one.post(f"/matches/{match}/join")
    moves = 0
    while moves <= most and players[0].get(f"/matches/{match}")["status"] == "active":
        for one in players:
            for prompt in one.get(f"/matches/{match}/prompts")["items"][:1]:
                yield moves, _position(one, match)
                _move(one, match, prompt)
                moves += 1


def _position(one: Api, match: str) -> dict[str, Any]:
    view = one.get(f"/matches/{match}/view")
    events = one.get(f"/matches/{match}/events?after={max(0, view['version'] - 12)}")["items"]
    return {"match": one.get(f"/matches/{match}"), "view": view, "prompts": view["prompts"], "events": events}


def _move(one: Api, match: str, prompt: dict[str, Any]) -> None:
    legal = [move for kind in prompt["moves"] for move in kind["legal"]]
    chosen = random.choice([move for move in legal if move["type"] != "end_turn"] or legal)
    try:
        one.post(f"/matches/{match}/moves", {name: value for name, value in chosen.items() if name not in WORDS})
    except Problem as problem:
        # Somebody has answered meanwhile.
        print(problem, file=sys.stderr)


def _write(file: Path, value: Any) -> None:
    file.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
