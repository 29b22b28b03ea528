import gzip
import json
from typing import Any

import pytest
from django.test import Client

from api.http import problems
from api.http.problems import RULE_BROKEN, STATUSES
from api.http.texts import TEXTS
from games.matches import errors
from tests.support.cast import STRANGER, Person, match_of, person

NOWHERE = "/matches/01940000-0000-7000-8000-00000000dead"
PROBLEM = "application/problem+json"


def codes_of(kind: type[errors.Refused]) -> set[str]:
    return {kind.code}.union(*(codes_of(sub) for sub in kind.__subclasses__()))


def test_every_refusal_of_the_table_has_a_status_and_texts() -> None:
    codes = codes_of(errors.Refused) - {"refused"}
    assert codes <= STATUSES.keys()
    texts = TEXTS.table("problems").keys()
    of_codes = {f"{code}.{part}" for code in (*STATUSES, RULE_BROKEN) for part in ("title", "detail")}
    assert texts == of_codes | {"not_found.instead"}


@pytest.mark.parametrize(
    ("path", "instead"),
    [
        ("/matches/", "/matches"),
        ("/me/", "/me"),
        (f"{NOWHERE}/view//", f"{NOWHERE}/view"),
        ("/nowhere/", None),
        ("/nowhere", None),
        ("/matches/x/y/", None),
    ],
)
def test_an_address_with_a_slash_too_many_is_told_without_it_if_there_is_something(
    path: str, instead: str | None
) -> None:
    for verb in ("get", "post"):
        answer = getattr(STRANGER, verb)(path)
        told = answer.json()
        assert (answer.status_code, told["code"]) == (404, "not_found")
        assert told.get("params", {}).get("instead") == (instead and f"/api/v1{instead}")
        assert (str(told.get("params", {}).get("instead")) in told["detail"]) is (instead is not None)


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("he", "אין משחק כזה"),
        ("pl-PL, en;q=0.5", "Nie ma takiej rozgrywki"),
        ("fr", "No such match"),
        ("en;q=0, *", "אין משחק כזה"),
        ("en;q=0, he;q=0, *;q=0.1", "Nie ma takiej rozgrywki"),
        ("en-GB;q=0, en", "No such match"),
        ("", "No such match"),
    ],
)
def test_the_detail_speaks_the_language_asked_for(language: str, title: str) -> None:
    assert STRANGER.get(NOWHERE, Accept_Language=language).json()["title"] == title


def assert_problem(answer: Any, status: int, code: str) -> Any:
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, PROBLEM)
    document = answer.json()
    assert (document["status"], document["code"]) == (status, code)
    assert document.keys() >= {"type", "title", "status", "detail", "code"}
    return document


