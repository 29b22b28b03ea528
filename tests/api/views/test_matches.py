from typing import Any

import pytest

from api import requests
from games.matches.lists import listings, match_pages
from games.matches.models.service import Listing
from tests.support.cast import STRANGER, Person, create, join, person


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


def test_open_tables_are_found_by_free_seats_and_without_bots_in_either_order() -> None:
    alice, bob = person("Alice"), person("Bob")
    wide, narrow, with_bot = (create(alice.id, seats=4) for _ in range(3))
    join(narrow, bob.id)
    assert alice.post(f"/matches/{with_bot}/bots", {"bot": "easy"}).status_code == 200
    listings.project_listings([wide, narrow, with_bot])

    def found(asked: str) -> list[str]:
        return [item["id"] for item in page(alice, f"/matches?mine=true&{asked}")["items"]]

    assert found("open_seats=3") == [wide]
    assert found("bots=false&open_seats=2") == sorted([wide, narrow], reverse=True)
    assert found("bots=true") == [with_bot]
    assert found("order=oldest") == sorted([wide, narrow, with_bot])
    assert found("order=newest") == sorted([wide, narrow, with_bot], reverse=True)


def test_matches_that_are_over_are_found_by_their_length_and_running_ones_never() -> None:
    alice = person("Alice")
    short, long, running = (create(alice.id) for _ in range(3))
    listings.project_listings([short, long, running])
    Listing.objects.filter(match_id=short).update(length=10)
    Listing.objects.filter(match_id=long).update(length=90)

    def found(asked: str) -> list[str]:
        return [item["id"] for item in page(alice, f"/matches?mine=true&{asked}")["items"]]

    assert found("least_events=11") == [long]
    assert found("most_events=10") == [short]
    assert found("least_events=10&most_events=90&order=oldest") == sorted([short, long])


def test_pages_of_a_sieve_follow_each_other_to_the_end_though_some_are_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = person("Alice")
    made = [create(alice.id) for _ in range(7)]
    listings.project_listings(made)
    newest_first = sorted(made, reverse=True)
    wanted = [newest_first[0], newest_first[5]]
    Listing.objects.filter(match_id__in=wanted).update(has_bots=True)
    # As the statement has them: two matches a page are looked at.
    for name in ("SIEVED", "LOOKED_TO"):
        text = getattr(match_pages, name)
        monkeypatch.setattr(match_pages, name, text.replace("LIMIT 1000", "LIMIT 2").replace("OFFSET 999", "OFFSET 1"))
    match_pages._of_shape.cache_clear()
    pages, address = [], "/matches?mine=true&bots=true&limit=2"
    while address:
        shown = page(alice, address)
        pages.append([item["id"] for item in shown["items"]])
        address = shown["next"]
    match_pages._of_shape.cache_clear()
    assert pages == [[wanted[0]], [], [wanted[1]], []]


@pytest.mark.parametrize(
    "asked",
    [
        *("bots=maybe", "open_seats=0", "open_seats=100", "open_seats=x", "least_events=0", "most_events=-1"),
        *("order=best", "order="),
    ],
)
def test_a_filter_that_says_nothing_is_refused_by_its_name(asked: str) -> None:
    refused = STRANGER.get(f"/matches?{asked}")
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, f"/query/{asked.partition('=')[0]}")
