"""Twin matches that differ in one secret, and what they answer."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from api.serving.streams import pages
from api.serving.streams.pages import Listener
from games.matches.stream import drafts, state
from games.matches.stream.loading import load
from tests.games.rock_paper_wizard.wild_scene import Move
from tests.support.cast import Person

# All that may differ between twins: what names them, when they were, and what is computed with salt.
MASK = {
    "id",
    "head",
    "at",
    "X-Request-Id",
    "Content-Disposition",
    "RateLimit",
    "RateLimit-Policy",
    "now",
    "created_at",
    "started_at",
    "due_at",
    "hash",
    "digest",
    "salt",
    "commitment",
    "open_draws",
    "root",
    "secret",
    "path",
}


PATHS = (
    "",
    "/view",
    "/view?at=9",
    "/view?seat=all",
    "/prompts",
    "/events",
    "/events?after=3&limit=2&wait=9",
    "/events?seat=spectator",
    "?language=pl",
    "/view?language=he,pl",
    "/prompts?language=pl,he",
    "/events?language=he,pl",
    "/export",
    "/draws",
)


SetKey = Callable[[bytes], None]


@pytest.fixture
def _every_match_that_was_played_holds() -> None:
    """Overrides the audit after each test: twins draw by a key that is not of their seed, and no audit lets that pass."""


@pytest.fixture
def set_key(monkeypatch: pytest.MonkeyPatch) -> SetKey:
    """Both twins draw from a key that the test names; otherwise their ids would make their chances differ."""
    key = bytes(32)
    for module in (state, drafts):
        monkeypatch.setattr(module, "key_of", lambda *_, **__: key)

    def put(new: bytes) -> None:
        nonlocal key
        key = new

    return put


def masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: "*" if name in MASK else masked(inner) for name, inner in value.items()}
    return [masked(item) for item in value] if isinstance(value, list) else value


def told(match_id: str, others: list[Person]) -> list[Any]:
    """Everything that people who may not know the secret are answered, refusals too."""
    print("masked:", ", ".join(sorted(MASK)))
    answers = [one.get(f"/matches/{match_id}{path}") for one in others for path in PATHS]
    answers.append(others[0].get(f"/matches/{match_id}/events?after={load(match_id).match.head.version}&wait=1"))
    moves = f"/matches/{match_id}/moves"
    answers += [one.post(moves, sent) for one in others for sent in probes(match_id)]
    answers += [one.post(f"{moves}?dry_run=true", sent) for one in others for sent in legal(match_id, one)]
    told = [(a.status_code, _headers(a), masked(_named_alike(a, match_id))) for a in answers]
    return [*told, *(streamed(match_id, one) for one in others)]


def streamed(match_id: str, one: Person) -> list[Any]:
    """What a stream tells somebody: how many messages of which type and size, and what they say."""
    ways = ((("en",), False), (("he", "pl"), False), (("en",), True))
    listeners = [Listener(one.id or None, *way) for way in ways]
    found = pages.read(match_id, dict.fromkeys(listeners, 0))
    messages = [message for page in found.values() if page for message in page.since(pages.ReaderPlace(0))]
    assert {page is None for page in found.values()} == {False}
    return [
        (m.version, m.type, len(m.data), masked(json.loads(m.data.replace(match_id.encode(), b"")))) for m in messages
    ]


def _headers(answer: Any) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in MASK}


def _named_alike(answer: Any, match_id: str) -> Any:
    """The body without the match's id; a match file as the list of its lines."""
    text = answer.content.decode().replace(match_id, "the match")
    return [json.loads(line) for line in text.splitlines()]


def legal(match_id: str, who: Person) -> list[dict[str, Any]]:
    """Every listed move of a person, as it is posted."""
    asked = who.get(f"/matches/{match_id}/prompts").json()["items"]
    return [{"prompt": a["prompt"], **one} for a in asked for move in a["moves"] for one in move["legal"]]


def probes(match_id: str) -> list[dict[str, Any]]:
    """Moves that will be refused to every sender: on every prompt that was, is or is not yet open."""
    prompts = [f"p{number}.{seat}" for number in range(1, 4) for seat in range(5)]
    return [{"prompt": prompt, "type": "cast_nothing", "of": "secrets"} for prompt in prompts]


def play(match_id: str, cast: list[Person], moves: list[Move]) -> None:
    for seat, move in moves:
        prompt = cast[seat].get(f"/matches/{match_id}/prompts").json()["items"][0]["prompt"]
        answer = cast[seat].post(f"/matches/{match_id}/moves", {"prompt": prompt, **move})
        assert answer.status_code == 201, answer.json()
