"""A player that knows no rules: it answers every prompt with one of the moves the server lists.

python -m clients.random_player URL MATCH      (the token comes on standard input)
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Any

from clients.api import Api, Problem

OVER = ("finished", "cancelled", "quarantined")
# What a player may run into without having done anything wrong: the match has moved on meanwhile.
MOVED_ON = {"stale_prompt", "deadline_passed", "match_not_active"}


def play(api: Api, match: str, pick: Callable[[list[Any]], Any], *, pause: float = 0.05) -> dict[str, int]:
    """Play `match` to its end; how many moves were played, and how many found that the match had moved on."""
    counts = {"played": 0, "moved_on": 0}
    while True:
        items = api.get(f"/matches/{match}/prompts")["items"]
        for prompt in items:
            listed = [legal for move in prompt["moves"] for legal in move["legal"]]
            counts[_answer(api, match, prompt["prompt"], pick(listed))] += 1
        if not items:
            if api.get(f"/matches/{match}")["status"] in OVER:
                return counts
            time.sleep(pause)


def _answer(api: Api, match: str, prompt: str, move: dict[str, Any]) -> str:
    try:
        api.post(f"/matches/{match}/moves", {"prompt": prompt, **move})
    except Problem as problem:
        if problem.document["code"] not in MOVED_ON:
            raise
        return "moved_on"
    return "played"


def main() -> None:
    url, match = sys.argv[1:3]
    token = sys.stdin.readline().strip()
    with Api(url, token) as api:
        counts = play(api, match, random.choice)
    sys.stdout.write(f"{counts['played']} moves\n")


if __name__ == "__main__":
    main()
