"""The page in a browser, against the whole service: `make browser`."""

import os
import re
from typing import Any

import pytest

from clients.api import sign_up
from tests.acceptance.conftest import Running
from tests.web.browser import PATIENCE, Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

MARKUP = "<img src=x onerror=alert(1)><b>bold</b>"


def test_a_move_is_made_by_keyboard_alone(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    visitor.practise("rock-paper-wizard")
    before = visitor.page.locator(".log li").count()
    visitor.page.locator("h1").focus()
    visitor.page.keyboard.press("m")
    assert visitor.page.evaluate("document.activeElement.closest('.ask') !== null")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_function("before => document.querySelectorAll('.log li').length > before", arg=before)
    visitor.leave()


@pytest.mark.parametrize("language", ["en", "he", "pl"])
def test_a_strangers_first_move_is_two_clicks_away(service: Running, chromium: Any, language: str) -> None:
    for game in ("rock-paper-wizard", "spell-a-spell", "cave"):
        visitor = Visitor(chromium, service.url, language=language)
        visitor.go()
        assert visitor.page.evaluate("document.documentElement.lang") == language
        # Every game says what it is about.
        card = visitor.page.locator("li.card", has=visitor.page.locator(f'a[href$="game={game}"]'))
        assert len(card.locator("span").first.inner_text()) > 30
        card.locator("button.main").click()
        visitor.page.locator(".ask .choices button").first.wait_for()
        before = visitor.page.locator(".log li").count()
        visitor.page.locator(".ask .choices button").first.click()
        visitor.page.wait_for_function("before => document.querySelectorAll('.log li').length > before", arg=before)
        visitor.leave()


def test_a_visitor_loads_one_language_once_and_another_when_they_choose_it(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url, language="pl")
    asked: list[str] = []
    visitor.page.on("request", lambda one: asked.append(one.url.rpartition("/")[2]) if "/texts/" in one.url else None)
    visitor.go()
    visitor.page.get_by_text("Zagraj z botami teraz").first.wait_for()
    assert asked == ["pl.json"]
    # Named by the document, it was there before the first module ran.
    assert "texts/pl.json" in visitor.page.locator("link[rel=preload]").get_attribute("href")
    visitor.page.locator("header select").select_option("he")
    visitor.page.wait_for_function("() => document.documentElement.dir === 'rtl'")
    assert asked == ["pl.json", "he.json"]
    # The next document names the language that was chosen.
    visitor.go("lobby")
    visitor.page.wait_for_selector("form.sheet")
    assert "texts/he.json" in visitor.page.locator("link[rel=preload]").get_attribute("href")
    assert visitor.page.evaluate("document.documentElement.lang") == "he"
    assert set(asked) == {"pl.json", "he.json"}
    visitor.leave()


def test_what_anybody_writes_is_shown_as_it_is_written(service: Running, chromium: Any) -> None:
    visitor, host = Visitor(chromium, service.url), service.api(sign_up(service.url, "Host")[1])
    match = host.post("/matches", {"game": "cave", "seats": 2, "name": MARKUP})["id"]
    # Lists follow a moment later.
    service.wait_for(lambda: match in str(host.get("/matches?status=open")), seconds=PATIENCE / 1000)
    for path in ("lobby", f"matches/{match}"):
        visitor.go(path)
        assert visitor.page.get_by_text(MARKUP).count(), path
        assert not visitor.page.locator("img").count(), path
    visitor.leave()


def test_a_move_without_a_connection_is_kept_and_sent_once(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    match = visitor.practise("rock-paper-wizard")
    sent: list[str] = []
    visitor.page.on("requestfinished", lambda one: sent.append(one.url) if one.url.endswith("/moves") else None)
    visitor.context.set_offline(True)
    visitor.page.locator(".ask .choices button").first.click()
    visitor.page.wait_for_selector(".ask .sending")
    # Closed and opened again, it is still there.
    assert match in visitor.page.evaluate("localStorage.getItem('unsent')")
    visitor.context.set_offline(False)
    visitor.page.wait_for_function("() => localStorage.getItem('unsent') === '[]'", timeout=PATIENCE)
    visitor.page.wait_for_selector(".ask .choices button")
    assert len(sent) == 1
    visitor.leave()


def test_a_question_that_was_answered_does_not_stand_until_the_next_is_known(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    # The view is then fetched, and can be held.
    assert visitor.tell_no_tables() == []
    visitor.practise("rock-paper-wizard")
    held: list[Any] = []
    visitor.page.route("**/view", lambda route: held.append(route))
    visitor.page.locator(".ask .choices button").first.click()
    visitor.page.wait_for_function("() => localStorage.getItem('unsent') === '[]'")
    assert not visitor.asked()
    assert held
    # What was held goes on.
    visitor.page.unroute("**/view")
    visitor.page.wait_for_selector(".ask .choices button")
    visitor.leave()


def test_a_table_waits_neither_for_who_is_there_nor_for_its_picture(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    match = visitor.practise("cave")
    held: list[Any] = []
    visitor.page.route(re.compile("/me$|/content\\?"), lambda route: held.append(route))
    with visitor.page.expect_response(lambda one: one.url.endswith(f"/matches/{match}/view")):
        visitor.page.reload(wait_until="commit")
    assert [one.request.url.rpartition("/")[2] for one in held] == ["me"]
    held.pop().continue_()
    visitor.page.wait_for_selector(".ask .choices button")
    visitor.page.wait_for_function("() => document.querySelector('.board').childElementCount === 0")
    visitor.page.locator(".ask .choices button").first.click()
    visitor.page.wait_for_function("() => localStorage.getItem('unsent') === '[]'")
    # Once it comes, the picture is drawn.
    visitor.page.unroute_all()
    visitor.page.wait_for_selector(".board .map")
    visitor.leave()


def test_tabs_share_one_stream_and_the_next_takes_it_over(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    visitor.practise("rock-paper-wizard")
    second = visitor.context.new_page()
    streams: list[str] = []
    second.on("request", lambda one: streams.append(one.url) if "/me/stream" in one.url else None)
    second.goto(visitor.page.url)
    second.wait_for_selector(".ask .choices button")
    assert streams == []
    visitor.page.close()
    service.wait_for(lambda: second.evaluate("1") == 1 and bool(streams), seconds=20)
    visitor.leave()
