"""The cast of the tests: Alice, Bob and Carol sit, Charlie stands outside; and how they sit down."""

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.test import Client

from events.store import new_id
from games.matches.accounts.players import sign_up
from games.matches.lobby import lobby
from games.matches.lobby.lobby import NewMatch, SeatWish
from games.matches.models.people import ACCOUNT, BOT, Player
from games.matches.play.submission import Sent, play, resign
from games.matches.stream.loading import load
from games.table.clocks import NONE
from tests.support import described

RPW = "rock-paper-wizard"
SAS = "spell-a-spell"


@dataclass(frozen=True, kw_only=True)
class Person:
    """A signed-up player and what he says over HTTP, in this process but through every layer.

    Whatever is answered must be in the OpenAPI document.
    """

    id: str
    handle: str
    token: str

    def get(self, path: str, **headers: str) -> Any:
        return self._call("GET", path, "", headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._call("POST", path, json.dumps({} if body is None else body), headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._call("PATCH", path, json.dumps({} if body is None else body), headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._call("PUT", path, json.dumps({} if body is None else body), headers)

    def delete(self, path: str, **headers: str) -> Any:
        return self._call("DELETE", path, "", headers)

    def _call(self, method: str, path: str, text: str, headers: dict[str, str]) -> Any:
        address = f"/api/v1{path}"
        answer = Client(raise_request_exception=False).generic(
            method, address, text, content_type="application/json", headers=self._headers(headers)
        )
        described.assert_described(method, address, answer)
        return answer

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return {**({"Authorization": f"Bearer {self.token}"} if self.token else {}), **named}


def timeless(match: dict[str, Any]) -> dict[str, Any]:
    """A match as it was answered, but for the time of the answer."""
    return {name: value for name, value in match.items() if name != "now"}


_NOW = re.compile(rb'"now":"[^"]+",?')


def unclocked(content: bytes) -> bytes:
    """What was answered, but for the time of the answer."""
    return _NOW.sub(b"", content)


STRANGER = Person(id="", handle="", token="")


def person(name: str) -> Person:
    """A fresh player whose handle starts with `name`."""
    made, token = sign_up(f"{name}_{new_id()[-12:]}", locale="en", key=None)
    return Person(id=str(made.id), handle=str(made.handle), token=token)


def account_holder(name: str) -> Person:
    """A fresh player who is no guest; without the password, which takes time to hash."""
    one = person(name)
    Player.objects.filter(id=one.id).update(kind=ACCOUNT)
    return one


def bot(name: str) -> Person:
    """A fresh account that is a bot's."""
    one = person(name)
    Player.objects.filter(id=one.id).update(kind=BOT)
    return one


def new_match(**wishes: Any) -> NewMatch:
    """What a creator asks for, plain but for the wishes."""
    plain: dict[str, Any] = {
        "game": RPW,
        "seats": 3,
        "options": {},
        "clock": NONE,
        "visibility": "public",
        "name": "",
        "start": "auto",
        "entropy": None,
    }
    return NewMatch(**{**plain, **wishes})


def match_of(*people: Person, **wishes: Any) -> str:
    """A running match in which `people` sit in this order."""
    match_id, _ = lobby.create(people[0].id, new_match(seats=len(people), **wishes), key=None)
    for one in people[1:]:
        lobby.join(match_id, one.id, SeatWish(), key=None)
    return match_id


def random_move(match_id: str, people: Sequence[Person], pick: random.Random) -> tuple[Person, dict[str, Any]] | None:
    """Somebody who is waited for and one of his listed moves, as he would post it; None when nobody is."""
    match = load(match_id).match
    if not match.waiting_for:
        return None
    seat = pick.choice(match.waiting_for)
    prompt = match.prompts[seat]
    listed = [move for form in prompt.moves for move in form.legal]
    return people[seat], {"prompt": prompt.id, **pick.choice(listed)}


def play_some(match_id: str, people: Sequence[Person], *, moves: int = 10_000, seed: int = 0) -> None:
    """Random listed moves, at most so many, until the match ends; `people` sit in this order."""
    pick = random.Random(seed)
    for _ in range(moves):
        found = random_move(match_id, people, pick)
        if found is None:
            return
        who, body = found
        play(match_id, who.id, Sent(body=body), key=None)


def resign_all(match_id: str, people: Sequence[Person]) -> None:
    """All but the last resign, where the match has not ended by itself: who plays first is drawn anew in each run."""
    for who in people[:-1]:
        if not load(match_id).match.is_over:
            resign(match_id, who.id, key=None)


def create(player: str, key: str | None = None, **wishes: object) -> str:
    """A match that waits for players."""
    return lobby.create(player, new_match(**wishes), key=key)[0]


def join(match_id: str, player: str, seat: int | None = None, key: str | None = None) -> None:
    lobby.join(match_id, player, SeatWish(seat=seat), key=key)


def types(match_id: str) -> list[str]:
    """The type of each event."""
    return [event.envelope["type"] for event in load(match_id).events]


def legal(match_id: str, seat: int) -> list[Any]:
    """The listed moves of a seat, each with its prompt, as a client posts them."""
    prompt = load(match_id).match.prompts.get(seat)
    return [{"prompt": prompt.id, **one} for move in prompt.moves for one in move.legal] if prompt else []


def answer_first_prompt(match_id: str, who: Person, seat: int) -> None:
    """Play the first move that a seat is listed."""
    prompt = load(match_id).match.prompts[seat]
    play(match_id, who.id, Sent(body={"prompt": prompt.id, **prompt.moves[0].legal[0]}), key=None)
