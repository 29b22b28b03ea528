"""What caches are told, of every address there is; and what other pages may read."""

import gzip
from typing import Any

import pytest
from django.http import HttpResponse
from django.middleware.security import SecurityMiddleware
from django.test import Client, RequestFactory
from django.utils.cache import patch_vary_headers
from pytest_django import Settings

from api.http import headers
from tests.support.cast import STRANGER, Person, create, match_of, person
from tests.support.chance import UNKNOWN_ID
from tests.support.described import DOCUMENT

ROUTES = sorted((path, verb.upper()) for path, verbs in DOCUMENT["paths"].items() for verb in verbs)
# What is the same for every caller until the next release.
PUBLIC = (
    *(
        "/api/v1/bots",
        "/api/v1/games",
        "/api/v1/games/{game}",
        "/api/v1/games/{game}/content",
        "/api/v1/games/{game}/clauses",
    ),
    "/api/v1/games/{game}/schemas",
    *("/api/v1/games/{game}/lexicon", "/api/v1/games/{game}/messages"),
    *("/api/v1/games/{game}/words/{word}", "/api/v1/problems", "/api/v1/limits", "/api/v1/openapi.json"),
)
VALUES = {"game": "spell-a-spell", "word": "שלום"}
CALLERS = (person, lambda _: STRANGER, lambda _: Person(id="", handle="", token="tab_nobody"))


def call(who: Person, path: str, verb: str, **headers: str) -> Any:
    sent = {**headers, **({"Authorization": f"Bearer {who.token}"} if who.token else {})}
    return Client(raise_request_exception=False).generic(verb, path, "", headers=sent)


def is_private(answer: Any) -> bool:
    said = answer.headers["Cache-Control"]
    varies = {word.strip() for word in answer.headers["Vary"].split(",")}
    return (said.startswith("private") or said == "no-store") and {"Authorization", "Accept-Language"} <= varies


@pytest.mark.parametrize(("path", "verb"), ROUTES)
def test_what_hangs_on_the_caller_is_kept_for_no_other_by_any_cache(path: str, verb: str) -> None:
    for made in CALLERS:
        who, match = made("Alice"), create(person("Bob").id, visibility="private")
        values = {"match": match, "player": UNKNOWN_ID, **VALUES}
        address = path
        for name in [part[1:-1] for part in path.split("/") if part.startswith("{")]:
            address = address.replace(f"{{{name}}}", values.get(name, UNKNOWN_ID))
        answer = call(who, address, verb)
        if path in PUBLIC and answer.status_code == 200:
            assert answer.headers["Cache-Control"].startswith("public")
        else:
            assert is_private(answer), (answer.status_code, answer.headers)


def test_what_was_not_changed_is_as_private_as_what_was() -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    path = f"/api/v1/matches/{match_of(*cast, visibility='private')}"
    tag = call(cast[0], path, "GET").headers["ETag"]
    again = call(cast[0], path, "GET", **{"If-None-Match": tag})
    assert (again.status_code, is_private(again)) == (304, True)


