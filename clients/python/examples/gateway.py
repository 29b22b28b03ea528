"""Keep a bot's account at a service: it joins where it is invited, and asks an engine for each of its moves.

python examples/gateway.py http://127.0.0.1:8000 python my_engine.py

The token of the bot's account stands in TABULARIUM_TOKEN. An engine reads a line of JSON for each question, with
`game`, `rules`, `view`, `prompt` and `moves`, and writes a line: the number of one of the moves, from 0, or a move of
its own as JSON. There is one process of it for each match. Where it writes something else, a move that the rules
refuse, or nothing within ENGINE_SECONDS (120), the bot plays by chance; without an engine it always does.

`engines/chat.py` is an engine that asks a language model. For an agent of a library write one like it, or a class with
the two methods of `Player`.
"""

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import Protocol

from httpx import HTTPError
from tabularium_client import Problem, Tabularium
from tabularium_client.playing import moves, play
from tabularium_client.problems import DeadlinePassed, MatchNotActive, MatchPaused, StalePrompt
from tabularium_client.shapes import AnyView, GameData, Prompt

LOOK_SECONDS = 5.0
ENGINE_SECONDS = float(os.environ.get("ENGINE_SECONDS", "120"))


class Player(Protocol):
    """Whoever chooses the moves of one match."""

    def choose(self, view: AnyView, prompt: Prompt) -> GameData:
        """One of the listed moves, or another that the prompt's schema allows; raises `NoMove`."""

    def close(self) -> None:
        """The match is over."""


class NoMove(Exception):
    """The player has none: what it said is no move, or it said nothing in time."""


class Chance:
    """Plays any of the listed moves."""

    def choose(self, view: AnyView, prompt: Prompt) -> GameData:
        return random.choice(moves(prompt))

    def close(self) -> None:
        """Nothing has to be done."""


class Engine:
    """A process that is asked. One that dies or hangs is begun anew at the next question."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self.command = command
        self.seconds = seconds
        self.process: subprocess.Popen[str] | None = None

    def choose(self, view: AnyView, prompt: Prompt) -> GameData:
        listed = moves(prompt)
        told = {"game": view["game"], "rules": view["rules"], "view": view["state"]}
        answer = self._answer(json.dumps({**told, "prompt": prompt, "moves": listed}))
        if isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer < len(listed):
            return listed[answer]
        if isinstance(answer, dict) and answer:
            return {**answer, "prompt": prompt["prompt"]}
        raise NoMove(f"the engine names no move: {str(answer)[:80]}")

    def _answer(self, question: str) -> object:
        process = self.process or self._begun()
        assert process.stdin is not None
        assert process.stdout is not None
        # It ends the reading, whatever the engine is doing.
        alarm = threading.Timer(self.seconds, process.kill)
        alarm.start()
        try:
            process.stdin.write(question + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())
        except (OSError, ValueError, RecursionError) as error:
            self.close()
            raise NoMove(f"the engine gives no line of JSON: {type(error).__name__}") from None
        finally:
            alarm.cancel()

    def _begun(self) -> "subprocess.Popen[str]":
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self.process

    def close(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.communicate()


class Careful:
    """A player whose moves are looked at before they are made; where there is none to make, chance plays."""

    def __init__(self, bot: Tabularium, match: str, player: Player) -> None:
        self.bot = bot
        self.match = match
        self.player = player

    def choose(self, view: AnyView, prompt: Prompt) -> GameData:
        try:
            move = self.player.choose(view, prompt)
            if move not in moves(prompt):
                self.bot.check_move(self.match, move)
        except (StalePrompt, DeadlinePassed, MatchPaused, MatchNotActive):
            # Not the player's fault: the service says so once more.
            return move
        except (NoMove, Problem) as error:
            print(f"{self.match}: {error}; by chance", file=sys.stderr)
            return Chance().choose(view, prompt)
        return move


class Gateway:
    """One account, and a thread for each match that it plays."""

    def __init__(self, bot: Tabularium, command: Sequence[str]) -> None:
        self.bot = bot
        self.command = command
        self.playing: set[str] = set()

    def run(self) -> None:
        """Go by the account's own stream, which tells of every match that runs when it opens, and of new notices."""
        threading.Thread(target=self.look, daemon=True).start()
        for message in self.bot.follow_me():
            told = message["data"]
            if message["type"] == "notice" and told["kind"] == "invited":
                self.join(told["match"])
            elif message["type"] == "match" and told["status"] == "active" and told["you"] is not None:
                self.begin(told["id"])

    def look(self) -> None:
        """Join where the account is invited, now and then: while no stream is open nothing is told of a new notice."""
        while True:
            try:
                for invitation in self.bot.each(self.bot.list_invitations(role="received")):
                    self.join(invitation["match"])
            except (Problem, HTTPError) as error:
                print(f"invitations: {type(error).__name__}: {error}", file=sys.stderr)
            time.sleep(LOOK_SECONDS)

    def join(self, match: str) -> None:
        try:
            self.bot.join_match(match, {})
        except Problem as refused:
            # The match has begun without the bot, or the bot has played enough today.
            print(f"{match}: {refused}", file=sys.stderr)

    def begin(self, match: str) -> None:
        if match not in self.playing:
            self.playing.add(match)
            threading.Thread(target=self.play, args=[match], daemon=True).start()

    def play(self, match: str) -> None:
        player: Player = Engine(self.command, ENGINE_SECONDS) if self.command else Chance()
        try:
            play(self.bot, match, Careful(self.bot, match, player).choose)
        except (Problem, OSError, ValueError) as error:
            # The clock goes on, and so may the next message of the stream.
            print(f"{match}: {type(error).__name__}: {error}", file=sys.stderr)
        finally:
            self.playing.discard(match)
            player.close()


if __name__ == "__main__":
    with Tabularium(sys.argv[1], os.environ["TABULARIUM_TOKEN"], language="en") as account:
        Gateway(account, sys.argv[2:]).run()
