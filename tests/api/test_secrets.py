"""Twin matches that differ in one unrevealed secret answer everybody else alike, byte for byte but for the mask."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.matches import match as matches
from games.matches import recording
from games.matches.match import load
from tests.api.wild_scene import Move, match_with_wild_cards_held, other_wild_cards
from tests.cast import STRANGER, Person, match_of, person

# All that may differ between twins: what names them, when they were, and what is computed with salt.
MASK = {"id", "match", "at", "created_at", "started_at", "due_at", "hash", "digest", "salt", "commitment"}
PATHS = ("", "/view", "/prompts", "/events", "/events?after=3&limit=2")
SetKey = Callable[[bytes], None]


@pytest.fixture
def set_key(monkeypatch: pytest.MonkeyPatch) -> SetKey:
    """Both twins draw from a key that the test names; otherwise their ids would make their chances differ."""
    key = bytes(32)
    for module in (matches, recording):
        monkeypatch.setattr(module, "derive_key", lambda *_: key)

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
    answers = [one.get(f"/matches/{match_id}{path}") for one in others for path in PATHS]
    answers += [one.post(f"/matches/{match_id}/moves", sent) for one in others for sent in probes(match_id)]
    return [(a.status_code, masked(dict(a.headers)), masked(_named_alike(a, match_id))) for a in answers]


def _named_alike(answer: Any, match_id: str) -> Any:
    return json.loads(answer.content.decode().replace(match_id, "the match"))


def probes(match_id: str) -> list[dict[str, Any]]:
    """Moves that will be refused, whoever sends them: on every prompt that was, is or is not yet open."""
    prompts = [f"p{number}.{seat}" for number in range(1, 4) for seat in range(5)]
    return [{"prompt": prompt, "type": "cast_nothing", "of": "secrets"} for prompt in prompts]


def play(match_id: str, cast: list[Person], moves: list[Move]) -> None:
    for seat, move in moves:
        prompt = cast[seat].get(f"/matches/{match_id}/prompts").json()["items"][0]["prompt"]
        answer = cast[seat].post(f"/matches/{match_id}/moves", {"prompt": prompt, **move})
        assert answer.status_code == 201, answer.json()


def test_a_choice_before_the_reveal_is_nobody_elses(set_key: SetKey) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    one, other = match_of(*cast), match_of(*cast)
    listed = load(one).match.prompts[1].moves[0].legal
    for match_id, move in ((one, listed[0]), (other, listed[-1])):
        play(match_id, cast, [(1, dict(move))])
    assert load(one).match.state != load(other).match.state
    others = [cast[0], cast[2], STRANGER, person("Charlie")]
    assert told(one, others) == told(other, others)
    # The twins do differ for the one who chose, so the comparison can fail.
    assert told(one, [cast[1]]) != told(other, [cast[1]])


def test_a_wild_card_that_is_held_is_nobodys_not_even_its_holders(set_key: SetKey) -> None:
    key, opening, last = match_with_wild_cards_held()
    cast = [person(f"Seat{seat}") for seat in range(5)]
    twins = []
    for key_of_the_wild_cards in (key, other_wild_cards(key, opening, last)):
        set_key(key)
        match_id = match_of(*cast)
        play(match_id, cast, opening)
        set_key(key_of_the_wild_cards)
        play(match_id, cast, [last])
        twins.append(match_id)
    one, other = twins
    assert load(one).match.state != load(other).match.state
    everyone = [*cast, STRANGER]
    assert told(one, everyone) == told(other, everyone)
