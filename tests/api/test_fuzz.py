"""No request makes the service fail, and whatever it answers is in the OpenAPI document.

`make fuzz` asks many thousand times; the suite asks a few.
"""

import json
import os
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.test import Client, override_settings
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.openapi import parameters
from tests.support import described
from tests.support.cast import RPW, STRANGER, Person, match_of, person

EXAMPLES = int(os.environ.get("FUZZ", "200"))
OPERATIONS = [
    (verb.upper(), path, said) for path, verbs in described.DOCUMENT["paths"].items() for verb, said in verbs.items()
]
# These would end the cast or the match, and leave less to ask.
LAST = ("deleteMe", "revokeToken", "resign", "deleteWebhook")
# Where a webhook may lead in these tests; nobody listens there.
NOBODY = "http://127.0.0.1:9999/"
OPERATIONS = [each for each in OPERATIONS if each[2]["operationId"] not in LAST]

NASTY = [
    "",
    "\x00",
    "\ud800",
    "٣",
    "-1",
    "1.0",
    "1e400",
    "null",
    "💥" * 90,
    "..",
    "%00",
    "a/b",
    "'",
    '"',
    "{}",
    "all",
    "me",
    "true",
]
texts = st.sampled_from(NASTY) | st.text(max_size=12)
numbers = st.integers(-2, 7) | st.sampled_from([2**31, 2**53, -(2**63), 10**30]) | st.floats(allow_nan=True)
scalars = st.none() | st.booleans() | numbers | texts
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=8
)


def members_of(reference: str) -> list[Any]:
    """The shape of this reference, or all of a union; where a union only tells fields apart, the shape is whole."""
    shape = described.DOCUMENT["components"]["schemas"][reference.rpartition("/")[2]]
    if "properties" in shape:
        return [shape]
    inner = shape.get("oneOf", shape.get("anyOf", []))
    return [each for member in inner for each in members_of(member["$ref"])]


def fields_of(said: Any) -> tuple[list[str], list[str]]:
    """The fields that an operation's body must have, and those that it may have, in one order."""
    if "requestBody" not in said:
        return [], []
    shapes = members_of(said["requestBody"]["content"]["application/json"]["schema"]["$ref"])
    fields = dict.fromkeys(name for shape in shapes for name in shape["properties"])
    return [name for name in fields if all(name in shape["required"] for shape in shapes)], list(fields)


TYPES = ["application/json"] * 6 + ["application/json; charset=x", "text/plain", ""]
PLAUSIBLE: dict[str, list[Any]] = {
    "game": [RPW],
    "seats": [3, 4],
    "options": [{}, {"max_rounds": 1}, {"max_rounds": 10**6}],
    "clock": [{"mode": "none"}, {"mode": "per_move", "seconds": 86400}],
    "bot": ["random", "steady"],
    "quiet_hours": [None, {"zone": "Europe/Warsaw", "from": "22:00", "to": "07:00"}],
    "vacation": [None, {"ends_at": "2020-01-01T00:00:00Z"}, {"ends_at": "2099-13-01T00:00:00Z"}],
    "visibility": ["private", "unlisted"],
    "seat": [0, 1, 2, None],
    "prompt": ["p1.0", "p2.0", "p1.1"],
    "type": ["choose_spell", "resign", "choose_receiver"],
    "spell": ["fireball"],
    "target": [0, 1, 2],
    "handle": ["Alice"],
    "password": ["correct horse battery"],
    "scopes": [["read"], ["operate"]],
    "label": ["laptop"],
    "expires_in_seconds": [60],
    "url": [NOBODY, "https://10.0.0.1/", "https://no-such-name.invalid/"],
    "kinds": [["your_turn"], ["match_started", "match_ended"]],
    "format": ["standard", "chat"],
    "email": ["nobody@example.org"],
    "mail": [[], ["your_turn"]],
    "matches": [[]],
    "notices": [["01940000-0000-7000-8000-00000000dead"]],
    "up_to": ["01940000-0000-7000-8000-00000000dead"],
    "unread": ["true", "false"],
    "player": [None, "01940000-0000-7000-8000-00000000dead"],
    "after": [0, 5],
    "at": [1, 5],
    "limit": [1, 500],
    "dry_run": ["true"],
    "rules": ["1"],
    "mine": ["true"],
    "waiting_for": ["me"],
    "status": ["open", "imported"],
    "text": ["Well played"],
    "reaction": ["wow", None],
    "room": ["players", "spectators", None],
}


def value_of(name: str, *, wild: bool) -> st.SearchStrategy[Any]:
    if name not in PLAUSIBLE:
        return values
    plausible = st.sampled_from(PLAUSIBLE[name])
    return plausible | values if wild else plausible


@pytest.fixture(scope="module")
def cast() -> dict[str, Person]:
    return {name: person(name) for name in ("Alice", "Bob", "Carol", "Charlie")}


