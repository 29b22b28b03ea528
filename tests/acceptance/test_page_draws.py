"""Draws that can be checked while the match runs, on the page: `make browser`."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.test_page_queue import looked_at
from tests.acceptance.test_page_ratings import call
from tests.acceptance.test_page_table import person
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")
DRAWS = re.compile(r"/api/v1/matches/[^/]+/draws\?")


def kept(one: Visitor, name: str) -> None:
    """A picture of the proof alone: the board beside it has tests of its own."""
    if folder := os.environ.get("GALLERY"):
        one.page.locator(".proof").screenshot(path=Path(folder) / f"{name}.png")


def check(one: Visitor, match_id: str, *, opens: bool = True) -> Any:
    """What the proof of a match says of its draws so far."""
    if opens:
        one.go(f"matches/{match_id}/replay")
        one.page.wait_for_selector(".replay .slider")
        one.page.locator(".proof > summary").click()
    one.page.get_by_role("button", name="Check this match").click()
    said = one.page.locator(".proof h3:text('Draws so far') + [role=status]")
    said.locator("strong").wait_for()
    return said


def test_public_draws_of_a_running_match_are_proved_and_a_false_one_is_named(service: Running, chromium: Any) -> None:
    one = person(service, chromium, width=1280, height=900)
    wish = {"game": "cave", "seats": 3, "bots": ["random", "random"], "open_draws": True}
    match_id = str(call(one, "POST", "/matches", wish)["id"])
    listed = call(one, "GET", f"/matches/{match_id}/draws?limit=500")["items"]
    assert listed, "who begins was drawn"

    said = check(one, match_id)
    assert said.locator("strong").inner_text().startswith("✓ ")
    assert re.search(r"(\d+) of \1 public draws? proved", said.inner_text())
    kept(one, "draws-proved")

    def lie(route: Any) -> None:
        answer = route.fetch()
        told = json.loads(answer.text())
        for item in told["items"][:1]:
            item["secret"] = "0" * 64
        route.fulfill(response=answer, json=told)

    one.context.route(DRAWS, lie)
    said = check(one, match_id, opens=False)
    one.page.wait_for_selector(".proof h3:text('Draws so far') + [role=status] .broken")
    assert f"Event {listed[0]['version']}" in said.inner_text()
    assert "not the one that was committed to" in said.inner_text()
    kept(one, "draws-false")

    one.context.unroute(DRAWS)
    one.context.route(DRAWS, lambda route: route.fulfill(json={"items": []}))
    said = check(one, match_id, opens=False)
    one.page.wait_for_selector(".proof :text('was not opened')")
    assert "✗ 0 of" in said.inner_text()


def test_the_form_of_a_new_match_has_a_tick_for_it(service: Running, chromium: Any) -> None:
    one = person(service, chromium, width=390, height=844, touch=True)
    one.go("lobby")
    one.page.locator("form.sheet details > summary").click()
    one.page.locator("input[name=open_draws]").check()
    looked_at(one, "draws-form")
    one.page.locator("form.sheet button.main").click()
    one.page.wait_for_url("**/matches/*")
    match_id = one.page.url.rpartition("/")[2]
    assert call(one, "GET", f"/matches/{match_id}")["chance"]["open_draws"] is not None
