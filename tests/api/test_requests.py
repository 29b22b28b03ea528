"""What a request may leave out: the document tells what it then means, and that is what happens."""

from typing import Any

import pytest

from tests.cast import RPW, Person, match_of, person, play_some
from tests.described import DOCUMENT

BODIES = {
    said["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    for verbs in DOCUMENT["paths"].values()
    for said in verbs.values()
    if "requestBody" in said
}
# A change leaves what it does not name; the others say in words what they are when they are left out.
CHANGES = {"Settings", "NoticeSettingsWish", "ReadWish"}
IN_WORDS = {("SignUp", "password"), ("Upgrade", "handle"), ("ForkWish", "visibility")}


def shape(name: str) -> Any:
    return DOCUMENT["components"]["schemas"][name]


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
    assert told.keys() == {"options", "clock", "visibility", "name", "entropy", "start"}
    made = said_twice(alice, "/matches", {"game": RPW, "seats": 3}, "MatchWish")
    assert {field: made[field] for field in ("clock", "visibility", "name")} == {
        field: told[field] for field in ("clock", "visibility", "name")
    }


@pytest.mark.parametrize("mode", ["per_move", "bank"])
def test_a_clock_has_the_defaults_that_the_document_tells(mode: str, alice: Person) -> None:
    (said,) = (
        one["properties"]
        for one in shape("MatchWish")["properties"]["clock"]["oneOf"]
        if one["properties"]["mode"]["const"] == mode
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
