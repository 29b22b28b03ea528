"""A game that the page knows nothing of is played whole on it: `make browser`."""

import os
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

ROUNDS = 3


@pytest.fixture(scope="module")
def template() -> str:
    return "tests.web.with_toy"


@pytest.mark.parametrize("language", ["en", "he", "pl"])
def test_a_game_without_a_picture_is_played_by_buttons_and_forms(
    service: Running, chromium: Any, language: str
) -> None:
    visitor = Visitor(chromium, service.url, language=language, width=360)
    match = visitor.practise("toy")
    page, kinds = visitor.page, set[str]()
    assert page.locator(".board .generic").count() == 1

    def ended() -> bool:
        return bool(page.locator(".ask a[href$=replay]").count())

    while not ended():
        # Form and buttons come together: looked for one after the other, a question may come between the looks.
        page.wait_for_selector(".ask form input[type=number], .ask .choices button, .ask a[href$=replay]")
        seen = page.locator(".log li").count()
        form = page.locator(".ask form input[type=number]")
        if form.count():
            # More than what is listed.
            form.fill("3")
            form.press("Enter")
            kinds.add("form")
        elif page.locator(".ask .choices button").count():
            page.locator(".ask .choices button").first.click()
            kinds.add("button")
        page.wait_for_function(
            "seen => document.querySelectorAll('.log li').length > seen || document.querySelector('.ask a[href$=replay]')",
            arg=seen,
        )
    assert kinds == {"form", "button"}
    told = service.api().get(f"/matches/{match}/events?limit=500")["items"]
    assert [one["data"]["bids"][0] for one in told if one["type"] == "bids_shown"] == [3] * ROUNDS
    page.locator(".ask a[href$=replay]").click()
    page.wait_for_selector(".replay .generic")
    visitor.leave()
