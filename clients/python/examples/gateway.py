"""Keep a bot's account at a service: it joins where it is invited, and asks an engine for each of its moves.

python examples/gateway.py http://127.0.0.1:8000 python my_engine.py

The token of the bot's account stands in TABULARIUM_TOKEN. An engine reads a line of JSON for each question, with
`game`, `rules`, `view`, `prompt` and `moves`, and writes a line: the number of one of the moves, from 0, or a move of
its own as JSON. There is one process of it for each match. Without an engine the bot plays by chance.
"""

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Sequence

from httpx import HTTPError
from tabularium_client import Problem, Tabularium
from tabularium_client.playing import moves, play
from tabularium_client.shapes import AnyView, GameData, Prompt

LOOK_SECONDS = 5.0


class Engine:
    """The process that is asked, for one match."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def choose(self, view: AnyView, prompt: Prompt) -> GameData:
        """The engine's move."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        listed = moves(prompt)
        told = {"game": view["game"], "rules": view["rules"], "view": view["state"]}
        asked = {**told, "prompt": prompt, "moves": listed}
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return listed[answer] if isinstance(answer, int) else {"prompt": prompt["prompt"], **answer}

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


def by_chance(view: AnyView, prompt: Prompt) -> GameData:
    return random.choice(moves(prompt))


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
        engine = Engine(self.command) if self.command else None
        try:
            play(self.bot, match, engine.choose if engine else by_chance)
        except (Problem, OSError, ValueError) as error:
            # The clock goes on, and so may the next message of the stream.
            print(f"{match}: {type(error).__name__}: {error}", file=sys.stderr)
        finally:
            self.playing.discard(match)
            if engine:
                engine.close()


if __name__ == "__main__":
    with Tabularium(sys.argv[1], os.environ["TABULARIUM_TOKEN"], language="en") as account:
        Gateway(account, sys.argv[2:]).run()
