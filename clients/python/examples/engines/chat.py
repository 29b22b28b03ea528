"""A language model as an engine of the gateway: any service that speaks OpenAI's chat completions.

    export CHAT_URL=http://127.0.0.1:11434/v1 CHAT_MODEL=llama3.1
    python examples/gateway.py http://127.0.0.1:8000 python examples/engines/chat.py

CHAT_KEY is the key of the model's service, where it wants one. The model is told what its seat sees and the numbered
moves, and answers with a number, or with a move as JSON where the list is not complete. It is told twice that what it
said is no move; then, and where it does not answer within CHAT_SECONDS (30), chance plays.
"""

import json
import os
import random
import re
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import httpx
from tabularium_client.shapes import GameData, Prompt
from tabularium_client.words import Names, outline, questions

TRIES = 3
# Characters of a state, and bytes of an answer that is read.
MOST_TOLD, MOST_HEARD = 24_000, 1_000_000
RULES = (
    "You play a board game. You are told what you see, a question, and the moves that you may make, each with its "
    "number. Answer with the number of your move and nothing else."
)


class NoAnswer(Exception):
    """The model has not answered, or not as chat completions do. The message holds no key."""


@dataclass(frozen=True, kw_only=True)
class Model:
    """Where the model is asked."""

    url: str
    name: str
    key: str = field(default="", repr=False)

    def answer(self, http: httpx.Client, said: Sequence[Mapping[str, str]], seconds: float) -> str:
        """What the model says next, within so many seconds of wall clock; `NoAnswer`."""
        asked = {"model": self.name, "messages": list(said), "stream": False}
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        end, heard = time.monotonic() + seconds, b""
        try:
            sending = http.stream(
                "POST", f"{self.url.rstrip('/')}/chat/completions", json=asked, headers=headers, timeout=seconds
            )
            with sending as answer:
                for piece in answer.iter_bytes():
                    heard += piece
                    # A timeout of the connection begins anew with every byte that drips.
                    if time.monotonic() > end or len(heard) > MOST_HEARD:
                        raise NoAnswer("it took too long, or said too much")
            answer.raise_for_status()
            text = json.loads(heard)["choices"][0]["message"]["content"]
        except httpx.HTTPError as error:
            raise NoAnswer(type(error).__name__) from None
        except (ValueError, KeyError, IndexError, TypeError):
            raise NoAnswer("it is no chat completion") from None
        if not isinstance(text, str):
            raise NoAnswer("it has said nothing")
        return text


def told(line: Mapping[str, Any]) -> str:
    """The question as the model reads it; the first move has the number 1."""
    state = "\n".join(outline(line["view"], Names({})))[:MOST_TOLD]
    asked = questions([cast(Prompt, line["prompt"])])
    return "\n".join([f"The game is {line['game']}. What you see:", state, *asked.lines])


def understood(text: str, line: Mapping[str, Any]) -> int | GameData | None:
    """The index of the move that the model names, or a move as JSON where others than the listed are taken."""
    bare = re.sub(r"<think>.*?</think>", "", text, flags=re.DOTALL).strip().strip("`").removeprefix("json").strip()
    try:
        answer = json.loads(bare)
    except (ValueError, RecursionError):
        # "I play move 3." says it too; two numbers say nothing.
        numbers = set(re.findall(r"\d{1,4}", bare)) if len(bare) < 200 else set()
        answer = int(numbers.pop()) if len(numbers) == 1 else None
    if isinstance(answer, dict) and set(answer) == {"move"}:
        answer = answer["move"]
    if isinstance(answer, int) and not isinstance(answer, bool):
        return answer - 1 if 1 <= answer <= len(line["moves"]) else None
    open_types = {form["type"] for form in line["prompt"]["moves"] if not form["complete"]}
    return answer if isinstance(answer, dict) and answer.get("type") in open_types else None


def choose(line: Mapping[str, Any], model: Model, http: httpx.Client, *, seconds: float) -> int | GameData:
    """The model's move for a question; one by chance where it has none."""
    said = [{"role": "system", "content": RULES}, {"role": "user", "content": told(line)}]
    count, end = len(line["moves"]), time.monotonic() + seconds
    for _ in range(TRIES):
        left = end - time.monotonic()
        if left <= 0:
            break
        try:
            text = model.answer(http, said, left)
        except NoAnswer as error:
            print(f"the model: {error}", file=sys.stderr)
            continue
        move = understood(text, line)
        if move is not None:
            return move
        again = f"That is no move. Answer with one number from 1 to {count}, and nothing else."
        said += [{"role": "assistant", "content": text[:500]}, {"role": "user", "content": again}]
    return random.randrange(count) if count else {}


def main() -> None:
    """Answer each line of standard input with a line."""
    model = Model(url=os.environ["CHAT_URL"], name=os.environ["CHAT_MODEL"], key=os.environ.get("CHAT_KEY", ""))
    seconds = float(os.environ.get("CHAT_SECONDS", "30"))
    with httpx.Client(timeout=seconds, follow_redirects=False) as http:
        for line in sys.stdin:
            print(json.dumps(choose(json.loads(line), model, http, seconds=seconds)), flush=True)


if __name__ == "__main__":
    main()
