import pytest
from django.test import Client
from pytest_django import Settings

from config.environment import limits
from tests.api.origins import PAGE, listed, preflight

SENT = (
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "Accept-Language",
    "X-Request-Id",
)
EXPOSED = (
    "Date",
    "Deprecation",
    "ETag",
    "Link",
    "Location",
    "Retry-After",
    "Sunset",
    "RateLimit",
    "RateLimit-Policy",
    "Idempotent-Replayed",
    "X-Request-Id",
)


@pytest.mark.parametrize("verb", ["GET", "POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["/api/v1/matches", "/api/v1/matches/x/moves", "/api/v1/me", "/api/v1/nowhere"])
def test_a_preflight_is_answered_for_every_address_and_verb_without_a_token(path: str, verb: str) -> None:
    answer = preflight(path, verb)
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert verb.lower() in listed(answer, "Access-Control-Allow-Methods")


def test_a_preflight_allows_every_header_that_the_api_reads() -> None:
    assert {name.lower() for name in SENT} <= listed(
        preflight("/api/v1/matches", "POST"), "Access-Control-Allow-Headers"
    )


def test_a_preflight_is_not_limited(settings: Settings) -> None:
    settings.RATE_LIMITS = {bucket: {"token": 0, "address": 0} for bucket in limits.PUBLIC}
    answer = preflight("/api/v1/matches", "POST")
    assert (answer.status_code, "RateLimit" in answer.headers) == (200, False)


@pytest.mark.parametrize(
    ("path", "status"), [("/api/v1/games", 200), ("/api/v1/games/chess", 404), ("/api/v1/nowhere", 404)]
)
def test_answers_and_refusals_are_open_to_pages_of_any_origin_with_the_headers_of_the_contract(
    path: str, status: int
) -> None:
    answer = Client().get(path, headers={"Origin": PAGE})
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (status, "*")
    assert listed(answer, "Access-Control-Expose-Headers") == {name.lower() for name in EXPOSED}


def test_a_refusal_for_the_limit_can_be_read_by_pages_too(settings: Settings) -> None:
    settings.RATE_LIMITS = {bucket: {"token": 0, "address": 0} for bucket in limits.PUBLIC}
    answer = Client().get("/api/v1/games", headers={"Origin": PAGE})
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (429, "*")


def test_no_cookies_are_allowed_or_set() -> None:
    for answer in (preflight("/api/v1/matches", "POST"), Client().get("/api/v1/games", headers={"Origin": PAGE})):
        assert "Access-Control-Allow-Credentials" not in answer.headers
        assert not answer.cookies
