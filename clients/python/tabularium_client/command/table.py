"""Plays a match in a terminal: what happened, the questions, and moves by their numbers."""

import json
import time
from collections.abc import Callable
from contextlib import suppress

from tabularium_client.client import Tabularium
from tabularium_client.problem import Problem
from tabularium_client.problems import StalePrompt
from tabularium_client.shapes import AnyView, GameData
from tabularium_client.words import OVER, Names, Questions, happenings, is_asked, joined, outline, questions

POLL_SECONDS = 20
PAUSE_SECONDS = 1.0
HELP = "a number plays that move, { begins a move as JSON, s shows the state, q leaves (the match stays)"

Ask = Callable[[str], str]
Say = Callable[[str], None]


class Left(Exception):
    """The player leaves the terminal; the match goes on without them."""


class Table:
    """One match, and how far its events were told. `ask` reads a line after a prompt, `say` writes one."""

    def __init__(self, client: Tabularium, match: str, *, ask: Ask = input, say: Say = print) -> None:
        self._client, self._match = client, match
        self._ask, self._say = ask, say
        self._told = 0

    def play(self) -> None:
        """Play to the end of the match, which is told. Raises `Left`."""
        view = self._client.get_view(self._match)
        self._say(f"match {self._match}\n{HELP}")
        while view["status"] not in OVER:
            self._tell(view)
            if is_asked(view):
                self._answer(view)
            else:
                self._wait(view)
            view = self._client.get_view(self._match)
        self._tell(view)
        self._say(joined(self._client.get_match(self._match)["text"]))

    def _tell(self, view: AnyView) -> None:
        while self._told < view["version"]:
            page = self._client.list_events(self._match, after=self._told)
            if not page["items"]:
                return
            for line in happenings(page["items"]):
                self._say(line)
            self._told = page["items"][-1]["version"]

    def _wait(self, view: AnyView) -> None:
        if not self._client.list_events(self._match, after=view["version"], wait=POLL_SECONDS)["items"]:
            time.sleep(PAUSE_SECONDS)

    def _answer(self, view: AnyView) -> None:
        asked = questions(view["prompts"])
        for line in asked.lines:
            self._say(line)
        move = self._chosen(view, asked)
        try:
            # The clock or a bot may have been quicker: the next look tells.
            with suppress(StalePrompt):
                self._client.play_move(self._match, move)
        except Problem as problem:
            self._say(f"{problem.code}: {problem.detail}")

    def _chosen(self, view: AnyView, asked: Questions) -> GameData:
        while True:
            line = self._read()
            if line == "s":
                names = Names(self._client.get_content(view["game"]), self._client.caller.language or "en")
                for one in outline(view["state"] or {}, names):
                    self._say(one)
            elif line.isdecimal() and 1 <= int(line) <= len(asked.moves):
                return asked.moves[int(line) - 1]
            elif line.startswith("{") and (move := _as_json(line)) is not None:
                return {"prompt": asked.prompt_for(str(move.get("type"))), **move}
            else:
                self._say(HELP)

    def _read(self) -> str:
        try:
            line = self._ask("> ").strip()
        except EOFError:
            raise Left from None
        if line == "q":
            raise Left
        return line


def _as_json(line: str) -> GameData | None:
    try:
        move = json.loads(line)
    except ValueError:
        return None
    return move if isinstance(move, dict) else None
