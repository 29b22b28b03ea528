"""Take-backs that others agree to, on the page: `make browser`."""

import os
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.test_page_queue import looked_at
from tests.acceptance.test_page_ratings import call, member
from tests.acceptance.test_page_table import person
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")


def chosen(visitor: Visitor, match_id: str) -> None:
    """The first listed move of a player, by the API."""
    (prompt, *_) = call(visitor, "GET", f"/matches/{match_id}/prompts")["items"]
    move = prompt["moves"][0]["legal"][0]
    call(visitor, "POST", f"/matches/{match_id}/moves", {"prompt": prompt["prompt"], **move})


def ask(visitor: Visitor) -> None:
    visitor.page.once("dialog", lambda dialog: dialog.accept())
    visitor.page.evaluate("() => { document.querySelector('details.more').open = true; }")
    visitor.page.get_by_role("button", name="Take my last move back").click()


def test_one_asks_another_agrees_and_the_table_stands_as_before(service: Running, chromium: Any) -> None:
    people = [member(service, chromium) for _ in range(2)]
    people.append(person(service, chromium, width=390, height=844, touch=True))
    match_id = call(people[0], "POST", "/matches", {"game": "rock-paper-wizard", "seats": 3})["id"]
    for one in people[1:]:
        call(one, "POST", f"/matches/{match_id}/join", {})
    for one in people[:2]:
        chosen(one, match_id)
    for one in people:
        one.go(f"matches/{match_id}")
        one.page.wait_for_selector(".at-table .board svg")
    ask(people[0])
    for one in people:
        one.page.wait_for_selector(".banner:has-text('asks to take moves back')")
    looked_at(people[2], "take-backs-asked-phone")
    people[1].page.get_by_role("button", name="Let them").click()
    people[2].page.get_by_role("button", name="No", exact=True).click()
    people[0].page.wait_for_function("() => !document.querySelector('.banner')")
    ask(people[0])
    for one in people[1:]:
        one.page.get_by_role("button", name="Let them").click()
    people[0].page.wait_for_function("() => !document.querySelector('.banner')")
    assert call(people[0], "GET", f"/matches/{match_id}")["waiting_for"] == [0, 1, 2]
    looked_at(people[0], "take-backs-done")


def test_the_profile_says_whether_one_may_be_asked(service: Running, chromium: Any) -> None:
    one = member(service, chromium)
    one.go("me")
    one.page.get_by_label("Others may ask me to let them take moves back").select_option("never")
    one.page.wait_for_function("() => document.getElementById('voice').textContent.length > 0")
    assert call(one, "GET", "/me")["take_backs"] == "never"
