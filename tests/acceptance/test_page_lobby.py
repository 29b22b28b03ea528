"""The lobby's open tables and their filters; `make browser`."""

import os
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.phone import phone
from tests.acceptance.test_page_queue import looked_at
from tests.acceptance.test_page_ratings import call, member
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

TABLES = {
    "Wide": {"game": "spell-a-spell", "seats": 4},
    "Narrow": {"game": "spell-a-spell", "seats": 2},
    "With a bot": {"game": "rock-paper-wizard", "seats": 5, "bots": ["easy"]},
}


def names(visitor: Visitor) -> list[str]:
    """Of the shown tables, those of this test, in their order."""
    shown = visitor.page.locator(".cards strong bdi").all_inner_texts()
    return [name for name in shown if name in TABLES]


def listed(host: Visitor, *wanted: str) -> None:
    """Wait until the lists hold these tables."""
    shown: set[str] = set()
    for _ in range(100):
        shown = {one["name"] for one in call(host, "GET", "/matches?status=open")["items"]}
        if shown >= set(wanted):
            return
        host.page.wait_for_timeout(300)
    raise AssertionError(shown)


def choose(visitor: Visitor, field: str, value: str) -> None:
    with visitor.page.expect_response(lambda answer: "status=open" in answer.url):
        visitor.page.select_option(f"select[name={field}]", value)


def test_a_visitor_finds_the_table_that_they_would_rather_see(service: Running, chromium: Any) -> None:
    host, visitor = member(service, chromium), Visitor(chromium, service.url)
    for name, wish in TABLES.items():
        made = call(host, "POST", "/matches", {"name": name, **wish})
        assert made.get("status") == "open", made
    page = visitor.page
    listed(host, *TABLES)
    visitor.go("lobby")
    page.wait_for_selector("text=Narrow")
    assert names(visitor) == ["With a bot", "Narrow", "Wide"]
    page.click("text=Which ones")
    choose(visitor, "order", "oldest")
    page.wait_for_selector(".cards li:first-child:has-text('Wide')")
    assert names(visitor) == ["Wide", "Narrow", "With a bot"]
    choose(visitor, "open_seats", "3")
    page.wait_for_selector("text=Narrow", state="detached")
    assert names(visitor) == ["Wide", "With a bot"]
    with page.expect_response(lambda answer: "bots=false" in answer.url):
        page.check("details input[name=bots]")
    page.wait_for_selector("text=With a bot", state="detached")
    assert names(visitor) == ["Wide"]
    choose(visitor, "game", "rock-paper-wizard")
    page.wait_for_selector("text=No open match is like this")
    choose(visitor, "game", "")
    page.wait_for_selector("text=Wide")


def test_the_filters_have_no_fault_on_a_phone_in_every_language_light_and_dark(service: Running, chromium: Any) -> None:
    host = member(service, chromium)
    page = host.page
    call(host, "POST", "/matches", {"game": "cave", "seats": 3, "name": "Here"})
    page.set_viewport_size({"width": 360, "height": 740})
    listed(host, "Here")
    for language, theme in (("en", "light"), ("he", "dark"), ("he", "light"), ("pl", "dark")):
        page.evaluate("wish => Object.assign(localStorage, wish)", {"language": language, "theme": theme})
        host.go("lobby")
        page.wait_for_selector(".cards")
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        looked_at(host, f"lobby-filters-{language}-{theme}")


IN_SIGHT = """one => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= -1 && bottom <= innerHeight + 1 && one.contains(document.elementFromPoint(innerWidth / 2, (top + bottom) / 2));
}"""


def offered(visitor: Visitor, game: str) -> Any:
    visitor.go()
    return visitor.page.locator(".offer", has=visitor.page.locator(f'a[href$="game={game}"]'))


def test_on_a_phone_a_friend_is_called_in_three_taps(service: Running, chromium: Any) -> None:
    visitor = phone(service, chromium)
    page = visitor.page
    offered(visitor, "spell-a-spell").locator("a.button").tap()
    # The form of a new match, for that game and with friends, and not the queue above it.
    page.wait_for_function("() => document.activeElement?.id === 'new-match'")
    page.wait_for_function(f"() => ({IN_SIGHT})(document.querySelector('.presets'))")
    assert page.locator(".presets :checked").get_attribute("value") == "friends"
    page.locator("form.sheet button.main").tap()
    page.wait_for_selector(".waiting .share")
    # What is handed on is in sight, and comes before what is for those who have no friends at hand.
    assert page.locator(".waiting .share").evaluate(IN_SIGHT)
    assert page.locator(".waiting .share + .choices").count() == 1
    assert page.locator(".waiting .share input").input_value() == page.url
    visitor.leave()


def test_who_looks_for_players_far_down_the_page_sees_it(service: Running, chromium: Any) -> None:
    visitor = phone(service, chromium)
    offered(visitor, "cave").get_by_role("button", name="Find players").tap()
    banner = visitor.page.locator(".banner.queue")
    banner.wait_for()
    visitor.page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    assert banner.evaluate(IN_SIGHT)
    banner.get_by_role("button").tap()
    banner.wait_for(state="detached")
    visitor.leave()
