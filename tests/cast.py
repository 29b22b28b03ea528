"""The cast of the tests: Alice, Bob and Carol sit, Charlie stands outside; and how they sit down."""

import json
from dataclasses import dataclass
from typing import Any

from django.test import Client

from events.store import new_id
from games.matches import lobby, players
from games.matches.clocks import NONE
from games.matches.lobby import NewMatch

RPW = "rock-paper-wizard"


@dataclass(frozen=True, kw_only=True)
class Person:
    """A signed-up player and what he says over HTTP, in this process but through every layer."""

    id: str
    handle: str
    token: str

    def get(self, path: str, **headers: str) -> Any:
        return Client(raise_request_exception=False).get(f"/api/v1{path}", headers=self._headers(headers))

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        text = json.dumps({} if body is None else body)
        return Client(raise_request_exception=False).post(
            f"/api/v1{path}", text, content_type="application/json", headers=self._headers(headers)
        )

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return {**({"Authorization": f"Bearer {self.token}"} if self.token else {}), **named}


STRANGER = Person(id="", handle="", token="")


def person(name: str) -> Person:
    """A fresh player whose handle starts with `name`."""
    made, token = players.sign_up(f"{name}_{new_id()[-12:]}", locale="en", key=None)
    return Person(id=str(made.id), handle=made.handle, token=token)


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
        lobby.join(match_id, one.id, seat=None, entropy=None, key=None)
    return match_id
