from typing import Any

import pytest

from api import requests
from games.matches.lists import listings
from tests.support.cast import Person, create, person


def page(who: Person, path: str) -> dict[str, Any]:
    answer = who.get(path.removeprefix("/api/v1"))
    assert answer.status_code == 200
    return dict(answer.json())


def test_a_page_of_matches_is_no_longer_than_it_may_be_and_the_next_one_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alice = person("Alice")
    made = [create(alice.id) for _ in range(3)]
    listings.project_listings(made)
    monkeypatch.setattr(requests, "MOST_MATCHES", 2)

    first = page(alice, "/matches?mine=true&limit=500")
    second = page(alice, first["next"])

    assert (len(first["items"]), len(second["items"]), second["next"]) == (2, 1, None)
    assert {item["id"] for item in first["items"] + second["items"]} == set(made)


def test_a_limit_above_the_longest_page_of_anything_is_refused_as_before() -> None:
    alice = person("Alice")

    assert requests.MOST_MATCHES == 100
    assert alice.get("/matches?mine=true&limit=500").status_code == 200
    assert alice.get("/matches?mine=true&limit=501").status_code == 400
