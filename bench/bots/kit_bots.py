"""How strong are the example bots of the Python kit against the service's bots of a grade?

`python -m bench.bots.kit_bots GAME [--matches N] [--against GRADE] [--processes N]` plays in memory, without database
and HTTP: one seat is the example's, which changes from match to match, at the smallest table. The example sees what the
API would tell it, without words. It prints the example's share of the wins (tied winners share one) with Wilson's
interval of 95 %, and the fair share.
"""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import cache, partial
from importlib import import_module
from typing import Any

from bench.bots.balance import Policy, by_bots, play
from bench.bots.intervals import wilson
from config.local_stack.places import PROJECT
from games.core.bots import EASY, GRADES, RANDOM
from games.core.chance import Chance
from games.core.prompts import Prompt
from games.registry import newest

# The kit and its examples are no packages of the service.
KIT = PROJECT / "clients/python"
sys.path[:0] = [str(KIT), str(KIT / "examples")]


class _Client:
    """What an example reads before it plays: the documents of the API."""

    def get_content(self, slug: str) -> Mapping[str, Any]:
        return newest(slug).content

    def get_lexicon(self, slug: str) -> Mapping[str, Any]:
        lexicon = newest(slug).lexicon
        assert lexicon is not None
        return lexicon()


@cache
def _choose(slug: str) -> Any:
    return import_module(slug.replace("-", "_")).good(_Client())


def _told(prompt: Prompt) -> Mapping[str, Any]:
    forms = [{"type": one.type, "legal": list(one.legal), "complete": one.complete} for one in prompt.moves]
    return {"prompt": prompt.id, "seat": prompt.seat, "kind": prompt.kind, "about": prompt.about, "moves": forms}


def of_example(slug: str, seat: int, others: Policy) -> Policy:
    """The example on this seat, and what the others do."""

    def policy(view: Mapping[str, Any], prompt: Prompt, chance: Chance) -> Mapping[str, Any]:
        if prompt.seat != seat:
            return others(view, prompt, chance)
        move = dict(_choose(slug)({"state": view}, _told(prompt)))
        move.pop("prompt")
        return move

    return policy


def won(slug: str, against: str, number: int) -> Fraction:
    """What part of a match the example has won."""
    game = newest(slug)
    seats, seat = game.min_seats, number % game.min_seats
    policy = of_example(slug, seat, by_bots(game, (against,) * seats))
    winners = play(game, seats, number.to_bytes(32, "big"), policy).won
    return Fraction(seat in winners, len(winners) or 1)


def main(arguments: Sequence[str]) -> None:
    reader = argparse.ArgumentParser(prog="python -m bench.bots.kit_bots")
    reader.add_argument("game")
    reader.add_argument("--matches", type=int, default=60)
    reader.add_argument("--against", choices=[RANDOM, *GRADES], default=EASY)
    reader.add_argument("--processes", type=int, default=os.cpu_count())
    asked = reader.parse_args(arguments)
    with ProcessPoolExecutor(asked.processes) as pool:
        share = float(sum(pool.map(partial(won, asked.game, asked.against), range(asked.matches))))
    low, high = wilson(share, asked.matches)
    fair = 1 / newest(asked.game).min_seats
    told = f"{share:.1f} of {asked.matches} against {asked.against}"
    print(f"{asked.game}: {told}, {share / asked.matches:.0%} [{low:.0%} to {high:.0%}], fair {fair:.0%}")


if __name__ == "__main__":
    main(sys.argv[1:])
