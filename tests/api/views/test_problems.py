from string import Formatter
from typing import Any

import pytest

from api.http.problems import RULE_BROKEN, STATUSES
from games.registry import GAMES
from tests.support.cast import RPW, STRANGER, match_of, person


def listed(language: str = "en") -> Any:
    answer = STRANGER.get("/problems", Accept_Language=language)
    assert (answer.status_code, answer.json()["next"], answer.headers["Content-Language"]) == (200, None, language)
    return answer.json()["items"]


def test_the_list_has_every_code_of_the_table_the_web_and_every_game_once() -> None:
    told = [(item.get("game"), item["code"]) for item in listed()]
    games = {(slug, code) for slug, versions in GAMES.items() for game in versions.values() for code in game.refusals}
    assert len(told) == len(set(told))
    assert set(told) == {(None, code) for code in STATUSES} | games


def test_no_game_uses_a_code_of_the_tables_and_no_two_refusals_one_code_and_clause() -> None:
    named = [
        (game.slug, code, refusal.clause)
        for versions in GAMES.values()
        for game in versions.values()
        for code, refusal in game.refusals.items()
    ]
    assert not {code for _, code, _ in named} & {*STATUSES, RULE_BROKEN}
    assert len({(code, clause) for _, code, clause in named}) == len(set(named))


def test_an_entry_says_all_that_a_document_will_say() -> None:
    by_code = {item["code"]: item for item in listed()}
    assert by_code["match_not_found"] == {
        "code": "match_not_found",
        "status": 404,
        "title": "No such match",
        "detail": "There is no such match.",
        "type": "/api/v1/problems#match_not_found",
    }
    assert by_code["target_is_self"] == {
        "code": "target_is_self",
        "status": 422,
        "title": "Against the rules",
        "detail": "The target of your spell must be another wizard.",
        "type": "/api/v1/problems#target_is_self",
        "game": RPW,
        "rule": "RPW-19",
    }


@pytest.mark.parametrize("language", ["he", "pl"])
def test_the_list_speaks_the_language_asked_for(language: str) -> None:
    other = {(item.get("game"), item["code"]): item for item in listed(language)}
    for item in listed("en"):
        told = other[item.get("game"), item["code"]]
        assert told["title"] != item["title"]
        assert told["detail"] != item["detail"]
        assert fields(told["detail"]) == fields(item["detail"])


def fields(sentence: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(sentence)} - {None}


def test_a_document_points_to_the_list() -> None:
    problem = STRANGER.get("/games/chess").json()
    assert problem["type"] in {item["type"] for item in listed()}


@pytest.mark.parametrize(
    ("language", "detail"),
    [
        ("en", "There is no wizard in seat 5."),
        ("he", "אין קוסם במושב 5."),
        ("pl", "Na miejscu 5 nie ma czarodzieja."),
    ],
)
def test_a_broken_rule_is_told_in_the_games_own_words(language: str, detail: str) -> None:
    alice = person("Alice")
    match_id = match_of(alice, person("Bob"), person("Carol"))
    prompt = alice.get(f"/matches/{match_id}/prompts").json()["items"][0]
    move = {"prompt": prompt["prompt"], **prompt["moves"][0]["legal"][0], "target": 5}
    problem = alice.post(f"/matches/{match_id}/moves", move, Accept_Language=language).json()
    assert (problem["code"], problem["rule"], problem["params"]) == ("unknown_target", "RPW-64", {"target": 5})
    assert problem["detail"] == detail
