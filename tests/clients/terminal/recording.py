"""Looks at matches as a service gave them, for the snapshots. They are taken anew by

    PYTHONPATH=clients/python .venv/bin/python -m tests.clients.terminal.recording http://127.0.0.1:8000

For each game the document of a table in mid-match and one at its end are kept, with the events until then. Nothing here
is read by a test but its results, so a run on another day changes what the snapshots show, and nothing else.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tabularium_client import Tabularium
from tabularium_client.playing import moves, play
from tabularium_client.shapes import AnyView, GameData, Match, MatchWish, Prompt

RECORDED = Path(__file__).parent / "recorded"
# How many answers are given before the look in mid-match.
WISHES: Mapping[str, tuple[int, dict[str, Any], int]] = {
    "cave": (3, {"max_rounds": 12}, 14),
    "rock-paper-wizard": (4, {"max_rounds": 6}, 3),
    "spell-a-spell": (3, {"hints": False}, 7),
}
ME = "Ada_1815"
# Of all events, so many before the look and before the end are kept.
EARLIER, LAST = 40, 20
KEPT_OF_EVENT = ("version", "type", "seat", "text")


def main(url: str) -> None:
    """Play a match of each game, and keep what is seen."""
    with Tabularium(url) as stranger:
        made = stranger.sign_up({"handle": ME})
    with Tabularium(url, made["token"], language="en") as client:
        session: dict[str, Any] = {
            "me": client.get_me(),
            "games": client.list_games()["items"],
            "bots": client.list_bots()["items"],
        }
        for game in session["games"]:
            for name in ("moves", "links", "declinable", "skippable", "rules"):
                game.pop(name)
        _keep("session", session)
        for game, (seats, options, answers) in WISHES.items():
            _keep(game, _looks(client, game, seats, options, answers))


def _looks(client: Tabularium, game: str, seats: int, options: dict[str, Any], answers: int) -> dict[str, Any]:
    wish: MatchWish = {"game": game, "seats": seats, "bots": ["easy"] * (seats - 1), "options": options}
    match = client.create_match(wish)["id"]
    looks: dict[str, Any] = {}
    given = 0

    def choose(view: AnyView, prompt: Prompt) -> GameData:
        nonlocal given
        given += 1
        if given == answers:
            looks["running"] = _look(client.get_match(match), view)
        listed = moves(prompt)
        return listed[given % len(listed)]

    ended = play(client, match, choose)
    events = list(client.each(client.list_events(match)))
    looks["ended"] = _look(ended, client.get_view(match))
    now = looks["running"]["view"]["version"]
    kept = [one for one in events if now - EARLIER <= one["version"] <= now] + events[-LAST:]
    looks["events"] = [{name: one[name] for name in KEPT_OF_EVENT if name in one} for one in kept]
    return looks


def _look(match: Match, view: AnyView) -> dict[str, Any]:
    return {"match": match, "view": view, "take_back": None}


def _keep(name: str, content: Mapping[str, Any] | Sequence[Any]) -> None:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    (RECORDED / f"{name}.json").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
