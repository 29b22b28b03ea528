"""A bot for any game: it sits down with other bots and plays listed moves by chance, to the end.

python examples/bot.py http://127.0.0.1:8000 cave
"""

import random
import sys
import uuid

from tabularium_client import Tabularium, problems
from tabularium_client.playing import moves, play
from tabularium_client.shapes import AnyView, GameData, Prompt


def choose(view: AnyView, prompt: Prompt) -> GameData:
    """One of the moves that are listed. A better bot looks at `view` and at `prompt["about"]`."""
    return random.choice(moves(prompt))


def new_guest(url: str) -> str:
    """The token of a new guest; of a second one where the response with the first token was lost: it is shown once."""
    with Tabularium(url) as stranger:
        while True:
            try:
                return stranger.sign_up({"handle": f"bot_{uuid.uuid4().hex[:12]}"})["token"]
            except problems.AlreadyCreated:
                continue


def main(url: str, game: str) -> str:
    """Play a match; the sentence of how it ended."""
    with Tabularium(url, new_guest(url), language="en") as bot:
        seats = next(one for one in bot.list_games()["items"] if one["game"] == game)["seats"]["min"]
        made = bot.create_match({"game": game, "seats": seats, "bots": ["easy"] * (seats - 1)})
        ended = play(bot, made["id"], choose)
    return "".join(piece["text"] for piece in ended["text"])


if __name__ == "__main__":
    print(main(*sys.argv[1:]))