def test_whatever_reaches_the_application_is_answered_with_a_problem_document() -> None:
    alice = person("Alice")
    assert_problem(Client().get("/nowhere"), 404, "not_found")
    assert_problem(STRANGER.get(NOWHERE), 404, "match_not_found")
    assert_problem(STRANGER.get("/matches/no-id"), 404, "match_not_found")
    assert_problem(STRANGER.get("/games/chess"), 404, "game_not_found")
    assert_problem(Client().delete("/api/v1/games"), 405, "method_not_allowed")
    assert_problem(STRANGER.post("/matches", {}), 401, "not_authenticated")
    assert_problem(Client().get("/api/v1/games", headers={"Authorization": "Bearer nonsense"}), 401, "invalid_token")
    assert_problem(Client().get("/api/v1/games", headers={"Authorization": "Basic eDp5"}), 401, "not_authenticated")
    assert_problem(Client().get("/api/v1/games", headers={"Accept": "text/csv"}), 406, "not_acceptable")
    assert_problem(
        Client().post("/api/v1/players", "handle=x", content_type="text/plain"), 415, "unsupported_media_type"
    )
    packed = gzip.compress(b'{"handle": "Bob"}')
    call = Client().post("/api/v1/players", packed, "application/json", headers={"Content-Encoding": "gzip"})
    assert_problem(call, 415, "unsupported_media_type")
    assert_problem(alice.post("/matches", {"game": "chess", "seats": 3}), 404, "game_not_found")


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "",
        "[1,2",
        '{"a": NaN}',
        '{"a": 1, "a": 2}',
        '{"a": 9007199254740993}',
        '{"handle": "\\ud800"}',
        "\xff",
    ],
)
def test_a_body_that_is_no_strict_json_is_refused(text: str) -> None:
    answer = Client().post("/api/v1/players", text.encode("latin-1"), content_type="application/json")
    if text:
        assert_problem(answer, 400, "invalid_json")
    else:
        assert assert_problem(answer, 400, "invalid_request")["errors"][0]["code"] == "required"


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({}, "/handle", "required"),
        ([], "", "type"),
        ({"handle": 7}, "/handle", "type"),
        ({"handle": "ab"}, "/handle", "minLength"),
        ({"handle": "a b c"}, "/handle", "pattern"),
        ({"handle": "Aliceבוב"}, "/handle", "pattern"),
        ({"handle": "Alice", "role": "admin"}, "/role", "additionalProperties"),
        ({"handle": "Alice", "locale": "fr"}, "/locale", "enum"),
    ],
)
def test_a_wrong_shape_is_refused_with_the_place(body: object, pointer: str, code: str) -> None:
    document = assert_problem(STRANGER.post("/players", body), 400, "invalid_request")
    assert [(e["pointer"], e["code"]) for e in document["errors"]] == [(pointer, code)]


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=501", "limit=x", "status=lost", "mine=yes", "before=7", "colour=red"]
)
def test_a_wrong_query_is_refused(query: str) -> None:
    assert_problem(person("Alice").get(f"/matches?{query}"), 400, "invalid_request")


@pytest.mark.parametrize("seats", ["3.0", "3e0", "30.0e-1"])
def test_a_number_without_a_fraction_is_the_integer_that_json_schema_takes_it_for(seats: str) -> None:
    alice = person("Alice")
    body = f'{{"game": "cave", "seats": {seats}, "clock": {{"mode": "per_move", "seconds": 60.0}}}}'
    made = Client().post("/api/v1/matches", body, content_type="application/json", headers=alice._headers({}))
    assert (made.status_code, len(made.json()["seats"]), made.json()["clock"]["seconds"]) == (201, 3, 60)


def test_a_parameter_that_a_call_does_not_know_is_refused() -> None:
    alice = person("Alice")
    answers = [alice.post("/matches?colour=red"), alice.patch("/me?colour=red"), alice.delete("/me?colour=red")]
    assert [answer.json()["errors"][0]["pointer"] for answer in answers] == ["/query/colour"] * 3


@pytest.mark.parametrize("path", ["/games?format=x", "/matches?game=%00", "/matches?before=%0a"])
def test_what_the_address_asks_is_never_our_failure(path: str) -> None:
    assert_problem(STRANGER.get(path), 400, "invalid_request")


@pytest.mark.parametrize("query", ["", "?dry_run=true"])
@pytest.mark.parametrize("prompt", ["\x00", "x" * 60_000, "p1.0; --", "פ1.0"])
def test_a_prompt_that_can_be_none_is_stale_and_not_echoed(prompt: str, query: str) -> None:
    alice = person("Alice")
    match_id = match_of(alice, person("Bob"), person("Carol"), clock={"mode": "per_move", "seconds": 600})
    answer = alice.post(f"/matches/{match_id}/moves{query}", {"prompt": prompt, "type": "choose_spell"})
    assert_problem(answer, 409, "stale_prompt")
    assert len(answer.content) < 1000


@pytest.mark.parametrize("key", ["", "a b", "x" * 129, "schlüssel"])
def test_an_idempotency_key_is_1_to_128_visible_ascii_characters(key: str) -> None:
    assert_problem(person("Alice").post("/matches", {}, Idempotency_Key=key), 400, "invalid_request")


def test_what_nobody_foresaw_is_a_500_whose_log_says_where_but_quotes_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("-".join(["the", "secret"]))

    monkeypatch.setattr("api.views.games.resources.game", broken)
    assert_problem(STRANGER.get("/games"), 500, "internal_error")
    assert "ZeroDivisionError" in caplog.text
    assert "the-secret" not in caplog.text


