import json
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

LIMIT = 64 * 1024


class Counting(BytesIO):
    """A body that says how much of it was read."""

    taken = 0

    def read(self, size: int | None = -1) -> bytes:
        found = super().read(size)
        self.taken += len(found)
        return found


def post(body: BytesIO, path: str = "/players", **meta: Any) -> Any:
    environ = {"CONTENT_TYPE": "application/json", "wsgi.input": body, "wsgi.input_terminated": True, **meta}
    return Client().post(f"/api/v1{path}", b"", content_type="application/json", **environ)


def signing_up(length: int) -> bytes:
    """A sign-up of this many bytes that is refused for its handle alone."""
    return b'{"handle": "a b"' + b" " * (length - 17) + b"}"


def told(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_body_that_ends_before_its_declared_length_is_no_json() -> None:
    assert told(post(BytesIO(b'{"handle": "Al'), CONTENT_LENGTH="30")) == (400, "invalid_json")


def test_the_limit_is_a_setting(settings: Settings) -> None:
    settings.MAX_BODY_BYTES = 20
    assert told(post(BytesIO(signing_up(21)), CONTENT_LENGTH="21")) == (413, "body_too_large")


def test_a_body_that_is_too_large_counts_as_a_call(settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "sign_up": {"token": 0, "address": 0}}
    assert told(post(BytesIO(signing_up(LIMIT + 1)), CONTENT_LENGTH=str(LIMIT + 1))) == (429, "rate_limited")


def nested(depth: int, opening: str = "[", closing: str = "]") -> bytes:
    return (opening * depth + "7" + closing * depth).encode()


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a": ', "}"), ('{"a": [', "]}")])
def test_nesting_may_be_16_deep(opening: str, closing: str) -> None:
    levels = opening.count("[") + opening.count("{")
    fits, deeper = (
        Client().post("/api/v1/players", nested(depth // levels, opening, closing), content_type="application/json")
        for depth in (16, 18)
    )
    assert told(fits) == (400, "invalid_request")
    assert told(deeper) == (400, "too_deep")


@pytest.mark.parametrize("depth", [17, 300, 2_000, 32_000])
def test_nesting_of_any_depth_is_refused_alike(depth: int) -> None:
    answer = Client().post("/api/v1/players", nested(depth), content_type="application/json")
    assert told(answer) == (400, "too_deep")
    assert answer.json()["params"] == {"most": 16}


def test_brackets_inside_of_a_string_are_no_nesting() -> None:
    answer = Client().post("/api/v1/players", json.dumps({"handle": "[" * 99}), content_type="application/json")
    assert told(answer) == (400, "invalid_request")


@pytest.mark.parametrize("path", ["/games/{}", "/games?{}", "/matches/{}/view"])
def test_an_address_of_60_kib_is_refused(path: str) -> None:
    assert told(Client().get("/api/v1" + path.format("x" * 60_000))) == (414, "address_too_long")


def test_an_address_of_4096_characters_is_read() -> None:
    path, name = "/api/v1/games", "x" * (4096 - len("/api/v1/games"))
    assert told(Client().get(f"{path}?{name}")) == (400, "invalid_request")
    assert told(Client().get(f"{path}?{name}x")) == (414, "address_too_long")


def test_a_query_of_more_fields_than_django_reads_is_refused_and_no_fault_of_ours() -> None:
    assert told(Client().get("/api/v1/games?" + "a&" * 1_100)) == (400, "bad_request")


@pytest.mark.parametrize("header", ["Accept-Language", "Authorization", "Idempotency-Key", "If-Match", "X-Request-Id"])
def test_headers_of_60_kib_are_refused_or_passed_over(header: str) -> None:
    answer = Client().get("/api/v1/matches/x", headers={header: "x" * 60_000})
    assert answer.status_code in (401, 404)
    assert answer.headers["Content-Type"] == "application/problem+json"
