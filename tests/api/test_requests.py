"""What a request may leave out: the document tells what it then means, and that is what happens; and what a body costs
that is not of its shape."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis.strategies import from_regex

from api import bodies
from games.core import prompts
from games.core.json import JSONObject
from games.core.prompts import MAX_VIOLATIONS, violations
from games.matches.accounts.players import is_email
from games.registry import GAMES
from games.table.clocks import CLOCK_SCHEMA
from tests.support.cast import RPW, Person, match_of, person, play_some
from tests.support.described import DOCUMENT

BODIES = {
    said["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    for verbs in DOCUMENT["paths"].values()
    for said in verbs.values()
    if "requestBody" in said
}
CLOCKS = DOCUMENT["components"]["schemas"]["ClockWish"]
# A change leaves what it does not name; the others say in words what they are when they are left out.
CHANGES = {"AppChange", "WebhookChange", "Settings", "NoticeSettingsWish", "ReadWish"}
IN_WORDS = {
    *(("SignUp", "password"), ("Upgrade", "handle"), ("ForkWish", "visibility")),
    *(("ResignationWish", "signed"), ("SeatKeyWish", "vouched")),
}


def shape(name: str) -> Any:
    """The shape of a request; of one that differs by game that of Rock Paper Wizard."""
    found = DOCUMENT["components"]["schemas"][name]
    if "discriminator" in found:
        return shape(found["discriminator"]["mapping"][RPW].rpartition("/")[2])
    return found


def defaults(name: str) -> dict[str, Any]:
    return {field: said["default"] for field, said in shape(name)["properties"].items() if "default" in said}


@pytest.fixture
def alice() -> Person:
    return person("Alice")


def said_twice(who: Person, path: str, named: dict[str, Any], wish: str) -> Any:
    """The answer to a request that names the least, after the same one with all defaults written out is known as it."""
    key = f"{path}-{who.id}"[-128:]
    first = who.post(path, named, Idempotency_Key=key)
    assert first.status_code in (200, 201), first.content
    again = who.post(path, {**defaults(wish), **named}, Idempotency_Key=key)
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (first.status_code, "true")
    return first.json()


def test_every_field_that_may_be_left_out_tells_its_default_or_what_is_then() -> None:
    silent = {
        (name, field)
        for name in BODIES - CHANGES
        for field in shape(name).get("properties", {})
        if field not in shape(name).get("required", ()) and field not in defaults(name)
    }
    assert silent == IN_WORDS
    assert all(shape(name)["properties"][field]["description"] for name, field in silent)


def test_a_new_match_has_the_defaults_that_the_document_tells(alice: Person) -> None:
    told = defaults("MatchWish")
    assert told.keys() == {
        "options",
        "clock",
        "visibility",
        "name",
        "entropy",
        "start",
        "rated",
        "beacon",
        "open_draws",
        "delay",
        "bots",
        "fill",
        "pace",
        "rules",
    }
    made = said_twice(alice, "/matches", {"game": RPW, "seats": 3}, "MatchWish")
    assert {field: made[field] for field in ("clock", "visibility", "name")} == {
        field: told[field] for field in ("clock", "visibility", "name")
    }


@pytest.mark.parametrize("mode", ["per_move", "bank"])
def test_a_clock_has_the_defaults_that_the_document_tells(mode: str, alice: Person) -> None:
    (said,) = (
        shape(one["$ref"].rpartition("/")[2])["properties"]
        for word, one in zip(CLOCKS["discriminator"]["mapping"], CLOCKS["oneOf"], strict=True)
        if word == mode
    )
    least = {"mode": mode} | {field: 60 for field in said if field.endswith("seconds")}
    made = alice.post("/matches", {"game": RPW, "seats": 3, "clock": least})
    assert made.status_code == 201, made.content
    told = {field: one["default"] for field, one in said.items() if "default" in one}
    assert told
    assert made.json()["clock"] == least | told


def test_a_fork_and_taking_a_seat_have_the_defaults_that_the_document_tells(alice: Person) -> None:
    bob, carol = person("Bob"), person("Carol")
    parent = match_of(alice, bob, carol)
    play_some(parent, (alice, bob, carol))
    at = alice.get(f"/matches/{parent}").json()["version"] - 1
    fork = said_twice(alice, f"/matches/{parent}/forks", {"at": at}, "ForkWish")
    assert fork["clock"] == defaults("ForkWish")["clock"]
    assert said_twice(bob, f"/matches/{fork['id']}/join", {}, "SeatWish")["you"] == 1


def test_a_bot_takes_the_seat_that_the_document_tells(alice: Person) -> None:
    match_id = alice.post("/matches", {"game": RPW, "seats": 3}).json()["id"]
    seated = said_twice(alice, f"/matches/{match_id}/bots", {"bot": "random"}, "BotWish")
    assert [seat["bot"] for seat in seated["seats"]] == [None, "random", None]


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/matches/{match}/join", {"invitation": ["secret-1815"]}),
        ("/me/push-subscriptions", {"endpoint": "https://push.example.org/x", "keys": {"auth": "secret-1815"}}),
        ("/me/push-subscriptions", {"endpoint": "https://push.example.org/x", "keys": ["secret-1815"]}),
        ("/me/push-subscriptions", {"endpoint": "secret-1815", "keys": {}}),
    ],
)
def test_a_secret_of_a_wrong_shape_is_quoted_at_no_depth(path: str, sent: dict[str, Any], alice: Person) -> None:
    match_id = alice.post("/matches", {"game": RPW, "seats": 3}).json()["id"]
    refused = alice.post(path.format(match=match_id), sent)
    assert refused.status_code == 400
    assert refused.json()["errors"]
    assert "secret-1815" not in refused.content.decode()


# What a body costs that is not of its shape

LONGEST = 64 * 1024
# Keywords of a schema that are held against a value; the largest body that is of its shape takes about half of it.
MOST_STEPS = 20_000


def schemas() -> Iterator[tuple[str, JSONObject]]:
    """Whatever something is held against that a caller has sent."""
    for name, said in vars(bodies).items():
        if name.isupper() and isinstance(said, dict) and said.get("type") == "object":
            yield name, said
    yield "clock", CLOCK_SCHEMA
    for slug, versions in GAMES.items():
        for rules, game in versions.items():
            yield f"options of {slug} {rules}", game.options_schema
            yield from ((f"{name} of {slug} {rules}", said) for name, said in game.move_schemas.items())


def large(said: JSONObject) -> Iterator[Any]:
    """Values near the longest body: nothing of the shape, and as much as it lets through of each of its parts."""
    items: Any = said.get("items", {})
    choices: Any = items.get("enum", [])
    fits: Any = dict.fromkeys(items.get("properties", {}))
    for item in ("x", {}, [], 1.5, True, {"a": {"b": 1}}, *choices[:1], *([fits] if fits else [])):
        yield [item] * (LONGEST // (len(json.dumps(item)) + 2) - 2)
    yield [*range(10_000)]
    yield (choices * LONGEST)[: LONGEST // 8]
    yield "x" * LONGEST
    yield "א" * (LONGEST // 2)
    yield {f"x{number:04}": 0 for number in range(LONGEST // 12)}
    yield {f"x{number:04}": [{}] for number in range(LONGEST // 20)}
    yield 1e308
    yield float("inf")


def different_schemas() -> dict[str, JSONObject]:
    """Each schema once, by the first of its names: versions of a game have most of them in common."""
    found: dict[str, tuple[str, JSONObject]] = {}
    for name, said in schemas():
        found.setdefault(json.dumps(said, sort_keys=True), (name, said))
    return dict(found.values())


@pytest.mark.parametrize(("name", "said"), [pytest.param(*one, id=one[0]) for one in different_schemas().items()])
def test_any_body_of_64_kib_is_refused_within_a_bounded_number_of_steps(
    name: str, said: JSONObject, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = [0]

    def counted(keyword: Any) -> Any:
        def check(*given: Any) -> Any:
            steps[0] += 1
            return keyword(*given)

        return check

    strict: Any = prompts._Strict
    monkeypatch.setattr(strict, "VALIDATORS", {name: counted(keyword) for name, keyword in strict.VALIDATORS.items()})
    fields: Any = said.get("properties", {})
    bodies = [large_one for field in fields for value in large(fields[field]) for large_one in ({field: value},)]
    for body in (*bodies, *large({}), {name: ["x"] * (LONGEST // (5 * len(fields) + 1)) for name in fields}):
        steps[0] = 0
        assert len(violations(said, body)) <= MAX_VIOLATIONS
        assert steps[0] <= MOST_STEPS


def test_a_request_tells_fifty_faults_at_most(alice: Person) -> None:
    address = "/games?" + "&".join(f"x{number}=1" for number in range(300))
    assert len(alice.get(address).json()["errors"]) == MAX_VIOLATIONS


@given(from_regex(bodies.EMAIL, fullmatch=True).filter(lambda text: len(text) <= 254))
def test_every_address_that_the_pattern_lets_through_is_taken(address: str) -> None:
    assert is_email(address)
