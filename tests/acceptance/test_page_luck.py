"""The page of luck, with matches that have ended: `make browser`."""

import os
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.test_page_queue import looked_at
from tests.acceptance.test_page_ratings import call
from tests.acceptance.test_page_table import person
from tests.web.browser import chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")


def test_the_draws_of_matches_that_have_ended_are_told_with_their_fit(service: Running, chromium: Any) -> None:
    one = person(service, chromium, width=390, height=844, touch=True)
    for _ in range(3):
        made = call(one, "POST", "/matches", {"game": "cave", "seats": 2, "bots": ["random"]})["id"]
        call(one, "POST", f"/matches/{made}/resign", {})
    one.go("luck/cave")
    for _ in range(100):
        one.page.wait_for_timeout(1000)
        one.page.reload()
        one.page.wait_for_selector("h1:has-text('Luck')")
        if one.page.locator(".verdict").count():
            break
    one.page.wait_for_selector(".verdict:has-text('Counted: ')")
    one.page.get_by_text("Every kind of draw").click()
    _, values, draws, _ = one.page.locator("tbody tr").first.inner_text().split("\t")
    assert (int(values) > 1, int(draws) > 0) == (True, True)
    looked_at(one, "luck-phone")
    one.page.get_by_role("link", name="Spell-a-Spell").click()
    one.page.wait_for_selector("a[aria-current=page]:has-text('Spell-a-Spell')")
    one.page.evaluate("localStorage.setItem('language', 'he')")
    one.go("luck/cave")
    one.page.wait_for_selector(".verdict")
    looked_at(one, "luck-he")
    one.page.set_viewport_size({"width": 1280, "height": 800})
    one.page.evaluate("localStorage.setItem('language', 'pl')")
    one.page.reload()
    one.page.wait_for_selector(".verdict")
    looked_at(one, "luck-desk")