def test_a_broken_rule_is_422_with_the_kernels_code_and_clause() -> None:
    alice = person("Alice")
    match_id = match_of(alice, person("Bob"), person("Carol"))
    prompt = alice.get(f"/matches/{match_id}/prompts").json()["items"][0]
    move = {"prompt": prompt["prompt"], **prompt["moves"][0]["legal"][0], "target": 0}
    document = assert_problem(alice.post(f"/matches/{match_id}/moves", move), 422, "target_is_self")
    assert document["rule"] == "RPW-19"


ORDER: list[tuple[int, str]] = [
    (401, "not_authenticated"),
    (404, "match_not_found"),
    (422, "idempotency_key_reused"),
    (403, "not_seated"),
    (409, "match_not_active"),
    (409, "stale_prompt"),
    (403, "not_your_seat"),
    (400, "invalid_move"),
    (422, "target_is_self"),
]


def test_the_checks_on_a_move_come_in_the_order_of_the_contract() -> None:
    alice, bob, carol, charlie = person("Alice"), person("Bob"), person("Carol"), person("Charlie")
    match_id = match_of(alice, bob, carol)
    prompts = {who: who.get(f"/matches/{match_id}/prompts").json()["items"][0] for who in (alice, bob)}
    mine, theirs = prompts[alice]["prompt"], prompts[bob]["prompt"]
    moves = f"/matches/{match_id}/moves"
    self_aimed = {"prompt": mine, **prompts[alice]["moves"][0]["legal"][0], "target": 0}
    open_match = alice.post("/matches", {"game": "rock-paper-wizard", "seats": 3}).json()["id"]
    bob.post(moves, {"prompt": theirs, **prompts[bob]["moves"][0]["legal"][0]}, Idempotency_Key="spent")
    carol_asked = carol.get(f"/matches/{match_id}/prompts").json()["items"][0]["prompt"]
    wrong = {"prompt": "p0.0", "type": 7}
    answers = [
        STRANGER.post(f"{NOWHERE}/moves", wrong, Idempotency_Key="spent"),
        charlie.post(f"{NOWHERE}/moves", wrong, Idempotency_Key="spent"),
        bob.post(moves, wrong, Idempotency_Key="spent"),
        charlie.post(moves, wrong),
        alice.post(f"/matches/{open_match}/moves", wrong),
        alice.post(moves, wrong),
        alice.post(moves, {**wrong, "prompt": carol_asked}),
        alice.post(moves, {**wrong, "prompt": mine}),
        alice.post(moves, self_aimed),
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == ORDER


def test_rights_as_one_table() -> None:
    alice, bob, carol, charlie = person("Alice"), person("Bob"), person("Carol"), person("Charlie")
    match_id = match_of(alice, bob, carol)
    who: dict[str, Person] = {"host": alice, "seated": bob, "outside": charlie, "stranger": STRANGER}
    expected = {
        "start": {"host": 409, "seated": 403, "outside": 403, "stranger": 401},
        "cancel": {"host": 409, "seated": 403, "outside": 403, "stranger": 401},
        "leave": {"host": 409, "seated": 409, "outside": 403, "stranger": 401},
        "join": {"host": 409, "seated": 409, "outside": 409, "stranger": 401},
        "resign": {"outside": 403, "stranger": 401, "seated": 200, "host": 200},
    }
    for call, statuses in expected.items():
        told = {name: who[name].post(f"/matches/{match_id}/{call}").status_code for name in statuses}
        assert told == statuses, call


def test_a_problem_without_texts_of_its_own_is_a_broken_rule() -> None:
    problem = problems.Problem(code="hand_full", status=422, params={"cards": 7}, rule="CAVE-3.1")
    assert json.loads(json.dumps(problem.document("en"))) == {
        "type": "/api/v1/problems#hand_full",
        "title": "Against the rules",
        "status": 422,
        "detail": "Rule CAVE-3.1 forbids this move.",
        "code": "hand_full",
        "rule": "CAVE-3.1",
        "params": {"cards": 7},
    }
