"""Players who ask nothing: what they are asked comes by the streams of their match, and a move is one call."""

import threading
from collections.abc import Sequence
from queue import Empty, Queue
from typing import Any

from bench.siege.players import Honest, Table

# No table is silent for so long.
SILENCE_SECONDS = 20.0
# What a stream has told: whose it is and a prompt, or nothing where it has ended.
Told = tuple[Honest, dict[str, Any]] | None


class FollowingTable(Table):
    """As a table, but each seat follows its match."""

    def _play(self, match: str, seats: Sequence[Honest]) -> None:
        told: Queue[Told] = Queue()
        address = seats[0].get(f"/matches/{match}")["links"]["stream"]
        for seat in seats:
            threading.Thread(target=_follow, args=(seat, address, told), daemon=True).start()
        answered = set()
        while not self._over.is_set():
            try:
                one = told.get(timeout=SILENCE_SECONDS)
            except Empty:
                raise ValueError("the streams of a match are silent") from None
            if one is None:
                return
            seat, prompt = one
            # A stream tells the open prompt again where something else about it has changed.
            if prompt["prompt"] not in answered:
                answered.add(prompt["prompt"])
                self._move(seat, match, prompt)


def _follow(seat: Honest, address: str, told: "Queue[Told]") -> None:
    for message in seat.follow(address):
        for prompt in message["data"]["items"] if message["type"] == "prompts" else ():
            told.put((seat, prompt))
    told.put(None)
