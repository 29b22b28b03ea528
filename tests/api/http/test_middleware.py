"""What is refused before any view reads it."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver

from config.urls import urlpatterns
from tests.support.cast import RPW, account_holder
from tests.support.chance import UNKNOWN_ID

NUL = "%00"
TEXT = re.compile(r"<(str|path):(\w+)>")
KNOWN = {"game": RPW, "set": "days", "seat": "1", "move": "1", "level": "0", "name": "quickstart"}


def routes(patterns: list[URLPattern | URLResolver], before: str = "/") -> Iterator[tuple[str, list[str]]]:
    """Every route with its verbs."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            view = getattr(pattern.callback, "cls", None)
            yield (
                route,
                [verb for verb in ("get", "post", "put", "patch", "delete") if view is None or hasattr(view, verb)],
            )


ROUTES = {route: verbs for route, verbs in routes(urlpatterns) if TEXT.search(route)}


def with_nul(route: str) -> Iterator[str]:
    """The addresses of a route that have a NUL in one text of theirs: alone, and within a word."""
    for name in {found[2] for found in TEXT.finditer(route)}:
        for text in (NUL, f"a{NUL}b"):
            given = {**{found[2]: KNOWN.get(found[2], UNKNOWN_ID) for found in TEXT.finditer(route)}, name: text}
            yield re.sub(r"<\w+:\w+>", UNKNOWN_ID, TEXT.sub("{\\2}", route).format(**given))


@pytest.mark.parametrize("route", ROUTES)
def test_an_address_with_a_nul_in_any_place_is_that_of_nothing(route: str) -> None:
    """PostgreSQL stores no NUL in a text, so that asking it about one is an error of the service."""
    client = Client(raise_request_exception=False, headers={"Authorization": f"Bearer {account_holder('Alice').token}"})
    for verb in ROUTES[route]:
        for address in with_nul(route):
            answer = client.generic(verb.upper(), address, "{}", content_type="application/json")
            told = (answer.status_code, answer["Content-Type"], answer.json()["code"])
            assert told == (404, "application/problem+json", "not_found"), (verb, address)


def test_the_routes_with_texts_are_all_there() -> None:
    assert len(ROUTES) > 70
    assert {"/api/v1/me/wishes/<str:game>/<str:set>", "/api/docs/assets/<str:name>"} <= ROUTES.keys()
