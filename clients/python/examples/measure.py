"""How good a bot is: its share of the wins over so many matches against the service's bots of a grade.

python examples/measure.py http://127.0.0.1:8000 cave 20 good medium
"""

import random
import sys
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import cave
import rock_paper_wizard
import spell_a_spell
from tabularium_client import Tabularium
from tabularium_client.playing import Choose, moves, play

GOOD: dict[str, Callable[[Tabularium], Choose]] = {
    "cave": cave.good,
    "rock-paper-wizard": rock_paper_wizard.good,
    "spell-a-spell": spell_a_spell.good,
}
AT_ONCE = 8


def by_chance(_: Tabularium) -> Choose:
    """Moves that are listed, by chance."""
    return lambda view, prompt: random.choice(moves(prompt))


def won(url: str, game: str, kind: str, against: Any) -> float:
    """What part of a match the bot has won: half of it where two have."""
    with Tabularium(url) as stranger:
        token = stranger.sign_up({"handle": f"bot_{uuid.uuid4().hex[:12]}"})["token"]
    with Tabularium(url, token) as bot:
        seats = bot.get_game(game)["seats"]["min"]
        made = bot.create_match({"game": game, "seats": seats, "bots": [against] * (seats - 1)})
        ended = play(bot, made["id"], (GOOD[game] if kind == "good" else by_chance)(bot))
    outcome: Any = ended["outcome"] or {}
    winners = outcome.get("winners") or []
    return 1 / len(winners) if ended["you"] in winners else 0


def main(url: str, game: str, count: str = "20", kind: str = "good", against: Any = "easy") -> str:
    """Play so many matches, eight at once; a sentence of how many were won."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        shares = list(pool.map(lambda _: won(url, game, kind, against), range(int(count))))
    return f"{game}: the {kind} bot has won {sum(shares):.1f} of {len(shares)} matches"


if __name__ == "__main__":
    print(main(*sys.argv[1:]))
