"""The chat beside a match, on the page: `make browser`."""

import os
from typing import Any

import psycopg
import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.test_page_queue import looked_at
from tests.acceptance.test_page_ratings import call, member
from tests.acceptance.test_page_table import person
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

EVIL = "<img src=x onerror=alert(1)> <b>bold</b> \u202etxt.exe https://games.example/a?b=c&d."


def table(service: Running, chromium: Any) -> tuple[Visitor, Visitor, str]:
    host, other = person(service, chromium), person(service, chromium, width=390, height=844, touch=True)
    match_id = call(host, "POST", "/matches", {"game": "spell-a-spell", "seats": 2})["id"]
    call(other, "POST", f"/matches/{match_id}/join", {})
    for one in (host, other):
        one.go(f"matches/{match_id}")
        one.page.wait_for_selector(".at-table .board svg")
    return host, other, match_id


def opened(visitor: Visitor) -> Any:
    chat = visitor.page.locator("details.chat")
    chat.locator("> summary").click()
    chat.locator(".reactions").wait_for()
    return chat


def test_what_one_says_stands_over_the_other_s_table_at_once_and_in_the_chat(service: Running, chromium: Any) -> None:
    host, other, _ = table(service, chromium)
    chat = opened(host)
    looked_at(host, "chat-empty")
    chat.locator("input[name=text]").fill("Good luck to you!")
    chat.locator("input[name=text]").press("Enter")
    other.page.wait_for_selector(".bubble", timeout=5_000)
    assert "Good luck to you!" in other.page.locator(".bubble").inner_text()
    looked_at(other, "chat-bubble-phone")
    other.page.locator(".bubble").click()
    chat_of_other = other.page.locator("details.chat")
    chat_of_other.locator(".lines li").wait_for()
    chat_of_other.locator(".reactions button").nth(2).click()
    host.page.locator(".chat .lines li").nth(1).wait_for(timeout=5_000)
    assert "Well played!" in host.page.locator(".chat .lines").inner_text()
    looked_at(host, "chat-open")
    looked_at(other, "chat-open-phone")


def test_a_text_is_shown_as_it_is_and_a_newcomer_s_link_cannot_be_clicked(service: Running, chromium: Any) -> None:
    host, other, match_id = table(service, chromium)
    call(other, "POST", f"/matches/{match_id}/chat", {"text": EVIL})
    chat = opened(host)
    said = chat.locator(".lines .words bdi").nth(1)
    assert said.inner_text() == EVIL.replace("\u202e", "")
    assert chat.locator(".lines img, .lines b, .lines a").count() == 0


def test_who_is_reported_or_muted_is_not_told_and_the_profile_has_the_way_back(service: Running, chromium: Any) -> None:
    host, other, match_id = table(service, chromium)
    call(other, "POST", f"/matches/{match_id}/chat", {"text": "You cheat!"})
    chat = opened(host)
    chat.locator(".against > summary").click()
    chat.get_by_role("button", name="Report", exact=True).click()
    chat.locator("form select[name=kind]").select_option("abuse")
    chat.locator(".against input[name=text]").fill("He shouts.")
    looked_at(host, "chat-report")
    chat.get_by_role("button", name="Send report").click()
    chat.locator(".against form").wait_for(state="detached")
    assert [one["kind"] for one in call(host, "GET", "/me/reports")["items"]] == ["abuse"]
    chat.get_by_role("button", name="Mute").click()
    chat.locator(".lines li").wait_for(state="detached")
    handle = call(other, "GET", "/me")["handle"]
    host.go("me")
    host.page.get_by_role("heading", name="Players you have muted").wait_for()
    looked_at(host, "chat-profile")
    back = host.page.locator("li", has_text=handle).get_by_role("button", name="Show again")
    back.click()
    back.wait_for(state="detached")
    assert call(host, "GET", "/me/mutes")["items"] == []