@pytest.mark.parametrize("path", ["/api/v1/nowhere", "/nowhere", "/healthz", "/readyz"])
def test_an_address_outside_the_document_is_no_food_for_caches_either(path: str) -> None:
    assert is_private(call(STRANGER, path, "GET"))


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/nowhere"])
def test_other_pages_read_nothing_outside_the_api(path: str) -> None:
    for verb in ("GET", "OPTIONS"):
        answer = call(STRANGER, path, verb, Origin="https://play.example", **{"Access-Control-Request-Method": "GET"})
        assert not [name for name in answer.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize(
    ("path", "verb", "name"),
    [
        ("/matches?limit=1&limit=2", "GET", "limit"),
        ("/matches?limit=1&limit=1", "GET", "limit"),
        (f"/matches/{UNKNOWN_ID}?at=1&at=1", "GET", "at"),
        ("/games?x=1&x=2", "GET", "x"),
        ("/players?x=1&x=2", "POST", "x"),
    ],
)
def test_a_parameter_that_is_given_twice_is_refused(path: str, verb: str, name: str) -> None:
    answer = call(STRANGER, f"/api/v1{path}", verb)
    assert answer.status_code == 400
    assert (f"/query/{name}", "duplicate") in [(one["pointer"], one["code"]) for one in answer.json()["errors"]]


@pytest.mark.parametrize("asked", ["gzip", "br, gzip;q=0.5", "deflate,gzip"])
def test_an_answer_is_compressed_for_who_asks_and_its_tag_is_as_good(asked: str) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    path = f"/api/v1/matches/{match_of(*cast, visibility='private')}/view"
    plain, packed = call(cast[0], path, "GET"), call(cast[0], path, "GET", **{"Accept-Encoding": asked})
    assert gzip.decompress(packed.content) == plain.content
    assert (packed.headers["Content-Encoding"], packed.headers["ETag"]) == ("gzip", f"W/{plain.headers['ETag']}")
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert is_private(packed)
    assert "no-transform" not in packed.headers["Cache-Control"]
    assert call(cast[0], path, "GET", **{"If-None-Match": packed.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("path", ["openapi.json", "games/spell-a-spell/lexicon", "games/cave/content"])
def test_a_document_is_compressed_once_for_all_callers(path: str) -> None:
    plain = call(STRANGER, f"/api/v1/{path}", "GET")
    first, second = (call(STRANGER, f"/api/v1/{path}", "GET", **{"Accept-Encoding": "gzip"}) for _ in range(2))
    assert gzip.decompress(first.content) == plain.content
    # What is compressed at its call has other bytes each time, against guesses by length.
    assert first.content == second.content
    assert first.headers["ETag"] == f"W/{plain.headers['ETag']}"
    assert call(STRANGER, f"/api/v1/{path}", "GET", **{"If-None-Match": first.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("asked", ["", "identity", "br", "gzip;q=0", "br, GZIP ; q=0.00, *"])
def test_an_answer_is_not_compressed_for_who_does_not_ask(asked: str) -> None:
    answer = call(STRANGER, "/api/v1/games/cave/content", "GET", **{"Accept-Encoding": asked})
    assert "Content-Encoding" not in answer.headers
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert answer.json()


def test_browsers_are_told_what_django_tells_them() -> None:
    def told(middleware: Any, **said: str) -> dict[str, str]:
        return dict(middleware(lambda _: HttpResponse(headers=said))(RequestFactory().get("/")).items())

    for said in ({}, {"Referrer-Policy": "no-referrer"}):
        assert told(headers.Security, **said) == told(SecurityMiddleware, **said)


@pytest.mark.parametrize("present", [None, "Accept", "Cookie,  accept-encoding", "*", "Origin"])
@pytest.mark.parametrize("names", [("origin",), ("Accept-Encoding",), headers.BY_CALLER])
def test_vary_grows_as_django_lets_it_grow(present: str | None, names: tuple[str, ...]) -> None:
    ours, theirs = (HttpResponse(headers={} if present is None else {"Vary": present}) for _ in range(2))
    headers.vary(ours, names)
    patch_vary_headers(theirs, names)
    assert ours.headers["Vary"] == theirs.headers["Vary"]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "127.0.0.1:x", "a b", ""])
def test_a_name_that_is_not_the_services_is_refused_whenever_it_comes(host: str) -> None:
    answers = [Client().get("/api/v1/games", headers={"Host": host}) for _ in range(2)]
    assert [(one.status_code, one.json()["code"]) for one in answers] == [(400, "bad_request")] * 2


def test_names_that_become_the_services_are_taken_at_once(settings: Settings) -> None:
    def status() -> int:
        return Client().get("/api/v1/games", headers={"Host": "play.example:8000"}).status_code

    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    assert status() == 400
    settings.ALLOWED_HOSTS = [".example"]
    assert status() == 200
