"""Who produces which code of the list of problems, and what the producers share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from tests.support.cast import RPW, Person, match_of, person

Answer = Any


@dataclass(frozen=True, kw_only=True)
class Tools:
    """What a producer may bend."""

    patch: pytest.MonkeyPatch
    settings: Settings


Producer = Callable[[Tools], Answer]

# By game (None: the service itself) and code.
PRODUCERS: dict[tuple[str | None, str], Producer] = {}


def produces(code: str, game: str | None = None) -> Callable[[Producer], Producer]:
    """Put a producer on the table: its answer, or the `RuleBroken` that it returns, has this code."""

    def note(producer: Producer) -> Producer:
        assert (game, code) not in PRODUCERS
        PRODUCERS[game, code] = producer
        return producer

    return note


def send(path: str, text: str = "", method: str = "POST", **more: Any) -> Answer:
    kind = more.pop("content_type", "application/json")
    client = Client(raise_request_exception=False)
    return client.generic(method, f"/api/v1{path}", text, content_type=kind, **more)


def seated(**wishes: Any) -> tuple[str, list[Person]]:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    return match_of(*cast, **wishes), cast


def opened(**wishes: Any) -> tuple[str, Person]:
    alice = person("Alice")
    return alice.post("/matches", {"game": RPW, "seats": 3, **wishes}).json()["id"], alice


def prompt(match_id: str, who: Person) -> Any:
    return who.get(f"/matches/{match_id}/prompts").json()["items"][0]


def legal(match_id: str, who: Person) -> dict[str, Any]:
    asked = prompt(match_id, who)
    return {"prompt": asked["prompt"], **asked["moves"][0]["legal"][0]}


def move(match_id: str, who: Person, sent: dict[str, Any], **headers: str) -> Answer:
    return who.post(f"/matches/{match_id}/moves", sent, **headers)