def test_after_the_end_the_players_go_on_talking_and_who_watches_reads_them_not(
    service: Running, chromium: Any
) -> None:
    host, other, match_id = table(service, chromium)
    watcher = member(service, chromium, language="he")
    watcher.go(f"matches/{match_id}")
    chat = opened(watcher)
    chat.locator("input[name=text]").fill("איזה משחק!")
    chat.locator("input[name=text]").press("Enter")
    chat.locator(".lines li").wait_for()
    looked_at(watcher, "chat-spectators-he")
    call(other, "POST", f"/matches/{match_id}/resign", {})
    opened(host)
    call(other, "POST", f"/matches/{match_id}/chat", {"reaction": "well_played"})
    host.page.locator(".chat .lines li").wait_for(timeout=10_000)
    assert "איזה" not in host.page.locator(".chat .lines").inner_text()
    assert watcher.page.locator(".chat .lines li").count() == 1


SILENCED = """
INSERT INTO matches_sanction
    (id, player_id, kind, reason, made_at, made_by, until, handle, appeal, answer, answered_by)
VALUES
(gen_random_uuid(), %s, 'silence', 'Insults in a <b>match</b>.', now(), 'mod', now() + interval '7 days', '', '', '', '')
"""


def test_who_is_silenced_learns_it_in_the_chat_and_appeals_on_the_profile(service: Running, chromium: Any) -> None:
    host, _, _ = table(service, chromium)
    with psycopg.connect(service.stack.service_environment["DATABASE_URL"]) as database:
        database.execute(SILENCED, [call(host, "GET", "/me")["id"]])
    host.page.locator("details.chat > summary").click()
    host.page.reload()
    host.page.locator("details.chat > summary").click()
    host.page.locator(".chat .banner").wait_for()
    assert host.page.locator(".chat form").count() == 0
    looked_at(host, "chat-silenced")
    host.page.locator(".chat .banner a").click()
    host.page.get_by_role("heading", name="Decisions of moderators").wait_for()
    looked_at(host, "chat-sanction")
    host.page.get_by_label("Appeal, once").fill("It was a quote.")
    host.page.get_by_role("button", name="Send appeal").click()
    host.page.get_by_text("Another moderator will look at it.").wait_for()
    assert "<b>match</b>" in host.page.locator("main, body").first.inner_text()
    looked_at(host, "chat-appealed")


def test_home_says_where_others_have_written_until_one_has_read_it_in_any_browser(
    service: Running, chromium: Any
) -> None:
    host, other, match_id = table(service, chromium)
    for text in ("Good luck!", "Are you there?"):
        call(other, "POST", f"/matches/{match_id}/chat", {"text": text})
    # The lists follow the match by a moment.
    service.wait_for(lambda: bool(call(host, "GET", "/me/chat/unread")["items"]), seconds=30)
    host.go()
    card = host.page.locator(f"a.card[href$='{match_id}']")
    card.locator(".count").wait_for()
    assert "2 new messages" in card.inner_text()
    looked_at(host, "home-unread")
    for language, theme in (("he", "dark"), ("pl", "light")):
        host.page.evaluate("wish => Object.assign(localStorage, wish)", {"language": language, "theme": theme})
        host.go()
        card.locator(".count").wait_for()
        looked_at(host, f"home-unread-{language}-{theme}")
    host.page.evaluate("wish => Object.assign(localStorage, wish)", {"language": "en", "theme": "light"})
    host.go(f"matches/{match_id}")
    host.page.wait_for_selector("details.chat .count")
    with host.page.expect_response("**/chat/read"):
        opened(host)
    # What is kept in this browser plays no part.
    forget = "() => Object.keys(localStorage).filter(one => one.startsWith('chat ')).forEach(one => delete localStorage[one])"
    host.page.evaluate(forget)
    host.go()
    card.wait_for()
    assert card.locator(".count").count() == 0
    host.leave()
    other.leave()