@pytest.fixture(scope="module")
def ids(cast: dict[str, Person]) -> dict[str, list[str]]:
    seated = [cast[name] for name in ("Alice", "Bob", "Carol")]
    running, over = match_of(*seated), match_of(*seated)
    for one in seated[:2]:
        one.post(f"/matches/{over}/resign")
    waiting = seated[0].post("/matches", {"game": RPW, "seats": 3, "visibility": "private"}).json()["id"]
    matches = [running, running, over, waiting]
    with override_settings(WEBHOOKS_TO_LOOPBACK=True):
        webhook = seated[0].post("/me/webhooks", {"url": NOBODY}).json()["id"]
    delivery = seated[0].post(f"/me/webhooks/{webhook}/test").json()["id"]
    return {
        "match": matches,
        "game": [RPW],
        "player": [seated[0].id],
        "token": [running],
        "invitation": [running],
        "webhook": [webhook],
        "subscription": [webhook],
        "delivery": [delivery],
        "seat": ["0", "1"],
    }


@pytest.fixture(scope="module")
def moves(cast: dict[str, Person], ids: dict[str, list[str]]) -> list[dict[str, Any]]:
    """Moves that are legal until one of them is played."""
    asked = [one.get(f"/matches/{ids['match'][0]}/prompts").json()["items"] for one in cast.values()]
    prompts = [prompt for items in asked for prompt in items]
    return [{"prompt": each["prompt"], **move} for each in prompts for move in each["moves"][0]["legal"]]


def test_the_fields_of_every_body_are_known() -> None:
    """Which operations a run draws is chance; that each can be drawn is not."""
    for _, template, said in OPERATIONS:
        required, fields = fields_of(said)
        assert set(required) <= set(fields), template


@settings(max_examples=EXAMPLES, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_request_makes_the_service_fail_or_answer_what_is_not_described(
    data: st.DataObject, cast: dict[str, Person], ids: dict[str, list[str]], moves: list[dict[str, Any]]
) -> None:
    verb, template, said = data.draw(st.sampled_from(OPERATIONS), "operation")
    # A request with several faults is refused for the first of them, so half of them have few.
    wild = data.draw(st.booleans(), "wild")
    address = template
    for name, known in ids.items():
        if f"{{{name}}}" in template:
            chosen = data.draw(st.sampled_from(known) | texts if wild else st.sampled_from(known), name)
            address = address.replace(f"{{{name}}}", quote(chosen, safe="", errors="replace") or "-")
    address += _query(data, said, wild=wild)
    who = data.draw(st.sampled_from([*cast.values(), *[STRANGER, replace(STRANGER, token="tab_wrong")] * wild]), "who")
    answer = Client(raise_request_exception=False).generic(
        verb,
        address,
        _body(data, said, moves, wild=wild),
        content_type=data.draw(st.sampled_from(TYPES)) if wild else TYPES[0],
        headers={"Authorization": f"Bearer {who.token}"} | (_headers(data) if wild else {}) if who.token else {},
    )
    # Without a live process a web process has no streams, and says so.
    is_stream = said["tags"] == ["streams"] and answer.status_code == 503
    assert answer.status_code < 500 or is_stream, (verb, address, answer.content)
    described.assert_described(verb, address, answer)


def _query(data: st.DataObject, said: Any, *, wild: bool) -> str:
    known = [each["$ref"].rpartition(".")[2] for each in said["parameters"] if "/query." in each["$ref"]]
    known = [name for name in known if name != "wait"] + ["colour"] * wild
    asked = data.draw(st.lists(st.sampled_from(known), max_size=2), "query") if known else []
    pairs = [(name, str(data.draw(value_of(name, wild=wild)))) for name in asked]
    return "?" + urlencode(pairs, errors="replace") if pairs else ""


def _body(data: st.DataObject, said: Any, moves: list[dict[str, Any]], *, wild: bool) -> bytes:
    required, fields = fields_of(said)
    if wild and data.draw(st.integers(0, 5)) == 0:
        return data.draw(st.binary(max_size=20) | values.map(lambda value: json.dumps(value).encode()), "body")
    named = data.draw(st.lists(st.sampled_from(fields), unique=True), "fields") if fields else []
    if not wild:
        named = [*required, *(name for name in named if name in PLAUSIBLE)]
    if said["operationId"] == "playMove":
        body, named = data.draw(st.sampled_from(moves), "move"), named[:1] * wild
    else:
        body = {}
    return json.dumps({**body, **{name: data.draw(value_of(name, wild=wild), name) for name in named}}).encode()


def _headers(data: st.DataObject) -> dict[str, str]:
    latin = st.text(st.characters(codec="latin-1", exclude_characters="\r\n"), max_size=12)
    named = st.sampled_from([*parameters.HEADERS, "Accept"])
    known = st.sampled_from(['"1.0"', 'W/"12.0", "13.1"', "*", "key", "pl", "*/*", "application/json"])
    return data.draw(st.dictionaries(named, latin | known, max_size=2), "headers")
