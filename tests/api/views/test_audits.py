from typing import Any

import psycopg
import pytest

from games.matches.audit import audits
from games.matches.lists import listings
from games.matches.stream.loading import load, recent
from tests.games.matches.audit.tampering import changed
from tests.support.cast import STRANGER, Person, match_of, person, play_some


@pytest.fixture(scope="module")
def cast() -> tuple[Person, ...]:
    return person("Alice"), person("Bob"), person("Carol")


@pytest.fixture(scope="module")
def finished(cast: tuple[Person, ...]) -> str:
    match_id = match_of(*cast, options={"max_rounds": 1})
    play_some(match_id, cast)
    return match_id


def test_anybody_may_have_a_match_audited_that_he_may_see(finished: str) -> None:
    head = load(finished).match.head
    answer = STRANGER.get(f"/matches/{finished}/audit")
    assert answer.status_code == 200
    assert answer.json() == {
        "chain": "ok",
        "seals": "ok",
        "chance": "ok",
        "replay": "ok",
        "head": head.hash.hex(),
        "events": head.version,
    }


def test_the_match_says_where_its_audit_is(finished: str) -> None:
    links = STRANGER.get(f"/matches/{finished}").json()["links"]
    assert links["audit"] == f"/api/v1/matches/{finished}/audit"


def test_before_the_end_the_audit_is_the_same_for_all_and_says_nothing_that_is_sealed(
    cast: tuple[Person, ...],
) -> None:
    match_id = match_of(*cast)
    play_some(match_id, cast, moves=2)
    answers = [who.get(f"/matches/{match_id}/audit").json() for who in (*cast, STRANGER)]
    assert answers == [answers[0]] * 4
    checks = {name: answers[0][name] for name in ("chain", "seals", "chance", "replay")}
    assert checks == {"chain": "ok", "seals": "sealed", "chance": "sealed", "replay": "sealed"}
    assert answers[0].keys() == {*checks, "head", "events"}


def test_tampering_is_told_by_check_and_version(finished: str, superuser: psycopg.Connection[Any]) -> None:
    change = f"UPDATE event_secret SET salt = '\\x{'00' * 16}' WHERE match_id = '{finished}' AND version = 1"
    with changed(superuser, "event_secret", finished, change):
        audits.examine(finished)
        answer = STRANGER.get(f"/matches/{finished}/audit").json()
        assert (answer["chain"], answer["seals"]) == ("ok", 1)
    audits.examine(finished)


def test_a_match_that_cannot_be_read_any_more_is_audited_all_the_same(
    finished: str, superuser: psycopg.Connection[Any]
) -> None:
    with changed(superuser, "event", finished, f"UPDATE event SET body = '{{' WHERE match_id = '{finished}'"):
        audits.examine(finished)
        answer = STRANGER.get(f"/matches/{finished}/audit")
        assert (answer.status_code, answer.json()["replay"]) == (200, 1)
    audits.examine(finished)


def test_a_private_match_is_audited_for_those_who_sit_there(cast: tuple[Person, ...]) -> None:
    match_id = match_of(*cast, visibility="private")
    assert cast[1].get(f"/matches/{match_id}/audit").status_code == 200
    for outsider in (STRANGER, person("Charlie")):
        assert outsider.get(f"/matches/{match_id}/audit").json()["code"] == "match_not_found"


def test_a_private_match_that_cannot_be_read_any_more_is_still_nobody_else_s(
    cast: tuple[Person, ...], superuser: psycopg.Connection[Any]
) -> None:
    match_id = match_of(*cast, visibility="private")
    listings.project_listings([match_id])
    with changed(superuser, "event", match_id, f"UPDATE event SET body = '{{' WHERE match_id = '{match_id}'"):
        recent.clear()
        for outsider in (STRANGER, person("Charlie")):
            assert outsider.get(f"/matches/{match_id}/audit").json()["code"] == "match_not_found"
        answer = cast[1].get(f"/matches/{match_id}/audit")
        assert (answer.status_code, answer.json()["replay"]) == (200, 1)


def test_there_is_no_audit_of_no_match() -> None:
    for unknown in ("019ab000-0000-7000-8000-000000000000", "x"):
        assert STRANGER.get(f"/matches/{unknown}/audit").json()["code"] == "match_not_found"


def test_audits_have_a_bucket_of_their_own(finished: str) -> None:
    answer = STRANGER.get(f"/matches/{finished}/audit")
    assert answer["RateLimit-Policy"].startswith('"audit";')


def test_an_audit_takes_no_parameters(finished: str) -> None:
    assert STRANGER.get(f"/matches/{finished}/audit?full=1").json()["code"] == "invalid_request"
